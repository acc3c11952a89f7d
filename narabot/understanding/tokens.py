"""Tokenization of a text in a single pass for all purposes.

The pattern is in `narabot.words`. A token may be a compound with parts. This module has no side
effects.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from narabot.words import WORD, add_compound_parts, fold, stem_weights, without_stop_words

MAX_CACHED_TEXTS = 64
"""Maximum number of cached texts. The cache holds the versions of a few concurrent requests."""

JOINT = re.compile("[,:/-]")
"""Characters that join words into a compound. Apostrophes and periods are part of a word."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word in a text."""

    written: str
    start: int
    end: int

    @property
    def folded(self) -> str:
        """The word in lowercase, without diacritics."""
        return fold(self.written)

    @property
    def is_capital(self) -> bool:
        """Whether the word begins with a capital letter."""
        return self.written[0].isupper()

    @property
    def parts(self) -> Iterator["Token"]:
        """The parts of the word, split as in the index of names: `Inter` and `American`."""
        start = self.start
        for part in JOINT.split(self.written):
            yield Token(part, start, start + len(part))
            start += len(part) + 1


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text with its tokens in order."""

    text: str
    tokens: tuple[Token, ...]

    @property
    def content_words(self) -> list[str]:
        """The folded content words in order, without duplicates."""
        return without_stop_words(token.folded for token in self.tokens)

    @property
    def weighted_stems(self) -> dict[str, float]:
        """The stems of the content words, with weights."""
        return stem_weights((token.written, token.start) for token in self.tokens)

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the content words and of the parts of compounds."""
        return add_compound_parts(self.weighted_stems)


@lru_cache(maxsize=MAX_CACHED_TEXTS)
def tokenize(text: str) -> TokenizedText:
    """Return a text with its tokens, from a cache if possible."""
    return TokenizedText(text, tuple(iter_tokens(text)))


def iter_tokens(text: str) -> Iterator[Token]:
    """Yield a text's tokens without caching. This function is for texts that are not requests."""
    for match in WORD.finditer(text):
        yield Token(match.group(), match.start(), match.end())
