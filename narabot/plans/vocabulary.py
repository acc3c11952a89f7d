"""The words by which requests say what is to be computed: `vocabulary.toml`, as patterns."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from narabot.words import fold

FILE = Path(__file__).with_name("vocabulary.toml")

Patterns = Mapping[str, re.Pattern[str]]


@cache
def patterns(table: str) -> Patterns:
    """Return the patterns of a table by what they say, in the order of the file."""
    return {name: whole_words(words) for name, words in tables()[table].items()}


@cache
def fillers() -> frozenset[str]:
    """Return the words that say nothing about what is sought."""
    return frozenset(map(fold, tables()["fillers"]["words"].split()))


@cache
def tables() -> dict[str, dict[str, str]]:
    """Return the file."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def whole_words(words: str) -> re.Pattern[str]:
    """Return a pattern for some words, whatever their case and the lines that they stand in."""
    return re.compile(rf"(?<![\w-])(?:{words.replace(chr(10), '')})(?![\w-])", re.IGNORECASE)
