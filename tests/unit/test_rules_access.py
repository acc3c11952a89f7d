"""Tests of access rules: inheritance among roles, overriding denials, and inherited statuses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narabot.models import AccessStatus
from narabot.rules.access import Action, Decision, Role, decisions, denial, permission

OPEN_TO = {
    Role.VIEWER: {AccessStatus.UNRESTRICTED},
    Role.ANALYST: {AccessStatus.UNRESTRICTED, AccessStatus.PARTLY, AccessStatus.POSSIBLY},
    Role.ADMIN: {
        AccessStatus.UNRESTRICTED,
        AccessStatus.PARTLY,
        AccessStatus.POSSIBLY,
        AccessStatus.UNDETERMINED,
    },
}

RECORDS: dict[int, str | None] = dict(enumerate(AccessStatus, start=1))


def allowed(role: Role, action: Action, *further: object) -> set[str]:
    """Return the access statuses of the records on which a role may perform an action."""
    decided = decisions(role, action, RECORDS, {}, further)  # type: ignore[arg-type]
    assert decided.keys() == RECORDS.keys()
    return {one.status for one in decided.values() if one.is_allowed}


@pytest.mark.parametrize("role", Role)
def test_each_role_has_more_permissions_than_the_previous_one(role: Role) -> None:
    assert allowed(role, Action.CONSULT) == OPEN_TO[role]
    assert OPEN_TO[Role.VIEWER] < OPEN_TO[Role.ANALYST] < OPEN_TO[Role.ADMIN]


@pytest.mark.parametrize("role", Role)
def test_every_role_may_view_every_description(role: Role) -> None:
    assert allowed(role, Action.DESCRIBE) == set(AccessStatus)
    assert decisions(role, Action.DESCRIBE, {1: "A word that NARA has not had"}, {})[1].is_allowed


def test_denial_overrides_every_permission() -> None:
    everything = [permission(role, Action.CONSULT, AccessStatus.FULLY) for role in Role]
    for role in Role:
        assert allowed(role, Action.CONSULT, *everything) == OPEN_TO[role]


def test_denial_is_inherited_only_by_higher_roles() -> None:
    further = denial(Role.ANALYST, Action.CONSULT, AccessStatus.UNRESTRICTED)
    assert AccessStatus.UNRESTRICTED in allowed(Role.VIEWER, Action.CONSULT, further)
    assert AccessStatus.UNRESTRICTED not in allowed(Role.ANALYST, Action.CONSULT, further)
    assert AccessStatus.UNRESTRICTED not in allowed(Role.ADMIN, Action.CONSULT, further)


def test_permission_is_inherited_only_by_higher_roles() -> None:
    further = permission(Role.ANALYST, Action.CONSULT, AccessStatus.UNDETERMINED)
    assert AccessStatus.UNDETERMINED not in allowed(Role.VIEWER, Action.CONSULT, further)
    assert AccessStatus.UNDETERMINED in allowed(Role.ANALYST, Action.CONSULT, further)


def test_missing_status_is_inherited_from_the_nearest_ancestor() -> None:
    statuses = {1: "Restricted - Fully", 2: "Unrestricted", 3: None, 4: None, 5: None, 6: " "}
    parents = {2: 1, 3: 2, 4: 1}
    decided = decisions(Role.VIEWER, Action.CONSULT, statuses, parents)
    assert decided[3] == Decision(3, True, "Unrestricted")
    assert decided[4] == Decision(4, False, "Restricted - Fully")
    assert decided[5] == Decision(5, False, "Undetermined")
    assert decided[6] == Decision(6, False, " ")


def test_records_in_a_parent_cycle_have_undetermined_status() -> None:
    decided = decisions(Role.ADMIN, Action.CONSULT, {1: None, 2: None}, {1: 2, 2: 1})
    assert {one.status for one in decided.values()} == {"Undetermined"}


def test_na_id_may_exceed_32_bits() -> None:
    decided = decisions(Role.VIEWER, Action.CONSULT, {2**40: None, 7: "Unrestricted"}, {2**40: 7})
    assert decided[2**40] == Decision(2**40, True, "Unrestricted")


def test_no_records_yield_no_decisions() -> None:
    assert decisions(Role.ADMIN, Action.CONSULT, {}, {1: 2}) == {}


@settings(max_examples=10)
@given(
    st.dictionaries(st.integers(1, 8), st.none() | st.sampled_from(AccessStatus), min_size=1),
    st.dictionaries(st.integers(1, 8), st.integers(1, 8)),
    st.sampled_from(Role),
)
def test_decisions_match_a_walk_up_the_hierarchy(
    statuses: dict[int, AccessStatus | None], parents: dict[int, int], role: Role
) -> None:
    for na_id, decision in decisions(role, Action.CONSULT, statuses, parents).items():
        at, seen = na_id, set[int]()
        while statuses.get(at) is None and at in parents and at not in seen:
            seen.add(at)
            at = parents[at]
        status = statuses.get(at) or AccessStatus.UNDETERMINED
        assert decision == Decision(na_id, status in OPEN_TO[role], status)
