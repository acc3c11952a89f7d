"""The ways from the names in a request over texts to records, for telling them. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import EvidencePath, Passage, PathEdge, PathNode
from narabot.models.knowledge import LayerRelation
from narabot.retrieval.operators.phrase_graph import PhraseGraph
from narabot.retrieval.operators.phrases import PhraseFound

FORWARD, BACK = (
    PathEdge(LayerRelation.MENTIONED_IN),
    PathEdge(LayerRelation.MENTIONED_IN, None, True),
)

ReadRecords = Callable[[Sequence[int]], Mapping[int, PathNode]]
"""Reads what some records are called, by naId."""

Before = dict[str, str | None]
"""By node the one that comes before it on a shortest way, `None` of a start."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """What the nodes of a graph are called."""

    phrases: Mapping[str, PhraseFound]
    na_ids: Mapping[str, int]
    """Of the chunks."""
    records: Mapping[int, PathNode]
    """By naId."""

    def told(self, node: str) -> PathNode:
        """Return a node as it is told."""
        if phrase := self.phrases.get(node):
            return PathNode(phrase.name, phrase.entity_class, phrase.na_id, phrase.phrase_id)
        return self.records[self.na_ids[node]]


def paths_over_texts(
    graph: PhraseGraph,
    named: Sequence[PhraseFound],
    passages: Sequence[Passage],
    read: ReadRecords,
) -> tuple[EvidencePath, ...]:
    """Return a shortest way from a name in a request to each passage that one leads to.

    Names and texts that say them stand on it by turns.
    """
    before = ways(neighbours(graph), [one.phrase_id for one in named])
    found = [way(before, one.chunk_id) for one in passages if one.chunk_id in before]
    na_ids = {one.chunk_id: one.na_id for one in graph.places}
    known = {
        one.na_id: PathNode(one.record.name or str(one.na_id), str(one.record.type), one.na_id)
        for one in passages
    }
    on_them = {na_ids[node] for nodes in found for node in nodes if node in na_ids}
    others = read(sorted(on_them - known.keys())) if on_them - known.keys() else {}
    told = Nodes({one.phrase_id: one for one in graph.phrases}, na_ids, {**known, **others})
    return tuple(path(nodes, told) for nodes in found)


def neighbours(graph: PhraseGraph) -> dict[str, list[str]]:
    """Return the nodes beside each."""
    beside: dict[str, list[str]] = {}
    for one in graph.places:
        beside.setdefault(one.phrase_id, []).append(one.chunk_id)
        beside.setdefault(one.chunk_id, []).append(one.phrase_id)
    return beside


def ways(beside: Mapping[str, Collection[str]], starts: Sequence[str]) -> Before:
    """Return for each node that can be come to what is before it on a shortest way."""
    ring = [one for one in starts if one in beside]
    before: Before = dict.fromkeys(ring)
    while ring:
        further = []
        for node in ring:
            for beyond in sorted(beside[node]):
                if beyond not in before:
                    before[beyond] = node
                    further.append(beyond)
        ring = further
    return before


def way(before: Before, node: str) -> list[str]:
    """Return the nodes on the way to one, from a start."""
    nodes = [node]
    while (last := before[nodes[-1]]) is not None:
        nodes.append(last)
    return nodes[::-1]


def path(nodes: Sequence[str], told: Nodes) -> EvidencePath:
    """Return nodes, names and texts by turns, as a path."""
    return EvidencePath(
        tuple(told.told(node) for node in nodes),
        tuple(FORWARD if node in told.phrases else BACK for node in nodes[:-1]),
    )
