"""The names in a request in words: which authorities they may mean. Pure."""

from narabot.models import NamedAuthority
from narabot.rendering.markdown import shortened
from narabot.rendering.records import LONGEST_NAME, type_label


def named_text(authority: NamedAuthority) -> str:
    """Return an authority with its type and the number of its records.

    What is kept in them is by or about it too, and not counted.
    """
    counts = ((authority.records_by, "by"), (authority.records_about, "about"))
    kind = type_label(authority.authority_type).lower()
    said = " and ".join(records_said(count, how) for count, how in counts if count)
    records = f"{said} this {kind}, and what is in them" if said else "no records"
    return f"{shortened(authority.heading, LONGEST_NAME)} ({kind}): {records}"


def records_said(count: int, how: str) -> str:
    """Return a number of records, and how they have to do with an authority."""
    return f"{count:,} {'record' if count == 1 else 'records'} {how}"


def names_heading(alike: tuple[NamedAuthority, ...]) -> str:
    """Return the line above the authorities that one name may mean."""
    means = "may mean" if len(alike) > 1 else "is"
    return f"“{alike[0].matched}” in the request {means}"
