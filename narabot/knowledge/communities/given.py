"""Given communities: units of description with what is kept in them; authorities with what is by
or about them.

Which records are in one is a rule over the catalogue's own relations: none of that is written.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Within
from narabot.knowledge.communities.identifiers import given_id
from narabot.models import LevelOfDescription, Row
from narabot.models.knowledge import digest_of

FORM = "2"
"""Of communities and reports, their sentences too; another one makes all of them anew."""

LEAST_RECORDS = 5
"""That a given community has, beside the unit itself."""

UNITS = (
    LevelOfDescription.RECORD_GROUP,
    LevelOfDescription.COLLECTION,
    LevelOfDescription.SERIES,
    LevelOfDescription.FILE_UNIT,
)


@dataclass(frozen=True, slots=True)
class Given:
    """A given community."""

    na_id: int
    name: str
    size: int
    """Records."""
    digest: str
    """Of what all of its records are, and of what was read in them."""
    tops: tuple[int, ...]
    """The naIds of the records in which, with themselves, all of them are kept."""
    above: tuple[int, ...] = ()
    """The naIds of the given communities of which it is a part, the nearest first."""
    is_unit: bool = True
    """Whether it is a unit of description; else it is an authority's."""

    @property
    def community_id(self) -> str:
        """What tells it from others."""
        return given_id(self.na_id)


def read_given(graph: Graph, within: Within = None) -> list[Given]:
    """Return the given communities; below some records only units. Raises GraphUnavailableError."""
    units = graph.read(
        load_query(PACKAGE, "given_units"), levels=UNITS, least=LEAST_RECORDS, within=within
    )
    known = {row["naId"] for row in units}
    found = [unit(row, known) for row in units]
    if within is None:
        rows = graph.read(load_query(PACKAGE, "given_authorities"), least=LEAST_RECORDS)
        found += [authority(row) for row in rows]
    return found


def unit(row: Row, known: Iterable[int]) -> Given:
    """Return a unit of description as a community."""
    return Given(
        na_id=row["naId"],
        name=row["name"],
        size=row["records"],
        digest=digest_of(FORM, *row["hashes"]),
        tops=(row["naId"],),
        above=tuple(na_id for na_id in row["above"] if na_id in known),
    )


def authority(row: Row) -> Given:
    """Return an authority with what is by or about it as a community."""
    return Given(
        na_id=row["naId"],
        name=row["name"],
        size=row["records"],
        digest=digest_of(FORM, row["name"], *row["hashes"]),
        tops=tuple(row["tops"]),
        is_unit=False,
    )


def given_rows(given: Sequence[Given]) -> list[Row]:
    """Return what is written of given communities, those that have parts before these."""
    return [
        {
            "communityId": one.community_id,
            "naId": one.na_id,
            "name": one.name,
            "level": len(one.above),
            "size": one.size,
            "digest": one.digest,
            "tops": list(one.tops),
            "parent": given_id(one.above[0]) if one.above else None,
        }
        for one in sorted(given, key=lambda one: (len(one.above), one.na_id))
    ]
