"""What stands around the chunks that were chosen: neighbours, the path to the root, authorities."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from narabot.graph import Graph, load_query
from narabot.models import Passage
from narabot.retrieval.operators.fusion import RankedRecord
from narabot.retrieval.passages import passage


def passages_of(graph: Graph, records: Sequence[RankedRecord]) -> list[Passage]:
    """Return the passages of some records, in their order."""
    found = read_passages(graph, {record.chunk_id: record.score for record in records})
    return [
        replace(found[record.chunk_id], meaning=record.meaning)
        for record in records
        if record.chunk_id in found
    ]


def read_passages(graph: Graph, scores: Mapping[str, float]) -> dict[str, Passage]:
    """Return the passages around some chunks with their scores, by chunkId."""
    hits = [{"chunkId": chunk_id, "score": score} for chunk_id, score in scores.items()]
    query = load_query("narabot", "given_hits") + load_query("narabot", "retrieval")
    found = [passage(row["text"], row["metadata"]) for row in graph.read(query, hits=hits)]
    return {one.chunk_id: one for one in found}
