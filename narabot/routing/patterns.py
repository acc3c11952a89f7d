"""Last classifier: regular expressions for the phrasing of each type. It always returns a
verdict."""

import re
import tomllib
from functools import cache
from pathlib import Path

from narabot.models.routing import QueryType
from narabot.routing.verdict import Verdict, calibrated

FILE = Path(__file__).with_name("patterns.toml")
"""Patterns for each type. The first type with a matching pattern wins. The patterns were chosen
using only `training/made/routing.jsonl`."""

PATTERN = "pattern"

PATTERN_MAX_CHARS = 1000
"""Number of characters to search at the beginning of a request, which is enough to recognize the
phrasing."""


def classify_by_pattern(request: str) -> Verdict:
    """Return the verdict of the first pattern that matches. A request without a match counts as
    simple."""
    query_type, words = first_matching_type(request)
    return Verdict(4, PATTERN, calibrated(PATTERN, query_type), words)


def first_matching_type(request: str) -> tuple[QueryType | None, tuple[str, ...]]:
    """Return the first type whose pattern matches and the matched words, or `None` if no pattern
    matches."""
    for name, pattern in read_patterns()["types"].items():
        if found := pattern.search(request, 0, PATTERN_MAX_CHARS):
            return QueryType(name), (found[0].strip(),)
    return None, ()


def matching_patterns(request: str) -> tuple[bool, ...]:
    """Return whether each type pattern and each sign pattern matches a request."""
    return tuple(
        bool(pattern.search(request, 0, PATTERN_MAX_CHARS))
        for patterns in read_patterns().values()
        for pattern in patterns.values()
    )


@cache
def read_patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    """Return the type patterns and the sign patterns. A sign does not indicate a type by itself.
    Each pattern matches whole words only."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        group: {
            name: re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)
            for name, forms in patterns.items()
        }
        for group, patterns in written.items()
    }
