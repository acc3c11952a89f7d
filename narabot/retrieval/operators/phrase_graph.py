"""The names and texts around some of them, as a graph to walk on.

Phrases and the chunks that name them are its nodes. A name that is everywhere leads everywhere: it
is left out, and told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.knowledge import UNNAMING
from narabot.retrieval.operators.phrases import WIDEST, PhraseFound, phrase_found
from narabot.retrieval.retriever import Retriever

MOST_NODES = 20_000
"""Of one graph: a walk on these takes some tens of milliseconds."""

MOST_PLACES = 20
"""Chunks to which one phrase leads that the request does not name."""

MOST_LISTED = 5
"""Names that a sentence lists."""

NO_NAME = "No name in the request is known to the texts."
"""Why a way that begins at names has found nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """A chunk that names a phrase."""

    phrase_id: str
    chunk_id: str
    na_id: int
    times: int
    names: int
    """So many places of the chunk name anything."""


@dataclass(frozen=True, slots=True)
class PhraseGraph:
    """Phrases, where they are named, and which of them are called the same."""

    phrases: tuple[PhraseFound, ...] = ()
    places: tuple[Place, ...] = ()
    passages: int = 0
    """Chunks that there are in all."""
    too_wide: tuple[PhraseFound, ...] = ()
    """Left out: more records name them than are followed."""
    is_cut: bool = False
    """Whether there were more nodes."""

    def __len__(self) -> int:
        """Return how many mentions there are."""
        return len(self.places)

    def rarity(self, phrase: PhraseFound) -> float:
        """Return how much a phrase says: the logarithm of chunks for each that names it (idf)."""
        return log(1 + self.passages / max(phrase.records, 1))

    @property
    def unseen(self) -> tuple[str, ...]:
        """What was left out, a sentence each."""
        told = []
        if self.too_wide:
            listed = sorted(self.too_wide, key=lambda one: (-one.records, one.phrase_id))
            names = ", ".join(f"“{one.name}”" for one in listed[:MOST_LISTED])
            others = len(listed) - MOST_LISTED
            more = f" and {others} more" if others > 0 else ""
            told.append(f"Texts that only share names which very many texts have: {names}{more}.")
        if self.is_cut:
            told.append(f"More than {MOST_NODES:,} names and texts around those in the request.")
        return tuple(told)


@dataclass(slots=True)
class Gathering:
    """A graph that is being read, as large as it may be."""

    phrases: dict[str, PhraseFound] = field(default_factory=dict)
    places: dict[tuple[str, str], Place] = field(default_factory=dict)
    chunks: set[str] = field(default_factory=set)
    too_wide: dict[str, PhraseFound] = field(default_factory=dict)
    is_cut: bool = False

    def add_phrases(self, phrases: Iterable[PhraseFound], widest: int) -> None:
        """Add phrases, those that are too wide among what is left out."""
        for one in phrases:
            if one.records > widest:
                self.too_wide[one.phrase_id] = one
            elif one.phrase_id not in self.phrases and self.has_room():
                self.phrases[one.phrase_id] = one

    def add_places(self, places: Iterable[Place]) -> None:
        """Add the places of phrases that are there."""
        for one in places:
            if one.phrase_id not in self.phrases:
                continue
            if one.chunk_id in self.chunks or self.has_room():
                self.chunks.add(one.chunk_id)
                self.places[one.phrase_id, one.chunk_id] = one

    def has_room(self) -> bool:
        """Return whether another node may be added; note that there was none."""
        is_full = len(self.phrases) + len(self.chunks) >= MOST_NODES
        self.is_cut = self.is_cut or is_full
        return not is_full


def phrase_graph(
    retriever: Retriever,
    named: Sequence[PhraseFound],
    chunk_ids: Sequence[str],
    widest: int = WIDEST,
) -> PhraseGraph:
    """Return what stands around some phrases and some chunks.

    These are the chunks that name the phrases, what is named in all of them, and other chunks that
    name that: two texts of which one names what the other is about are two steps apart. Raises
    GraphUnavailableError.
    """
    graph, whole = retriever.graph, Gathering()
    whole.add_phrases(named, widest)
    first = places_of(graph, list(whole.phrases), MOST_PLACES)
    start = list(dict.fromkeys([*chunk_ids, *(one.chunk_id for one in first)]))
    rows = graph.read(
        load_query("narabot", "names_in_chunks"),
        chunkIds=start,
        unnaming=sorted(UNNAMING),
        widest=widest,
    )
    whole.add_phrases((phrase_found(row["phrase"]) for row in rows), widest)
    whole.add_places(first)
    whole.add_places(place for row in rows for place in read_places(row))
    whole.add_places(places_of(graph, list(whole.phrases), MOST_PLACES))
    return PhraseGraph(
        phrases=tuple(whole.phrases.values()),
        places=tuple(whole.places.values()),
        passages=number_of_passages(retriever),
        too_wide=tuple(whole.too_wide.values()),
        is_cut=whole.is_cut,
    )


def places_of(graph: Graph, phrase_ids: Sequence[str], most: int) -> list[Place]:
    """Return where some phrases are named, of each in so many chunks: its own record first."""
    rows = graph.read(
        load_query("narabot", "places_of_names"), phraseIds=list(phrase_ids), most=most
    )
    return [place for row in rows for place in read_places(row, row["phraseId"])]


def read_places(row: Row, phrase_id: str | None = None) -> list[Place]:
    """Return the places of a row."""
    named = phrase_id or row["phrase"]["phraseId"]
    return [Place(named, *place) for place in row["places"]]


def number_of_passages(retriever: Retriever) -> int:
    """Return how many chunks were read for names."""
    query = load_query("narabot", "number_of_passages")
    found = retriever.cached(
        ("passages",), lambda: [row["size"] for row in retriever.graph.read(query)]
    )
    return int(found[0])
