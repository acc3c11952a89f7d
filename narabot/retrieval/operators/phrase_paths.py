"""Paths from the names in a request through texts to records, shown as evidence. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import EvidencePath, Passage, PathEdge, PathNode
from narabot.models.knowledge import LayerRelation
from narabot.retrieval.operators.phrase_graph import PhraseGraph
from narabot.retrieval.operators.phrases import PhraseFound

FORWARD, BACKWARD = (
    PathEdge(LayerRelation.MENTIONED_IN),
    PathEdge(LayerRelation.MENTIONED_IN, None, True),
)

ReadRecords = Callable[[Sequence[int]], Mapping[int, PathNode]]
"""Returns records as path nodes, keyed by naId."""

Predecessors = dict[str, str | None]
"""Maps each node to the previous node on a shortest path, or to `None` if the path starts at the
node."""


@dataclass(frozen=True, slots=True)
class Nodes:
    """The data for converting a graph's nodes to path nodes."""

    phrases: Mapping[str, PhraseFound]
    na_ids: Mapping[str, int]
    """The naIds of the records, keyed by chunkId."""
    records: Mapping[int, PathNode]
    """The path nodes of the records, keyed by naId."""

    def path_node(self, node: str) -> PathNode:
        """Return the path node for a graph node."""
        if phrase := self.phrases.get(node):
            return PathNode(phrase.name, phrase.entity_class, phrase.na_id, phrase.phrase_id)
        return self.records[self.na_ids[node]]


def paths_over_texts(
    graph: PhraseGraph,
    named: Sequence[PhraseFound],
    passages: Sequence[Passage],
    read: ReadRecords,
) -> tuple[EvidencePath, ...]:
    """Return a shortest path from a name in a request to each reachable passage.

    On each path, names alternate with texts that mention them.
    """
    predecessors = shortest_path_tree(neighbors(graph), [one.phrase_id for one in named])
    found = [
        path_nodes(predecessors, one.chunk_id) for one in passages if one.chunk_id in predecessors
    ]
    na_ids = {one.chunk_id: one.na_id for one in graph.places}
    known = {
        one.na_id: PathNode(one.record.name or str(one.na_id), str(one.record.type), one.na_id)
        for one in passages
    }
    record_ids = {na_ids[node] for nodes in found for node in nodes if node in na_ids}
    others = read(sorted(record_ids - known.keys())) if record_ids - known.keys() else {}
    node_names = Nodes({one.phrase_id: one for one in graph.phrases}, na_ids, {**known, **others})
    return tuple(path(nodes, node_names) for nodes in found)


def neighbors(graph: PhraseGraph) -> dict[str, list[str]]:
    """Return the adjacent nodes of each node."""
    adjacent: dict[str, list[str]] = {}
    for one in graph.places:
        adjacent.setdefault(one.phrase_id, []).append(one.chunk_id)
        adjacent.setdefault(one.chunk_id, []).append(one.phrase_id)
    return adjacent


def shortest_path_tree(
    adjacent: Mapping[str, Collection[str]], starts: Sequence[str]
) -> Predecessors:
    """Return the predecessor of each node that is reachable from the start nodes."""
    ring = [one for one in starts if one in adjacent]
    predecessors: Predecessors = dict.fromkeys(ring)
    while ring:
        further = []
        for node in ring:
            for beyond in sorted(adjacent[node]):
                if beyond not in predecessors:
                    predecessors[beyond] = node
                    further.append(beyond)
        ring = further
    return predecessors


def path_nodes(predecessors: Predecessors, node: str) -> list[str]:
    """Return the nodes on the path from a start node to the specified node."""
    nodes = [node]
    while (last := predecessors[nodes[-1]]) is not None:
        nodes.append(last)
    return nodes[::-1]


def path(nodes: Sequence[str], node_names: Nodes) -> EvidencePath:
    """Return alternating names and texts as a path."""
    return EvidencePath(
        tuple(node_names.path_node(node) for node in nodes),
        tuple(FORWARD if node in node_names.phrases else BACKWARD for node in nodes[:-1]),
    )
