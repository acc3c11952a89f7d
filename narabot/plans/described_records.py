"""Plans about records that a request only describes: a search finds these, or there is no plan.

A description stands for the record that the search puts first, if that has most of its words, or
if all searches put it first and it has some of them. Of 300 descriptions of records that are in no
catalogue here, 5 in 100 find one so; of 120 in Russian, whose words no record has, 12 in 100.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import structs

from narabot.models import Passage
from narabot.plans.algebra import Part, Sought, These
from narabot.plans.plan_request import UnknownNameError
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


def resolved(plan: Plan, look_up: LookUp) -> Plan:
    """Return a plan whose records are known.

    Raises UnknownNameError where a description stands for none, or for the same as another.
    """
    known: dict[Sought, int] = {}
    for number, one in enumerate(parts_in(plan, Sought)):
        found = find(one, look_up) if number < MOST_LOOKED_UP else None
        if found is None or found in known.values():
            raise UnknownNameError(one.text)
        known[one] = found
    whole: Plan = put_in(plan, known)
    return whole


def find(sought: Sought, look_up: LookUp) -> int | None:
    """Return the naId of the record that words describe, `None` where there is none."""
    words = weighted_stems(sought.text)
    for passage in look_up(sought.text)[:1]:
        text = "\n".join([passage.text, *(one.name or "" for one in passage.path)])
        if coverage(words, stems(text)) >= least_covered(sought.text, passage):
            return passage.na_id
    return None


def least_covered(text: str, passage: Passage) -> float:
    """Return the share of the words of a description that the record found first must have."""
    if passage.score < FIRST_IN_ALL:
        return LEAST_COVERED
    return 0.0 if CYRILLIC.search(text) else LEAST_OF_FIRST


def parts_in(part: Any, kind: type[Part]) -> Iterator[Any]:
    """Yield the parts of a kind in a plan, or in a part of one."""
    if isinstance(part, kind):
        yield part
        return
    parts = part if isinstance(part, tuple) else values_of(part).values()
    for one in parts:
        yield from parts_in(one, kind)


def given_in(plan: Plan) -> list[int]:
    """Return the naIds of the records that a plan is given."""
    return [na_id for one in parts_in(plan, These) for na_id in one.na_ids]


def put_in(part: Any, known: dict[Sought, int]) -> Any:
    """Return a plan, or a part of one, with the records that were found."""
    if isinstance(part, Sought):
        return These((known[part],))
    if isinstance(part, tuple):
        return tuple(put_in(one, known) for one in part)
    inner = {name: put_in(value, known) for name, value in values_of(part).items()}
    return structs.replace(part, **inner) if inner else part


def values_of(part: Any) -> dict[str, Any]:
    """Return the fields of a part of a plan; none of a plain value."""
    return structs.asdict(part) if isinstance(part, Part) else {}
