"""A pull list, grouped by whom to write to: as Markdown, as CSV, and as a page to print. Pure."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from jinja2 import Environment, PackageLoader, StrictUndefined

from narabot.dates import plain_date
from narabot.models import HeldRecord, RecordType
from narabot.ordering import NaturalKey, natural_key
from narabot.presentation.citing.addresses import address, known_addresses
from narabot.presentation.citing.formats import Format, cell, csv_table
from narabot.presentation.citing.pull_slips import PullSlip, pull_slip
from narabot.presentation.markdown import LINE_END, escape, escape_at_start, one_line, with_links
from narabot.presentation.records import name
from narabot.presentation.strings import later, say

NOWHERE = later("Where these are held is not stated")
ASK_WHERE = later(
    "Ask the National Archives which reading room shows them before you go, and give their NAIDs."
)


@dataclass(frozen=True, slots=True)
class PullGroup:
    """What one reading room holds, or those that hold it together."""

    heading: str
    addresses: tuple[str, ...]
    """Whom to write to, each with what NARA states of address, telephone and e-mail; none where
    nothing is stated."""
    to_pull: tuple[PullSlip, ...]
    online: tuple[PullSlip, ...]
    """Items that need not be pulled."""

    @property
    def advice(self) -> tuple[str, ...]:
        """Whom to write to, in sentences."""
        written = tuple(say("Write to: {address}", address=one) for one in self.addresses)
        return written or (say(ASK_WHERE),)


@dataclass(frozen=True, slots=True)
class PullList:
    """What is said at the head of a list, and its groups."""

    day: str
    count: int
    groups: tuple[PullGroup, ...]
    names: tuple[str, ...]
    """Of authority records, of which there is nothing to pull."""

    @property
    def to_pull(self) -> int:
        """How many records are to be pulled."""
        return sum(len(group.to_pull) for group in self.groups)

    @property
    def summary(self) -> str:
        """What is on the list, in a sentence."""
        online = self.count - self.to_pull
        parts = [f"{self.to_pull:,} to pull"]
        if online:
            parts.append(f"{online:,} online, which need not be pulled")
        records = "1 record" if self.count == 1 else f"{self.count:,} records"
        return f"{records}: {', '.join(parts)}."


def pull_list(held: Iterable[HeldRecord], day: date) -> PullList:
    """Return the pull list of some records as of a day; each record stands on it once."""
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
    """Return by what groups are sorted: by name, what is held nowhere last."""
    return not units, tuple(map(natural_key, units))


def group(units: Sequence[str], slips: Iterable[PullSlip], known: dict[str, str]) -> PullGroup:
    """Return a group with its slips in the order of the shelves."""
    ordered = sorted(slips, key=lambda slip: slip.place)
    return PullGroup(
        say(" and ").join(units) or say(NOWHERE),
        tuple(address(unit, known) for unit in units),
        tuple(slip for slip in ordered if not slip.need_not_be_pulled),
        tuple(slip for slip in ordered if slip.need_not_be_pulled),
    )


Escape = Callable[[str], str]

NOTES = "Notes: ……………………………………………………"


class PullFormatName(StrEnum):
    """The names of the formats."""

    PRINT = "print"
    MARKDOWN = "markdown"
    CSV = "csv"


def pull_markdown(pulls: PullList) -> str:
    """Return a pull list as Markdown, with an empty place for notes at each record."""
    head = f"# Pull list\n\n{escape_at_start(f'{pulls.day}. {pulls.summary}')}\n\n"
    blocks = markdown_blocks(pulls, escape_at_start)
    return head + "\n\n".join(blocks) + "\n"


def pull_preview(held: Iterable[HeldRecord]) -> Iterator[str]:
    """Yield a pull list as blocks of Markdown for the page, below a heading of its own."""
    for block in markdown_blocks(pull_list(held, date.today()), escape, is_preview=True):
        yield f"#{block}" if block.startswith("##") else block


def markdown_blocks(pulls: PullList, shown: Escape, *, is_preview: bool = False) -> Iterator[str]:
    """Yield the headings and paragraphs of a list, its texts as one function shows them.

    A preview leaves out the citations and the places for notes.
    """
    number = 0
    for group in pulls.groups:
        yield f"## {shown(group.heading)}"
        yield LINE_END.join(map(with_links if is_preview else shown, group.advice))
        for heading, slips in parts(group):
            yield f"### {heading}"
            for slip in slips:
                number += 1
                yield slip_markdown(slip, number, shown, is_preview=is_preview)
    if pulls.names:
        yield "## " + say("Names, of which there is nothing to pull")
        yield "\n".join(f"- {shown(name)}" for name in pulls.names)


def parts(group: PullGroup) -> Iterator[tuple[str, tuple[PullSlip, ...]]]:
    """Yield what is to be pulled, and what is not, each with its heading."""
    if group.to_pull:
        yield say("To pull"), group.to_pull
    if group.online:
        yield say("Online, need not be pulled"), group.online


def slip_markdown(slip: PullSlip, number: int, shown: Escape, *, is_preview: bool) -> str:
    """Return a record of a list: its name, and what is known of it, a line each."""
    told = (*slip.where, (say("Box and folder"), slip.boxes), *slip.conditions)
    rows = [
        f"**{number}. {shown(slip.title)}**",
        f"{shown(slip.about)}, NAID {slip.na_id}",
        *(f"{label}: {shown(text)}" for label, text in told),
    ]
    if not is_preview:
        rows += [f"Cite: {linked_citation(slip, shown)}", NOTES]
    return LINE_END.join(rows)


def linked_citation(slip: PullSlip, shown: Escape) -> str:
    """Return a citation with an address that can be followed."""
    if slip.link is None:
        return shown(slip.citation)
    return f"{shown(slip.citation.removesuffix(slip.link))} <{slip.link}>"


def pull_csv(pulls: PullList) -> str:
    """Return a pull list as CSV for spreadsheets, a row each; no cell is a formula."""
    return csv_table([csv_row(slip, group) for group in pulls.groups for slip in all_of(group)])


def all_of(group: PullGroup) -> tuple[PullSlip, ...]:
    """Return the slips of a group."""
    return group.to_pull + group.online


def csv_row(slip: PullSlip, group: PullGroup) -> dict[str, str]:
    """Return the cells of a record; what is not known is empty."""
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
    """Return a pull list as one HTML file to print; nothing of a record becomes markup."""
    return environment().get_template("pull_list.html").render(pulls=pulls, parts=parts)


def environment() -> Environment:
    """Return the templates, every value escaped."""
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
        Format(PullFormatName.PRINT, later("print view (HTML)"), "text/html", ".html", pull_html),
        Format(PullFormatName.MARKDOWN, "Markdown", "text/markdown", ".md", pull_markdown),
        Format(PullFormatName.CSV, later("CSV for spreadsheets"), "text/csv", ".csv", pull_csv),
    )
}
"""The formats by their names."""
