"""Authorities that a request names."""

from dataclasses import dataclass

from narabot.models.catalog import AuthorityType


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
