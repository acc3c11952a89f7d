"""Suggest records to look in: the name of each record and a sentence that shows why the record
fits."""

from collections.abc import Iterator, Sequence
from itertools import islice

from narabot.answering.extractive.lexical_answers import RequestedLines, own_name
from narabot.answering.extractive.ranking import rank_sentences
from narabot.embedding import TextEmbedder
from narabot.models import Passage, Quote, Sentence
from narabot.understanding.question import ParsedQuestion
from narabot.words import NAME_WEIGHT, coverage, stems

MIN_COVERAGE = 0.5
"""A passage must contain more than this share of the total weight of a request's words."""

MAX_QUOTED_RECORDS = 3
"""Number of records from which a sentence is quoted. The other records are only listed."""


def guide_sentences(
    asked: ParsedQuestion,
    passages: Sequence[Passage],
    embedder: TextEmbedder,
    found: RequestedLines,
) -> tuple[Sentence, ...]:
    """Return the names of the first records, each followed by the record's best sentence.

    All of these sentences are quotations. Records without a name are skipped. If any record
    contains a name from the request, records without such a name are skipped as well. Records at a
    requested level of description come first.
    """
    having = sorted(
        prefer_passages_with_names(asked, passages),
        key=lambda one: bool(asked.levels) and one.record.type not in asked.levels,
    )
    named = (passage for passage in having if own_name(passage, found) is not None)
    return tuple(
        Sentence(quote.quote, (quote,))
        for passage in islice(named, MAX_QUOTED_RECORDS)
        for quote in name_and_reason(asked, passage, embedder, found)
    )


def prefer_passages_with_names(
    asked: ParsedQuestion, passages: Sequence[Passage]
) -> Sequence[Passage]:
    """Return the passages that contain a name or number from the request, or else all passages."""
    return passages_with_names(asked, passages) or passages


def has_requested_name(asked: ParsedQuestion, passages: Sequence[Passage]) -> bool:
    """Return whether any passage contains a name or number from the request.

    Return true if the request has neither.
    """
    return not requested_names(asked) or bool(passages_with_names(asked, passages))


def covers_most_words(asked: ParsedQuestion, passages: Sequence[Passage]) -> bool:
    """Return whether any passage, with the titles in its path, contains most of a request's words.

    Numbers are ignored, because a number alone does not show what it counts.
    """
    words = {key: weight for key, weight in asked.words.items() if not key.isdecimal()}
    return any(
        coverage(words or asked.words, stems(with_titles(one))) > MIN_COVERAGE for one in passages
    )


def with_titles(passage: Passage) -> str:
    """Return a passage's text followed by the titles of its record and ancestors."""
    return "\n".join([passage.text, *(one.name or "" for one in passage.path)])


def passages_with_names(asked: ParsedQuestion, passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages that contain a name or number from the request."""
    names = requested_names(asked)
    return [one for one in passages if names & stems(one.text)]


def requested_names(asked: ParsedQuestion) -> set[str]:
    """Return the stems of the names and numbers in a request."""
    return {key for key, weight in asked.words.items() if weight == NAME_WEIGHT}


def name_and_reason(
    asked: ParsedQuestion, passage: Passage, embedder: TextEmbedder, found: RequestedLines
) -> Iterator[Quote]:
    """Yield a record's name and best sentence as quotations, if they exist."""
    yield from filter(None, [own_name(passage, found)])
    yield from (one.candidate.quote for one in rank_sentences(asked, passage, embedder)[:1])
