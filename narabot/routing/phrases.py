"""Words that speak for a type, for as long as the rules of `narabot.rules` are not there. Pure."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from narabot.models.routing import QueryType
from narabot.words import fold

FILE = Path(__file__).with_name("phrases.toml")
"""By type, in the order in which one goes before another."""

LONGEST = 4
"""Words of a phrase."""


@dataclass(frozen=True, slots=True)
class PhraseVerdict:
    """What the words of a request speak for."""

    query_type: QueryType | None = None
    fired: tuple[str, ...] = ()


def spoken_for(words: Sequence[str]) -> PhraseVerdict:
    """Return the type that phrases speak for, all of whose words stand whole, in a row."""
    parts = [fold(word) for word in words]
    runs = {
        " ".join(parts[start : start + length])
        for start in range(len(parts))
        for length in range(1, LONGEST + 1)
    }
    for query_type, phrases in read_phrases().items():
        if fired := tuple(phrase for phrase in phrases if fold(phrase) in runs):
            return PhraseVerdict(query_type, fired)
    return PhraseVerdict()


@cache
def read_phrases() -> dict[QueryType, list[str]]:
    """Return the phrases of each type."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {QueryType(name): phrases for name, phrases in written.items()}
