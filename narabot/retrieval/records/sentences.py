"""Split a stored chunk into sentences and lines with their offsets. Pure."""

import re
from collections.abc import Iterator

from narabot.models.lines import LINE_KINDS, PAGE_MARKER, TRANSCRIPTION
from narabot.words import SENTENCE_END

LABELED_LINE = re.compile(rf"(?P<label>[A-Z][A-Za-z -]{{2,30}}?(?:{PAGE_MARKER}\d+)?): (?=\S)")

PROSE_LABELS = frozenset(
    {TRANSCRIPTION, *(one.label for one in LINE_KINDS.values() if one.is_prose)}
)
"""Labels of lines that are readable without their labels. For other lines, the label is part of the
quotation."""

LONGEST_SENTENCE = 350
"""Maximum length of a sentence, in characters. Text without sentence ends, such as OCR text, is cut
between words."""

LONG_LIST = 200
"""Minimum length, in characters, of a sentence that is split at semicolons."""

LIST_END = re.compile(r"; +")


def sentences(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the line label, start, and end of each sentence in a chunk.

    Sentences have no surrounding whitespace; `text[start:end]` is the sentence.
    """
    label = ""
    for line in re.finditer(r"[^\n]+", text):
        start = line.start()
        labeled = LABELED_LINE.match(line.group())
        if labeled:
            label = labeled["label"]
            if is_prose_label(label):
                start += labeled.end()
        if labeled and start == line.start():
            yield from ((label, *place) for place in length_limited_spans(text, start, line.end()))
        else:
            yield from ((label, *place) for place in sentence_spans(text, start, line.end()))


def is_prose_label(label: str) -> bool:
    """Return whether the text after a label is prose."""
    return not label or label in PROSE_LABELS or PAGE_MARKER in label


def lines(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the label, start, and end of each labeled line in a chunk. The span of a prose line
    excludes its label."""
    for line in re.finditer(r"[^\n]+", text):
        labeled = LABELED_LINE.match(line.group())
        if labeled:
            label = labeled["label"]
            start = line.start() + (labeled.end() if label in PROSE_LABELS else 0)
            yield label, start, line.start() + len(line.group().rstrip())


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentences between two offsets, without surrounding whitespace."""
    for match in SENTENCE_END.finditer(text, start, end):
        yield from list_part_spans(text, start, match.start() + len(match.group().rstrip()))
        start = match.end()
    yield from list_part_spans(text, start, end)


def list_part_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a sentence, or the parts between semicolons if the sentence is long."""
    if end - start > LONG_LIST:
        for part in LIST_END.finditer(text, start, end):
            yield from length_limited_spans(text, start, part.start())
            start = part.end()
    yield from length_limited_spans(text, start, end)


def length_limited_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a span, cut between words if the span is too long."""
    while end - start > LONGEST_SENTENCE:
        cut = text.rfind(" ", start + 1, start + LONGEST_SENTENCE)
        cut = cut if cut > start else start + LONGEST_SENTENCE
        yield from stripped_span(text, start, cut)
        start = cut
    yield from stripped_span(text, start, end)


def stripped_span(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a span without surrounding whitespace, unless it is empty."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    end -= len(words) - len(words.rstrip())
    if start < end:
        yield start, end
