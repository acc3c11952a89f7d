"""The words that requests use to ask for computations: `vocabulary.toml`, as patterns."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

VOCABULARY_FILE = Path(__file__).with_name("vocabulary.toml")

Patterns = Mapping[str, re.Pattern[str]]


@cache
def patterns(table: str) -> Patterns:
    """Return a table's patterns by pattern name, in file order."""
    return {name: whole_words(words) for name, words in load_vocabulary()[table].items()}


def name_in(table: str, words: str) -> str | None:
    """Return the name of the pattern that matches an entire text, or else of the first pattern that
    matches within the text."""
    whole = whole_name_in(table, words)
    found = patterns(table).items()
    return whole or next((name for name, pattern in found if pattern.search(words)), None)


def whole_name_in(table: str, words: str) -> str | None:
    """Return the name of the pattern that matches a whole text."""
    found = patterns(table).items()
    return next((name for name, pattern in found if pattern.fullmatch(words)), None)


@cache
def load_vocabulary() -> dict[str, dict[str, str]]:
    """Return the tables of the vocabulary file."""
    return tomllib.loads(VOCABULARY_FILE.read_text(encoding="utf-8"))


def whole_words(words: str) -> re.Pattern[str]:
    """Return a case-insensitive pattern for whole words. Line breaks in `words` are ignored."""
    return re.compile(rf"(?<![\w-])(?:{words.replace(chr(10), '')})(?![\w-])", re.IGNORECASE)
