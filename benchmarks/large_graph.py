"""Build a graph many times larger than a real graph, with similar texts and vectors.

    python -m benchmarks.large_graph 150000 --like DIR --to DIR

The lines come from `benchmarks.generated`. A text's vector is the vector of a chunk in the graph in
the data folder `--like`, plus noise. The vectors are therefore as dense as real vectors, and real
questions have realistic neighbors. Both databases are embedded.
"""

import argparse
import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.generated import generated
from ingest.pipeline import run_ingest
from ingest.report import render_report
from narabot.database import EmbeddedDatabase, connection
from narabot.embedding import TextEmbedder, Vectors, open_embeddings
from narabot.graph import Graph, open_graph
from narabot.settings import Settings
from narabot.versions import stored_identity

MOVED = 0.6
"""Length of the noise added to a unit vector. The cosine with the original vector is about 0.86."""


class NearbyEmbedder:
    """A `TextEmbedder` that maps a text to a real chunk's vector, plus noise."""

    max_tokens = 256

    def __init__(self, model: TextEmbedder, real: Vectors) -> None:
        """Store a model and vectors that this model produced, with shape `(n, dimension)`."""
        self.identity = model.identity
        self.probe = model.probe
        self.tokenizer = model.tokenizer
        self._real = real

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, with shape `(len(texts), dimension)`.

        Equal texts have equal vectors.
        """
        return np.stack([self.moved(zlib.crc32(text.encode())) for text in texts])

    def moved(self, seed: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """Return the vector for a seed."""
        rng = np.random.default_rng(seed)
        away = rng.standard_normal(self._real.shape[1])
        vector = self._real[seed % len(self._real)] + MOVED * away / np.linalg.norm(away)
        unit: np.ndarray[tuple[int], np.dtype[np.float32]] = vector / np.linalg.norm(vector)
        return unit.astype(np.float32)


def main() -> None:
    """Read the vectors, then write and load the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--like", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    embedder = embedder_like(Settings(narabot_data_dir=arguments.like))
    settings = Settings(narabot_data_dir=arguments.to, neo4j_heap="2g", neo4j_page_cache="2g")
    started = time.monotonic()
    with (
        EmbeddedDatabase(settings).running(print) as where,
        open_graph(where) as graph,
        tempfile.TemporaryDirectory() as folder,
    ):
        file = Path(folder) / "rg_0-1.jsonl"
        file.write_bytes(b"".join(line + b"\n" for line in generated(arguments.count)))
        print(render_report(run_ingest(settings, graph, embedder, [file])))
    print(f"{time.monotonic() - started:,.0f} s")


def embedder_like(settings: Settings) -> NearbyEmbedder:
    """Return an embedder with vectors similar to the vectors in a running graph."""
    with open_graph(connection(settings)) as graph:
        identity = stored_identity(graph)
        assert identity is not None, "the source graph is empty"
        real = vectors(graph)
    return NearbyEmbedder(open_embeddings(settings, identity), real)


def vectors(graph: Graph) -> Vectors:
    """Return all vectors in a graph."""
    rows = graph.read("MATCH (node:recordWithText) RETURN node.embedding AS vector")
    return np.array([row["vector"] for row in rows], dtype=np.float32)


if __name__ == "__main__":
    main()
