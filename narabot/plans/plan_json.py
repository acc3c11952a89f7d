"""Conversion of plans to and from JSON, limited to the algebra's tags, fields, and types. Pure."""

from typing import Any, cast

import msgspec

from narabot.errors import InvalidPlanError
from narabot.plans.algebra import RecordSet
from narabot.plans.values import Plan

MAX_PLAN_LENGTH = 100_000
"""Maximum length of a plan in JSON, in characters."""


def to_json(part: Plan | RecordSet) -> str:
    """Return a plan or set as JSON. Equal plans have equal JSON."""
    return msgspec.json.encode(part).decode()


def read_plan(text: str) -> Plan:
    """Return a plan from JSON. An invalid plan raises InvalidPlanError, which describes the
    error."""
    return cast(Plan, decode(text, Plan))


def read_record_set(text: str) -> RecordSet:
    """Return a set from JSON. Invalid JSON raises InvalidPlanError."""
    return cast(RecordSet, decode(text, RecordSet))


def decode(text: str, kind: Any) -> object:
    """Return a value of a type from JSON. Invalid JSON raises InvalidPlanError."""
    if len(text) > MAX_PLAN_LENGTH:
        raise InvalidPlanError(f"A plan has at most {MAX_PLAN_LENGTH:,} characters.")
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise InvalidPlanError(f"Invalid plan: {error}.") from error
