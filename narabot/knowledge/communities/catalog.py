"""Catalog communities: units of description, and authorities with their records.

A unit's community contains its descendants. The catalog's own relations determine the records of
each community. Membership is not stored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Within
from narabot.knowledge.communities.identifiers import catalog_community_id
from narabot.models import LevelOfDescription, Row
from narabot.models.knowledge import digest_of

COMMUNITY_VERSION = "2"
"""Version of communities and reports, including sentences in reports. Changing this version
rebuilds all communities and reports."""

MIN_RECORDS = 5
"""Minimum number of records in a catalog community, not counting the unit itself."""

UNITS = (
    LevelOfDescription.RECORD_GROUP,
    LevelOfDescription.COLLECTION,
    LevelOfDescription.SERIES,
    LevelOfDescription.FILE_UNIT,
)


@dataclass(frozen=True, slots=True)
class CatalogCommunity:
    """A community defined by the catalog's structure."""

    na_id: int
    name: str
    size: int
    """Number of records."""
    digest: str
    """Digest of all records in the community and of the results extracted from these records."""
    tops: tuple[int, ...]
    """The naIds of the records that, with their descendants, make up the community."""
    above: tuple[int, ...] = ()
    """The naIds of the catalog communities that contain this community, nearest first."""
    is_unit: bool = True
    """Whether the community is a unit of description rather than an authority's records."""

    @property
    def community_id(self) -> str:
        """The community's identifier."""
        return catalog_community_id(self.na_id)


def read_catalog_communities(graph: Graph, within: Within = None) -> list[CatalogCommunity]:
    """Return the catalog communities.

    If `within` is set, return only units of description. May raise GraphUnavailableError.
    """
    units = graph.read(
        load_query(PACKAGE, "catalog_units"), levels=UNITS, least=MIN_RECORDS, within=within
    )
    known = {row["naId"] for row in units}
    found = [unit_community(row, known) for row in units]
    if within is None:
        rows = graph.read(load_query(PACKAGE, "catalog_authorities"), least=MIN_RECORDS)
        found += [authority_community(row) for row in rows]
    return found


def unit_community(row: Row, known: Iterable[int]) -> CatalogCommunity:
    """Return the community for a unit of description."""
    return CatalogCommunity(
        na_id=row["naId"],
        name=row["name"],
        size=row["records"],
        digest=digest_of(COMMUNITY_VERSION, *row["hashes"]),
        tops=(row["naId"],),
        above=tuple(na_id for na_id in row["above"] if na_id in known),
    )


def authority_community(row: Row) -> CatalogCommunity:
    """Return the community for an authority's records."""
    return CatalogCommunity(
        na_id=row["naId"],
        name=row["name"],
        size=row["records"],
        digest=digest_of(COMMUNITY_VERSION, row["name"], *row["hashes"]),
        tops=tuple(row["tops"]),
        is_unit=False,
    )


def catalog_community_rows(given: Sequence[CatalogCommunity]) -> list[Row]:
    """Return the rows for catalog communities, with each parent before its parts."""
    return [
        {
            "communityId": one.community_id,
            "naId": one.na_id,
            "name": one.name,
            "level": len(one.above),
            "size": one.size,
            "digest": one.digest,
            "tops": list(one.tops),
            "parent": catalog_community_id(one.above[0]) if one.above else None,
        }
        for one in sorted(given, key=lambda one: (len(one.above), one.na_id))
    ]
