"""Describe a record on a pull list in words: its location, digital objects, and restrictions.

Every text is one line of plain text. Callers escape it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.models import (
    ROOTS,
    AccessStatus,
    HeldRecord,
    LevelOfDescription,
    PathRecord,
    StatedTexts,
)
from narabot.ordering import NaturalKey, natural_key
from narabot.presentation.citing.addresses import addresses
from narabot.presentation.citing.citation_data import Citation, citation, with_dates
from narabot.presentation.citing.citation_styles import nara_form
from narabot.presentation.markdown import LINE_END, escape, link_addresses, one_line, shortened
from narabot.presentation.records import MAX_NAME_LENGTH, dates, name, type_label
from narabot.presentation.restrictions import ACCESS_WORDS, USE_WORDS, status_text
from narabot.presentation.strings import ENGLISH, later, page_language, say, say_as, say_many

MAX_BOXES = 12
"""Maximum number of containers listed for a record."""

MAX_INHERITED_BOXES = 3
"""Maximum number of containers taken from an ancestor.

A longer list would not help to locate a single item.
"""

MAX_FILMS = 6
MAX_NOTE_LENGTH = 1_000
"""Maximum length of NARA's notes on access and handling, in characters."""

NOT_STATED = later("Not stated. Use the series and title to request the record.")
NOT_STATED_OF_MANY = later("Not stated. Ask which containers hold the records.")

MULTI_CONTAINER_LEVELS = (*ROOTS, LevelOfDescription.SERIES)


@dataclass(frozen=True, slots=True)
class PullSlip:
    """A record's entry on a pull list.

    Unknown values are `None`.
    """

    na_id: int
    title: str
    """Shortened title. The citation contains the full title."""
    about: str
    """The record's type and dates."""
    group: str | None
    series: str | None
    file_unit: str | None
    boxes: str
    has_boxes: bool
    """Whether `boxes` lists containers, rather than a note that no containers are known."""
    microfilm: str | None
    online: str | None
    handling: str | None
    """NARA's handling instructions, which may come from an ancestor."""
    access: str | None
    use: str | None
    citation: str
    link: str | None
    need_not_be_pulled: bool
    """Whether online digital objects make it unnecessary to pull the originals."""
    place: tuple[NaturalKey, ...]
    """Sort key in a pull list."""

    @property
    def where(self) -> tuple[tuple[str, str], ...]:
        """The record's ancestors from the top, each with its level."""
        levels = (
            (say("Record group or collection"), self.group),
            (say("Series"), self.series),
            (say("File unit"), self.file_unit),
        )
        return tuple((label, text) for label, text in levels if text)

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """Facts to check before the record is pulled, each with its label."""
        labeled = (
            (say("Microfilm"), self.microfilm),
            (say_as("label", "Online"), self.online),
            (say("Handling"), self.handling),
            (say("Access"), self.access),
            (say("Use"), self.use),
        )
        return tuple((label, text) for label, text in labeled if text)


def pull_slip(held: HeldRecord) -> PullSlip:
    """Return the slip for a record."""
    cited, record = citation(held.passage), held.record
    boxes = containers_text(record, held.containers)
    group = cited.group if record.type not in ROOTS else None
    return PullSlip(
        na_id=record.na_id,
        title=name(record),
        about=", ".join(
            filter(
                None,
                (
                    type_label(record.type),
                    cited.dates if page_language() == ENGLISH else dates(with_dates(record)),
                ),
            )
        ),
        group=group,
        series=cited.series,
        file_unit=cited.file_unit,
        boxes=boxes,
        has_boxes=are_stated(record, held.containers),
        microfilm=microfilm_text(record, held.microfilm),
        online=online_text(held),
        handling=handling_text(held),
        access=access_text(held),
        use=use_text(held),
        citation=nara_form(cited),
        link=cited.link,
        need_not_be_pulled=record.type is LevelOfDescription.ITEM and is_online(held),
        place=tuple(
            map(
                natural_key,
                sort_keys(cited, "" if record.type in MULTI_CONTAINER_LEVELS else boxes),
            )
        ),
    )


def are_stated(record: PathRecord, containers: StatedTexts | None) -> bool:
    """Return whether the record's containers are known.

    A long list of an ancestor's containers does not help to locate the record.
    """
    return containers is not None and (
        containers.stated_by == record or len(containers.texts) <= MAX_INHERITED_BOXES
    )


