"""Train the reader of requests: `python -m training.intents FILE [--held GROUP]`.

It takes minutes. With `--held` the requests of one writer train nothing, and are scored.
"""

import argparse
import json
import logging
import random
from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer

from narabot.embedding.packed_e5 import PackedE5, packaged_e5
from narabot.models.intents import INTENTS
from narabot.reading.intents import (
    INTENT_READER,
    decoded,
    likeliest,
)
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import save_weights
from training.intent_model import FROZEN, LAYERS, Batch, IntentModel, loss_of
from training.requests import (
    MarkedRequest,
    Varied,
    names_of,
    plain_requests,
    read_requests,
    stories,
    varied,
    with_codes,
)

logger = logging.getLogger("training")

EPOCHS, BATCH, RATE, WARM_UP = 6, 24, 3e-4, 40

HOW = Varied(swap=0.5, small=0.15, bare=0.3, story=0.15)

CODES = 0.25
"""File codes that are made, as a share of the names of records and containers."""


POOLED = 8
"""Batches' worth of requests that are sorted by length together."""


def batches(requests: Sequence[MarkedRequest], rng: random.Random) -> list[Sequence[MarkedRequest]]:
    """Return whole batches of requests, like lengths together, in a random order."""
    mixed = rng.sample(requests, len(requests))
    made: list[Sequence[MarkedRequest]] = []
    for first in range(0, len(mixed), BATCH * POOLED):
        pool = sorted(mixed[first : first + BATCH * POOLED], key=lambda one: len(one.text))
        made += [pool[place : place + BATCH] for place in range(0, len(pool) - BATCH + 1, BATCH)]
    rng.shuffle(made)
    return made


def train(
    model: IntentModel,
    requests: Sequence[MarkedRequest],
    tokenizer: Tokenizer,
    epochs: int,
    rate: float,
) -> None:
    """Train a model; each time a request is read it is said a little otherwise."""
    rng = random.Random(1)
    trained = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=rate, weight_decay=0.01)
    steps = epochs * (len(requests) // BATCH)
    names, told = with_codes(names_of(requests), CODES, rng), stories()
    step = 0
    model.train()
    for epoch in range(epochs):
        some = [varied(one, names, told, HOW, rng) for one in requests]
        total = 0.0
        for batch in batches(some, rng):
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / WARM_UP) * (1 - step / steps)
            loss = loss_of(model, Batch(batch, tokenizer))
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            optimizer.zero_grad()
            total += loss.item()
            step += 1
        logger.info("epoch %d: loss %.3f", epoch + 1, total / (len(some) // BATCH))
    model.eval()


def scored(
    model: IntentModel, requests: Sequence[MarkedRequest], tokenizer: Tokenizer
) -> dict[str, float]:
    """Return how many intents, operations, slots and whole requests are read right."""
    intents = operations = whole = 0
    right = told = wanted = 0
    with torch.no_grad():
        for one in requests:
            batch = Batch([one], tokenizer)
            found, tags, excluded = (part[0].numpy() for part in model(batch.ids, batch.mask))
            name = INTENTS[int(found.argmax())]
            tokens = [1 + first for _, _, first in batch.words[0]]
            spans = [(start, end) for start, end, _ in batch.words[0]]
            chosen = likeliest(tags[tokens], model.transitions.numpy())
            slots = decoded(spans, chosen, excluded[tokens])
            if one.intent == "none":
                slots = ()
            intents += name == one.intent
            operations += name.split()[0] == one.intent.split()[0]
            whole += name == one.intent and set(slots) == set(one.slots)
            right += len(set(slots) & set(one.slots))
            told, wanted = told + len(slots), wanted + len(one.slots)
    count = len(requests)
    return {
        "intents": intents / count,
        "operations": operations / count,
        "slots, F1": 2 * right / max(1, told + wanted),
        "whole requests": whole / count,
    }


def write(model: IntentModel, base: PackedE5, file: Path, facts: dict[str, object]) -> None:
    """Write the weights that were trained."""
    trained = {name for name, one in model.named_parameters() if one.requires_grad}
    tensors = {
        name.removeprefix("bert."): one.numpy()
        for name, one in model.state_dict().items()
        if name in trained
    }
    told = {
        "name": "intents",
        "facts": json.dumps(facts),
        "layers": str(len(model.bert.encoder.layer)),
    }
    save_weights(file, tensors, base, INTENT_READER, told)


def main() -> None:
    """Train, and write the weights or the scores."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="where the weights are written")
    parser.add_argument("--held", help="the writer whose requests are scored")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--frozen", type=int, default=FROZEN)
    parser.add_argument("--rate", type=float, default=RATE)
    chosen = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(2)
    base = packaged_e5()
    tokenizer = reading_tokenizer(base)
    requests = [*read_requests(), *plain_requests()]
    model = IntentModel(base, chosen.layers, chosen.frozen)
    trained = [one for one in requests if one.group != chosen.held]
    train(model, trained, tokenizer, chosen.epochs, chosen.rate)
    held = [one for one in requests if one.group == chosen.held]
    if chosen.file:
        write(model, base, chosen.file, {"requests": len(trained), "epochs": chosen.epochs})
    if held:
        logger.info("%s", scored(model, held, tokenizer))
        for lang in ("en", "ru"):
            own = [one for one in held if one.lang == lang]
            logger.info("%s %s", lang, scored(model, own, tokenizer))


if __name__ == "__main__":
    main()
