"""Who may do what with records, by `access.lp`: roles, permissions, denials, NARA's statuses.

The catalogue itself is open to all: `consult` is about the materials. naIds go to the rules as
texts, for clingo counts with 32 bits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from narabot.rules.evaluation import OUR_LIMITS, load_program, solve
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
        *(fact("asks", Constant(role), Constant(action), str(na_id)) for na_id in statuses),
        *(fact("status", str(na_id), said) for na_id, said in statuses.items() if said is not None),
        *(fact("parent", str(na_id), str(above)) for na_id, above in parents.items()),
        *further,
    ]
    wanted = (("allowed", 3), ("because", 4))
    told = solve(load_program("access"), facts, wanted, OUR_LIMITS).facts
    allowed = {na_id for *_, na_id in tuples(told, "allowed")}
    return {
        int(str(na_id)): Decision(int(str(na_id)), na_id in allowed, str(status))
        for *_, na_id, status in tuples(told, "because")
    }
