"""The embedding model that a run of the tests keeps: opened once, and asked once for each text."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from narabot.embedding import Vectors
from narabot.embedding.choice import Way
from narabot.settings import Settings
from tests import embedders
from tests.embedders import KeptEncoder, kept_encoder

WAY = Way("openvino", "cpu", "fp32", "fp32", 16)


class Counting:
    """Writes down what it is asked to encode; a text's vector is its length."""

    dimension, max_tokens, tokenizer = 1, 8, None

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)


def test_each_text_is_computed_once() -> None:
    counting = Counting()
    kept = KeptEncoder(counting)
    assert kept.encode(["a", "bb", "a"]).tolist() == [[1], [2], [1]]
    assert kept.encode(["ccc", "bb"]).tolist() == [[3], [2]]
    assert kept.encode(["a"]).tolist() == [[1]]
    assert counting.asked == ["a", "bb", "ccc"]


def test_the_default_model_is_opened_once_and_any_other_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embedders, "KEPT", {})
    monkeypatch.setattr(embedders, "opened_encoder", lambda *_: (WAY, Counting()))

    def opened(settings: Settings) -> object:
        return kept_encoder(settings, Path(), WAY, None)[1]

    ours, other = Settings(), Settings(embedding_model="another/model")
    assert opened(ours) is opened(ours)
    assert opened(other) is not opened(other)
