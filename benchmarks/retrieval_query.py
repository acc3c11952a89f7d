"""Compare the retrieval query from the seed documents with narabot's own query.

    python -m benchmarks.retrieval_query [--nodes 100000] [--queries 30]

The script generates a graph in a throwaway embedded Neo4j. It never uses NEO4J_URI. All texts and
vectors differ.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from itertools import islice

import numpy as np

from benchmarks.throwaway import machine, throwaway_graph
from ingest.write.graph_setup import finish_indexes, prepare_graph
from narabot.embedding import EmbeddingIdentity
from narabot.graph import Graph, load_query
from narabot.models import Relation, Row
from narabot.versions import current_version

IDENTITY = EmbeddingIdentity("generated", "none", "fp32", 384)
PROBE = (1.0,)
HITS = 8
WARM_UP = 30
"""Number of unmeasured queries that warm up plans, caches, and Java's compiler."""
BARE = "RETURN node.chunkId AS chunkId, score"
SEARCH = (
    "CALL db.index.vector.queryNodes('recordText', $asked, $vector) YIELD node, score "
    "WITH node, score LIMIT $hits "
)
GIVEN = (
    "UNWIND $found AS hit MATCH (node:record {chunkId: hit.chunkId}) WITH node, hit.score AS score "
)
WORDS = (
    "letters memoranda telegrams reports maps treaties claims pensions photographs ledgers "
    "correspondence minutes survey harbor river railroad embassy consul camp bureau district "
    "office secretary commission inspector volume index register docket roll negative"
).split()


def main() -> None:
    """Build the graph, time both queries in turn, and print medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=30)
    arguments = parser.parse_args()
    with throwaway_graph() as (_, graph):
        fill(graph, arguments.nodes)
        compare(graph, arguments.queries)


def fill(graph: Graph, count: int) -> None:
    """Write record groups, series, file units, and items, each with two embedded chunks."""
    started = time.monotonic()
    prepare_graph(graph, current_version(IDENTITY), PROBE, rebuild=False)
    rows = chunk_rows(count, np.random.default_rng(20), random.Random(20))
    while batch := list(islice(rows, 2000)):
        graph.write(load_query("ingest", "write_chunks"), rows=[row["chunk"] for row in batch])
        graph.write(load_query("ingest", "link", Relation.NEXT), rows=links(batch, "Next"))
        graph.write(load_query("ingest", "link", Relation.INCLUDES), rows=links(batch, "Includes"))
    finish_indexes(graph)
    print(f"{count:,} nodes written and indexed in {time.monotonic() - started:,.0f} s")


def chunk_rows(count: int, rng: np.random.Generator, words: random.Random) -> Iterator[Row]:
    """Yield chunks, each with its incoming relationship. Odd-numbered chunks continue a record."""
    for number in range(count):
        record, position = divmod(number, 2)
        na_id = record + 1
        level, parent = level_and_parent(record)
        vector = rng.standard_normal(IDENTITY.dimension)
        text = f"Title: {level} {na_id}\n" + " ".join(words.choices(WORDS, k=60)) + f" {number}"
        properties: Row = {
            "naId": na_id,
            "chunkId": f"{na_id}-{position}",
            "chunkSeqId": position,
            "text": text,
            "recordType": "description",
            "levelOfDescription": level,
            "title": f"{level} {na_id}",
            "source": f"https://catalog.archives.gov/id/{na_id}",
        }
        link = None
        if position:
            link = ("Next", f"{na_id}-0", f"{na_id}-1")
        elif parent:
            link = ("Includes", f"{parent}-0", f"{na_id}-0")
        chunk = {
            "chunkId": properties["chunkId"],
            "labels": ["record", "recordWithText", level],
            "properties": properties,
            "embedding": (vector / np.linalg.norm(vector)).tolist(),
        }
        yield {"chunk": chunk, "link": link}


def level_and_parent(record: int) -> tuple[str, int | None]:
    """Return the level and the parent's naId of a record in a tree with 20 children per node."""
    if record == 0:
        return "recordGroup", None
    parent = (record - 1) // 20
    depth, above = 1, parent
    while above:
        depth, above = depth + 1, (above - 1) // 20
    return ("series", "fileUnit", "item")[min(depth, 3) - 1], parent + 1


def links(batch: list[Row], relation: str) -> list[Row]:
    """Return the relationships of one type in a batch."""
    return [
        {"start": row["link"][1], "end": row["link"][2]}
        for row in batch
        if row["link"] and row["link"][0] == relation
    ]


def compare(graph: Graph, queries: int) -> None:
    """Time both queries in turn with three sources of hits, and print the results.

    "Given" runs the retrieval queries on hits that were found in advance. "Asked for 8" and "asked
    for 100" run the vector search first, which costs the same for both queries.
    """
    sources = {
        "given": (GIVEN, HITS),
        "asked for 8": (SEARCH, HITS),
        "asked for 100": (SEARCH, 100),
    }
    print(f"{machine()}; Neo4j embedded, {HITS} hits per query")
    print("| hits | seed, ms | ours, ms | no context, ms | seed / ours, median (min, max) |")
    print("| --- | --- | --- | --- | --- |")
    for source, (before, asked) in sources.items():
        times = run_all(graph, retrieval_queries(before), asked, queries)
        medians = " | ".join(f"{statistics.median(one) * 1000:.1f}" for one in times.values())
        median, least, most = ratios(times)
        print(f"| {source} | {medians} | {median:.1f} ({least:.1f}, {most:.1f}) |")


def retrieval_queries(before: str) -> dict[str, str]:
    """Return both retrieval queries and a bare query, each after the query that finds hits."""
    names = {"seed": "document_retrieval", "ours": "retrieval"}
    texts = {way: load_query("narabot", name) for way, name in names.items()} | {"none": BARE}
    return {name: before + text for name, text in texts.items()}


def ratios(times: dict[str, list[float]]) -> tuple[float, float, float]:
    """Return the median, minimum, and maximum ratio of the seed query's time to narabot's time."""
    found = [a / b for a, b in zip(times["seed"], times["ours"], strict=True)]
    return statistics.median(found), min(found), max(found)


def run_all(
    graph: Graph, texts: dict[str, str], asked: int, queries: int
) -> dict[str, list[float]]:
    """Return each query's times in seconds. All queries use the same vectors."""
    rng = np.random.default_rng(21)
    times: dict[str, list[float]] = {name: [] for name in texts}
    for number in range(WARM_UP + queries):
        vector = rng.standard_normal(IDENTITY.dimension).tolist()
        values = {"vector": vector, "asked": asked, "hits": HITS}
        values["found"] = graph.read(SEARCH + BARE, **values)
        for name, text in texts.items():
            started = time.perf_counter()
            graph.read(text, **values)  # type: ignore[arg-type]
            if number >= WARM_UP:
                times[name].append(time.perf_counter() - started)
    return times


if __name__ == "__main__":
    main()
