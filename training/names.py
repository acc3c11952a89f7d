"""Train the NER model: `python -m training.names DATA FOLDER [FILE]`.

An interrupted run resumes from its last checkpoint. The scores cover the held-out open data, by
class and source.
"""

import argparse
import json
import logging
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from narabot.embedding.packed_e5 import PackedE5, open_packed_e5
from narabot.reading.names import NER_LAYOUT
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import save_weights
from training.checkpoints import load_checkpoint, save_checkpoint, trained_weights
from training.name_model import FROZEN, LAYERS, NameBatch, NameModel, loss_of
from training.name_scores import TWEETS, score_model, summary
from training.name_variation import Variation, vary_texts
from training.named_texts import NamedText, named_texts

logger = logging.getLogger("training")

EPOCHS, BATCH_CHARACTERS, POOL_BATCHES, RATE, WARM_UP = 3, 4000, 16, 3e-4, 60

VARIATION = Variation(swap=0.3, small=0.06, large=0.1, label=0.45, titles=0.5, misread=0.12)

CHECKPOINT_STEPS = 50
"""Number of steps between two checkpoints."""

Parts = Sequence[NamedText]


@dataclass(frozen=True, slots=True)
class Pace:
    """The learning rate and precision of a training run."""

    rate: float
    is_halved: bool = False
    """Whether to compute with 16-bit precision (bf16)."""


def length(parts: Parts) -> int:
    """Return the number of characters in the parts of a text."""
    return sum(len(part.text) for part in parts)


def batches(texts: Sequence[Parts], rng: random.Random) -> list[list[Parts]]:
    """Return batches of texts of similar length, up to about BATCH_CHARACTERS, in random order."""
    result: list[list[Parts]] = []
    pool = POOL_BATCHES * 16
    for first in range(0, len(texts), pool):
        batch: list[Parts] = []
        for parts in sorted(texts[first : first + pool], key=length):
            if batch and length(parts) * (len(batch) + 1) > BATCH_CHARACTERS:
                result.append(batch)
                batch = []
            batch.append(parts)
        result.append(batch)
    rng.shuffle(result)
    return result


def plan_batches(texts: Sequence[NamedText], epochs: int) -> list[list[Parts]]:
    """Return all batches of a run. Each epoch varies the texts differently."""
    plan: list[list[Parts]] = []
    for epoch in range(epochs):
        rng = random.Random(epoch)
        plan += batches(vary_texts(texts, VARIATION, rng), rng)
    return plan


def train(
    model: NameModel,
    plan: Sequence[list[Parts]],
    tokenizer: Tokenizer,
    place: Path,
    pace: Pace,
) -> None:
    """Train on all planned batches, starting from the last checkpoint if there is one."""
    trained = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=pace.rate, weight_decay=0.01)
    first = load_checkpoint(model, optimizer, place)
    began, total = time.monotonic(), 0.0
    model.train()
    for step in range(first, len(plan)):
        for group in optimizer.param_groups:
            group["lr"] = pace.rate * min(1.0, (step + 1) / WARM_UP) * (1 - step / len(plan))
        with torch.autocast("cpu", torch.bfloat16, enabled=pace.is_halved):
            loss = loss_of(model, NameBatch(plan[step], tokenizer))
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
        if (step + 1) % CHECKPOINT_STEPS == 0 or step + 1 == len(plan):
            seconds = time.monotonic() - began
            logger.info(
                "%d/%d loss %.4f %.0f s", step + 1, len(plan), total / CHECKPOINT_STEPS, seconds
            )
            total = 0.0
            save_checkpoint(model, optimizer, step + 1, place)
    model.eval()


def load_weights(model: NameModel, place: Path) -> None:
    """Load the weights from another run's checkpoint. Raise OSError."""
    model.load_state_dict(torch.load(place, weights_only=True)["model"], strict=False)


def write(model: NameModel, base: PackedE5, file: Path, facts: dict[str, object]) -> None:
    """Write the trained weights."""
    tensors = {
        name.removeprefix("bert."): one.numpy() for name, one in trained_weights(model).items()
    }
    layers = str(len(model.bert.encoder.layer))
    metadata = {"name": "names", "facts": json.dumps(facts), "layers": layers}
    save_weights(file, tensors, base, NER_LAYOUT, metadata)


def main() -> None:
    """Train the model, write the weights, and log the scores."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path, help="folder for the checkpoint")
    parser.add_argument("file", type=Path, nargs="?", help="output file for the weights")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--steps", type=int, help="maximum number of steps")
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--frozen", type=int, default=FROZEN)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--halves", action="store_true", help="compute in 16 bits (bf16)")
    parser.add_argument("--threads", type=int, default=2, help="CPU threads (1 on busy cores)")
    parser.add_argument("--start", type=Path, help="checkpoint of another run to start from")
    parser.add_argument("--tweets", type=float, default=1.0, help="share of tweets to train on")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    torch.set_num_threads(chosen.threads)
    base = open_packed_e5()
    tokenizer = reading_tokenizer(base)
    texts = named_texts(chosen.data)
    rng = random.Random(7)
    trained = [
        one
        for one in texts
        if not one.is_held_out and (one.source not in TWEETS or rng.random() < chosen.tweets)
    ]
    model = NameModel(base, chosen.layers, chosen.frozen)
    if chosen.start:
        load_weights(model, chosen.start)
    plan = plan_batches(trained, chosen.epochs)[: chosen.steps]
    place = chosen.folder / "names.pt"
    train(model, plan, tokenizer, place, Pace(chosen.rate, chosen.halves))
    if chosen.file:
        write(model, base, chosen.file, {"sentences": len(trained), "epochs": chosen.epochs})
    held = [one for one in texts if one.is_held_out]
    for line in summary(score_model(model, held, tokenizer)):
        logger.info("%s", line)


if __name__ == "__main__":
    main()
