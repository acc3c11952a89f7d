"""Who may do what with records, by `access.lp`: roles, permissions, denials, NARA's statuses.

The catalogue itself is open to all: `consult` is about the materials.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from narabot.rules.evaluation import load_program, solve
from narabot.rules.facts import Constant, Fact, fact, tuples


class Role(StrEnum):
    """Who asks; each may do what the one before may."""

    VIEWER = "viewer"
    ANALYST = "analyst"
    ADMIN = "admin"


class Action(StrEnum):
    """What is done."""

    DESCRIBE = "describe"
    """Show what the catalogue says of a record."""
    CONSULT = "consult"
    """Show the materials themselves, or a copy."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a role may do something with a record, and by which status."""

    na_id: int
    is_allowed: bool
    status: str
    """In NARA's words: the record's own, else what it inherits, else "Undetermined"."""


def permission(role: Role, action: Action, status: str) -> Fact:
    """Return that a role may do something with records of a status."""
    return fact("permit", Constant(role), Constant(action), status)


def denial(role: Role, action: Action, status: str) -> Fact:
    """Return that a role, and each that inherits from it, may not."""
    return fact("deny", Constant(role), Constant(action), status)


def decisions(
    role: Role,
    action: Action,
    statuses: Mapping[int, str | None],
    parents: Mapping[int, int],
    further: Iterable[Fact] = (),
) -> Mapping[int, Decision]:
    """Return what is decided for each record of `statuses`, by naId.

    `statuses` has what each record states itself, `parents` what each lies in; `further` are
    permissions and denials beside ours. Raises RuleError, RuleLimitError.
    """
    facts = [
        *(fact("asks", Constant(role), Constant(action), na_id) for na_id in statuses),
        *(fact("status", na_id, said) for na_id, said in statuses.items() if said is not None),
        *(fact("parent", na_id, above) for na_id, above in parents.items()),
        *further,
    ]
    told = solve(load_program("access"), facts, (("allowed", 3), ("because", 4))).facts
    allowed = {na_id for *_, na_id in tuples(told, "allowed")}
    return {na_id: Decision(na_id, na_id in allowed, said) for na_id, said in reasons(told)}


def reasons(told: Collection[Fact]) -> Iterable[tuple[int, str]]:
    """Yield the naId of each record with the status that it is decided by."""
    for *_, na_id, status in tuples(told, "because"):
        if isinstance(na_id, int):
            yield na_id, str(status)
