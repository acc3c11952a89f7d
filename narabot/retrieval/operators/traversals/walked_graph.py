"""The graph for traversals: nodes, and edges that can be followed in both directions.

A node is a name or a statement that connects any number of names: a thesis or an episode. An edge
is a relation between two names or a name's role in such a statement (document 003's simple edges,
hyper-edges, and episodic edges).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from typing import Protocol


class EdgeKind(StrEnum):
    """Kind of an edge."""

    RELATION = "relation"
    THESIS = "thesis"
    EPISODE = "episode"


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two different nodes."""

    edge_id: str
    """Unique within the graph."""
    start: str
    end: str
    kind: EdgeKind

    def beyond(self, node: str) -> str:
        """Return the node at the other end."""
        return self.end if node == self.start else self.start


class WalkedGraph(Protocol):
    """The graph interface that traversals use."""

    def neighbors(self, node: str) -> Sequence[Edge]:
        """Return the edges at a node in a stable order, or no edges if paths must not continue from
        the node."""

    def closeness(self, node: str) -> float:
        """Return the similarity of a node to the request: 1 if identical, 0 or less if
        unrelated."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a traversal."""

    depth: int = 4
    """Maximum number of edges from a start node. The reference implementation allows 10, which
    would reach the whole catalog."""
    nodes: int = 500
    """Maximum number of nodes to visit, as in the reference implementation."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The edges that a traversal found, without duplicates, in order of preference."""

    edges: tuple[Edge, ...]
    is_cut: bool = False
    """Whether the traversal stopped at the maximum number of nodes."""

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.edges)


@dataclass(frozen=True, slots=True)
class Path:
    """A path without repeated nodes."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    """The edges between successive nodes, one fewer than the number of nodes."""

    def onward(self, edge: Edge) -> "Path | None":
        """Return the path extended by an edge, or `None` if the edge leads to a node that is
        already on the path."""
        node = edge.beyond(self.nodes[-1])
        if node in self.nodes:
            return None
        return Path((*self.nodes, node), (*self.edges, edge))


def interleaved(walks: Iterable[Walk]) -> Walk:
    """Combine several walks into one walk that takes an edge from each walk in turn, as in document
    003's mixture."""
    walks = tuple(walks)
    in_turn = chain.from_iterable(zip_longest(*(walk.edges for walk in walks)))
    edges = dict.fromkeys(edge for edge in in_turn if edge is not None)
    return Walk(tuple(edges), any(walk.is_cut for walk in walks))
