"""Split a record's stored text into the labeled lines that ingest composed. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from narabot.models import RecordType, TextLine
from narabot.models.lines import LINES, MACHINE_READ, PAGE_MARKER, TRANSCRIPTION, LineKind

LABEL = re.compile(
    rf"^(?P<label>[A-Z][a-z]+(?: [a-z]+){{0,4}}|(?:{TRANSCRIPTION}|{MACHINE_READ}){PAGE_MARKER}"
    r"(?P<page>\d{1,9})): ",
    re.MULTILINE,
)

Place = tuple[int, int]


def text_lines(text: str, record_type: RecordType) -> tuple[TextLine, ...]:
    """Return the labeled lines of a text, without losing a word.

    If part of a value looks like a label, it counts as a label only if it fits the order of labels.
    """
    starts = list(label_starts(text, LINES[record_type]))
    ends = [start for start, _, _ in (*starts, (len(text), 0, ""))][1:]
    return tuple(
        TextLine(label, text[stop:end].strip())
        for (_, stop, label), end in zip(starts, ends, strict=True)
    )


def label_starts(text: str, kinds: Sequence[LineKind]) -> Iterator[tuple[int, int, str]]:
    """Yield the start of each labeled line, the start of its value, and its label."""
    place: Place = (-1, 0)
    if text and not LABEL.match(text):
        yield 0, 0, ""
    for match in LABEL.finditer(text):
        found = label_place(match, kinds, place)
        if found is not None:
            place = found
            yield match.start(), match.end(), match["label"]


def label_place(match: re.Match[str], kinds: Sequence[LineKind], after: Place) -> Place | None:
    """Return the position of a label in the order of all labels, or `None` if it is out of
    order."""
    label = match["label"]
    page = int(match["page"] or 0)
    if label.startswith(TRANSCRIPTION):
        found = (len(kinds), page)
    elif label.startswith(MACHINE_READ) and page:
        found = (len(kinds) + 1, page)
    else:
        stop = range(after[0] + 1, len(kinds))
        return next(((place, 0) for place in stop if kinds[place].label == label), None)
    return found if found >= after else None


def joined_chunks(texts: Sequence[str]) -> str:
    """Return the original text that was split into chunks. A chunk may begin by repeating the end
    of the previous chunk."""
    pieces = list(texts[:1])
    for before, text in pairwise(texts):
        pieces.append(text[overlap_length(before, text) :])
    return "".join(pieces)


def overlap_length(before: str, text: str) -> int:
    """Return the number of characters at the end of a chunk that are repeated at the start of the
    next chunk."""
    longest = min(len(before), len(text) - 1)
    return next((size for size in range(longest, 0, -1) if before.endswith(text[:size])), 0)
