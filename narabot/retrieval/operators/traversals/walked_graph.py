"""What is walked over: nodes, and edges between them that are read in both directions.

A node is a name, or a thesis or an episode, which joins any number of names; an edge is a relation
of two names, or a name's part in a thesis or an episode (document 003's simple edges, hyper-edges
and episodic edges).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from typing import Protocol


class EdgeKind(StrEnum):
    """What an edge is."""

    RELATION = "relation"
    THESIS = "thesis"
    EPISODE = "episode"


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two different nodes."""

    edge_id: str
    """No other edge has it."""
    start: str
    end: str
    kind: EdgeKind

    def beyond(self, node: str) -> str:
        """Return the node at the other end."""
        return self.end if node == self.start else self.start


class WalkedGraph(Protocol):
    """A graph as walks see it."""

    def neighbours(self, node: str) -> Sequence[Edge]:
        """Return the edges at a node, in an order that stays; of one that is not followed none."""

    def closeness(self, node: str) -> float:
        """Return how near to the request a node is: 1 for the same, 0 or less for foreign."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a walk goes."""

    depth: int = 4
    """Edges from where it begins. The reference has 10, by which all of a catalogue is reached."""
    nodes: int = 500
    """Nodes whose edges are looked at, as the reference has it."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The edges that a walk found, each once, those it would rather have first."""

    edges: tuple[Edge, ...]
    is_cut: bool = False
    """Whether it ended at the most nodes, with more to be looked at."""

    def __len__(self) -> int:
        """Return how many edges it found."""
        return len(self.edges)


@dataclass(frozen=True, slots=True)
class Path:
    """A way through a graph that comes to no node twice."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    """One fewer."""

    def onward(self, edge: Edge) -> "Path | None":
        """Return the path that goes on along an edge, `None` if it would come back."""
        node = edge.beyond(self.nodes[-1])
        if node in self.nodes:
            return None
        return Path((*self.nodes, node), (*self.edges, edge))


def joined(walks: Iterable[Walk]) -> Walk:
    """Return several walks as one, an edge of each in turn: document 003's mixture."""
    walks = tuple(walks)
    in_turn = chain.from_iterable(zip_longest(*(walk.edges for walk in walks)))
    edges = dict.fromkeys(edge for edge in in_turn if edge is not None)
    return Walk(tuple(edges), any(walk.is_cut for walk in walks))
