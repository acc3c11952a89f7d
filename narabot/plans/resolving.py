"""Plans about records that a request only describes: a search finds these, or there is no plan.

A description stands for the record that the search puts first, if that has most of its words, or
if all searches put it first and it has some of them. Of 300 descriptions of records that are in no
catalogue here, 5 in 100 find one so; of 120 in Russian, whose words no record has, 12 in 100.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from msgspec import structs

from narabot.models import Passage
from narabot.plans.algebra import Part, Sought, These
from narabot.plans.values import Plan
from narabot.words import CYRILLIC, coverage, stems, weighted_stems

LookUp = Callable[[str], Sequence[Passage]]
"""Gives the records nearest to some words, best first."""

LEAST_COVERED = 0.6
"""Of the words that name or describe a record, by weight, the share that it must have."""

LEAST_OF_FIRST = 0.35
"""The same for a record that is first in all searches."""

FIRST_IN_ALL = 0.99
"""The score of such a record; see `RankedRecord.score`."""

MOST_LOOKED_UP = 12
"""Descriptions of one request that are searched for."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A plan of which all records are known."""

    plan: Plan
    covered: float
    """Of the words that describe its records, the share that the worst one has; 1 without any."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that a description stands for."""

    na_id: int
    covered: float


def resolved(plans: Iterable[Plan], look_up: LookUp) -> Iterator[Plan]:
    """Yield plans whose records are known, of those that must be searched for the best first.

    Plans of one kind that follow each other are readings of the same words: the best counts.
    """
    known: dict[Sought, Found | None] = {}
    waiting: list[Resolved] = []
    for plan in plans:
        sought = list(sought_in(plan))
        if waiting and (not sought or type(plan) is not type(waiting[0].plan)):
            yield best(waiting)
            waiting = []
        if not sought:
            yield plan
            continue
        for one in islice(sought, max(0, MOST_LOOKED_UP - len(known))):
            if one not in known:
                known[one] = find(one, look_up)
        found = [known.get(one) for one in sought]
        there = [one for one in found if one is not None]
        if len(there) == len(sought) and len({one.na_id for one in there}) == len(there):
            waiting.append(Resolved(put_in(plan, known), min(one.covered for one in there)))
    if waiting:
        yield best(waiting)


def best(waiting: Sequence[Resolved]) -> Plan:
    """Return the plan whose descriptions are met best; of several the first."""
    return max(waiting, key=lambda one: one.covered).plan


def find(sought: Sought, look_up: LookUp) -> Found | None:
    """Return the record that words describe, `None` where there is none."""
    words = weighted_stems(sought.text)
    for passage in look_up(sought.text)[:1]:
        text = "\n".join([passage.text, *(one.name or "" for one in passage.path)])
        covered = coverage(words, stems(text))
        if covered >= least_covered(sought.text, passage):
            return Found(passage.na_id, covered)
    return None


def least_covered(text: str, passage: Passage) -> float:
    """Return the share of the words of a description that the record found first must have."""
    if passage.score < FIRST_IN_ALL:
        return LEAST_COVERED
    return 0.0 if CYRILLIC.search(text) else LEAST_OF_FIRST


def sought_in(part: Any) -> Iterator[Sought]:
    """Yield the records that are only described, in a plan or a part of one."""
    if isinstance(part, Sought):
        yield part
        return
    parts = part if isinstance(part, tuple) else values_of(part).values()
    for one in parts:
        yield from sought_in(one)


def given_in(part: Any) -> Iterator[int]:
    """Yield the naIds of the records that a plan, or a part of one, is given."""
    if isinstance(part, These):
        yield from part.na_ids
        return
    parts = part if isinstance(part, tuple) else values_of(part).values()
    for one in parts:
        yield from given_in(one)


def put_in(part: Any, known: dict[Sought, Found | None]) -> Any:
    """Return a plan, or a part of one, with the records that were found."""
    if isinstance(part, Sought):
        found = known[part]
        return These((found.na_id,)) if found else part
    if isinstance(part, tuple):
        return tuple(put_in(one, known) for one in part)
    inner = {name: put_in(value, known) for name, value in values_of(part).items()}
    return structs.replace(part, **inner) if inner else part


def values_of(part: Any) -> dict[str, Any]:
    """Return the fields of a part of a plan; none of a plain value."""
    return structs.asdict(part) if isinstance(part, Part) else {}
