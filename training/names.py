"""Train the reader of names: `python -m training.names DATA FOLDER [FILE]`; runs are resumed.

The scores are those of what is held out of the open data, by class and source.
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

from narabot.embedding.packed_e5 import PackedE5, packaged_e5
from narabot.reading.names import NAME_READER
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import save_weights
from training.checkpoints import keep, own_state, resumed
from training.name_model import FROZEN, LAYERS, NameBatch, NameModel, loss_of
from training.name_scores import TWEETS, scored, summary
from training.name_variation import Variation, varied
from training.named_texts import NamedText, named_texts

logger = logging.getLogger("training")

EPOCHS, BATCH_CHARACTERS, POOLED, RATE, WARM_UP = 3, 4000, 16, 3e-4, 60

HOW = Variation(swap=0.3, small=0.06, large=0.1, label=0.45, titles=0.5, misread=0.12)

KEPT_EVERY = 50
"""Steps between two checkpoints."""

Parts = Sequence[NamedText]


@dataclass(frozen=True, slots=True)
class Pace:
    """How a model is trained."""

    rate: float
    is_halved: bool = False
    """Whether it is computed in 16 bits (bf16)."""


def length(parts: Parts) -> int:
    """Return the characters of a text of some parts."""
    return sum(len(part.text) for part in parts)


def batches(texts: Sequence[Parts], rng: random.Random) -> list[list[Parts]]:
    """Return texts in batches of some BATCH_CHARACTERS, like lengths together, mixed."""
    made: list[list[Parts]] = []
    pool = POOLED * 16
    for first in range(0, len(texts), pool):
        batch: list[Parts] = []
        for parts in sorted(texts[first : first + pool], key=length):
            if batch and length(parts) * (len(batch) + 1) > BATCH_CHARACTERS:
                made.append(batch)
                batch = []
            batch.append(parts)
        made.append(batch)
    rng.shuffle(made)
    return made


def plan_of(texts: Sequence[NamedText], epochs: int) -> list[list[Parts]]:
    """Return all batches of a run; each time a text is read it is said a little otherwise."""
    plan: list[list[Parts]] = []
    for epoch in range(epochs):
        rng = random.Random(epoch)
        plan += batches(varied(texts, HOW, rng), rng)
    return plan


def train(
    model: NameModel,
    plan: Sequence[list[Parts]],
    tokenizer: Tokenizer,
    place: Path,
    pace: Pace,
) -> None:
    """Train through a plan, from the last checkpoint if there is one."""
    trained = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=pace.rate, weight_decay=0.01)
    first = resumed(model, optimizer, place)
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
        if (step + 1) % KEPT_EVERY == 0 or step + 1 == len(plan):
            seconds = time.monotonic() - began
            logger.info("%d/%d loss %.4f %.0f s", step + 1, len(plan), total / KEPT_EVERY, seconds)
            total = 0.0
            keep(model, optimizer, step + 1, place)
    model.eval()


def begin_with(model: NameModel, place: Path) -> None:
    """Take the weights of another run's checkpoint. Raises OSError."""
    model.load_state_dict(torch.load(place, weights_only=True)["model"], strict=False)


def write(model: NameModel, base: PackedE5, file: Path, facts: dict[str, object]) -> None:
    """Write the weights that were trained."""
    tensors = {name.removeprefix("bert."): one.numpy() for name, one in own_state(model).items()}
    layers = str(len(model.bert.encoder.layer))
    told = {"name": "names", "facts": json.dumps(facts), "layers": layers}
    save_weights(file, tensors, base, NAME_READER, told)


def main() -> None:
    """Train, write the weights, tell the scores."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path, help="where the checkpoint is kept")
    parser.add_argument("file", type=Path, nargs="?", help="where the weights are written")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--steps", type=int, help="how many are made at most")
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--frozen", type=int, default=FROZEN)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--halves", action="store_true", help="compute in 16 bits (bf16)")
    parser.add_argument("--threads", type=int, default=2, help="1 where others use the cores too")
    parser.add_argument("--start", type=Path, help="a checkpoint of another run to begin with")
    parser.add_argument("--tweets", type=float, default=1.0, help="the share of tweets that trains")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    torch.set_num_threads(chosen.threads)
    base = packaged_e5()
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
        begin_with(model, chosen.start)
    plan = plan_of(trained, chosen.epochs)[: chosen.steps]
    place = chosen.folder / "names.pt"
    train(model, plan, tokenizer, place, Pace(chosen.rate, chosen.halves))
    if chosen.file:
        write(model, base, chosen.file, {"sentences": len(trained), "epochs": chosen.epochs})
    held = [one for one in texts if one.is_held_out]
    for line in summary(scored(model, held, tokenizer)):
        logger.info("%s", line)


if __name__ == "__main__":
    main()
