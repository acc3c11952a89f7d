"""What checks a language model's sentences: the reader and structure, or words alone."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from narabot.answering.extractive.drafts import Lines, with_lines
from narabot.answering.extractive.reading import Part, Read, parts_of
from narabot.answering.extractive.sentences import candidates
from narabot.answering.verification.prompt_injection import is_order
from narabot.answering.verification.quotes import supporting_quotes
from narabot.answering.verification.support import Verifier, sound
from narabot.models import Passage, Quote
from narabot.understanding.question import Asked

if TYPE_CHECKING:
    from narabot.reading.reader import Reader


def by_words(
    question: str, passages: Sequence[Passage], found: Lines
) -> Callable[[str], tuple[Quote, ...]]:
    """Return what gives the quotes that a sentence stands on, by comparing words."""
    sources = candidates([with_lines(passage, found) for passage in passages])
    return partial(supporting_quotes, candidates=sources, is_led=is_order(question))


def by_reading(
    reader: "Reader", asked: Asked, passages: Sequence[Passage], found: Lines, read: Read
) -> Callable[[str], tuple[Quote, ...]]:
    """Return what gives the quotes that a sentence stands on, by reading the records."""
    relevance = {
        one.part.window.text: one.reading.relevance for parts in read.values() for one in parts
    }
    parts: list[Part] = []
    for passage in passages:
        own = list(parts_of(asked, passage, found))
        parts += sound(with_lines(passage, found), own)
    least = min(relevance.values(), default=0.0) - 1
    parts.sort(key=lambda one: -relevance.get(one.window.text, least))
    return Verifier(reader, parts).quotes
