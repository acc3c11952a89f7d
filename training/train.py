"""Train the reader: `python -m training.train DATA FOLDER RECORDS…`.

An interrupted run resumes from its last checkpoint.
"""

import argparse
import logging
import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from narabot.embedding import open_embeddings
from narabot.embedding.packed_e5 import open_packed_e5
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import reader_weights
from narabot.settings import Settings
from training.catalog_records import read_catalog_texts
from training.checkpoints import load_checkpoint, save_checkpoint
from training.cross_lingual import cross_lingual_questions, cross_lingual_statements
from training.examples import Example
from training.features import NO_TARGET, Features, build_features
from training.field_templates import field_questions, field_statements, letter_statements
from training.mixture import sample_mixture
from training.model import Reader
from training.similarity import RecordIndex, nearest_window
from training.sources import readings, sentence_pairs, statements
from training.stages import GENERAL, RECORDS, STAGES, Stage
from training.written_examples import invented_records, written_questions, written_statements

logger = logging.getLogger("training")

STEP_TOKENS = 2048
"""Number of tokens per step, including padding."""

POOL_BATCHES = 64
"""Number of batches in a pool. The examples in a pool are sorted together by length."""

WARM_UP = 60
"""Number of steps during which the learning rate increases."""

CHECKPOINT_STEPS = 50
"""Number of steps between two checkpoints."""

CHANCES = {
    "letters": 0.25,
    "fields": 0.5,
    "Dates": 0.06,
    "Medium": 0.05,
    "Types of records": 0.06,
    "Access": 0.12,
    "Use": 0.08,
    "Held at": 0.12,
    "Created by": 0.25,
}
"""Probability of a question about a field. It is lower for fields that most records have."""

STATED, STATED_LETTERS = 0.04, 0.2
"""Probability of a statement about a field, and about a letter's title."""

Batch = list[Features]


def general_examples(data: Path) -> list[Example]:
    """Return all examples from the open data."""
    read = readings(data)
    return [
        *read,
        *cross_lingual_questions(data, read),
        *sentence_pairs(data),
        *statements(data),
        *cross_lingual_statements(data, seed=5),
    ]


def record_examples(data: Path, folders: Sequence[Path]) -> list[Example]:
    """Return all examples about records, and all examples from the open data."""
    records = read_catalog_texts(*folders) | invented_records()
    trained = [one for one in records.values() if not one.is_for_validation]
    rng = random.Random(RECORDS.seed)
    return [
        *field_questions(trained, CHANCES, rng),
        *written_questions(records, RecordIndex(trained), rng),
        *field_statements(trained, STATED, rng),
        *letter_statements(trained, STATED_LETTERS, rng),
        *written_statements(records, nearest_window(open_embeddings(Settings.from_environment()))),
        *general_examples(data),
    ]


def batches(found: Sequence[Features], seed: int) -> list[Batch]:
    """Return batches of examples of similar length, up to STEP_TOKENS tokens, in random order."""
    rng = random.Random(seed)
    pool = STEP_TOKENS * POOL_BATCHES // 100
    result: list[Batch] = []
    for first in range(0, len(found), pool):
        some = sorted(found[first : first + pool], key=lambda one: len(one.ids))
        cut = list(cut_batches(some))
        rng.shuffle(cut)
        result += cut
    return result


def cut_batches(features: Sequence[Features]) -> Iterator[Batch]:
    """Yield batches of consecutive features that fit into one step.

    The features must be sorted by length.
    """
    batch: Batch = []
    for one in features:
        if batch and len(one.ids) * (len(batch) + 1) > STEP_TOKENS:
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch


