"""A chunk's text, as what a language model says of it is compared with it. Pure.

Where a name stands: as it is written, else folded (case, diacritics, blanks, curly signs). Names in
the labels of lines, in orders to a model, and behind them in the chunk, are none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from narabot.answering.extractive.sentences import Candidate
from narabot.answering.verification.quotes import without_orders
from narabot.knowledge.support import bears_out, sentences_of
from narabot.models.lines import LINE_KINDS, OF_PAGE
from narabot.retrieval.records.sentences import LABELLED_LINE
from narabot.words import fold

Place = tuple[int, int]
"""Start and end: `text[start:end]`."""

PLAIN_SIGNS = str.maketrans("“”„«»‘’‚‐‑–—", '"""""\'\'\'----')
"""What a model writes otherwise than a record."""

MOST_PLACES = 50
"""Of one name in one chunk."""

LONGEST_QUOTE = 600
"""Characters that a statement stands on; further apart two names say nothing of each other."""


@dataclass(frozen=True)
class ChunkText:
    """The text of a chunk, with its sentences and folded signs."""

    text: str

    @cached_property
    def sentences(self) -> list[Candidate]:
        """All of its sentences."""
        return sentences_of([self.text])

    @cached_property
    def sound(self) -> frozenset[Place]:
        """The places of the sentences that give no orders, nor stand behind one."""
        return frozenset((one.quote.start, one.quote.end) for one in without_orders(self.sentences))

    @cached_property
    def pieces(self) -> list[Place]:
        """The places of all sentences, in order."""
        return sorted((one.quote.start, one.quote.end) for one in self.sentences)

    @cached_property
    def labels(self) -> list[Place]:
        """Where the labels of its lines stand."""
        found = (
            (line.start(), LABELLED_LINE.match(line.group()))
            for line in re.finditer(r"[^\n]+", self.text)
        )
        return [
            (start, start + one.end())
            for start, one in found
            if one and (one["label"] in LINE_KINDS or OF_PAGE in one["label"])
        ]

    @cached_property
    def folded(self) -> "FoldedText":
        """The text as names are compared with it."""
        return folded_text(self.text)

    def places(self, name: str) -> list[Place]:
        """Return where a name stands as whole words, in sentences that are sound, in order."""
        exact = (one for one in occurrences(self.text, name.strip()) if self.is_sound(*one))
        folded = (one for one in self.folded.places(name) if self.is_sound(*one))
        return list(islice(exact, MOST_PLACES)) or list(islice(folded, MOST_PLACES))

    def is_sound(self, start: int, end: int) -> bool:
        """Return whether a place is of whole words, within sound sentences, and of no label."""
        if not (is_edge(self.text, start) and is_edge(self.text, end)):
            return False
        touched = [one for one in self.pieces if meet(one, (start, end))]
        of_label = any(meet(one, (start, end)) for one in self.labels)
        return bool(touched) and not of_label and self.sound.issuperset(touched)

    def run_of(self, start: int, end: int) -> Place | None:
        """Return the sentences that hold a place; `None` over the border of a line, or too long."""
        touched = [one for one in self.pieces if meet(one, (start, end))]
        if not touched or not self.sound.issuperset(touched):
            return None
        first, last = touched[0][0], touched[-1][1]
        crosses = any(first < begin < last for begin, _ in self.labels)
        too_long = last - first > LONGEST_QUOTE
        holds = first <= start and end <= last
        return (first, last) if holds and not crosses and not too_long else None

    def bears_out(self, written: str) -> bool:
        """Return whether the text bears out a written sentence."""
        return bears_out(written, self.sentences)


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text's folded signs, and of each where the sign that it comes from stands."""

    signs: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def places(self, name: str) -> Iterator[Place]:
        """Yield where a folded name stands in the text itself, no part of a sign cut off."""
        last = len(self.signs) - 1
        for begin, end in occurrences(self.signs, folded_text(name.strip()).signs):
            begins_sign = begin == 0 or self.starts[begin - 1] != self.starts[begin]
            ends_sign = end > last or self.starts[end] != self.starts[end - 1]
            if begins_sign and ends_sign:
                yield self.starts[begin], self.ends[end - 1]


def folded_text(text: str) -> FoldedText:
    """Return a text as its names are compared; of blanks beside each other one counts."""
    signs: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for place, sign in enumerate(text):
        plain = folded_sign(sign)
        if signs and (not plain or (plain == " " and signs[-1] == " ")):
            ends[-1] = place + 1
            continue
        for one in plain:
            signs.append(one)
            starts.append(place)
            ends.append(place + 1)
    return FoldedText("".join(signs), tuple(starts), tuple(ends))


@lru_cache(maxsize=4_096)
def folded_sign(sign: str) -> str:
    """Return a sign without case and diacritics; every blank is one, "" stands for an accent."""
    return " " if sign.isspace() else fold(sign.translate(PLAIN_SIGNS))


def occurrences(text: str, words: str) -> Iterator[Place]:
    """Yield the places of some words in a text."""
    start = text.find(words) if words.strip() else -1
    while start >= 0:
        yield start, start + len(words)
        start = text.find(words, start + len(words))


def meet(one: Place, other: Place) -> bool:
    """Return whether two places have a sign in common."""
    return one[0] < other[1] and other[0] < one[1]


def is_edge(text: str, place: int) -> bool:
    """Return whether no word goes on over a place."""
    return not (0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum())
