"""Authorities that a request names, their other names, how many records are by or about them."""

from dataclasses import dataclass

from narabot.models.catalog import AuthorityType, LevelOfDescription
from narabot.models.relations import Relation


@dataclass(frozen=True, slots=True)
class NamedAuthority:
    """An authority that a request names, and the words that name it."""

    na_id: int
    authority_type: AuthorityType
    heading: str
    source: str
    matched: str
    """The words of the request."""
    start: int
    """Where they begin in the request (in its composed form, NFC)."""
    records_by: int
    """Descriptions that it, under any of its names, has created, contributed to or donated."""
    records_about: int
    """Descriptions with it, under any of its names, among their subjects."""


@dataclass(frozen=True, slots=True)
class OtherName:
    """An earlier or later name of an organization, or the organization of such a name."""

    na_id: int
    heading: str | None
    start_date: str | None
    end_date: str | None


@dataclass(frozen=True, slots=True)
class RecordCount:
    """How many descriptions of a level have a relation to some authorities."""

    relation: Relation
    level: LevelOfDescription
    count: int