def padded(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return token IDs and mask, with shape `(len(batch), tokens)`."""
    width = max(len(one.ids) for one in batch)
    ids = torch.ones((len(batch), width), dtype=torch.long)
    mask = torch.zeros((len(batch), width), dtype=torch.long)
    for row, one in enumerate(batch):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        mask[row, : len(one.ids)] = 1
    return ids, mask


def losses(model: Reader, batch: Batch) -> dict[str, Tensor]:
    """Return the loss of each head for which the batch has targets."""
    ids, mask = padded(batch)
    relevance, span, support = model(ids, mask)
    span = span.masked_fill(~readable(batch, mask)[..., None], -1e4)
    answers = torch.tensor([one.answers for one in batch])
    start = torch.tensor([one.start for one in batch])
    end = torch.tensor([one.end for one in batch])
    verdict = torch.tensor([one.verdict for one in batch])
    found = {}
    if (answers >= 0).any():
        labeled = answers >= 0
        found["relevance"] = functional.binary_cross_entropy_with_logits(
            relevance[labeled], answers[labeled]
        )
    if (start != NO_TARGET).any():
        found["span"] = (
            functional.cross_entropy(span[..., 0], start, ignore_index=NO_TARGET)
            + functional.cross_entropy(span[..., 1], end, ignore_index=NO_TARGET)
        ) / 2
    if (verdict != NO_TARGET).any():
        found["support"] = functional.cross_entropy(support, verdict, ignore_index=NO_TARGET)
    shares = {
        "relevance": (answers >= 0).float().mean(),
        "span": (start != NO_TARGET).float().mean(),
        "support": (verdict != NO_TARGET).float().mean(),
    }
    return {name: loss * shares[name] for name, loss in found.items()}


def readable(batch: Batch, mask: Tensor) -> Tensor:
    """Return a mask of answer positions: the text's tokens, and the first token for "no answer"."""
    able = mask.bool().clone()
    for row, one in enumerate(batch):
        able[row, 1 : one.text_at] = False
        able[row, len(one.ids) - 1] = False
    return able


def rate_at(step: int, stage: Stage) -> float:
    """Return the learning rate for a step."""
    rising = min(1.0, (step + 1) / WARM_UP)
    falling = 1 - step / stage.steps if stage.falls else 1.0
    return stage.rate * rising * falling


def run_stage(model: Reader, stage: Stage, plan: Sequence[Batch], folder: Path) -> None:
    """Train one stage, starting from its last checkpoint if there is one."""
    trained = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=stage.rate, weight_decay=0.01)
    place = folder / f"{stage.name}.pt"
    first = load_checkpoint(model, optimizer, place)
    began, seen = time.monotonic(), 0.0
    for step in range(first, min(stage.steps, len(plan))):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, stage)
        found = losses(model, plan[step])
        torch.stack(list(found.values())).sum().backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        seen = time.monotonic() - began
        values = {name: round(loss.item(), 3) for name, loss in found.items()}
        logger.info("%s %d/%d %s %.0f s", stage.name, step + 1, stage.steps, values, seen)
        if (step + 1) % CHECKPOINT_STEPS == 0 or step + 1 == stage.steps:
            save_checkpoint(model, optimizer, step + 1, place)


def main() -> None:
    """Train all stages."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("records", type=Path, nargs="+", help="folders of catalog shards")
    parser.add_argument(
        "--weights", type=Path, help="weights of a reader, to train only the last stage"
    )
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    torch.set_num_threads(2)
    base = open_packed_e5()
    tokenizer = reading_tokenizer(base)
    model = Reader(base)
    stages: tuple[Stage, ...] = STAGES
    if chosen.weights:
        model.take(reader_weights(chosen.weights, base))
        stages = STAGES[-1:]
    of_records = cache(lambda: record_examples(chosen.data, chosen.records))
    for stage in stages:
        place = chosen.folder / f"{stage.name}.pt"
        if not is_done(place, stage):
            examples = general_examples(chosen.data) if stage is GENERAL else of_records()
            some = sample_mixture(examples, stage.counts, stage.seed)
            found = build_features(some, tokenizer, stage.longest, stage.seed)
            plan = batches(list(found), stage.seed)
            logger.info("%s: %d examples, %d batches", stage.name, len(some), len(plan))
            run_stage(model, stage, plan, chosen.folder)
        load(model, place)


def is_done(place: Path, stage: Stage) -> bool:
    """Return whether the training of a stage is complete."""
    return place.is_file() and torch.load(place, weights_only=True)["step"] >= stage.steps


def load(model: Reader, place: Path) -> None:
    """Load the weights from a checkpoint."""
    model.load_state_dict(torch.load(place, weights_only=True)["model"], strict=False)


if __name__ == "__main__":
    main()
