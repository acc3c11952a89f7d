"""Train the intent model: `python -m training.intents FILE [--held GROUP]`.

Training takes 45 minutes on two cores. With `--held`, the requests by one writer are excluded from
training and used for the scores.
"""

import argparse
import json
import logging
import random
from collections.abc import Sequence
from pathlib import Path

import torch
from tokenizers import Tokenizer

from narabot.embedding.packed_e5 import PackedE5, open_packed_e5
from narabot.models.intents import INTENTS
from narabot.reading.intents import (
    INTENT_LAYOUT,
    decode_slots,
    most_likely_tags,
)
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import save_weights
from training.intent_model import FROZEN, LAYERS, Batch, IntentModel, loss_of
from training.requests import (
    MarkedRequest,
    RequestVariation,
    names_of,
    plain_requests,
    read_requests,
    read_stories,
    vary_request,
    with_codes,
)

logger = logging.getLogger("training")

EPOCHS, BATCH, RATE, WARM_UP = 6, 24, 3e-4, 40

VARIATION = RequestVariation(swap=0.5, small=0.15, bare=0.3, story=0.15)

CODE_SHARE = 0.25
"""Number of random file codes, as a share of the number of record and container names."""


POOL_BATCHES = 8
"""Number of batches in a pool. The requests in a pool are sorted together by length."""


def batches(requests: Sequence[MarkedRequest], rng: random.Random) -> list[Sequence[MarkedRequest]]:
    """Return full batches of requests of similar length, in random order."""
    mixed = rng.sample(requests, len(requests))
    result: list[Sequence[MarkedRequest]] = []
    for first in range(0, len(mixed), BATCH * POOL_BATCHES):
        pool = sorted(mixed[first : first + BATCH * POOL_BATCHES], key=lambda one: len(one.text))
        result += [pool[place : place + BATCH] for place in range(0, len(pool) - BATCH + 1, BATCH)]
    rng.shuffle(result)
    return result


def train(
    model: IntentModel,
    requests: Sequence[MarkedRequest],
    tokenizer: Tokenizer,
    epochs: int,
    rate: float,
) -> None:
    """Train a model on requests, which are varied differently in each epoch."""
    rng = random.Random(1)
    trained = [one for one in model.parameters() if one.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=rate, weight_decay=0.01)
    steps = epochs * (len(requests) // BATCH)
    names, stories = with_codes(names_of(requests), CODE_SHARE, rng), read_stories()
    step = 0
    model.train()
    for epoch in range(epochs):
        some = [vary_request(one, names, stories, VARIATION, rng) for one in requests]
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


def score_model(
    model: IntentModel, requests: Sequence[MarkedRequest], tokenizer: Tokenizer
) -> dict[str, float]:
    """Return the shares of correct intents, operations, and whole requests, and the slots' F1."""
    intents = operations = whole = 0
    right = predicted = wanted = 0
    with torch.no_grad():
        for one in requests:
            batch = Batch([one], tokenizer)
            found, tags, excluded = (part[0].numpy() for part in model(batch.ids, batch.mask))
            name = INTENTS[int(found.argmax())]
            tokens = [1 + first for _, _, first in batch.words[0]]
            spans = [(start, end) for start, end, _ in batch.words[0]]
            chosen = most_likely_tags(tags[tokens], model.transitions.numpy())
            slots = decode_slots(spans, chosen, excluded[tokens])
            if one.intent == "none":
                slots = ()
            intents += name == one.intent
            operations += name.split()[0] == one.intent.split()[0]
            whole += name == one.intent and set(slots) == set(one.slots)
            right += len(set(slots) & set(one.slots))
            predicted, wanted = predicted + len(slots), wanted + len(one.slots)
    count = len(requests)
    return {
        "intents": intents / count,
        "operations": operations / count,
        "slots, F1": 2 * right / max(1, predicted + wanted),
        "whole requests": whole / count,
    }


def write(model: IntentModel, base: PackedE5, file: Path, facts: dict[str, object]) -> None:
    """Write the trained weights."""
    trained = {name for name, one in model.named_parameters() if one.requires_grad}
    tensors = {
        name.removeprefix("bert."): one.numpy()
        for name, one in model.state_dict().items()
        if name in trained
    }
    metadata = {
        "name": "intents",
        "facts": json.dumps(facts),
        "layers": str(len(model.bert.encoder.layer)),
    }
    save_weights(file, tensors, base, INTENT_LAYOUT, metadata)


def main() -> None:
    """Train a model, then write the weights, print the scores, or both."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", help="output file for the weights")
    parser.add_argument("--held", help="writer to hold out for the scores")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--frozen", type=int, default=FROZEN)
    parser.add_argument("--rate", type=float, default=RATE)
    chosen = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(2)
    base = open_packed_e5()
    tokenizer = reading_tokenizer(base)
    requests = [*read_requests(), *plain_requests()]
    model = IntentModel(base, chosen.layers, chosen.frozen)
    trained = [one for one in requests if one.group != chosen.held]
    train(model, trained, tokenizer, chosen.epochs, chosen.rate)
    held = [one for one in requests if one.group == chosen.held]
    if chosen.file:
        write(model, base, chosen.file, {"requests": len(trained), "epochs": chosen.epochs})
    if held:
        logger.info("%s", score_model(model, held, tokenizer))
        for lang in ("en", "ru"):
            own = [one for one in held if one.lang == lang]
            logger.info("%s %s", lang, score_model(model, own, tokenizer))


if __name__ == "__main__":
    main()
