"""Say in which records to look: the name of each, and its sentence that says why."""

from collections.abc import Iterator, Sequence
from itertools import islice

from narabot.answering.extractive.drafts import Lines, own_name
from narabot.answering.extractive.ranking import rank_sentences
from narabot.embedding import TextEmbedder
from narabot.models import Passage, Quote, Sentence
from narabot.understanding.question import Asked
from narabot.words import NAME_WEIGHT, coverage, stems

MOST = 0.5
"""Of the words of a request, by weight: more than this."""

POINTED_TO = 3
"""Records of which a sentence is quoted; the others are listed."""


def pointers(
    asked: Asked, passages: Sequence[Passage], embedder: TextEmbedder, found: Lines
) -> tuple[Sentence, ...]:
    """Return the names of the first records, each with the sentence that is nearest to a request.

    Each is a quote. Records without a name of their own are passed over, and where some have a name
    that the request says, those that have none. A level that is asked for comes first.
    """
    having = sorted(
        having_names(asked, passages),
        key=lambda one: bool(asked.levels) and one.record.type not in asked.levels,
    )
    named = (passage for passage in having if own_name(passage, found) is not None)
    return tuple(
        Sentence(quote.quote, (quote,))
        for passage in islice(named, POINTED_TO)
        for quote in name_and_reason(asked, passage, embedder, found)
    )


def having_names(asked: Asked, passages: Sequence[Passage]) -> Sequence[Passage]:
    """Return the passages in which a name or number of a request stands; all where none has."""
    return with_names(asked, passages) or passages


def is_named(asked: Asked, passages: Sequence[Passage]) -> bool:
    """Return whether some passage says a name of a request; also where it says none."""
    return not names_of(asked) or bool(with_names(asked, passages))


def is_mostly_said(asked: Asked, passages: Sequence[Passage]) -> bool:
    """Return whether some passage, with the titles above it, says most of a request's words.

    A number by itself says nothing of what it counts.
    """
    words = {key: weight for key, weight in asked.words.items() if not key.isdecimal()}
    return any(coverage(words or asked.words, stems(with_titles(one))) > MOST for one in passages)


def with_titles(passage: Passage) -> str:
    """Return the text of a passage with the titles of its record and of those above."""
    return "\n".join([passage.text, *(one.name or "" for one in passage.path)])


def with_names(asked: Asked, passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages in which a name or number of a request stands."""
    names = names_of(asked)
    return [one for one in passages if names & stems(one.text)]


def names_of(asked: Asked) -> set[str]:
    """Return the stems of the names and numbers that a request says."""
    return {key for key, weight in asked.words.items() if weight == NAME_WEIGHT}


def name_and_reason(
    asked: Asked, passage: Passage, embedder: TextEmbedder, found: Lines
) -> Iterator[Quote]:
    """Yield the quotes of a record's name and of its best sentence, if it has any."""
    yield from filter(None, [own_name(passage, found)])
    yield from (one.candidate.quote for one in rank_sentences(asked, passage, embedder)[:1])