def containers_text(record: PathRecord, containers: StatedTexts | None) -> str:
    """Return a record's containers.

    If the containers come from an ancestor, the text names the ancestor's level.
    """
    if containers is None:
        return say(NOT_STATED_OF_MANY if record.type in MULTI_CONTAINER_LEVELS else NOT_STATED)
    boxes = [one_line(box) for box in containers.texts]
    if containers.stated_by == record:
        return first_texts(boxes, MAX_BOXES)
    level = type_label(containers.stated_by.type).lower()
    if not are_stated(record, containers):
        return say(
            "Not stated. The {level} above fills {count} containers, from {first} to {last}.",
            level=level,
            count=len(boxes),
            first=boxes[0],
            last=boxes[-1],
        )
    return (
        f"{first_texts(boxes, MAX_INHERITED_BOXES)}{inherited_note(record, containers.stated_by)}"
    )


def microfilm_text(record: PathRecord, microfilm: StatedTexts | None) -> str | None:
    """Return a record's microfilm copies.

    If the copies are listed for an ancestor, the text names the ancestor's level.
    """
    if microfilm is None:
        return None
    films = first_texts([one_line(film) for film in microfilm.texts], MAX_FILMS)
    return f"{films}{inherited_note(record, microfilm.stated_by)}"


def handling_text(held: HeldRecord) -> str | None:
    """Return a record's handling instructions.

    If the instructions come from an ancestor, the text names the ancestor's level.
    """
    if held.handling is None:
        return None
    text = shortened(" ".join(held.handling.texts), MAX_NOTE_LENGTH)
    return f"{text}{inherited_note(held.record, held.handling.stated_by)}"


def inherited_note(record: PathRecord, stated_by: PathRecord) -> str:
    """Return a note that the information comes from an ancestor, or "" if it does not."""
    if stated_by == record:
        return ""
    note = say("stated for the {level} above", level=type_label(stated_by.type).lower())
    return f" ({note})"


def first_texts(texts: Sequence[str], most: int) -> str:
    """Return the first texts and the number of remaining texts."""
    row = "; ".join(texts[:most])
    if len(texts) <= most:
        return row
    return say("{named}; and {count} more", named=row, count=len(texts) - most)


def is_online(held: HeldRecord) -> bool:
    """Return whether NARA lists digital objects."""
    return held.passage.holdings.online_count > 0


def online_text(held: HeldRecord) -> str | None:
    """Return a text on the number of digital objects, and on whether the record must be pulled."""
    count = held.passage.holdings.online_count
    if not count:
        return None
    if held.record.type is LevelOfDescription.ITEM:
        return say_many(
            "{count} digital object online. The original does not need to be pulled.",
            "{count} digital objects online. The original does not need to be pulled.",
            count,
        )
    return say_many(
        "{count} digital object online. Check it first. It may contain everything that you need.",
        "{count} digital objects online. Check them first. They may contain everything that you "
        "need.",
        count,
    )


def access_text(held: HeldRecord) -> str | None:
    """Return a record's access status, with NARA's note on the status."""
    if held.access is None:
        return None
    status = status_text(held.record, held.access, ACCESS_WORDS)
    note = shortened(held.access_note or "", MAX_NOTE_LENGTH)
    return " ".join(
        filter(None, (status, say("Note from NARA: {note}", note=note) if note else ""))
    )


def use_text(held: HeldRecord) -> str | None:
    """Return the restrictions on copying or publishing a record, or `None` if there are none."""
    if held.use is None or held.use.status == AccessStatus.UNRESTRICTED:
        return None
    return status_text(held.record, held.use, USE_WORDS)


def sort_keys(cited: Citation, boxes: str) -> Iterator[str]:
    """Yield a slip's sort keys: record group, series, container, and then the record itself."""
    yield (cited.group or "").rpartition(", ")[2]
    yield cited.series or (cited.title if cited.type is LevelOfDescription.SERIES else "")
    yield boxes
    yield cited.file_unit or ""
    yield shortened(cited.title, MAX_NAME_LENGTH)
    yield str(cited.na_id)


def access_instructions(held: HeldRecord) -> str:
    """Return instructions for access to a record, as Markdown: contact, box, and conditions.

    Missing information is omitted. The result is "" if all information is missing.
    """
    slip = pull_slip(held)
    boxes = ((say("Box"), slip.boxes),) if slip.has_boxes else ()
    lines = [escape(f"{label}: {text}") for label, text in (*boxes, *slip.conditions)]
    if held.units:
        named = "; ".join(addresses(held.units))
        lines.insert(0, link_addresses(say("Contact: {address}", address=named)))
    return LINE_END.join(lines)
