"""A chunk's text, prepared for comparison with a language model's output.

narabot first looks for a name exactly as written. If there is no such occurrence, narabot ignores
differences in case, diacritics, spaces, and curly quotation marks. Names in line labels, in
instructions to a model, and after such instructions do not count. This module is pure.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from narabot.answering.extractive.sentences import Candidate
from narabot.answering.verification.lexical_support import without_instructions
from narabot.knowledge.text_support import sentences_of, texts_support
from narabot.models.lines import LINE_KINDS, PAGE_MARKER
from narabot.retrieval.records.sentences import LABELED_LINE
from narabot.words import fold

Place = tuple[int, int]
"""The start and end of a span: `text[start:end]`."""

PLAIN_CHARACTERS = str.maketrans("“”„«»‘’‚‐‑–—", '"""""\'\'\'----')
"""Maps typographic characters to the plain characters that models often write instead."""

MAX_OCCURRENCES = 50
"""Maximum number of occurrences that narabot uses for a name in a chunk."""

MAX_QUOTE_CHARS = 600
"""Maximum length of a statement's quotation, in characters.

Names that are farther apart count as unrelated."""


@dataclass(frozen=True)
class ChunkText:
    """The text of a chunk, with its sentences and in folded form."""

    text: str

    @cached_property
    def sentences(self) -> list[Candidate]:
        """All sentences of the text."""
        return sentences_of([self.text])

    @cached_property
    def usable_spans(self) -> frozenset[Place]:
        """The spans of sentences that contain no instruction and do not follow an instruction."""
        return frozenset(
            (one.quote.start, one.quote.end) for one in without_instructions(self.sentences)
        )

    @cached_property
    def sentence_spans(self) -> list[Place]:
        """The spans of all sentences, in order."""
        return sorted((one.quote.start, one.quote.end) for one in self.sentences)

    @cached_property
    def label_spans(self) -> list[Place]:
        """The spans of the line labels."""
        found = (
            (line.start(), LABELED_LINE.match(line.group()))
            for line in re.finditer(r"[^\n]+", self.text)
        )
        return [
            (start, start + one.end())
            for start, one in found
            if one and (one["label"] in LINE_KINDS or PAGE_MARKER in one["label"])
        ]

    @cached_property
    def folded(self) -> "FoldedText":
        """The folded text, for comparison with names."""
        return folded_text(self.text)

    def find_name(self, name: str) -> list[Place]:
        """Return the spans of a name in usable sentences, as whole words and in order."""
        exact = (one for one in occurrences(self.text, name.strip()) if self.is_usable(*one))
        folded = (one for one in self.folded.find_name(name) if self.is_usable(*one))
        return list(islice(exact, MAX_OCCURRENCES)) or list(islice(folded, MAX_OCCURRENCES))

    def is_usable(self, start: int, end: int) -> bool:
        """Return whether a span consists of whole words in usable sentences and overlaps no
        label."""
        if not (is_edge(self.text, start) and is_edge(self.text, end)):
            return False
        touched = [one for one in self.sentence_spans if overlap(one, (start, end))]
        of_label = any(overlap(one, (start, end)) for one in self.label_spans)
        return bool(touched) and not of_label and self.usable_spans.issuperset(touched)

    def sentence_run(self, start: int, end: int) -> Place | None:
        """Return the span of the sentences that contain a smaller span.

        Return `None` if a sentence is unusable, if a new labeled line begins within the sentences,
        or if the sentences are too long.
        """
        touched = [one for one in self.sentence_spans if overlap(one, (start, end))]
        if not touched or not self.usable_spans.issuperset(touched):
            return None
        first, last = touched[0][0], touched[-1][1]
        crosses = any(first < begin < last for begin, _ in self.label_spans)
        too_long = last - first > MAX_QUOTE_CHARS
        holds = first <= start and end <= last
        return (first, last) if holds and not crosses and not too_long else None

    def supports(self, written: str) -> bool:
        """Return whether the text supports a generated sentence."""
        return texts_support(written, self.sentences)


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text's folded characters, each with its position in the original text."""

    characters: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def find_name(self, name: str) -> Iterator[Place]:
        """Yield the spans of a folded name in the original text. No span splits a character."""
        last = len(self.characters) - 1
        for begin, end in occurrences(self.characters, folded_text(name.strip()).characters):
            begins_character = begin == 0 or self.starts[begin - 1] != self.starts[begin]
            ends_character = end > last or self.starts[end] != self.starts[end - 1]
            if begins_character and ends_character:
                yield self.starts[begin], self.ends[end - 1]


def folded_text(text: str) -> FoldedText:
    """Return a text folded for comparison. Adjacent spaces become one space."""
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for place, character in enumerate(text):
        plain = folded_character(character)
        if characters and (not plain or (plain == " " and characters[-1] == " ")):
            ends[-1] = place + 1
            continue
        for one in plain:
            characters.append(one)
            starts.append(place)
            ends.append(place + 1)
    return FoldedText("".join(characters), tuple(starts), tuple(ends))


@lru_cache(maxsize=4_096)
def folded_character(character: str) -> str:
    """Return a character in lowercase, without diacritics. White space becomes a space, and a
    combining accent becomes ""."""
    return " " if character.isspace() else fold(character.translate(PLAIN_CHARACTERS))


def occurrences(text: str, words: str) -> Iterator[Place]:
    """Yield the spans in which a string occurs in a text."""
    start = text.find(words) if words.strip() else -1
    while start >= 0:
        yield start, start + len(words)
        start = text.find(words, start + len(words))


def overlap(one: Place, other: Place) -> bool:
    """Return whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def is_edge(text: str, place: int) -> bool:
    """Return whether a position is outside all words or at the edge of a word."""
    return not (0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum())
