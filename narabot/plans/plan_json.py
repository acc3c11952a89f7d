"""Plans as JSON, and JSON as plans: only tags, fields and types of the algebra are read. Pure."""

from typing import Any, cast

import msgspec

from narabot.errors import PlanNotReadError
from narabot.plans.algebra import RecordSet
from narabot.plans.values import Plan

LONGEST = 100_000
"""Characters of a plan in JSON that are read."""


def written(part: Plan | RecordSet) -> str:
    """Return a plan or a set as JSON: equal ones are written alike."""
    return msgspec.json.encode(part).decode()


def read_plan(text: str) -> Plan:
    """Return the plan that JSON says. Raises PlanNotReadError, which names the fault."""
    return cast(Plan, read(text, Plan))


def read_written_set(text: str) -> RecordSet:
    """Return the set that JSON says. Raises PlanNotReadError."""
    return cast(RecordSet, read(text, RecordSet))


def read(text: str, kind: Any) -> object:
    """Return what JSON says, of a type. Raises PlanNotReadError."""
    if len(text) > LONGEST:
        raise PlanNotReadError(f"A plan has at most {LONGEST:,} characters.")
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise PlanNotReadError(f"That is no plan: {error}.") from error
