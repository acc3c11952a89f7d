"""The last way: how requests of a type are built. It always says something."""

import re
import tomllib
from functools import cache
from pathlib import Path

from narabot.models.routing import QueryType
from narabot.routing.verdict import Verdict, calibrated

FILE = Path(__file__).with_name("patterns.toml")
"""Of types the first that fits is it; chosen on `training/made/routing.jsonl` alone."""

PATTERN = "pattern"

READ = 1000
"""Characters of a request that are looked at: how it is built shows in them."""


def told_by_pattern(request: str) -> Verdict:
    """Return what the first pattern that fits says; a request that none fits is simple."""
    query_type, words = pattern_said(request)
    return Verdict(4, PATTERN, calibrated(PATTERN, query_type), words)


def pattern_said(request: str) -> tuple[QueryType | None, tuple[str, ...]]:
    """Return the type whose pattern fits first, with the words that it fits; `None` for none."""
    for name, pattern in read_patterns()["types"].items():
        if found := pattern.search(request, 0, READ):
            return QueryType(name), (found[0].strip(),)
    return None, ()


def signs_of(request: str) -> tuple[bool, ...]:
    """Return for each pattern, of types and of signs, whether it fits."""
    return tuple(
        bool(pattern.search(request, 0, READ))
        for patterns in read_patterns().values()
        for pattern in patterns.values()
    )


@cache
def read_patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    """Return the patterns of types and of signs; each begins and ends at the ends of words."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        group: {
            name: re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)
            for name, forms in patterns.items()
        }
        for group, patterns in written.items()
    }
