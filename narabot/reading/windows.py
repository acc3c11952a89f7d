"""Split a record into windows for the reader.

A window is a heading with the record's names, followed by part of its `Field: value` lines. This
module is pure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.words import SENTENCE_END, stems

MAX_BODY_CHARS = 440
"""Maximum length of a window's body, in characters (about 120 tokens)."""

MAX_NAME_CHARS = 240
"""Maximum length of a name in a window's heading, in characters."""

MAX_ANCESTOR_NAMES = 2
"""Maximum number of ancestors in a window's heading: the parent and the root."""

OWN_NAME = re.compile(r"(?:Title|Name): [^\n]*(?:\n|$)")
"""The line with the record's own name, which every window's heading already contains."""


@dataclass(frozen=True, slots=True)
class Window:
    """Part of a text, preceded by a heading with the record's names."""

    text: str
    """The heading and the body."""
    body_at: int
    """Position in `text` where the body begins."""
    start: int
    """Position in the record's text where the body begins."""
    title_at: int
    """Position in `text` where the record's own name begins."""


def window_heading(name: str, above: Sequence[str]) -> str:
    """Return the heading of each window: the record's name and its ancestors' names.

    `above` contains the names of the ancestors, nearest first.
    """
    kept_in = list(dict.fromkeys([*above[:1], *above[-1:]]))[:MAX_ANCESTOR_NAMES]
    lines = [f"Title: {name[:MAX_NAME_CHARS]}"]
    if kept_in:
        lines.append(f"In: {'; '.join(one[:MAX_NAME_CHARS] for one in kept_in)}")
    return "\n".join(lines)


def split_into_windows(front: str, text: str) -> list[Window]:
    """Return the windows of a text. A text without words has one window: the heading."""
    own = OWN_NAME.match(text)
    begin = own.end() if own else 0
    parts = list(pack_spans(text, begin)) or [(begin, begin)]
    title_at = front.index(" ") + 1
    return [
        Window(f"{front}\n{text[start:end]}", len(front) + 1, start, title_at)
        for start, end in parts
    ]


MIN_ADDED_WORDS = 2
"""Minimum number of words that a second window must add to the first."""


def complementary_window(best: Window, others: Sequence[Window], said: str) -> Window | None:
    """Return the window that adds the most words from `said` to the best window, or `None` if no
    window adds enough words."""
    missing = stems(said) - stems(best.text)
    added = [len(missing & stems(one.text)) for one in others]
    most = max(added, default=0)
    return others[added.index(most)] if most >= MIN_ADDED_WORDS else None


def without_heading(text: str, window: Window) -> str:
    """Return a window's text without its heading."""
    lines = window.text[: window.body_at].count("\n")
    return text.split("\n", lines)[lines]


def pack_spans(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """Yield spans of whole lines and sentences, combined up to the maximum length of a window's
    body."""
    first = last = begin
    for start, end in line_spans(text, begin):
        if last > first and end - first > MAX_BODY_CHARS:
            yield first, last
            first = start
        elif last == first:
            first = start
        last = end
    if last > first:
        yield first, last


def line_spans(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of lines.

    Long lines are split between sentences, and long sentences are split between words.
    """
    for line in re.compile(r"[^\n]+").finditer(text, begin):
        if line.end() - line.start() <= MAX_BODY_CHARS:
            yield line.span()
            continue
        start = line.start()
        for stop in SENTENCE_END.finditer(text, line.start(), line.end()):
            yield from spans_between_words(text, start, stop.end())
            start = stop.end()
        yield from spans_between_words(text, start, line.end())


def spans_between_words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a span, split between words if it is too long."""
    while end - start > MAX_BODY_CHARS:
        cut = text.rfind(" ", start + 1, start + MAX_BODY_CHARS)
        cut = cut if cut > start else start + MAX_BODY_CHARS
        yield start, cut
        start = cut
    if start < end:
        yield start, end
