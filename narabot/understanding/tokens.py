"""The words of a text, found in one pass for all who read it. Pure.

By the pattern of `narabot.words`: a word may be a compound, whose parts its readers may look at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from narabot.words import WORD, fold, stem_weights, with_parts_of_compounds, without_stop_words

KEPT_TEXTS = 64
"""Texts whose tokens are kept: one request, read in several ways, and those asked at once."""

JOINT = re.compile("[,:/-]")
"""Signs that join words into a compound; apostrophes and points stand within a word."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a text."""

    written: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        """In lower case, without diacritics."""
        return fold(self.written)

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.written[0].isupper()

    @property
    def parts(self) -> Iterator["Token"]:
        """Its parts: `Inter` and `American`; the index of names splits so."""
        start = self.start
        for part in JOINT.split(self.written):
            yield Token(part, start, start + len(part))
            start += len(part) + 1


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text with its words in order."""

    text: str
    tokens: tuple[Token, ...]

    @property
    def content_words(self) -> list[str]:
        """The content words, folded, each once, in order."""
        return without_stop_words(token.folded for token in self.tokens)

    @property
    def weighted_stems(self) -> dict[str, float]:
        """The stems of the content words with their weights."""
        return stem_weights((token.written, token.start) for token in self.tokens)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the content words, and of the parts of compounds."""
        return with_parts_of_compounds(self.weighted_stems)


@lru_cache(maxsize=KEPT_TEXTS)
def tokenised(text: str) -> TokenizedText:
    """Return a text with its words; whoever asks for them again gets the same."""
    return TokenizedText(text, tuple(tokens_of(text)))


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the words of a text that is no request, and is not kept."""
    for match in WORD.finditer(text):
        yield Token(match.group(), match.start(), match.end())
