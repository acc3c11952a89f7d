"""Tests of the embedding model that a test run shares: it loads once and encodes each text once."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from narabot.embedding import Vectors
from narabot.embedding.choice import EmbeddingOptions
from narabot.settings import Settings
from tests import embedders
from tests.embedders import MANY, KeptEncoder, kept_encoder, share_vectors

WAY = EmbeddingOptions("openvino", "cpu", "fp32", "fp32", 16)


class Counting:
    """An encoder that records its inputs. A text's vector contains only the text's length."""

    dimension, max_tokens, tokenizer = 1, 8, None

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)


@pytest.fixture(autouse=True)
def nothing_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate these tests from the vectors that the test run shares."""
    monkeypatch.setattr(embedders, "OF_THE_RUN", [])


def test_each_text_is_encoded_once() -> None:
    counting = Counting()
    encoder = KeptEncoder("counting", counting)
    assert encoder.encode(["a", "bb", "a"]).tolist() == [[1], [2], [1]]
    assert encoder.encode(["ccc", "bb"]).tolist() == [[3], [2]]
    assert encoder.encode(["a"]).tolist() == [[1]]
    assert counting.asked == ["a", "bb", "ccc"]


def test_processes_share_computed_vectors(tmp_path: Path) -> None:
    share_vectors(tmp_path)
    first, second, other = Counting(), Counting(), Counting()
    texts = ["x" * length for length in range(1, MANY + 1)]
    KeptEncoder("one", first).encode(texts)
    found = KeptEncoder("one", second).encode(["new text", *texts])
    KeptEncoder("another", other).encode(texts[:1])
    assert found.tolist() == [[8], *([length] for length in range(1, MANY + 1))]
    assert (first.asked, second.asked, other.asked) == (texts, ["new text"], ["x"])


def test_only_the_default_model_is_opened_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embedders, "KEPT", {})
    monkeypatch.setattr(embedders, "open_encoder", lambda *_: (WAY, Counting()))

    def opened(settings: Settings) -> object:
        return kept_encoder(settings, Path(), WAY, None)[1]

    ours, other = Settings(), Settings(embedding_model="another/model")
    assert opened(ours) is opened(ours)
    assert opened(other) is not opened(other)
