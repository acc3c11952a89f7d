"""Train the intent model on a few requests."""

import torch

from narabot.embedding.packed_e5 import PackedE5
from narabot.reading.tokens import reading_tokenizer
from training.intent_model import IntentModel
from training.intents import score_model, train
from training.requests import (
    MarkedRequest,
    parse_marks,
)


def test_intent_model_learns_a_few_requests(base: PackedE5) -> None:
    torch.manual_seed(0)
    texts = ("count [[T|cats]]", "list [[T|dogs]] by [[BY|bob]]", "count [[BY|ann]]")
    requests = [
        MarkedRequest(*parse_marks(one)[:1], "en", one.split()[0], parse_marks(one)[1], "g")
        for one in texts
    ] * 8
    model = IntentModel(base, layers=4, frozen=0)
    tokenizer = reading_tokenizer(base)
    train(model, requests, tokenizer, 60, 3e-3)
    assert score_model(model, requests, tokenizer)["operations"] == 1
