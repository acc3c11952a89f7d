"""A record as the reader reads it: `Field: value` lines under its title, in windows. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.words import SENTENCE_END, stems

LONGEST_BODY = 440
"""Characters of a window, some 120 tokens."""

LONGEST_NAME = 240
"""Characters of a name above a window."""

NAMES_ABOVE = 2
"""Of the records above, the nearest and the root stand in front of a window."""

OWN_NAME = re.compile(r"(?:Title|Name): [^\n]*(?:\n|$)")
"""The line of a record's own text that stands in front of every window already."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a text with its record's names in front."""

    text: str
    """What is read."""
    body_at: int
    """Where in `text` the part begins."""
    start: int
    """Where in the record's text the part begins."""
    title_at: int
    """Where in `text` the record's own name begins."""


def heading(name: str, above: Sequence[str]) -> str:
    """Return what stands in front of each window: the record's name, and where it is kept.

    `above` has the names of the records above, the nearest first.
    """
    kept_in = list(dict.fromkeys([*above[:1], *above[-1:]]))[:NAMES_ABOVE]
    lines = [f"Title: {name[:LONGEST_NAME]}"]
    if kept_in:
        lines.append(f"In: {'; '.join(one[:LONGEST_NAME] for one in kept_in)}")
    return "\n".join(lines)


def windows(front: str, text: str) -> list[Window]:
    """Return the windows of a text under a heading; of a text without words one of the heading."""
    own = OWN_NAME.match(text)
    begin = own.end() if own else 0
    parts = list(packed(text, begin)) or [(begin, begin)]
    title_at = front.index(" ") + 1
    return [
        Window(f"{front}\n{text[start:end]}", len(front) + 1, start, title_at)
        for start, end in parts
    ]


MORE = 2
"""Words that a second window must add to the first."""


def further(best: Window, others: Sequence[Window], said: str) -> Window | None:
    """Return the window that has most of a sentence's words that the best one lacks, if some."""
    missing = stems(said) - stems(best.text)
    added = [len(missing & stems(one.text)) for one in others]
    most = max(added, default=0)
    return others[added.index(most)] if most >= MORE else None


def without_heading(text: str, window: Window) -> str:
    """Return what is read of a window without the lines of its heading."""
    lines = window.text[: window.body_at].count("\n")
    return text.split("\n", lines)[lines]


def packed(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """Yield places of whole lines and sentences, as many at once as a window holds."""
    first = last = begin
    for start, end in pieces(text, begin):
        if last > first and end - first > LONGEST_BODY:
            yield first, last
            first = start
        elif last == first:
            first = start
        last = end
    if last > first:
        yield first, last


def pieces(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """Yield the places of lines, long ones by sentences, and these between words."""
    for line in re.compile(r"[^\n]+").finditer(text, begin):
        if line.end() - line.start() <= LONGEST_BODY:
            yield line.span()
            continue
        start = line.start()
        for stop in SENTENCE_END.finditer(text, line.start(), line.end()):
            yield from short(text, start, stop.end())
            start = stop.end()
        yield from short(text, start, line.end())


def short(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a place, cut between words where it is too long."""
    while end - start > LONGEST_BODY:
        cut = text.rfind(" ", start + 1, start + LONGEST_BODY)
        cut = cut if cut > start else start + LONGEST_BODY
        yield start, cut
        start = cut
    if start < end:
        yield start, end
