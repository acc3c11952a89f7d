"""Read the knowledge layer: a phrase, the records that mention it, and the names in a record."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import islice
from typing import Literal

from narabot.errors import UnknownPhraseError
from narabot.graph import Graph, load_query
from narabot.models import NamedPhrase, Row
from narabot.models.knowledge import (
    NON_NAME_CLASSES,
    PERSON,
    SUBJECT,
    NamingRecord,
    PhraseDescription,
    PhrasePage,
    PhraseSummary,
    StatedRelation,
)
from narabot.retrieval.operators.by_id import path_record
from narabot.retrieval.suggestions import index_words, is_enough, words_of
from narabot.understanding.periods import YEAR_IN_TITLE
from narabot.understanding.personal_titles import SUFFIXES
from narabot.words import fold, folded_parts, words_start_with

PAGE_NAMINGS = 20
"""Number of records per page in the list of records that mention a phrase."""

MOST_RELATIONS = 30
MOST_CO_OCCURRING = 15
MOST_DESCRIPTIONS = 200
MOST_CO_OCCURRENCE_CHUNKS = 2000
"""Maximum number of a phrase's chunks in which co-occurring phrases are counted."""

MOST_PHRASES_BY_NAME = 20
MOST_LIST_NAMES = 200

LONGEST_NAME = 1000
"""Maximum length of a name in a filter, in characters."""

MOST_NAME_CANDIDATES = 500

MOST_SUGGESTED = 4
"""Maximum number of suggestions while a person types."""

PHRASE_ID = re.compile(r"[0-9a-f]{16}")


def phrase_page(graph: Graph, phrase_id: str, skipped: int = 0) -> PhrasePage:
    """Return all facts about a phrase and one page of the records that mention it.

    Raises UnknownPhraseError or GraphUnavailableError.
    """
    row = known_phrase(graph, "phrase", phrase_id)
    stated = relations(graph, phrase_id)
    others, has_others = co_occurring_phrases(graph, phrase_from_row(row["phrase"]))
    return PhrasePage(
        phrase=phrase_from_row(row["phrase"]),
        authority=path_record(row["authority"]) if row["authority"] else None,
        relations=stated[:MOST_RELATIONS],
        cooccurring=others,
        years=decades(graph, phrase_id),
        of_same_name=tuple(map(phrase_from_row, row["ofSameName"])),
        namings=records_with_spans(graph, phrase_id, skipped),
        skipped=skipped,
        described=descriptions(graph, phrase_id),
        has_more_relations=len(stated) > MOST_RELATIONS,
        has_more_cooccurring=has_others,
    )


def known_phrase(graph: Graph, query: Literal["phrase", "records_naming"], phrase_id: str) -> Row:
    """Return a query's row for a phrase. Raises UnknownPhraseError."""
    is_id = PHRASE_ID.fullmatch(phrase_id)
    rows = graph.read(load_query("narabot", query), phraseId=phrase_id) if is_id else []
    if not rows:
        raise UnknownPhraseError(
            "No loaded text contains this name, or names have not been extracted. Run `narabot "
            "knowledge build` to extract names."
        )
    return rows[0]


def records_naming(graph: Graph, phrase_id: str) -> NamedPhrase:
    """Return a phrase with the naIds of all records that mention it.

    Raises UnknownPhraseError or GraphUnavailableError.
    """
    row = known_phrase(graph, "records_naming", phrase_id)
    return NamedPhrase(phrase_id, row["name"], tuple(row["naIds"]))


def names_of_records(graph: Graph, na_ids: Collection[int]) -> dict[int, tuple[NamedPhrase, ...]]:
    """Return the names in the texts of records, keyed by naId, starting with the names that occur
    in the most records.

    Raises GraphUnavailableError.
    """
    query = load_query("narabot", "names_of_records")
    names: dict[int, tuple[NamedPhrase, ...]] = {}
    for row in graph.read(
        query, naIds=list(na_ids), unnaming=sorted(NON_NAME_CLASSES), most=MOST_LIST_NAMES
    ):
        one = NamedPhrase(row["phraseId"], row["name"][:LONGEST_NAME])
        for na_id in row["naIds"]:
            names[na_id] = (*names.get(na_id, ()), one)
    return names


def phrase_from_row(row: Row) -> PhraseSummary:
    """Return the phrase in a row. The phrase's counts are 0 until a build of the knowledge layer
    finishes."""
    return PhraseSummary(
        phrase_id=row["phraseId"],
        name=row["name"],
        entity_class=row["class"],
        na_id=row["naId"],
        mentions=row["mentions"] or 0,
        records=row["records"] or 0,
    )


def records_with_spans(graph: Graph, phrase_id: str, skipped: int) -> tuple[NamingRecord, ...]:
    """Return one page of the records that mention a phrase, sorted by year."""
    query = load_query("narabot", "phrase_namings")
    rows = graph.read(query, phraseId=phrase_id, skip=skipped, most=PAGE_NAMINGS)
    return tuple(
        NamingRecord(path_record(row["record"]), row["text"], tuple(map(tuple, row["spans"])))
        for row in rows
    )


