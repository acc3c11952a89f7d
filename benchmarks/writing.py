"""Compare narabot's writes over Bolt with the usual methods.

    python -m benchmarks.writing [--nodes 20000] [--chunks 10000] [--rounds 3]

For nodes and relationships, narabot's batches in two sessions are compared with one MERGE per
transaction. Both use the uniqueness constraint. For chunks with precomputed vectors, narabot is
compared with `from_documents` and `from_existing_graph` in langchain-neo4j. Timing stops when the
index is online. "Whole records" are narabot's batches with properties, stubs, and relationships,
which are also compared with `from_existing_graph`. The script exits with 1 if a ratio is below the
requirements of issue 4.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import LiteralString

import numpy as np
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_neo4j import Neo4jVector

from benchmarks.generated import generated
from benchmarks.throwaway import machine, throwaway_graph
from ingest.prepared.loaded_records import EmptyGraph
from ingest.progress import NO_RETRY
from ingest.read.batches import Reader
from ingest.read.sources import find_sources
from ingest.write.batch import Batch
from ingest.write.embed import embed_records
from ingest.write.graph_setup import finish_indexes, prepare_graph
from ingest.write.loader import Loader, ShortReprList
from ingest.write.writers import SESSIONS
from narabot.embedding import EmbeddingIdentity, open_embeddings
from narabot.graph import Graph, load_query
from narabot.models import Relation, Row
from narabot.settings import Settings
from narabot.versions import current_version

ROWS = 1000
"""Number of rows per statement."""

SINGLES = 1000
"""Number of transactions with one MERGE each.

