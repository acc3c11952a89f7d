"""Time the seed's retrieval query against ours on a generated graph, in one run.

    python -m benchmarks.retrieval_query [--nodes 100000] [--queries 30]

It starts a throwaway embedded Neo4j of its own, never the one that NEO4J_URI names. Every text and
every vector differs.
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
from narabot.versions import our_version

IDENTITY = EmbeddingIdentity("generated", "none", "fp32", 384)
PROBE = (1.0,)
HITS = 8
WARM_UP = 30
"""Queries before the counted ones: for plans, caches, and Java's compiler."""
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
    """Make the graph, time both queries in turn, print medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=30)
    arguments = parser.parse_args()
    with throwaway_graph() as (_, graph):
        fill(graph, arguments.nodes)
        compare(graph, arguments.queries)


def fill(graph: Graph, count: int) -> None:
    """Write record groups, series, file units and items with two chunks each, with vectors."""
    started = time.monotonic()
    prepare_graph(graph, our_version(IDENTITY), PROBE, rebuild=False)
    rows = chunk_rows(count, np.random.default_rng(20), random.Random(20))
    while batch := list(islice(rows, 2000)):
        graph.write(load_query("ingest", "write_chunks"), rows=[row["chunk"] for row in batch])
        graph.write(load_query("ingest", "link", Relation.NEXT), rows=links(batch, "Next"))
        graph.write(load_query("ingest", "link", Relation.INCLUDES), rows=links(batch, "Includes"))
    finish_indexes(graph)
    print(f"{count:,} nodes written and indexed in {time.monotonic() - started:,.0f} s")


def chunk_rows(count: int, rng: np.random.Generator, words: random.Random) -> Iterator[Row]:
    """Yield chunks with the relation that leads to each: every second one continues a record."""
    for number in range(count):
        record, position = divmod(number, 2)
        na_id = record + 1
        level, parent = place(record)
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


def place(record: int) -> tuple[str, int | None]:
    """Return level and parent's naId of a record: a tree with 20 branches at each level."""
    if record == 0:
        return "recordGroup", None
    parent = (record - 1) // 20
    depth, above = 1, parent
    while above:
        depth, above = depth + 1, (above - 1) // 20
    return ("series", "fileUnit", "item")[min(depth, 3) - 1], parent + 1


def links(batch: list[Row], relation: str) -> list[Row]:
    """Return the relations of a type in a batch."""
    return [
        {"start": row["link"][1], "end": row["link"][2]}
        for row in batch
        if row["link"] and row["link"][0] == relation
    ]


def compare(graph: Graph, queries: int) -> None:
    """Time both queries in turn, behind three ways to the hits, and print what came out.

    The hits given: the retrieval queries by themselves. Asked for 8 and for 100: with the vector
    search before them, which costs both the same.
    """
    ways = {"given": (GIVEN, HITS), "asked for 8": (SEARCH, HITS), "asked for 100": (SEARCH, 100)}
    print(f"{machine()}; Neo4j embedded, {HITS} hits a query")
    print("| hits | seed, ms | ours, ms | no context, ms | seed / ours, median (least, most) |")
    print("| --- | --- | --- | --- | --- |")
    for way, (before, asked) in ways.items():
        times = run_all(graph, texts_behind(before), asked, queries)
        medians = " | ".join(f"{statistics.median(one) * 1000:.1f}" for one in times.values())
        median, least, most = ratios(times)
        print(f"| {way} | {medians} | {median:.1f} ({least:.1f}, {most:.1f}) |")


def texts_behind(before: str) -> dict[str, str]:
    """Return the two retrieval queries, and none, behind what finds the hits."""
    names = {"seed": "document_retrieval", "ours": "retrieval"}
    texts = {way: load_query("narabot", name) for way, name in names.items()} | {"none": BARE}
    return {name: before + text for name, text in texts.items()}


def ratios(times: dict[str, list[float]]) -> tuple[float, float, float]:
    """Return median, least and most of seed's time over ours, query by query."""
    found = [a / b for a, b in zip(times["seed"], times["ours"], strict=True)]
    return statistics.median(found), min(found), max(found)


def run_all(
    graph: Graph, texts: dict[str, str], asked: int, queries: int
) -> dict[str, list[float]]:
    """Return the seconds of each query text for the same vectors, the texts taken in turn."""
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
