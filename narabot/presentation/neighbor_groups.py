"""Describe a record's neighbors in words, as groups with headings and as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from narabot.models import FullRecord, Neighbor, Neighbors, Relation
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.presentation.charts import (
    DATES_COLUMN,
    KIND_COLUMN,
    NAME_COLUMN,
    ROLE_COLUMN,
    linked_names,
)
from narabot.presentation.markdown import escape
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.strings import number, say
from narabot.presentation.terms import term


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes under one heading."""

    heading: str
    neighbors: tuple[Neighbor, ...]
    left_out: int


def group_neighbors(neighbors: Sequence[Neighbors]) -> list[Group]:
    """Return the nodes in groups.

    A node with more than one relation appears only in the first group.
    """
    seen: set[int] = set()
    found = []
    for some in neighbors:
        new = tuple(one for one in some.some if one.record.na_id not in seen)
        seen |= {one.record.na_id for one in new}
        if new:
            found.append(Group(relation_label(some), new, some.total - len(some.some)))
    return found


def relation_label(neighbors: Neighbors) -> str:
    """Return the relation between a set of neighbors and the record, in plain words."""
    if neighbors.relation is Relation.INCLUDES:
        return say("Part of") if neighbors.is_into else say("Contains")
    relation = AUTHORITY_RELATIONS[neighbors.relation]
    return term(relation.heading if neighbors.is_into else relation.part or "")


def neighbor_table(
    found: Sequence[Group], neighbors: Sequence[Neighbors]
) -> Mapping[str, Sequence[str]]:
    """Return the nodes as table rows, each with all its relations to the record."""
    shown = [one for group in found for one in group.neighbors]
    return {
        say(NAME_COLUMN): linked_names(one.record for one in shown),
        say(ROLE_COLUMN): [escape(roles(one, neighbors)) for one in shown],
        say(KIND_COLUMN): [type_label(one.record.type) for one in shown],
        say(DATES_COLUMN): [escape(dates(one.record) or "") for one in shown],
    }


def roles(shown: Neighbor, neighbors: Sequence[Neighbors]) -> str:
    """Return all of a neighbor's relations to the record, in words."""
    found = (
        relation_label(some) + (f" ({one.kind})" if one.kind else "")
        for some in neighbors
        for one in some.some
        if one.record.na_id == shown.record.na_id
    )
    return "; ".join(dict.fromkeys(found))


def alt_text(full: FullRecord, neighbors: Sequence[Neighbors]) -> str:
    """Return the chart's text alternative."""
    counts = "; ".join(f"{relation_label(some)}: {number(some.total)}" for some in neighbors)
    return say(
        "Diagram of the names and records related to {name}. {counts}. The table below shows the "
        "same data.",
        name=name(full.record),
        counts=counts,
    )