def relations(graph: Graph, phrase_id: str) -> tuple[StatedRelation, ...]:
    """Return the stated relations of a phrase, most frequent first.

    If there are more relations than a page shows, one extra relation is returned.
    """
    query = load_query("narabot", "phrase_relations")
    rows = graph.read(query, phraseId=phrase_id, most=MOST_RELATIONS + 1)
    return tuple(
        StatedRelation(
            relation=row["relation"],
            is_subject=row["isSubject"],
            other=related_phrase(row, phrase_id),
            statements=row["statements"],
            record=path_record(row["record"]),
            quote=row["quote"],
        )
        for row in rows
    )


def related_phrase(row: Row, phrase_id: str) -> PhraseSummary:
    """Return the other phrase in a relation. If the relation connects two names of the same phrase,
    the other name is returned as written in the text."""
    other = phrase_from_row(row["other"])
    return replace(other, name=row["quote"]) if other.phrase_id == phrase_id else other


def descriptions(graph: Graph, phrase_id: str) -> tuple[PhraseDescription, ...]:
    """Return statements that a language model extracted about a single phrase, with their
    quotations."""
    query = load_query("narabot", "phrase_descriptions")
    rows = graph.read(query, phraseId=phrase_id, most=MOST_DESCRIPTIONS)
    return tuple(PhraseDescription(row["text"] or row["quote"], row["quote"]) for row in rows)


def co_occurring_phrases(
    graph: Graph, phrase: PhraseSummary
) -> tuple[tuple[tuple[PhraseSummary, int], ...], bool]:
    """Return phrases that occur in the same chunks as a phrase, with the number of shared chunks,
    and whether there are more such phrases."""
    most = 2 * MOST_CO_OCCURRING
    rows = graph.read(
        load_query("narabot", "phrase_beside"),
        phraseId=phrase.phrase_id,
        looked=MOST_CO_OCCURRENCE_CHUNKS,
        most=most,
        unnaming=sorted(NON_NAME_CLASSES),
    )
    others = ((phrase_from_row(row["other"]), row["together"]) for row in rows)
    others_only = tuple(one for one in others if not is_same_person(one[0], phrase))
    return others_only[:MOST_CO_OCCURRING], len(others_only) > MOST_CO_OCCURRING or len(
        rows
    ) == most


def suggested_phrases(graph: Graph, typed: str) -> tuple[PhraseSummary, ...]:
    """Return phrases whose names contain words that begin with the typed words, most frequent
    first.

    Phrases linked to authorities are excluded because narabot suggests the authority records
    instead. Raises GraphUnavailableError.
    """
    words = [fold(one) for one in words_of(typed)]
    if not is_enough(typed) or not graph.read(load_query("narabot", "phrase_index")):
        return ()
    rows = graph.read(
        load_query("narabot", "suggested_phrases"),
        words=" ".join(f"+{one}*" for one in index_words(words)),
        looked=MOST_NAME_CANDIDATES,
        unnaming=sorted({*NON_NAME_CLASSES, SUBJECT}),
    )
    found_phrases = (phrase_from_row(row["phrase"]) for row in rows)
    return tuple(
        islice((one for one in found_phrases if words_start_with(one.name, words)), MOST_SUGGESTED)
    )


def is_same_person(one: PhraseSummary, other: PhraseSummary) -> bool:
    """Return whether two names seem to belong to the same person: all words of one name occur in
    the other."""
    if not one.entity_class == other.entity_class == PERSON:
        return False
    words, others = (
        {word for word in folded_parts(named.name) if not word.isdigit()} - SUFFIXES
        for named in (one, other)
    )
    return words <= others or others <= words


def decades(graph: Graph, phrase_id: str) -> tuple[tuple[int | None, int], ...]:
    """Return the number of descriptions that mention a phrase in each decade. The last entry counts
    descriptions that are undated or span several decades."""
    query = load_query("narabot", "phrase_decades")
    rows = graph.read(query, phraseId=phrase_id, yearInTitle=YEAR_IN_TITLE)
    return tuple((row["decade"], row["records"]) for row in rows)


def phrase_of_authority(graph: Graph, na_id: int) -> PhraseSummary | None:
    """Return the phrase linked to an authority, or `None` if no text mentions the authority."""
    rows = graph.read(load_query("narabot", "phrase_of_authority"), naId=na_id)
    return phrase_from_row(rows[0]["phrase"]) if rows else None


def names_in(graph: Graph, na_id: int) -> Mapping[str, str]:
    """Return the phraseId of each name in a record's text, keyed by the name as written."""
    rows = graph.read(load_query("narabot", "phrases_of_record"), naId=na_id)
    return {row["surface"]: row["phraseId"] for row in rows if row["class"] not in NON_NAME_CLASSES}


def phrases_with_words(graph: Graph, words: str) -> tuple[PhraseSummary, ...]:
    """Return the phrases whose names contain all of the words, most frequent first.

    Raises GraphUnavailableError.
    """
    parts = folded_parts(words)
    if not parts or not graph.read(load_query("narabot", "phrase_index")):
        return ()
    rows = graph.read(
        load_query("narabot", "phrases_called"),
        words=" AND ".join(parts),
        looked=MOST_NAME_CANDIDATES,
        most=MOST_PHRASES_BY_NAME,
    )
    return tuple(phrase_from_row(row["phrase"]) for row in rows)
