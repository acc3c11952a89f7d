"""Create a pull list, grouped by reference unit, as Markdown, CSV, and a printable page."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from jinja2 import Environment, PackageLoader, StrictUndefined

from narabot.dates import plain_date
from narabot.models import HeldRecord, RecordType
from narabot.ordering import NaturalKey, natural_key
from narabot.presentation.citing.addresses import address, known_addresses
from narabot.presentation.citing.export_formats import Format, cell, csv_table
from narabot.presentation.citing.pull_slips import PullSlip, pull_slip
from narabot.presentation.markdown import (
    LINE_END,
    escape,
    escape_at_start,
    link_addresses,
    one_line,
)
from narabot.presentation.records import name
from narabot.presentation.strings import later, say

UNKNOWN_LOCATION = later("Holder not stated")
ASK_WHERE = later(
    "Before you visit, ask the National Archives which reading room provides these records, and "
    "give their NAIDs."
)


@dataclass(frozen=True, slots=True)
class PullGroup:
    """The records held by one reference unit, or by the same set of units."""

    heading: str
    addresses: tuple[str, ...]
    """Reference units with the contact information that NARA provides.

    Empty if no unit is known.
    """
    to_pull: tuple[PullSlip, ...]
    online: tuple[PullSlip, ...]
    """Items that are online. Their originals need not be pulled."""

    @property
    def advice(self) -> tuple[str, ...]:
        """Instructions on whom to contact, in sentences."""
        written = tuple(say("Contact: {address}", address=one) for one in self.addresses)
        return written or (say(ASK_WHERE),)


@dataclass(frozen=True, slots=True)
class PullList:
    """A pull list: the data in its heading, and its groups."""

    day: str
    count: int
    groups: tuple[PullGroup, ...]
    names: tuple[str, ...]
    """Names of the authority records, for which there is nothing to pull."""

    @property
    def to_pull(self) -> int:
        """Number of records to pull."""
        return sum(len(group.to_pull) for group in self.groups)

    @property
    def summary(self) -> str:
        """A sentence that summarizes the list."""
        online = self.count - self.to_pull
        parts = [f"{self.to_pull:,} to pull"]
        if online:
            parts.append(f"{online:,} online (no need to pull)")
        records = "1 record" if self.count == 1 else f"{self.count:,} records"
        return f"{records}: {', '.join(parts)}."


def pull_list(held: Iterable[HeldRecord], day: date) -> PullList:
    """Return a dated pull list of the distinct records."""
    records = list({one.record.na_id: one for one in held}.values())
    materials = [one for one in records if one.record.record_type is RecordType.DESCRIPTION]
    known = known_addresses(unit for one in materials for unit in one.units)
    groups: dict[tuple[str, ...], list[PullSlip]] = {}
    for one in materials:
        units = tuple(one_line(unit.name) for unit in one.units)
        groups.setdefault(units, []).append(pull_slip(one))
    return PullList(
        plain_date(day.isoformat()),
        len(materials),
        tuple(group(units, groups[units], known) for units in sorted(groups, key=group_key)),
        tuple(
            name(one.record) for one in records if one.record.record_type is RecordType.AUTHORITY
        ),
    )


def group_key(units: Sequence[str]) -> tuple[bool, tuple[NaturalKey, ...]]:
    """Return the sort key of a group.

    Groups are sorted by name. Groups without a unit come last.
    """
    return not units, tuple(map(natural_key, units))


def group(units: Sequence[str], slips: Iterable[PullSlip], known: dict[str, str]) -> PullGroup:
    """Return a group with its slips in shelf order."""
    ordered = sorted(slips, key=lambda slip: slip.place)
    return PullGroup(
        say(" and ").join(units) or say(UNKNOWN_LOCATION),
        tuple(address(unit, known) for unit in units),
        tuple(slip for slip in ordered if not slip.need_not_be_pulled),
        tuple(slip for slip in ordered if slip.need_not_be_pulled),
    )


Escape = Callable[[str], str]

NOTES = "Notes: ……………………………………………………"


class PullFormatName(StrEnum):
    """Names of the formats."""

    PRINT = "print"
    MARKDOWN = "markdown"
    CSV = "csv"


def pull_markdown(pulls: PullList) -> str:
    """Return a pull list as Markdown, with space for notes on each record."""
    head = f"# Pull list\n\n{escape_at_start(f'{pulls.day}. {pulls.summary}')}\n\n"
    blocks = markdown_blocks(pulls, escape_at_start)
    return head + "\n\n".join(blocks) + "\n"


def pull_preview(held: Iterable[HeldRecord]) -> Iterator[str]:
    """Yield a pull list as Markdown blocks for the page, with headings one level lower."""
    for block in markdown_blocks(pull_list(held, date.today()), escape, is_preview=True):
        yield f"#{block}" if block.startswith("##") else block


def markdown_blocks(pulls: PullList, shown: Escape, *, is_preview: bool = False) -> Iterator[str]:
    """Yield a pull list's headings and paragraphs, with each text escaped by `shown`.

    A preview omits citations and space for notes.
    """
    number = 0
    for group in pulls.groups:
        yield f"## {shown(group.heading)}"
        yield LINE_END.join(map(link_addresses if is_preview else shown, group.advice))
        for heading, slips in parts(group):
            yield f"### {heading}"
            for slip in slips:
                number += 1
                yield slip_markdown(slip, number, shown, is_preview=is_preview)
    if pulls.names:
        yield "## " + say("Authority records (nothing to pull)")
        yield "\n".join(f"- {shown(name)}" for name in pulls.names)


def parts(group: PullGroup) -> Iterator[tuple[str, tuple[PullSlip, ...]]]:
    """Yield the records to pull and the online records, each with a heading."""
    if group.to_pull:
        yield say("To pull"), group.to_pull
    if group.online:
        yield say("Online (no need to pull)"), group.online


def slip_markdown(slip: PullSlip, number: int, shown: Escape, *, is_preview: bool) -> str:
    """Return a record's entry on a pull list: the record's name, and a line for each known fact."""
    facts = (*slip.where, (say("Box and folder"), slip.boxes), *slip.conditions)
    rows = [
        f"**{number}. {shown(slip.title)}**",
        f"{shown(slip.about)}, NAID {slip.na_id}",
        *(f"{label}: {shown(text)}" for label, text in facts),
    ]
    if not is_preview:
        rows += [f"Citation: {linked_citation(slip, shown)}", NOTES]
    return LINE_END.join(rows)


def linked_citation(slip: PullSlip, shown: Escape) -> str:
    """Return a citation with its address as a link."""
    if slip.link is None:
        return shown(slip.citation)
    return f"{shown(slip.citation.removesuffix(slip.link))} <{slip.link}>"


def pull_csv(pulls: PullList) -> str:
    """Return a pull list as CSV for spreadsheets, with a row for each record.

    No cell is a formula.
    """
    return csv_table([csv_row(slip, group) for group in pulls.groups for slip in all_slips(group)])


def all_slips(group: PullGroup) -> tuple[PullSlip, ...]:
    """Return all slips in a group."""
    return group.to_pull + group.online


def csv_row(slip: PullSlip, group: PullGroup) -> dict[str, str]:
    """Return the cells for a record. Unknown values become empty cells."""
    cells = {
        "heldAt": group.heading,
        "writeTo": "; ".join(group.addresses),
        "recordGroupOrCollection": slip.group,
        "series": slip.series,
        "fileUnit": slip.file_unit,
        "containers": slip.boxes,
        "title": slip.title,
        "typeAndDates": slip.about,
        "toPull": "no" if slip.need_not_be_pulled else "yes",
        "online": slip.online,
        "microfilm": slip.microfilm,
        "handling": slip.handling,
        "access": slip.access,
        "use": slip.use,
        "naId": str(slip.na_id),
        "citation": slip.citation,
        "link": slip.link,
        "notes": "",
    }
    return {name: cell(value or "") for name, value in cells.items()}


def pull_html(pulls: PullList) -> str:
    """Return a pull list as a printable HTML file. All record text is escaped."""
    return environment().get_template("pull_list.html").render(pulls=pulls, parts=parts)


def environment() -> Environment:
    """Return the template environment, which escapes every value."""
    return Environment(
        loader=PackageLoader("narabot.presentation.citing"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


PULL_FORMATS: Mapping[PullFormatName, Format[PullFormatName, PullList]] = {
    one.name: one
    for one in (
        Format(
            PullFormatName.PRINT, later("printable page (HTML)"), "text/html", ".html", pull_html
        ),
        Format(PullFormatName.MARKDOWN, "Markdown", "text/markdown", ".md", pull_markdown),
        Format(PullFormatName.CSV, later("CSV for spreadsheets"), "text/csv", ".csv", pull_csv),
    )
}
"""Pull list formats, keyed by name."""
