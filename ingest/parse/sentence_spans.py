"""A text as sentences that fit a budget of tokens, each with its place and its labelled line. Pure.

The sentences tile the text: each ends where the next begins, with the white space behind it, so
that nothing is lost however they are put together.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from narabot.models.lines import LINE_KINDS, MACHINE_READ, OF_PAGE, TRANSCRIPTION
from narabot.words import SENTENCE_END

Span = tuple[int, int]
"""A place in a text: `text[start:end]`."""

LINE_END = re.compile(r"\s*\n\s*")

LABEL = re.compile(
    rf"(?:{'|'.join(map(re.escape, LINE_KINDS))}"
    rf"|(?:{TRANSCRIPTION}|{MACHINE_READ})(?:{OF_PAGE}\d+)?): "
)
"""What a labelled line begins with."""

WORD_START = re.compile(r"(?<=\s)\S")


@dataclass(frozen=True)
class Sentences:
    """A text in sentences of at most a budget of tokens."""

    text: str
    spans: Sequence[Span]
    """They tile the text, in order."""
    lines: Sequence[int]
    """For each sentence the number of its labelled line, from 0."""
    token_starts: Sequence[int]
    """Where each token of the whole text begins, in order."""
    budget: int
    fits: Callable[[str, int], bool]
    """Whether a text has at most so many tokens."""

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.spans)

    @cached_property
    def texts(self) -> list[str]:
        """Their words, without the white space around them."""
        return [self.text[start:end].strip() for start, end in self.spans]

    def place(self, first: int, behind: int) -> Span:
        """Return where the sentences from one to before another stand."""
        return self.spans[first][0], self.spans[behind - 1][1]

    def is_within(self, first: int, behind: int) -> bool:
        """Return whether the sentences from one to before another fit the budget together."""
        start, end = self.place(first, behind)
        if token_count(self.token_starts, start, end) > 2 * self.budget:
            return False  # a long text need not be measured: so far off no estimate is
        return self.fits(self.text[start:end], self.budget)

    def most_from(self, first: int) -> int:
        """Return before which sentence those from one on end that fit the budget together.

        At least one is taken, which fits by itself.
        """
        limit = bisect_left(self.token_starts, self.spans[first][0]) + self.budget
        end = self.token_starts[limit] if limit < len(self.token_starts) else len(self.text)
        behind = max(bisect_right(self.spans, end, key=lambda span: span[1]), first + 1)
        while behind > first + 1 and not self.is_within(first, behind):
            behind -= 1
        while behind < len(self) and self.is_within(first, behind + 1):
            behind += 1
        return behind


def sentences_of(
    text: str, budget: int, token_starts: Sequence[int], fits: Callable[[str, int], bool]
) -> Sentences:
    """Return a text in sentences; one that is longer than the budget is cut between words.

    `token_starts` are where the tokens of the whole text begin, in order: parts are estimated by
    them, and measured by `fits`.
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
    """Return the places of a text's sentences, which end at line ends too; they tile the text."""
    ends = {match.end() for match in SENTENCE_END.finditer(text)}
    ends |= {match.end() for match in LINE_END.finditer(text)}
    inside = sorted(end for end in ends if end < len(text) and text[:end].strip())
    return list(pairwise([0, *inside, len(text)]))


def line_starts(text: str) -> list[int]:
    """Return where labelled lines begin; words before the first label are a line too."""
    starts = (match.end() for match in LINE_END.finditer(text))
    labelled = (start for start in starts if LABEL.match(text, start))
    return [0, *(start for start in labelled if text[:start].strip())]


def cut_to_fit(
    text: str,
    span: Span,
    budget: int,
    token_starts: Sequence[int],
    fits: Callable[[str, int], bool],
) -> Iterator[Span]:
    """Yield a place in pieces that fit the budget, cut between words, or letters if need be."""
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
    """Return where the last word begins that begins up to a place and behind the start.

    Where there is none, the place itself, and at least one letter behind the start.
    """
    found = start
    for match in WORD_START.finditer(text, start, stop + 1):
        found = match.start()
    return found if found > start else max(stop, start + 1)


def token_count(token_starts: Sequence[int], start: int, end: int) -> int:
    """Return how many tokens of the whole text begin between two places."""
    return bisect_left(token_starts, end) - bisect_left(token_starts, start)
