"""Say in which records to look: the name of each, and its sentence that says why."""

from collections.abc import Iterator, Sequence
from itertools import islice

from narabot.answering.extractive.drafts import Lines, own_name
from narabot.answering.extractive.ranking import rank_sentences
from narabot.embedding import TextEmbedder
from narabot.models import Passage, Quote, Sentence
from narabot.understanding.question import Asked

POINTED_TO = 3
"""Records of which a sentence is quoted; the others are listed."""


def pointers(
    asked: Asked, passages: Sequence[Passage], embedder: TextEmbedder, found: Lines
) -> tuple[Sentence, ...]:
    """Return the names of the first records, each with the sentence that is nearest to a request.

    Each is a quote. Records without a name of their own are passed over.
    """
    named = (passage for passage in passages if own_name(passage, found) is not None)
    return tuple(
        Sentence(quote.quote, (quote,))
        for passage in islice(named, POINTED_TO)
        for quote in name_and_reason(asked, passage, embedder, found)
    )


def name_and_reason(
    asked: Asked, passage: Passage, embedder: TextEmbedder, found: Lines
) -> Iterator[Quote]:
    """Yield the quotes of a record's name and of its best sentence, if it has any."""
    yield from filter(None, [own_name(passage, found)])
    yield from (one.candidate.quote for one in rank_sentences(asked, passage, embedder)[:1])
