"""The last way: how requests of a type are built. It always says something."""

import re
import tomllib
from functools import cache
from pathlib import Path

from narabot.models.routing import QueryType
from narabot.routing.verdict import Verdict, calibrated

FILE = Path(__file__).with_name("patterns.toml")
"""By type, the first that fits is it; chosen on `training/made/routing.jsonl` alone."""

PATTERN = "pattern"


def told_by_pattern(request: str) -> Verdict:
    """Return what the first pattern that fits says; a request that none fits is simple."""
    for query_type, pattern in read_patterns().items():
        if found := pattern.search(request):
            return Verdict(4, PATTERN, calibrated(PATTERN, query_type), (found[0].strip(),))
    return Verdict(4, PATTERN, calibrated(PATTERN, None))


@cache
def read_patterns() -> dict[QueryType, re.Pattern[str]]:
    """Return the patterns in their order; each begins and ends at the ends of words."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        QueryType(name): re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)
        for name, forms in written.items()
    }
