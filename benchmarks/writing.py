"""Time what is written over Bolt against the usual ways, in one run; ends with 1 below issue 4's.

    python -m benchmarks.writing [--nodes 20000] [--chunks 10000] [--rounds 3]

Nodes and relations: our batches by two sessions against one MERGE a transaction, both with the
unique constraint. Chunks with vectors, given, until the index is online: ours against
langchain-neo4j's `from_documents` and `from_existing_graph`. "Whole records" are our batches with
properties, stubs and relations, against `from_existing_graph` too.
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
from ingest.prepared.known import NothingKnown
from ingest.progress import AT_ONCE
from ingest.read.batches import Reader
from ingest.read.sources import find_sources
from ingest.write.batch import Batch
from ingest.write.embed import embed_records
from ingest.write.graph_setup import finish_indexes, prepare_graph
from ingest.write.load import Loader, Unprinted
from ingest.write.writers import SESSIONS
from narabot.embedding import EmbeddingIdentity, open_embeddings
from narabot.graph import Graph, load_query
from narabot.models import Relation, Row
from narabot.settings import Settings
from narabot.versions import our_version

ROWS = 1000
"""In one statement."""

SINGLES = 1000
"""Transactions of one MERGE each are so slow that so many must do for their rate."""

DIMENSION = 384
IDENTITY = EmbeddingIdentity("given", "none", "fp32", DIMENSION)
PROBE = (1.0,)

MERGE_NODE = "MERGE (stub:record {chunkId: $chunkId}) SET stub += $properties"
MERGE_RELATION = (
    "MATCH (start:record {chunkId: $start}) MATCH (end:record {chunkId: $end}) "
    "MERGE (start)-[:Includes]->(end)"
)


class GivenVectors(Embeddings):
    """Gives each text its vector, which was computed before."""

    def __init__(self, texts: Sequence[str], vectors: np.ndarray) -> None:
        """Remember texts and vectors."""
        self.vectors = {text: vector.tolist() for text, vector in zip(texts, vectors, strict=True)}

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return the vectors."""
        return [self.vectors[text.removeprefix("\ntext:")] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Return a vector of the right length."""
        return self.vectors.get(text) or [1.0] * DIMENSION


def main() -> None:
    """Print rates and ratios; fail below what issue 4 asks for."""
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
    """Return the rates, ours and theirs, of one round; the first warms Java up."""
    chunks = chunk_rows(batches)
    prepare_graph(graph, our_version(IDENTITY), PROBE, rebuild=True)
    records = per_second(len(chunks), write_batches, graph, batches)
    prepare_graph(graph, our_version(IDENTITY), PROBE, rebuild=True)
    ours = per_second(len(chunks), write_chunks, graph, chunks)
    existing = from_existing(graph, chunks)
    return {
        "nodes": nodes(graph, nodes_wanted),
        "relations": relations(graph, nodes_wanted),
        "from_documents": (ours, from_documents(graph, chunks)),
        "from_existing_graph": (ours, existing),
        "whole records": (records, existing),
    }


def per_second(count: int, write: Callable[..., object], *given: object) -> float:
    """Return how many a second something writes."""
    started = time.perf_counter()
    write(*given)
    return count / (time.perf_counter() - started)


def nodes(graph: Graph, count: int) -> tuple[float, float]:
    """Return nodes a second: ours, and one MERGE a transaction."""
    prepare_graph(graph, our_version(IDENTITY), PROBE, rebuild=True)
    rows: list[Row] = [
        {
            "chunkId": f"{number}-0",
            "labels": ["record", "item"],
            "properties": {"chunkId": f"{number}-0", "naId": number, "title": f"Letter {number}"},
        }
        for number in range(count + SINGLES)
    ]
    ours = per_second(count, by_sessions, graph, load_query("ingest", "write_stubs"), rows[:count])

    def singly() -> None:
        for row in rows[count:]:
            graph.write(MERGE_NODE, chunkId=row["chunkId"], properties=row["properties"])

    return ours, per_second(SINGLES, singly)


def relations(graph: Graph, count: int) -> tuple[float, float]:
    """Return relations a second between the nodes that are there."""
    rows = [
        {"start": f"{number // 100}-0", "end": f"{number}-0"}
        for number in range(1, count + SINGLES)
    ]
    query = load_query("ingest", "link", Relation.INCLUDES)
    ours = per_second(count, by_sessions, graph, query, rows[:count])

    def singly() -> None:
        for row in rows[count:]:
            graph.write(MERGE_RELATION, start=row["start"], end=row["end"])

    return ours, per_second(len(rows) - count, singly)


def by_sessions(graph: Graph, query: LiteralString, rows: Sequence[Row]) -> None:
    """Write rows as ingest does: batches, by two sessions."""
    with ThreadPoolExecutor(SESSIONS) as sessions:
        starts = range(0, len(rows), ROWS)
        for _ in sessions.map(
            lambda start: graph.write(query, rows=Unprinted(rows[start : start + ROWS])),
            starts,
        ):
            pass


def prepared_batches(settings: Settings, count: int) -> list[Batch]:
    """Return the batches of so many generated lines, with vectors: all but the writing is done."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "generated.jsonl"
        file.write_bytes(b"".join(line + b"\n" for line in generated(count)))
        embedder = open_embeddings(settings)
        return [
            Batch(tuple(embed_records(batch.fresh, embedder)))
            for together in Reader(settings, embedder, NothingKnown()).batches(find_sources([file]))
            for batch in together
        ]


def write_chunks(graph: Graph, chunks: Sequence[Row]) -> None:
    """Write chunks and their vectors alone, by two sessions, and make the indexes after them."""
    rows = [
        {
            "chunkId": chunk["chunkId"],
            "labels": ["record", "recordWithText"],
            "properties": {name: chunk[name] for name in ("chunkId", "naId", "text")},
            "embedding": chunk["embedding"],
        }
        for chunk in chunks
    ]
    by_sessions(graph, load_query("ingest", "write_chunks"), rows)
    finish_indexes(graph)


def write_batches(graph: Graph, batches: Sequence[Batch]) -> None:
    """Write batches as ingest does, by two sessions, and make the indexes after them."""
    loader = Loader(graph, AT_ONCE)
    with ThreadPoolExecutor(SESSIONS) as sessions:
        for _ in sessions.map(loader.write, batches):
            pass
    finish_indexes(graph)


def chunk_rows(batches: Sequence[Batch]) -> list[Row]:
    """Return the chunks of some batches for langchain-neo4j: chunkId, naId, text, embedding."""
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
    """Return what langchain-neo4j needs."""
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
    """Return how many chunks a second langchain-neo4j writes, with the same constraint."""
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
    forget(graph, "Chunk", "documents")
    return len(rows) / taken


def from_existing(graph: Graph, rows: Sequence[Row]) -> float:
    """Return to how many chunks a second langchain-neo4j gives vectors; they are there before."""
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
    forget(graph, "Existing", "existing")
    return len(rows) / taken


def forget(graph: Graph, label: str, index: str) -> None:
    """Take away what langchain-neo4j wrote."""
    graph.write(f"DROP INDEX {index}")
    with graph.session() as session:
        session.run(
            f"MATCH (n:{label}) CALL (n) {{ DETACH DELETE n }} IN TRANSACTIONS OF 5000 ROWS"
        ).consume()


if __name__ == "__main__":
    main()
