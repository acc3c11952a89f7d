"""Create the function that checks a language model's sentences, using the reader or a word
comparison."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from narabot.answering.extractive.lexical_answers import RequestedLines, with_requested_lines
from narabot.answering.extractive.sentences import candidates
from narabot.answering.extractive.window_reading import RecordReadings, RecordWindow, record_windows
from narabot.answering.verification.lexical_support import supporting_quotes
from narabot.answering.verification.prompt_injection import is_instruction
from narabot.answering.verification.reader_support import (
    ReaderVerifier,
    windows_without_instructions,
)
from narabot.models import Passage, Quote
from narabot.understanding.question import ParsedQuestion

if TYPE_CHECKING:
    from narabot.reading.reader import Reader


def lexical_verifier(
    question: str, passages: Sequence[Passage], found: RequestedLines
) -> Callable[[str], tuple[Quote, ...]]:
    """Return a function that compares words to find a sentence's supporting quotations."""
    sources = candidates([with_requested_lines(passage, found) for passage in passages])
    return partial(supporting_quotes, candidates=sources, is_led=is_instruction(question))


def reader_verifier(
    reader: "Reader",
    asked: ParsedQuestion,
    passages: Sequence[Passage],
    found: RequestedLines,
    read: RecordReadings,
) -> Callable[[str], tuple[Quote, ...]]:
    """Return a function that uses the reader to find a sentence's supporting quotations."""
    relevance = {
        one.part.window.text: one.reading.relevance for parts in read.values() for one in parts
    }
    parts: list[RecordWindow] = []
    for passage in passages:
        own = list(record_windows(asked, passage, found))
        parts += windows_without_instructions(with_requested_lines(passage, found), own)
    least = min(relevance.values(), default=0.0) - 1
    parts.sort(key=lambda one: -relevance.get(one.window.text, least))
    return ReaderVerifier(reader, parts).quotes
