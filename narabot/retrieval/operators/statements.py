"""What texts state around some names, read ring by ring into a small graph that is walked over.

Needs the layer of names and statements (decision 0032). One statement reads a whole ring.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.knowledge import UNNAMING, Role, StatementKind
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.phrases import WIDEST, PhraseFound, phrase_found
from narabot.retrieval.operators.traversals import Edge, EdgeKind

MOST_CHUNKS = 20
"""Of one phrase, those nearest to the request, whose statements are read."""

MOST_FOLLOWED = 12
"""Phrases of a ring, those nearest to the request, that are read on from."""

RINGS = 2
"""Rings of phrases that are read: what is stated of the first, and of those that this names."""


NO_START = "What the texts state about names: none of the request's names is in them."

TOO_WIDE = (
    "What the texts state about these names, each more than {most:,} times, except in the texts "
    "nearest to the request: {names}."
)


@dataclass(frozen=True, slots=True)
class StatementFound:
    """What a place of a chunk states of some phrases, with how near the chunk is to the request."""

    statement_id: str
    kind: StatementKind
    relation: str | None
    """The class of a relation, `None` of a thesis or an episode."""
    about: tuple[tuple[Role, PhraseFound], ...]
    start: int
    end: int
    chunk_id: str
    na_id: int
    closeness: float
    """The cosine of the chunk and the request."""

    @property
    def edges(self) -> tuple[Edge, ...]:
        """A relation of two phrases is an edge; all else is a node, with an edge to each phrase."""
        ids = tuple(dict.fromkeys(phrase.phrase_id for _, phrase in self.about))
        if self.kind is StatementKind.RELATION and len(ids) == 2:
            return (Edge(self.statement_id, *ids, EdgeKind.RELATION),)
        kind = EdgeKind.EPISODE if self.kind is StatementKind.EPISODE else EdgeKind.THESIS
        return tuple(
            Edge(f"{self.statement_id} {phrase_id}", phrase_id, self.statement_id, kind)
            for phrase_id in ids
        )


@dataclass(slots=True)
class Neighbourhood:
    """What was read of statements around some phrases: a graph to walk over, which grows by rings.

    A phrase is as near to the request as the nearest chunk that states something of it.
    """

    starts: tuple[PhraseFound, ...]
    phrases: dict[str, PhraseFound] = field(default_factory=dict)
    stated: dict[Edge, StatementFound] = field(default_factory=dict)
    """What states each edge."""
    too_wide: set[str] = field(default_factory=set)
    """The phraseIds of those that too many statements are about, of which not all are read."""
    _edges: dict[str, dict[Edge, None]] = field(default_factory=dict)
    _closeness: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with the phrases from which it is walked."""
        self.phrases.update((one.phrase_id, one) for one in self.starts)

    def __len__(self) -> int:
        """Return how many edges there are."""
        return len(self.stated)

    @property
    def roots(self) -> tuple[str, ...]:
        """The nodes from which it is walked."""
        return tuple(one.phrase_id for one in self.starts)

    @property
    def unfollowed(self) -> tuple[str, ...]:
        """What was not looked at, a sentence each."""
        if not self.starts:
            return (NO_START,)
        names = sorted({self.phrases[phrase_id].name for phrase_id in self.too_wide})
        return (TOO_WIDE.format(most=WIDEST, names=", ".join(names)),) if names else ()

    def neighbours(self, node: str) -> Sequence[Edge]:
        """Return the edges at a node; a phrase that is too wide leads on only as a start."""
        if node in self.too_wide and all(one.phrase_id != node for one in self.starts):
            return ()
        return tuple(self._edges.get(node, ()))

    def closeness(self, node: str) -> float:
        """Return how near to the request a node is."""
        return self._closeness.get(node, 0.0)

    def add(self, found: Iterable[StatementFound]) -> None:
        """Take in statements."""
        for one in found:
            self.phrases.update((phrase.phrase_id, phrase) for _, phrase in one.about)
            for edge in one.edges:
                self.stated[edge] = one
                for node in (edge.start, edge.end):
                    self._edges.setdefault(node, {})[edge] = None
                    self._closeness[node] = max(self.closeness(node), one.closeness)

    def nearest_phrases(self, most: int) -> tuple[str, ...]:
        """Return so many other names, those nearest to the request, that are not too wide."""
        others = self.phrases.keys() - self.too_wide.union(self.roots)
        return tuple(sorted(others, key=lambda name: (-self.closeness(name), name))[:most])

    def nearest_edges(self, most: int) -> tuple[Edge, ...]:
        """Return so many edges, those stated nearest to the request first."""
        order = sorted(self.stated.items(), key=lambda one: (-one[1].closeness, one[0].edge_id))
        return tuple(edge for edge, _ in order[:most])

    def unread(self, read: Iterable[str]) -> list[str]:
        """Return the phrases to read on from, the nearest: not those read, nor those no names."""
        known = self.too_wide.union(read)
        names = [
            one.phrase_id
            for one in self.phrases.values()
            if one.phrase_id not in known and one.entity_class not in UNNAMING
        ]
        return sorted(names, key=lambda name: (-self.closeness(name), name))[:MOST_FOLLOWED]


def read_neighbourhood(
    graph: Graph,
    starts: Sequence[PhraseFound],
    hits: Sequence[Hit],
    vector: Sequence[float],
    rings: int = RINGS,
) -> Neighbourhood:
    """Return what chunks near to a request state, and what is stated of some phrases and around.

    `hits` have the cosines of these chunks, `vector` is the request's. Raises
    GraphUnavailableError.
    """
    around = Neighbourhood(tuple(starts))
    around.add(statements_of_chunks(graph, hits))
    ring = [one.phrase_id for one in starts]
    read: set[str] = set()
    for _ in range(rings):
        if not ring:
            break
        found, too_wide = statements_of_phrases(graph, ring, vector)
        around.add(found)
        around.too_wide.update(too_wide)
        read.update(ring)
        ring = around.unread(read)
    return around


def statements_of_chunks(graph: Graph, hits: Sequence[Hit]) -> list[StatementFound]:
    """Return what some chunks state, the nearest first. Raises GraphUnavailableError."""
    query = load_query("narabot", "statements_of_chunks") + load_query("narabot", "told_statements")
    scores = [{"chunkId": hit.chunk_id, "score": (1 + hit.score) / 2} for hit in hits]
    return [statement_found(row) for row in graph.read(query, hits=scores)]


def statements_of_phrases(
    graph: Graph,
    phrase_ids: Sequence[str],
    vector: Sequence[float],
    most: int = MOST_CHUNKS,
    widest: int = WIDEST,
) -> tuple[list[StatementFound], list[str]]:
    """Return what is stated of some phrases, and which of these are too wide to be followed.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "statements_of_phrases") + load_query(
        "narabot", "told_statements"
    )
    rows = graph.read(query, phraseIds=list(phrase_ids), vector=vector, most=most, widest=widest)
    found = [statement_found(row) for row in rows if row["wide"] is None]
    return found, [row["wide"] for row in rows if row["wide"] is not None]


def statement_found(row: Row) -> StatementFound:
    """Return a statement of a row; Neo4j scores a cosine c as (1 + c) / 2."""
    return StatementFound(
        statement_id=row["statementId"],
        kind=StatementKind(row["kind"]),
        relation=row["class"],
        about=tuple((Role(one["role"]), phrase_found(one["phrase"])) for one in row["about"]),
        start=row["start"],
        end=row["end"],
        chunk_id=row["chunkId"],
        na_id=row["naId"],
        closeness=2 * row["score"] - 1,
    )
