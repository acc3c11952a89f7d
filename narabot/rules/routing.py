"""The type of a request by the words that it says: the first tier of the router.

The words and what follows from them stand in `routing.lp`. clingo reads that once a process; its
table is kept, since a request cannot wait for a process to start. A test holds the two together.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from narabot.models.routing import QueryType
from narabot.rules.evaluation import OUR_LIMITS, load_program, solve
from narabot.rules.facts import Constant, Value, tuples
from narabot.words import fold, folded_parts

LONGEST_PHRASE = 4
"""Words of the longest phrase; a test looks for longer ones."""

YEAR = re.compile(r"1\d{3}|20\d\d")


@dataclass(frozen=True, slots=True)
class Firing:
    """Words of a request that speak for a type."""

    query_type: QueryType
    phrase: str
    """As `routing.lp` writes it."""


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """What the rules of routing say of a request."""

    query_type: QueryType | None = None
    """`None` where no word speaks for any."""
    fired: tuple[str, ...] = ()
    """The phrases that speak for that type, in the order of the request."""
    outranked: tuple[Firing, ...] = ()
    """What spoke for others."""


@dataclass(frozen=True, slots=True)
class RoutingTable:
    """What `routing.lp` says, as looked up."""

    triggers: Mapping[str, tuple[Firing, ...]]
    """By folded phrase, what it speaks for."""
    with_year: Mapping[str, tuple[Firing, ...]]
    """The same where a year is said too; this goes before the other."""
    ranks: Mapping[QueryType, int]
    """Of several types the one of the lowest rank is it."""


@cache
def routing_table() -> RoutingTable:
    """Return the table, which clingo tells once a process. Raises RuleError, RuleLimitError."""
    wanted = (("trigger", 2), ("with_year", 2), ("rank", 2))
    facts = solve(load_program("routing"), (), wanted, OUR_LIMITS).facts
    ranks = {type_of(one): int(str(rank)) for one, rank in tuples(facts, "rank")}
    return RoutingTable(
        firings_of(tuples(facts, "trigger")), firings_of(tuples(facts, "with_year")), ranks
    )


def firings_of(rows: Iterable[tuple[Value, ...]]) -> Mapping[str, tuple[Firing, ...]]:
    """Return by folded phrase what it speaks for."""
    found: dict[str, tuple[Firing, ...]] = {}
    for one, phrase in rows:
        folded = fold(str(phrase))
        found[folded] = (*found.get(folded, ()), Firing(type_of(one), str(phrase)))
    return found


def type_of(told: Value) -> QueryType:
    """Return the type that the rules name."""
    return QueryType(told.name if isinstance(told, Constant) else str(told))


def query_types(words: Sequence[str]) -> RuleVerdict:
    """Return the type that the words of a request speak for, with the words that do.

    The words are given in the order of the request; they fire whole, whatever their case. Raises
    RuleError, RuleLimitError when the table cannot be read.
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
    """Return all runs of few words, folded, each with whether the request says a year."""
    parts = [part for word in words for part in folded_parts(word)]
    year_said = any(YEAR.fullmatch(part) for part in parts)
    return [
        (" ".join(parts[start : start + length]), year_said)
        for start in range(len(parts))
        for length in range(1, min(LONGEST_PHRASE, len(parts) - start) + 1)
    ]
