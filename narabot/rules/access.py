"""Access decisions, which `access.lp` derives from roles, permissions, denials, and statuses.

The statuses are NARA's access statuses. The catalog itself is open to everyone. The action
`consult` concerns the materials. The rules receive naIds as strings because clingo's integers have
32 bits.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from narabot.rules.evaluation import BUILTIN_LIMITS, load_program, solve
from narabot.rules.facts import Constant, Fact, argument_tuples, fact


class Role(StrEnum):
    """A user's role. Each role includes the permissions of the role before it."""

    VIEWER = "viewer"
    ANALYST = "analyst"
    ADMIN = "admin"


class Action(StrEnum):
    """What a user wants to do."""

    DESCRIBE = "describe"
    """Show the description of a record."""
    CONSULT = "consult"
    """Show the materials themselves or a digital object."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a role may perform an action on a record, and the status that was decisive."""

    na_id: int
    is_allowed: bool
    status: str
    """The record's own status, an inherited status, or "Undetermined", in NARA's terms."""


def permission(role: Role, action: Action, status: str) -> Fact:
    """Return the fact that a role may perform an action on records with the specified status."""
    return fact("permit", Constant(role), Constant(action), status)


def denial(role: Role, action: Action, status: str) -> Fact:
    """Return the fact that a role may not perform an action on records with the specified status.

    The denial also applies to every role that inherits from the role.
    """
    return fact("deny", Constant(role), Constant(action), status)


def decisions(
    role: Role,
    action: Action,
    statuses: Mapping[int, str | None],
    parents: Mapping[int, int],
    further: Iterable[Fact] = (),
) -> Mapping[int, Decision]:
    """Return the decision for each record in `statuses`, keyed by naId.

    `statuses` contains each record's own status, and `parents` contains each record's parent.
    `further` adds permissions and denials to the built-in rules. May raise RuleError or
    RuleLimitError.
    """
    facts = [
        *(fact("asks", Constant(role), Constant(action), str(na_id)) for na_id in statuses),
        *(
            fact("status", str(na_id), own_status)
            for na_id, own_status in statuses.items()
            if own_status is not None
        ),
        *(fact("parent", str(na_id), str(above)) for na_id, above in parents.items()),
        *further,
    ]
    wanted = (("allowed", 3), ("because", 4))
    solved = solve(load_program("access"), facts, wanted, BUILTIN_LIMITS).facts
    allowed = {na_id for *_, na_id in argument_tuples(solved, "allowed")}
    return {
        int(str(na_id)): Decision(int(str(na_id)), na_id in allowed, str(status))
        for *_, na_id, status in argument_tuples(solved, "because")
    }
