"""Phrases to look from: those that a request names, what is related to them, who names them.

Needs the layer of names and statements (decision 0032); `layer_lacking` says whether it is there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.knowledge import PHRASE_VECTORS, UNNAMING
from narabot.retrieval.authorities import find_authorities
from narabot.retrieval.operators.said_names import longest_names, names_said
from narabot.retrieval.retriever import Retriever
from narabot.understanding.names import NameTokens

MOST_CHUNKS = 200
"""Chunks of one phrase that are looked at."""

WIDEST = 1000
"""A phrase that more records name, or more others are related to, says little: it is left out."""

MOST_NEAR = 10
"""Phrases that are near to a request."""

MOST_RELATED = 100
"""Phrases that are followed from one."""

NO_LAYER = (
    "the names and statements have not been read out of the texts; `narabot knowledge build` does "
    "that"
)


@dataclass(frozen=True, slots=True)
class PhraseFound:
    """A phrase, with how surely it is meant."""

    phrase_id: str
    name: str
    entity_class: str
    na_id: int | None
    """Of the authority that it means."""
    records: int
    """In so many records it is named."""
    similarity: float = 1.0
    """To what was looked for: 1 where it is named."""


@dataclass(frozen=True, slots=True)
class ChunkMention:
    """A chunk that names a phrase."""

    phrase_id: str
    chunk_id: str
    na_id: int
    times: int


@dataclass(frozen=True, slots=True)
class Related:
    """A phrase that statements relate to another one."""

    phrase_id: str
    """From which it was looked for."""
    other: PhraseFound
    classes: tuple[str, ...]
    """Of the relations that are stated."""
    weight: float
    is_subject: bool
    """Whether the relation is one of the phrase to the other; else it goes the other way."""


@dataclass(frozen=True, slots=True)
class RelatedPhrases:
    """What is related to some phrases, and which of these were too wide to be followed."""

    found: tuple[Related, ...]
    too_wide: tuple[str, ...]
    """Their phraseIds."""

    def __len__(self) -> int:
        """Return how many relations there are."""
        return len(self.found)


def layer_lacking(graph: Graph) -> str | None:
    """Return why a graph cannot be looked at by its names, `None` if it can."""
    return None if graph.read(load_query("narabot", "phrase_index")) else NO_LAYER


def phrases_named(graph: Graph, request: NameTokens) -> tuple[PhraseFound, ...]:
    """Return the phrases that a request names: word for word, or as an authority's other name.

    Of names within one another the longest counts. Raises GraphUnavailableError.
    """
    said = names_said(request)
    authorities = [one.na_id for one in find_authorities(graph, request)]
    rows = rows_of_names(graph, said, authorities)
    longest = longest_names([name for name in said if any(has(row, name) for row in rows)], said)
    return tuple(
        phrase_found(row["phrase"])
        for row in rows
        if row["phrase"]["folded"] in longest or row["phrase"]["naId"] in authorities
    )


def rows_of_names(graph: Graph, names: Iterable[str], na_ids: Iterable[int] = ()) -> list[Row]:
    """Return a row for each phrase that has one of some folded names, or means some authority.

    Raises GraphUnavailableError.
    """
    return graph.read(
        load_query("narabot", "phrases_of_names"),
        names=list(names),
        naIds=list(na_ids),
        unnaming=sorted(UNNAMING),
    )


def has(row: Row, name: str) -> bool:
    """Return whether a phrase has a name."""
    return bool(row["phrase"]["folded"] == name)


def phrase_found(row: Row, similarity: float = 1.0) -> PhraseFound:
    """Return a phrase of a row."""
    return PhraseFound(
        phrase_id=row["phraseId"],
        name=row["name"],
        entity_class=row["class"],
        na_id=row["naId"],
        records=row["records"] or 0,
        similarity=similarity,
    )


def near_phrases(retriever: Retriever, text: str, count: int = MOST_NEAR) -> list[PhraseFound]:
    """Return so many phrases whose names are nearest to a text in meaning, with their cosines.

    None where names have no vectors. Raises GraphUnavailableError.
    """
    graph = retriever.graph
    if not graph.read(load_query("narabot", "indexes"), names=[PHRASE_VECTORS]):
        return []
    rows = graph.read(
        load_query("narabot", "near_phrases"),
        index=PHRASE_VECTORS,
        vector=retriever.embeddings.embed_query(text),
        count=count,
    )
    return [phrase_found(row["phrase"], 2 * row["score"] - 1) for row in rows]


def mentions_of(
    graph: Graph, phrase_ids: Sequence[str], most: int = MOST_CHUNKS
) -> tuple[ChunkMention, ...]:
    """Return the chunks that name some phrases, of each at most so many.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "mentions_of_phrases")
    rows = graph.read(query, phraseIds=list(phrase_ids), most=most)
    return tuple(
        ChunkMention(row["phraseId"], row["chunkId"], row["naId"], row["times"]) for row in rows
    )


def mentions_in(
    graph: Graph, chunk_ids: Sequence[str], widest: int = WIDEST
) -> tuple[tuple[PhraseFound, ChunkMention], ...]:
    """Return the phrases that some chunks name, but those that more than so many records name.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "mentions_in_chunks")
    rows = graph.read(query, chunkIds=list(chunk_ids), unnaming=sorted(UNNAMING), widest=widest)
    return tuple(
        (
            phrase_found(row["phrase"]),
            ChunkMention(row["phrase"]["phraseId"], row["chunkId"], row["naId"], row["times"]),
        )
        for row in rows
    )


def related_to(
    graph: Graph, phrase_ids: Sequence[str], most: int = MOST_RELATED, widest: int = WIDEST
) -> RelatedPhrases:
    """Return the phrases that statements relate to some, of each at most so many.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "related_phrases")
    rows = graph.read(query, phraseIds=list(phrase_ids), most=most, widest=widest)
    return RelatedPhrases(
        found=tuple(related(row) for row in rows if row["other"] is not None),
        too_wide=tuple(row["phraseId"] for row in rows if row["other"] is None),
    )


def related(row: Row) -> Related:
    """Return a relation of a row."""
    return Related(
        phrase_id=row["phraseId"],
        other=phrase_found(row["other"]),
        classes=tuple(row["classes"]),
        weight=row["weight"],
        is_subject=row["isSubject"],
    )
