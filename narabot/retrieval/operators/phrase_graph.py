"""A graph of names and the texts that mention them, for random walks.

Its nodes are phrases and the chunks that mention them. Very frequent names would connect almost all
texts, so the graph omits such names and reports them as limitations.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.knowledge import NON_NAME_CLASSES
from narabot.retrieval.operators.phrases import WIDEST, PhraseFound, phrase_found
from narabot.retrieval.retriever import Retriever

MOST_NODES = 20_000
"""Maximum number of nodes in a graph. A walk over this many nodes takes tens of milliseconds."""

MOST_PLACES = 20
"""Maximum number of chunks to read per phrase."""

MOST_LISTED = 5
"""Maximum number of names to list in a limitation."""

NO_NAME = "The texts do not mention any name in the request."
"""Limitation to report if a strategy that starts from names finds no names."""


@dataclass(frozen=True, slots=True)
class Place:
    """A chunk that mentions a phrase."""

    phrase_id: str
    chunk_id: str
    na_id: int
    times: int
    names: int
    """Number of mentions of all phrases in the chunk."""


@dataclass(frozen=True, slots=True)
class PhraseGraph:
    """Phrases, the chunks that mention the phrases, and the total number of chunks."""

    phrases: tuple[PhraseFound, ...] = ()
    places: tuple[Place, ...] = ()
    passages: int = 0
    """Total number of chunks."""
    too_wide: tuple[PhraseFound, ...] = ()
    """Phrases that were skipped because too many records mention them."""
    is_cut: bool = False
    """Whether nodes were left out because of the limit on the number of nodes."""

    def __len__(self) -> int:
        """Return the number of mentions."""
        return len(self.places)

    def rarity(self, phrase: PhraseFound) -> float:
        """Return the inverse document frequency of a phrase: log(1 + number of chunks / number of
        records that mention the phrase)."""
        return log(1 + self.passages / max(phrase.records, 1))

    @property
    def limitations(self) -> tuple[str, ...]:
        """The limitations of the graph, one sentence each."""
        sentences = []
        if self.too_wide:
            listed = sorted(self.too_wide, key=lambda one: (-one.records, one.phrase_id))
            names = ", ".join(f"“{one.name}”" for one in listed[:MOST_LISTED])
            others = len(listed) - MOST_LISTED
            more = f" and {others} more" if others > 0 else ""
            sentences.append(
                f"Connections through very frequent names were not followed: {names}{more}."
            )
        if self.is_cut:
            sentences.append(
                f"The search was limited to {MOST_NODES:,} of the names and texts connected to "
                "the names in the request."
            )
        return tuple(sentences)


@dataclass(slots=True)
class GraphBuilder:
    """A graph under construction, with a limited size."""

    phrases: dict[str, PhraseFound] = field(default_factory=dict)
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
    chunks: set[str] = field(default_factory=set)
    too_wide: dict[str, PhraseFound] = field(default_factory=dict)
    is_cut: bool = False

    def add_phrases(self, phrases: Iterable[PhraseFound], widest: int) -> None:
        """Add phrases to the graph, and record which phrases are skipped because they are too
        common."""
        for one in phrases:
            if one.records > widest:
                self.too_wide[one.phrase_id] = one
            elif one.phrase_id not in self.phrases and self.has_room():
                self.phrases[one.phrase_id] = one

    def add_places(self, places: Iterable[Place]) -> None:
        """Add mentions whose phrases are already in the graph."""
        for one in places:
            if one.phrase_id not in self.phrases:
                continue
            if one.chunk_id in self.chunks or self.has_room():
                self.chunks.add(one.chunk_id)
                self.places[one.phrase_id, one.chunk_id] = one

    def has_room(self) -> bool:
        """Return whether the graph has room for another node. If the graph is full, record that
        nodes were left out."""
        is_full = len(self.phrases) + len(self.chunks) >= MOST_NODES
        self.is_cut = self.is_cut or is_full
        return not is_full


def phrase_graph(
    retriever: Retriever,
    named: Sequence[PhraseFound],
    chunk_ids: Sequence[str],
    widest: int = WIDEST,
) -> PhraseGraph:
    """Return the graph around the specified phrases and chunks.

    The graph contains the specified chunks, the chunks that mention the specified phrases, all
    phrases in these chunks, and other chunks that mention any phrase in the graph. Two texts that
    mention the same phrase are two steps apart. Raises GraphUnavailableError.
    """
    graph, builder = retriever.graph, GraphBuilder()
    builder.add_phrases(named, widest)
    first = places_of(graph, list(builder.phrases), MOST_PLACES)
    start = list(dict.fromkeys([*chunk_ids, *(one.chunk_id for one in first)]))
    rows = graph.read(
        load_query("narabot", "names_in_chunks"),
        chunkIds=start,
        unnaming=sorted(NON_NAME_CLASSES),
        widest=widest,
    )
    builder.add_phrases((phrase_found(row["phrase"]) for row in rows), widest)
    builder.add_places(first)
    builder.add_places(place for row in rows for place in read_places(row))
    builder.add_places(places_of(graph, list(builder.phrases), MOST_PLACES))
    return PhraseGraph(
        phrases=tuple(builder.phrases.values()),
        places=tuple(builder.places.values()),
        passages=number_of_passages(retriever),
        too_wide=tuple(builder.too_wide.values()),
        is_cut=builder.is_cut,
    )


def places_of(graph: Graph, phrase_ids: Sequence[str], most: int) -> list[Place]:
    """Return up to `most` chunks that mention each phrase. Chunks of the record that the phrase is
    linked to come first."""
    rows = graph.read(
        load_query("narabot", "places_of_names"), phraseIds=list(phrase_ids), most=most
    )
    return [place for row in rows for place in read_places(row, row["phraseId"])]


def read_places(row: Row, phrase_id: str | None = None) -> list[Place]:
    named = phrase_id or row["phrase"]["phraseId"]
    return [Place(named, *place) for place in row["places"]]


def number_of_passages(retriever: Retriever) -> int:
    """Return the number of chunks from which names were extracted."""
    query = load_query("narabot", "number_of_passages")
    found = retriever.cached(
        ("passages",), lambda: [row["size"] for row in retriever.graph.read(query)]
    )
    return int(found[0])
