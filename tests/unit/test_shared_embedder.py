"""Tests of the embedding model that a test run shares: it loads once and encodes each text once."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from narabot.embedding import Vectors
from narabot.embedding.choice import EmbeddingOptions
from narabot.settings import Settings
from tests import embedders
from tests.embedders import LOCK_MIN_TEXTS, CachingEncoder, caching_encoder, share_vectors

OPTIONS = EmbeddingOptions("openvino", "cpu", "fp32", "fp32", 16)


class CountingEncoder:
    """An encoder that records its inputs. A text's vector contains only the text's length."""

    dimension, max_tokens, tokenizer = 1, 8, None

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32)


@pytest.fixture(autouse=True)
def nothing_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate these tests from the vectors that the test run shares."""
    monkeypatch.setattr(embedders, "SHARED_VECTORS", [])


def test_each_text_is_encoded_once() -> None:
    counting = CountingEncoder()
    encoder = CachingEncoder("counting", counting)
    assert encoder.encode(["a", "bb", "a"]).tolist() == [[1], [2], [1]]
    assert encoder.encode(["ccc", "bb"]).tolist() == [[3], [2]]
    assert encoder.encode(["a"]).tolist() == [[1]]
    assert counting.encoded == ["a", "bb", "ccc"]


def test_processes_share_computed_vectors(tmp_path: Path) -> None:
    share_vectors(tmp_path)
    first, second, other = CountingEncoder(), CountingEncoder(), CountingEncoder()
    texts = ["x" * length for length in range(1, LOCK_MIN_TEXTS + 1)]
    CachingEncoder("one", first).encode(texts)
    found = CachingEncoder("one", second).encode(["new text", *texts])
    CachingEncoder("another", other).encode(texts[:1])
    assert found.tolist() == [[8], *([length] for length in range(1, LOCK_MIN_TEXTS + 1))]
    assert (first.encoded, second.encoded, other.encoded) == (texts, ["new text"], ["x"])


def test_only_the_default_model_is_opened_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embedders, "OPENED_ENCODERS", {})
    monkeypatch.setattr(embedders, "open_encoder", lambda *_: (OPTIONS, CountingEncoder()))

    def opened(settings: Settings) -> object:
        return caching_encoder(settings, Path(), OPTIONS, None)[1]

    ours, other = Settings(), Settings(embedding_model="another/model")
    assert opened(ours) is opened(ours)
    assert opened(other) is not opened(other)
