"""Divide a text into sentences that fit a token budget, and find each sentence's labeled line.

The sentences cover the text. Each sentence includes the white space after it and ends where the
next sentence begins. Therefore no text is lost when sentences are combined.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from narabot.models.lines import LINE_KINDS, MACHINE_READ, PAGE_MARKER, TRANSCRIPTION
from narabot.words import SENTENCE_END

Span = tuple[int, int]
"""A range of a text: `text[start:end]`."""

LINE_END = re.compile(r"\s*\n\s*")

LABEL = re.compile(
    rf"(?:{'|'.join(map(re.escape, LINE_KINDS))}"
    rf"|(?:{TRANSCRIPTION}|{MACHINE_READ})(?:{PAGE_MARKER}\d+)?): "
)
"""The label at the beginning of a line."""

WORD_START = re.compile(r"(?<=\s)\S")


@dataclass(frozen=True)
class Sentences:
    """A text divided into sentences that each fit a token budget."""

    text: str
    spans: Sequence[Span]
    """The sentences' spans, in order. Together, the spans cover the text."""
    lines: Sequence[int]
    """For each sentence, the number of its labeled line, starting at 0."""
    token_starts: Sequence[int]
    """The start of each token in the whole text, in order."""
    budget: int
    fits: Callable[[str, int], bool]
    """Returns whether a text has at most the specified number of tokens."""

    def __len__(self) -> int:
        return len(self.spans)

    @cached_property
    def texts(self) -> list[str]:
        """The sentences without surrounding white space."""
        return [self.text[start:end].strip() for start, end in self.spans]

    def span(self, first: int, stop: int) -> Span:
        """Return the span of the sentences from `first` up to, but not including, `stop`."""
        return self.spans[first][0], self.spans[stop - 1][1]

    def fits_together(self, first: int, stop: int) -> bool:
        """Return whether the sentences from `first` to `stop - 1` together fit the budget."""
        start, end = self.span(first, stop)
        if token_count(self.token_starts, start, end) > 2 * self.budget:
            return False  # estimates are never too high by a factor of two, so do not measure
        return self.fits(self.text[start:end], self.budget)

    def longest_fit(self, first: int) -> int:
        """Return the end of the longest run of sentences from `first` that fits the budget.

        The run has at least one sentence, which always fits.
        """
        limit = bisect_left(self.token_starts, self.spans[first][0]) + self.budget
        end = self.token_starts[limit] if limit < len(self.token_starts) else len(self.text)
        stop = max(bisect_right(self.spans, end, key=lambda span: span[1]), first + 1)
        while stop > first + 1 and not self.fits_together(first, stop):
            stop -= 1
        while stop < len(self) and self.fits_together(first, stop + 1):
            stop += 1
        return stop


def sentences_of(
    text: str, budget: int, token_starts: Sequence[int], fits: Callable[[str, int], bool]
) -> Sentences:
    """Return a text divided into sentences. A sentence over the budget is split between words.

    `token_starts` contains the start of each token in the text, in order. These positions serve to
    estimate a part's length, which `fits` then measures.
    """
    spans = [
        piece
        for span in sentence_spans(text)
        for piece in cut_to_fit(text, span, budget, token_starts, fits)
    ]
    begins = line_starts(text)
    lines = [bisect_right(begins, start) - 1 for start, _ in spans]
    return Sentences(text, spans, lines, token_starts, budget, fits)


def sentence_spans(text: str) -> list[Span]:
    """Return the spans of a text's sentences, which cover the text.

    Line breaks also end sentences.
    """
    ends = {match.end() for match in SENTENCE_END.finditer(text)}
    ends |= {match.end() for match in LINE_END.finditer(text)}
    inside = sorted(end for end in ends if end < len(text) and text[:end].strip())
    return list(pairwise([0, *inside, len(text)]))


def line_starts(text: str) -> list[int]:
    """Return the starts of labeled lines. Text before the first label counts as a line."""
    starts = (match.end() for match in LINE_END.finditer(text))
    labeled = (start for start in starts if LABEL.match(text, start))
    return [0, *(start for start in labeled if text[:start].strip())]


def cut_to_fit(
    text: str,
    span: Span,
    budget: int,
    token_starts: Sequence[int],
    fits: Callable[[str, int], bool],
) -> Iterator[Span]:
    """Yield the parts of a span that fit the budget.

    Parts end between words or, if necessary, between characters.
    """
    start, end = span
    while start < end:
        is_long = token_count(token_starts, start, end) > 2 * budget
        if not is_long and fits(text[start:end], budget):
            yield start, end
            return
        limit = bisect_left(token_starts, start) + budget
        stop = min(token_starts[limit], end) if limit < len(token_starts) else end
        stop = word_before(text, start, stop)
        while stop > start + 1 and not fits(text[start:stop], budget):
            stop = word_before(text, start, stop - 1)
        yield start, stop
        start = stop


def word_before(text: str, start: int, stop: int) -> int:
    """Return the start of the last word that begins after `start` and at or before `stop`.

    If there is no such word, return `stop`, or `start + 1` if that is greater.
    """
    found = start
    for match in WORD_START.finditer(text, start, stop + 1):
        found = match.start()
    return found if found > start else max(stop, start + 1)


def token_count(token_starts: Sequence[int], start: int, end: int) -> int:
    """Return the number of tokens that begin in a range."""
    return bisect_left(token_starts, end) - bisect_left(token_starts, start)
