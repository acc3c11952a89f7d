"""A stored chunk as sentences and lines, each with its place in the chunk. Pure."""

import re
from collections.abc import Iterator

from narabot.models.lines import LINE_KINDS, PAGE_MARKER, TRANSCRIPTION
from narabot.words import SENTENCE_END

LABELLED_LINE = re.compile(rf"(?P<label>[A-Z][A-Za-z -]{{2,30}}?(?:{PAGE_MARKER}\d+)?): (?=\S)")

PROSE_LABELS = frozenset(
    {TRANSCRIPTION, *(one.label for one in LINE_KINDS.values() if one.is_prose)}
)
"""Lines that can be read without their label; of the others the label is part of the quote."""

LONGEST_SENTENCE = 350
"""Characters; what has no sentence ends (machine-read pages) is cut between words."""

LONG_LIST = 200
"""Characters of a sentence from which on its parts between semicolons stand alone."""

LIST_END = re.compile(r"; +")


def sentences(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield line label, start and end of each sentence of a chunk.

    A sentence never has white space at its ends; `text[start:end]` is its words.
    """
    label = ""
    for line in re.finditer(r"[^\n]+", text):
        start = line.start()
        labelled = LABELLED_LINE.match(line.group())
        if labelled:
            label = labelled["label"]
            if is_prose_label(label):
                start += labelled.end()
        if labelled and start == line.start():
            yield from ((label, *place) for place in length_limited_spans(text, start, line.end()))
        else:
            yield from ((label, *place) for place in sentence_spans(text, start, line.end()))


def is_prose_label(label: str) -> bool:
    """Return whether what a label stands before is prose."""
    return not label or label in PROSE_LABELS or PAGE_MARKER in label


def lines(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield label, start and end of each labelled line of a chunk; of prose without its label."""
    for line in re.finditer(r"[^\n]+", text):
        labelled = LABELLED_LINE.match(line.group())
        if labelled:
            label = labelled["label"]
            start = line.start() + (labelled.end() if label in PROSE_LABELS else 0)
            yield label, start, line.start() + len(line.group().rstrip())


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the sentences between two places, without the white space around them."""
    for match in SENTENCE_END.finditer(text, start, end):
        yield from list_part_spans(text, start, match.start() + len(match.group().rstrip()))
        start = match.end()
    yield from list_part_spans(text, start, end)


def list_part_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a sentence, a long one in the parts between its semicolons."""
    if end - start > LONG_LIST:
        for part in LIST_END.finditer(text, start, end):
            yield from length_limited_spans(text, start, part.start())
            start = part.end()
    yield from length_limited_spans(text, start, end)


def length_limited_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a place, cut between words where it is too long."""
    while end - start > LONGEST_SENTENCE:
        cut = text.rfind(" ", start + 1, start + LONGEST_SENTENCE)
        cut = cut if cut > start else start + LONGEST_SENTENCE
        yield from stripped_span(text, start, cut)
        start = cut
    yield from stripped_span(text, start, end)


def stripped_span(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a place without the white space at its ends, unless nothing is left."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    end -= len(words) - len(words.rstrip())
    if start < end:
        yield start, end
