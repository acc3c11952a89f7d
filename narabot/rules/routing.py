"""Determine a request's query type from its words: the first tier of the router.

`routing.lp` defines the words and their consequences. clingo evaluates this program once per
process, and the resulting table is cached, because a request cannot wait for a process to start. A
test compares the table with the rules.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from narabot.models.routing import QueryType
from narabot.rules.evaluation import BUILTIN_LIMITS, load_program, solve
from narabot.rules.facts import Constant, Value, argument_tuples
from narabot.words import fold, folded_parts

MAX_PHRASE_WORDS = 4
"""Number of words in the longest phrase. A test verifies that no phrase is longer."""

YEAR = re.compile(r"1\d{3}|20\d\d")


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase that indicates a query type."""

    query_type: QueryType
    phrase: str
    """The phrase as written in `routing.lp`."""


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """The result of the routing rules for a request."""

    query_type: QueryType | None = None
    """`None` if no phrase indicates a type."""
    fired: tuple[str, ...] = ()
    """The phrases that indicate this type, in the order in which the request contains them."""
    outranked: tuple[PhraseMatch, ...] = ()
    """Phrases that indicate other types."""


@dataclass(frozen=True, slots=True)
class RoutingTable:
    """The contents of `routing.lp`, for lookup."""

    triggers: Mapping[str, tuple[PhraseMatch, ...]]
    """Folded phrase → types that the phrase indicates."""
    with_year: Mapping[str, tuple[PhraseMatch, ...]]
    """Folded phrase → types that the phrase indicates in a request with a year. These types replace
    the types in `triggers`."""
    ranks: Mapping[QueryType, int]
    """Query type → rank. The type with the lowest rank wins."""


@cache
def routing_table() -> RoutingTable:
    """Return the table, computed by clingo once per process. May raise RuleError or
    RuleLimitError."""
    wanted = (("trigger", 2), ("with_year", 2), ("rank", 2))
    facts = solve(load_program("routing"), (), wanted, BUILTIN_LIMITS).facts
    ranks = {type_of(one): int(str(rank)) for one, rank in argument_tuples(facts, "rank")}
    return RoutingTable(
        matches_by_phrase(argument_tuples(facts, "trigger")),
        matches_by_phrase(argument_tuples(facts, "with_year")),
        ranks,
    )


def matches_by_phrase(rows: Iterable[tuple[Value, ...]]) -> Mapping[str, tuple[PhraseMatch, ...]]:
    """Return the matches, grouped by folded phrase."""
    found: dict[str, tuple[PhraseMatch, ...]] = {}
    for one, phrase in rows:
        folded = fold(str(phrase))
        found[folded] = (*found.get(folded, ()), PhraseMatch(type_of(one), str(phrase)))
    return found


def type_of(value: Value) -> QueryType:
    """Convert a value from the rules to a query type."""
    return QueryType(value.name if isinstance(value, Constant) else str(value))


def query_types(words: Sequence[str]) -> RuleVerdict:
    """Return the query type that a request's words indicate, with the decisive phrases.

    `words` are the words in the request, in order. Only whole words match, in any letter case.
    Raise RuleError or RuleLimitError if the table cannot be computed.
    """
    table = routing_table()
    firings = tuple(
        firing
        for phrase, year_said in phrases(words)
        for firing in (year_said and table.with_year.get(phrase)) or table.triggers.get(phrase, ())
    )
    if not firings:
        return RuleVerdict()
    winner = min({one.query_type for one in firings}, key=table.ranks.__getitem__)
    fired = dict.fromkeys(one.phrase for one in firings if one.query_type is winner)
    others = dict.fromkeys(one for one in firings if one.query_type is not winner)
    return RuleVerdict(winner, tuple(fired), tuple(others))


def phrases(words: Sequence[str]) -> list[tuple[str, bool]]:
    """Return all runs of up to `MAX_PHRASE_WORDS` folded words.

    Each run comes with a Boolean: whether the request contains a year.
    """
    parts = [part for word in words for part in folded_parts(word)]
    year_said = any(YEAR.fullmatch(part) for part in parts)
    return [
        (" ".join(parts[start : start + length]), year_said)
        for start in range(len(parts))
        for length in range(1, min(MAX_PHRASE_WORDS, len(parts) - start) + 1)
    ]
