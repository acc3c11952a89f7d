"""The ways from the names in a request over texts to records, for telling them. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import EvidencePath, Passage, PathEdge, PathNode, RecordType
from narabot.models.knowledge import LayerRelation
from narabot.retrieval.operators.phrase_graph import PhraseGraph
from narabot.retrieval.operators.phrases import PhraseFound

FORWARD, BACK = (
    PathEdge(LayerRelation.MENTIONED_IN),
    PathEdge(LayerRelation.MENTIONED_IN, None, True),
)

Before = dict[str, str | None]
"""By node the one that comes before it on a shortest way, `None` of a start."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """What the nodes of a graph are called."""

    phrases: Mapping[str, PhraseFound]
    na_ids: Mapping[str, int]
    """Of the chunks."""
    names: Mapping[int, str]
    """Of the records that are known, by naId."""

    def told(self, node: str) -> PathNode:
        """Return a node as it is told."""
        if phrase := self.phrases.get(node):
            return PathNode(phrase.name, phrase.entity_class, phrase.na_id, phrase.phrase_id)
        na_id = self.na_ids[node]
        return PathNode(self.names.get(na_id, str(na_id)), RecordType.DESCRIPTION, na_id)


def paths_over_texts(
    graph: PhraseGraph, named: Sequence[PhraseFound], passages: Sequence[Passage]
) -> tuple[EvidencePath, ...]:
    """Return a shortest way from a name in a request to each passage that one leads to.

    Names and texts that say them stand on it by turns.
    """
    before = ways(neighbours(graph), [one.phrase_id for one in named])
    nodes = Nodes(
        phrases={one.phrase_id: one for one in graph.phrases},
        na_ids={one.chunk_id: one.na_id for one in graph.places},
        names={one.na_id: one.record.name or str(one.na_id) for one in passages},
    )
    kinds = {one.na_id: str(one.record.type) for one in passages}
    return tuple(
        path(way(before, one.chunk_id), nodes, kinds) for one in passages if one.chunk_id in before
    )


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


def path(nodes: Sequence[str], told: Nodes, kinds: Mapping[int, str]) -> EvidencePath:
    """Return nodes, names and texts by turns, as a path."""
    steps = [told.told(node) for node in nodes]
    return EvidencePath(
        tuple(
            PathNode(one.name, kinds.get(one.na_id or 0, one.kind), one.na_id)
            if one.phrase_id is None
            else one
            for one in steps
        ),
        tuple(FORWARD if node in told.phrases else BACK for node in nodes[:-1]),
    )
