"""Find the phrases from which a search starts, the relations of these phrases, and the chunks that
mention them.

Requires the knowledge layer (decision 0032); `missing_layer_reason` checks that it exists.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.models.knowledge import NON_NAME_CLASSES, PHRASE_VECTORS
from narabot.retrieval.authorities import find_authorities
from narabot.retrieval.operators.name_spans import candidate_names, longest_names
from narabot.retrieval.retriever import Retriever
from narabot.understanding.names import NameTokens

MOST_CHUNKS = 200
"""Maximum number of chunks to return per phrase."""

WIDEST = 1000
"""Maximum number of records or relations per phrase. Phrases that exceed this number are too common
to be informative."""

MOST_NEAR = 10
"""Number of similar phrases to find for a request."""

MOST_RELATED = 100
"""Maximum number of phrases to follow from one phrase."""

NO_LAYER = (
    "names and statements have not been extracted from the texts; run `narabot knowledge build` "
    "to extract them"
)


@dataclass(frozen=True, slots=True)
class PhraseFound:
    """A phrase with its similarity to the request."""

    phrase_id: str
    name: str
    entity_class: str
    na_id: int | None
    """The naId of the authority that the phrase is linked to."""
    records: int
    """Number of records that mention the phrase."""
    similarity: float = 1.0
    """Similarity to the text that was searched for, or 1 if the request mentions the phrase."""


@dataclass(frozen=True, slots=True)
class ChunkMention:
    """A chunk that mentions a phrase."""

    phrase_id: str
    chunk_id: str
    na_id: int
    times: int


@dataclass(frozen=True, slots=True)
class Related:
    """A phrase that statements relate to another phrase."""

    phrase_id: str
    """The phrase that was followed."""
    other: PhraseFound
    classes: tuple[str, ...]
    """The classes of the stated relations."""
    weight: float
    is_subject: bool
    """Whether the followed phrase is the subject of the relation; otherwise it is the object."""


@dataclass(frozen=True, slots=True)
class RelatedPhrases:
    """Relations of phrases, and the phrases that were too common to follow."""

    found: tuple[Related, ...]
    too_wide: tuple[str, ...]
    """The phraseIds of the phrases that were too common."""

    def __len__(self) -> int:
        """Return the number of relations."""
        return len(self.found)


def missing_layer_reason(graph: Graph) -> str | None:
    """Return the reason why names cannot be searched in a graph, or `None` if they can."""
    return None if graph.read(load_query("narabot", "phrase_index")) else NO_LAYER


def phrases_named(graph: Graph, request: NameTokens) -> tuple[PhraseFound, ...]:
    """Return the phrases that a request mentions, either directly or by another name of the linked
    authority.

    If names overlap, the longest name wins. Raises GraphUnavailableError.
    """
    candidates = candidate_names(request)
    authorities = [one.na_id for one in find_authorities(graph, request)]
    rows = rows_of_names(graph, candidates, authorities)
    longest = longest_names(
        [name for name in candidates if any(has_name(row, name) for row in rows)], candidates
    )
    return tuple(
        phrase_found(row["phrase"])
        for row in rows
        if row["phrase"]["folded"] in longest or row["phrase"]["naId"] in authorities
    )


def rows_of_names(graph: Graph, names: Iterable[str], na_ids: Iterable[int] = ()) -> list[Row]:
    """Return a row for each phrase that has any of the folded names or is linked to any of the
    authorities.

    Raises GraphUnavailableError.
    """
    return graph.read(
        load_query("narabot", "phrases_of_names"),
        names=list(names),
        naIds=list(na_ids),
        unnaming=sorted(NON_NAME_CLASSES),
    )


def has_name(row: Row, name: str) -> bool:
    """Return whether the phrase in a row has the specified folded name."""
    return bool(row["phrase"]["folded"] == name)


def phrase_found(row: Row, similarity: float = 1.0) -> PhraseFound:
    """Return the phrase in a row."""
    return PhraseFound(
        phrase_id=row["phraseId"],
        name=row["name"],
        entity_class=row["class"],
        na_id=row["naId"],
        records=row["records"] or 0,
        similarity=similarity,
    )


def near_phrases(retriever: Retriever, text: str, count: int = MOST_NEAR) -> list[PhraseFound]:
    """Return the phrases whose names are most similar to a text, with their cosines.

    Return an empty list if names have no vectors. Raises GraphUnavailableError.
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
    """Return the chunks that mention the phrases, up to `most` per phrase.

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
    """Return the phrases that the chunks mention, each with its mention, except phrases that more
    than `widest` records mention.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "mentions_in_chunks")
    rows = graph.read(
        query, chunkIds=list(chunk_ids), unnaming=sorted(NON_NAME_CLASSES), widest=widest
    )
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
    """Return the phrases that statements relate to the specified phrases, up to `most` per phrase.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "related_phrases")
    rows = graph.read(query, phraseIds=list(phrase_ids), most=most, widest=widest)
    return RelatedPhrases(
        found=tuple(related(row) for row in rows if row["other"] is not None),
        too_wide=tuple(row["phraseId"] for row in rows if row["other"] is None),
    )


def related(row: Row) -> Related:
    """Return the relation in a row."""
    return Related(
        phrase_id=row["phraseId"],
        other=phrase_found(row["other"]),
        classes=tuple(row["classes"]),
        weight=row["weight"],
        is_subject=row["isSubject"],
    )
