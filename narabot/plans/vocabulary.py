"""The words by which requests say what is to be computed: `vocabulary.toml`, as patterns."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("vocabulary.toml")

Patterns = Mapping[str, re.Pattern[str]]


@cache
def patterns(table: str) -> Patterns:
    """Return the patterns of a table by what they say, in the order of the file."""
    return {name: whole_words(words) for name, words in tables()[table].items()}


def name_in(table: str, said: str) -> str | None:
    """Return what some words say by a table: all of them, or else the first that say something."""
    whole = whole_name_in(table, said)
    found = patterns(table).items()
    return whole or next((name for name, pattern in found if pattern.search(said)), None)


def whole_name_in(table: str, said: str) -> str | None:
    """Return what all of some words say by a table."""
    found = patterns(table).items()
    return next((name for name, pattern in found if pattern.fullmatch(said)), None)


@cache
def tables() -> dict[str, dict[str, str]]:
    """Return the file."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def whole_words(words: str) -> re.Pattern[str]:
    """Return a pattern for some words, whatever their case and the lines that they stand in."""
    return re.compile(rf"(?<![\w-])(?:{words.replace(chr(10), '')})(?![\w-])", re.IGNORECASE)
