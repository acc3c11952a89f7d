"""What has to do with a record, in words: groups under headings, and a table. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from narabot.models import FullRecord, Neighbour, Neighbours, Relation
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.presentation.markdown import escape
from narabot.presentation.pictures import (
    DATES_COLUMN,
    KIND_COLUMN,
    NAME_COLUMN,
    ROLE_COLUMN,
    linked_names,
)
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.strings import number, say
from narabot.presentation.terms import term


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes under one heading."""

    heading: str
    neighbours: tuple[Neighbour, ...]
    left_out: int


def groups(neighbours: Sequence[Neighbours]) -> list[Group]:
    """Return the groups of nodes; what has several relations stands in the first of them."""
    seen: set[int] = set()
    found = []
    for some in neighbours:
        new = tuple(one for one in some.some if one.record.na_id not in seen)
        seen |= {one.record.na_id for one in new}
        if new:
            found.append(Group(words(some), new, some.total - len(some.some)))
    return found


def words(neighbours: Neighbours) -> str:
    """Return what some neighbours are to the record, or the record to them, in plain words."""
    if neighbours.relation is Relation.INCLUDES:
        return say("Part of") if neighbours.is_into else say("Contains")
    told = AUTHORITY_RELATIONS[neighbours.relation]
    return term(told.heading if neighbours.is_into else told.part or "")


def table(found: Sequence[Group], neighbours: Sequence[Neighbours]) -> Mapping[str, Sequence[str]]:
    """Return the nodes as rows: each with all that it is to the record."""
    shown = [one for group in found for one in group.neighbours]
    return {
        say(NAME_COLUMN): linked_names(one.record for one in shown),
        say(ROLE_COLUMN): [escape(roles(one, neighbours)) for one in shown],
        say(KIND_COLUMN): [type_label(one.record.type) for one in shown],
        say(DATES_COLUMN): [escape(dates(one.record) or "") for one in shown],
    }


def roles(shown: Neighbour, neighbours: Sequence[Neighbours]) -> str:
    """Return all relations of a neighbour, in words."""
    found = (
        words(some) + (f" ({one.kind})" if one.kind else "")
        for some in neighbours
        for one in some.some
        if one.record.na_id == shown.record.na_id
    )
    return "; ".join(dict.fromkeys(found))


def sentence(full: FullRecord, neighbours: Sequence[Neighbours]) -> str:
    """Return what the picture shows."""
    counts = "; ".join(f"{words(some)}: {number(some.total)}" for some in neighbours)
    return say(
        "Graph around {name}. {counts}. The table below says the same.",
        name=name(full.record),
        counts=counts,
    )