These transactions are so slow that a small sample must suffice.
"""

DIMENSION = 384
IDENTITY = EmbeddingIdentity("given", "none", "fp32", DIMENSION)
PROBE = (1.0,)

MERGE_NODE = "MERGE (stub:record {chunkId: $chunkId}) SET stub += $properties"
MERGE_RELATION = (
    "MATCH (start:record {chunkId: $start}) MATCH (end:record {chunkId: $end}) "
    "MERGE (start)-[:Includes]->(end)"
)


class GivenVectors(Embeddings):
    """Returns a precomputed vector for each text."""

    def __init__(self, texts: Sequence[str], vectors: np.ndarray) -> None:
        """Store the texts and vectors."""
        self.vectors = {text: vector.tolist() for text, vector in zip(texts, vectors, strict=True)}

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors of the texts."""
        return [self.vectors[text.removeprefix("\ntext:")] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a text, or a placeholder of the right length."""
        return self.vectors.get(text) or [1.0] * DIMENSION


def main() -> None:
    """Print rates and ratios. Fail if the requirements of issue 4 are not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{machine()}; medians of {arguments.rounds} rounds")
    with throwaway_graph() as (settings, graph):
        batches = prepared_batches(settings, arguments.chunks)
        rounds = [round_of(graph, batches, arguments.nodes) for _ in range(arguments.rounds + 1)][
            1:
        ]
    is_enough = True
    for name, least in (
        ("nodes", 30.0),
        ("relations", 40.0),
        ("from_documents", 2.5),
        ("from_existing_graph", 1.3),
        ("whole records", 0.0),
    ):
        ours = statistics.median(one[name][0] for one in rounds)
        theirs = statistics.median(one[name][1] for one in rounds)
        ratio = statistics.median(one[name][0] / one[name][1] for one in rounds)
        print(
            f"{name:<22}{ours:>10,.0f}/s ours{theirs:>10,.0f}/s theirs{ratio:>8.1f} x "
            f"(at least {least})"
        )
        is_enough &= ratio >= least
    sys.exit(not is_enough)


def round_of(
    graph: Graph, batches: Sequence[Batch], nodes_wanted: int
) -> dict[str, tuple[float, float]]:
    """Return narabot's and the other methods' rates in one round. The first round warms up Java."""
    chunks = chunk_rows(batches)
    prepare_graph(graph, current_version(IDENTITY), PROBE, rebuild=True)
    records = per_second(len(chunks), write_batches, graph, batches)
    prepare_graph(graph, current_version(IDENTITY), PROBE, rebuild=True)
    ours = per_second(len(chunks), write_chunks, graph, chunks)
    existing = from_existing(graph, chunks)
    return {
        "nodes": nodes(graph, nodes_wanted),
        "relations": relations(graph, nodes_wanted),
        "from_documents": (ours, from_documents(graph, chunks)),
        "from_existing_graph": (ours, existing),
        "whole records": (records, existing),
    }


def per_second(count: int, write: Callable[..., object], *arguments: object) -> float:
    """Return how many items per second a function writes."""
    started = time.perf_counter()
    write(*arguments)
    return count / (time.perf_counter() - started)


def nodes(graph: Graph, count: int) -> tuple[float, float]:
    """Return nodes per second with narabot's batches and with one MERGE per transaction."""
    prepare_graph(graph, current_version(IDENTITY), PROBE, rebuild=True)
    rows: list[Row] = [
        {
            "chunkId": f"{number}-0",
            "labels": ["record", "item"],
            "properties": {"chunkId": f"{number}-0", "naId": number, "title": f"Letter {number}"},
        }
        for number in range(count + SINGLES)
    ]
    ours = per_second(
        count, write_in_sessions, graph, load_query("ingest", "write_stubs"), rows[:count]
    )

    def singly() -> None:
        for row in rows[count:]:
            graph.write(MERGE_NODE, chunkId=row["chunkId"], properties=row["properties"])

    return ours, per_second(SINGLES, singly)


def relations(graph: Graph, count: int) -> tuple[float, float]:
    """Return relationships per second with narabot's batches and with one MERGE per transaction."""
    rows = [
        {"start": f"{number // 100}-0", "end": f"{number}-0"}
        for number in range(1, count + SINGLES)
    ]
    query = load_query("ingest", "link", Relation.INCLUDES)
    ours = per_second(count, write_in_sessions, graph, query, rows[:count])

    def singly() -> None:
        for row in rows[count:]:
            graph.write(MERGE_RELATION, start=row["start"], end=row["end"])

    return ours, per_second(len(rows) - count, singly)


def write_in_sessions(graph: Graph, query: LiteralString, rows: Sequence[Row]) -> None:
    """Write rows as ingest does: in batches, with two sessions."""
    with ThreadPoolExecutor(SESSIONS) as sessions:
        starts = range(0, len(rows), ROWS)
        for _ in sessions.map(
            lambda start: graph.write(query, rows=ShortReprList(rows[start : start + ROWS])),
            starts,
        ):
            pass


def prepared_batches(settings: Settings, count: int) -> list[Batch]:
    """Return batches of generated lines, with vectors, that are ready to be written."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "generated.jsonl"
        file.write_bytes(b"".join(line + b"\n" for line in generated(count)))
        embedder = open_embeddings(settings)
        return [
            Batch(tuple(embed_records(batch.fresh, embedder)))
            for together in Reader(settings, embedder, EmptyGraph()).batches(find_sources([file]))
            for batch in together
        ]


def write_chunks(graph: Graph, chunks: Sequence[Row]) -> None:
    """Write only chunks and their vectors with two sessions, then finish the indexes."""
    rows = [
        {
            "chunkId": chunk["chunkId"],
            "labels": ["record", "recordWithText"],
            "properties": {name: chunk[name] for name in ("chunkId", "naId", "text")},
            "embedding": chunk["embedding"],
        }
        for chunk in chunks
    ]
    write_in_sessions(graph, load_query("ingest", "write_chunks"), rows)
    finish_indexes(graph)


def write_batches(graph: Graph, batches: Sequence[Batch]) -> None:
    """Write batches as ingest does, with two sessions, then finish the indexes."""
    loader = Loader(graph, NO_RETRY)
    with ThreadPoolExecutor(SESSIONS) as sessions:
        for _ in sessions.map(loader.write, batches):
            pass
    finish_indexes(graph)


def chunk_rows(batches: Sequence[Batch]) -> list[Row]:
    """Return the chunks for langchain-neo4j: chunkId, naId, text, and embedding."""
    return [
        {
            "chunkId": f"{one.record.na_id}-{number}",
            "naId": one.record.na_id,
            "text": text,
            "embedding": one.vectors[number].tolist(),
        }
        for batch in batches
        for one in batch.written
        for number, text in enumerate(one.chunks)
    ]


def langchain_options(graph: Graph, rows: Sequence[Row], index_name: str) -> Row:
    """Return the options for langchain-neo4j."""
    connection = graph.connection
    texts = [row["text"] for row in rows]
    return {
        "embedding": GivenVectors(texts, np.array([row["embedding"] for row in rows])),
        "url": connection.uri,
        "username": connection.username,
        "password": connection.password.get_secret_value(),
        "index_name": index_name,
    }


def from_documents(graph: Graph, rows: Sequence[Row]) -> float:
    """Return how many chunks per second langchain-neo4j writes, with an equivalent constraint."""
    graph.write("CREATE CONSTRAINT theirs IF NOT EXISTS FOR (c:Chunk) REQUIRE c.id IS UNIQUE")
    documents = [
        Document(
            page_content=row["text"],
            metadata={"chunkId": row["chunkId"], "naId": row["naId"]},
        )
        for row in rows
    ]
    ids = [row["chunkId"] for row in rows]
    options = langchain_options(graph, rows, "documents")
    started = time.perf_counter()
    Neo4jVector.from_documents(documents, **options, ids=ids)
    graph.read("CALL db.awaitIndexes(600)")
    taken = time.perf_counter() - started
    remove_langchain_data(graph, "Chunk", "documents")
    return len(rows) / taken


def from_existing(graph: Graph, rows: Sequence[Row]) -> float:
    """Return how many existing chunks per second langchain-neo4j embeds."""
    for start in range(0, len(rows), ROWS):
        texts = [row["text"] for row in rows[start : start + ROWS]]
        graph.write("UNWIND $texts AS text CREATE (:Existing {text: text})", texts=texts)
    options = langchain_options(graph, rows, "existing")
    started = time.perf_counter()
    Neo4jVector.from_existing_graph(
        **options,
        node_label="Existing",
        text_node_properties=["text"],
        embedding_node_property="embedding",
    )
    graph.read("CALL db.awaitIndexes(600)")
    taken = time.perf_counter() - started
    remove_langchain_data(graph, "Existing", "existing")
    return len(rows) / taken


def remove_langchain_data(graph: Graph, label: str, index: str) -> None:
    """Remove the data that langchain-neo4j wrote."""
    graph.write(f"DROP INDEX {index}")
    with graph.session() as session:
        session.run(
            f"MATCH (n:{label}) CALL (n) {{ DETACH DELETE n }} IN TRANSACTIONS OF 5000 ROWS"
        ).consume()


if __name__ == "__main__":
    main()
