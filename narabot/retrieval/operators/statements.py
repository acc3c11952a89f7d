"""Read the statements around names, ring by ring, into a small graph for traversal.

Requires the knowledge layer (decision 0032). Each ring is one query.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.knowledge import NON_NAME_CLASSES, Role, StatementKind
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.phrases import WIDEST, PhraseFound, phrase_found
from narabot.retrieval.operators.traversals import Edge, EdgeKind

MOST_CHUNKS = 20
"""Maximum number of chunks per phrase whose statements are read. The chunks most similar to the
request are chosen."""

MOST_FOLLOWED = 12
"""Maximum number of phrases per ring to continue from. The phrases most similar to the request are
chosen."""

RINGS = 2
"""Number of rings. The first ring contains statements about the start phrases, and the second ring
contains statements about the phrases in these statements."""


NO_KNOWN_NAME = (
    "No statements about the names in the request were examined, because the texts do not "
    "mention any of these names."
)

TOO_WIDE = (
    "Each of these names has more than {most:,} statements, so only statements in the most "
    "relevant texts were examined: {names}."
)


@dataclass(frozen=True, slots=True)
class StatementFound:
    """A statement about phrases, with the similarity of its chunk to the request."""

    statement_id: str
    kind: StatementKind
    relation: str | None
    """The class of a relation, or `None` for any other kind of statement."""
    about: tuple[tuple[Role, PhraseFound], ...]
    start: int
    end: int
    chunk_id: str
    na_id: int
    closeness: float
    """The cosine similarity between the chunk and the request."""

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges of the statement. A relation between two phrases has one edge. Any other
        statement is a node with an edge to each phrase."""
        ids = tuple(dict.fromkeys(phrase.phrase_id for _, phrase in self.about))
        if self.kind is StatementKind.RELATION and len(ids) == 2:
            return (Edge(self.statement_id, *ids, EdgeKind.RELATION),)
        kind = EdgeKind.EPISODE if self.kind is StatementKind.EPISODE else EdgeKind.THESIS
        return tuple(
            Edge(f"{self.statement_id} {phrase_id}", phrase_id, self.statement_id, kind)
            for phrase_id in ids
        )


@dataclass(slots=True)
class StatementGraph:
    """A graph of the statements around phrases, for traversal. It grows ring by ring.

    A phrase's similarity to the request is the highest similarity of any chunk with a statement
    about the phrase.
    """

    starts: tuple[PhraseFound, ...]
    phrases: dict[str, PhraseFound] = field(default_factory=dict)
    stated: dict[Edge, StatementFound] = field(default_factory=dict)
    """The statement of each edge."""
    too_wide: set[str] = field(default_factory=set)
    """The phraseIds of phrases with so many statements that only some are read."""
    _edges: dict[str, dict[Edge, None]] = field(default_factory=dict)
    _closeness: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Add the phrases from which the traversal starts."""
        self.phrases.update((one.phrase_id, one) for one in self.starts)

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.stated)

    @property
    def roots(self) -> tuple[str, ...]:
        """The nodes from which the traversal starts."""
        return tuple(one.phrase_id for one in self.starts)

    @property
    def unfollowed(self) -> tuple[str, ...]:
        """The limitations of the traversal, one sentence each."""
        if not self.starts:
            return (NO_KNOWN_NAME,)
        names = sorted({self.phrases[phrase_id].name for phrase_id in self.too_wide})
        return (TOO_WIDE.format(most=WIDEST, names=", ".join(names)),) if names else ()

    def neighbors(self, node: str) -> Sequence[Edge]:
        """Return the edges at a node. A phrase that is too common has edges only if the traversal
        starts there."""
        if node in self.too_wide and all(one.phrase_id != node for one in self.starts):
            return ()
        return tuple(self._edges.get(node, ()))

    def closeness(self, node: str) -> float:
        """Return the similarity of a node to the request."""
        return self._closeness.get(node, 0.0)

    def add(self, found: Iterable[StatementFound]) -> None:
        """Add statements to the graph."""
        for one in found:
            self.phrases.update((phrase.phrase_id, phrase) for _, phrase in one.about)
            for edge in one.edges:
                self.stated[edge] = one
                for node in (edge.start, edge.end):
                    self._edges.setdefault(node, {})[edge] = None
                    self._closeness[node] = max(self.closeness(node), one.closeness)

    def nearest_phrases(self, most: int) -> tuple[str, ...]:
        """Return the phraseIds of the phrases most similar to the request, except start phrases and
        phrases that are too common."""
        others = self.phrases.keys() - self.too_wide.union(self.roots)
        return tuple(sorted(others, key=lambda name: (-self.closeness(name), name))[:most])

    def nearest_edges(self, most: int) -> tuple[Edge, ...]:
        """Return the edges whose statements are most similar to the request, most similar first."""
        order = sorted(self.stated.items(), key=lambda one: (-one[1].closeness, one[0].edge_id))
        return tuple(edge for edge, _ in order[:most])

    def unread(self, read: Iterable[str]) -> list[str]:
        """Return the phraseIds of the most similar names from which to continue, excluding names in
        `read`."""
        known = self.too_wide.union(read)
        names = [
            one.phrase_id
            for one in self.phrases.values()
            if one.phrase_id not in known and one.entity_class not in NON_NAME_CLASSES
        ]
        return sorted(names, key=lambda name: (-self.closeness(name), name))[:MOST_FOLLOWED]


def read_statement_graph(
    graph: Graph,
    starts: Sequence[PhraseFound],
    hits: Sequence[Hit],
    vector: Sequence[float],
    rings: int = RINGS,
) -> StatementGraph:
    """Return a graph of the statements around phrases and in chunks similar to a request.

    `hits` contains these chunks with their cosines, and `vector` is the request's embedding. Raises
    GraphUnavailableError.
    """
    around = StatementGraph(tuple(starts))
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
    """Return the statements in chunks, most similar first. Raises GraphUnavailableError."""
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
    """Return the statements about phrases, and the phraseIds of phrases that are too common to
    follow.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "statements_of_phrases") + load_query(
        "narabot", "told_statements"
    )
    rows = graph.read(query, phraseIds=list(phrase_ids), vector=vector, most=most, widest=widest)
    found = [statement_found(row) for row in rows if row["wide"] is None]
    return found, [row["wide"] for row in rows if row["wide"] is not None]


def statement_found(row: Row) -> StatementFound:
    """Return the statement in a row. Neo4j's score for a cosine c is (1 + c) / 2."""
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
