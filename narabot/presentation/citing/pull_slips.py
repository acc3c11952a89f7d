"""One record of a pull list in words: where it stands, what is online, what is closed.

Every text is one line of plain words; those who show it escape it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.models import (
    ROOTS,
    AccessStatus,
    HeldRecord,
    LevelOfDescription,
    PathRecord,
    Stated,
)
from narabot.ordering import NaturalKey, natural_key
from narabot.presentation.citing.addresses import addresses
from narabot.presentation.citing.facts import Citation, citation, with_dates
from narabot.presentation.citing.forms import nara_form
from narabot.presentation.markdown import LINE_END, escape, one_line, shortened, with_links
from narabot.presentation.records import LONGEST_NAME, dates, name, type_label
from narabot.presentation.restrictions import ACCESS_WORDS, USE_WORDS, status_words
from narabot.presentation.strings import ENGLISH, later, say, say_as, say_many, spoken

MOST_BOXES = 12
"""Of one record that are named."""

MOST_LENT_BOXES = 3
"""Of a record above: what stands in many boxes says nothing of one item."""

MOST_FILMS = 6
LONGEST_NOTE = 1_000
"""Characters of what NARA says of access."""

NOT_STATED = later("Not stated. Ask for it by the series and the title.")
NOT_STATED_OF_MANY = later("Not stated. Ask in which boxes it is.")

LARGE = (*ROOTS, LevelOfDescription.SERIES)


@dataclass(frozen=True, slots=True)
class PullSlip:
    """What stands on a list of one record; what is not known is `None`."""

    na_id: int
    title: str
    """Shortened; the citation has it whole."""
    about: str
    """Type and dates."""
    group: str | None
    series: str | None
    file_unit: str | None
    boxes: str
    has_boxes: bool
    """Whether boxes are stated, and not only that none are."""
    microfilm: str | None
    online: str | None
    handling: str | None
    """How NARA wants it handled; a record above may say so."""
    access: str | None
    use: str | None
    citation: str
    link: str | None
    need_not_be_pulled: bool
    """Whether digital copies stand for the materials."""
    place: tuple[NaturalKey, ...]
    """By which a list is sorted."""

    @property
    def where(self) -> tuple[tuple[str, str], ...]:
        """What it is kept in, from the top, with the level of each."""
        levels = (
            (say("Kept in"), self.group),
            (say("Series"), self.series),
            (say("File unit"), self.file_unit),
        )
        return tuple((label, text) for label, text in levels if text)

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """What is to be known before it is pulled, each with its label."""
        told = (
            (say("Microfilm"), self.microfilm),
            (say_as("label", "Online"), self.online),
            (say("Handling"), self.handling),
            (say("Access"), self.access),
            (say("Use"), self.use),
        )
        return tuple((label, text) for label, text in told if text)


def pull_slip(held: HeldRecord) -> PullSlip:
    """Return the slip of a record."""
    cited, record = citation(held.passage), held.record
    boxes = boxes_words(record, held.containers)
    group = cited.group if record.type not in ROOTS else None
    return PullSlip(
        na_id=record.na_id,
        title=name(record),
        about=", ".join(
            filter(
                None,
                (
                    type_label(record.type),
                    cited.dates if spoken() == ENGLISH else dates(with_dates(record)),
                ),
            )
        ),
        group=group,
        series=cited.series,
        file_unit=cited.file_unit,
        boxes=boxes,
        has_boxes=are_stated(record, held.containers),
        microfilm=films_words(record, held.microfilm),
        online=online_words(held),
        handling=handling_words(held),
        access=access_words(held),
        use=use_words(held),
        citation=nara_form(cited),
        link=cited.link,
        need_not_be_pulled=record.type is LevelOfDescription.ITEM and is_online(held),
        place=tuple(map(natural_key, place_words(cited, "" if record.type in LARGE else boxes))),
    )


def are_stated(record: PathRecord, containers: Stated | None) -> bool:
    """Return whether boxes are stated for a record: many, of a record above, say nothing of it."""
    return containers is not None and (
        containers.stated_by == record or len(containers.texts) <= MOST_LENT_BOXES
    )


def boxes_words(record: PathRecord, containers: Stated | None) -> str:
    """Return in which boxes and folders a record is, and whether a record above says so."""
    if containers is None:
        return say(NOT_STATED_OF_MANY if record.type in LARGE else NOT_STATED)
    boxes = [one_line(box) for box in containers.texts]
    if containers.stated_by == record:
        return some(boxes, MOST_BOXES)
    level = type_label(containers.stated_by.type).lower()
    if not are_stated(record, containers):
        return say(
            "Not stated. The {level} above is in {count} containers, from {first} to {last}.",
            level=level,
            count=len(boxes),
            first=boxes[0],
            last=boxes[-1],
        )
    return f"{some(boxes, MOST_LENT_BOXES)}{lent_words(record, containers.stated_by)}"


def films_words(record: PathRecord, microfilm: Stated | None) -> str | None:
    """Return on which microfilm a record is, and whether a record above says so."""
    if microfilm is None:
        return None
    films = some([one_line(film) for film in microfilm.texts], MOST_FILMS)
    return f"{films}{lent_words(record, microfilm.stated_by)}"


def handling_words(held: HeldRecord) -> str | None:
    """Return how a record is to be handled, and whether a record above says so."""
    if held.handling is None:
        return None
    told = shortened(" ".join(held.handling.texts), LONGEST_NOTE)
    return f"{told}{lent_words(held.record, held.handling.stated_by)}"


def lent_words(record: PathRecord, stated_by: PathRecord) -> str:
    """Return that a record above says something, "" if the record itself does."""
    if stated_by == record:
        return ""
    said = say("stated for the {level} above", level=type_label(stated_by.type).lower())
    return f" ({said})"


def some(texts: Sequence[str], most: int) -> str:
    """Return the first of some texts, and how many more there are."""
    row = "; ".join(texts[:most])
    if len(texts) <= most:
        return row
    return say("{named}; and {count} more", named=row, count=len(texts) - most)


def is_online(held: HeldRecord) -> bool:
    """Whether NARA names digital copies."""
    return held.passage.holdings.online_count > 0


def online_words(held: HeldRecord) -> str | None:
    """Return what is online, and whether it need be pulled."""
    count = held.passage.holdings.online_count
    if not count:
        return None
    if held.record.type is LevelOfDescription.ITEM:
        return say_many(
            "{count} digital copy online: it need not be pulled.",
            "{count} digital copies online: it need not be pulled.",
            count,
        )
    return say_many(
        "{count} digital copy online: look first, all of it may be there.",
        "{count} digital copies online: look first, all of it may be there.",
        count,
    )


def access_words(held: HeldRecord) -> str | None:
    """Return whether a record may be seen, and what NARA says of it."""
    if held.access is None:
        return None
    told = status_words(held.record, held.access, ACCESS_WORDS)
    note = shortened(held.access_note or "", LONGEST_NOTE)
    return " ".join(filter(None, (told, say("NARA says: {note}", note=note) if note else "")))


def use_words(held: HeldRecord) -> str | None:
    """Return what stands in the way of copying or publishing a record, if anything does."""
    if held.use is None or held.use.status == AccessStatus.UNRESTRICTED:
        return None
    return status_words(held.record, held.use, USE_WORDS)


def place_words(cited: Citation, boxes: str) -> Iterator[str]:
    """Yield by what a list is sorted: record group, series, container, then the record itself."""
    yield (cited.group or "").rpartition(", ")[2]
    yield cited.series or (cited.title if cited.type is LevelOfDescription.SERIES else "")
    yield boxes
    yield cited.file_unit or ""
    yield shortened(cited.title, LONGEST_NAME)
    yield str(cited.na_id)


def way_there(held: HeldRecord) -> str:
    """Return how to get to a record, as Markdown for the page: whom to write to, box, and so on.

    What is not stated is left out; "" where nothing is.
    """
    slip = pull_slip(held)
    boxes = ((say("Box"), slip.boxes),) if slip.has_boxes else ()
    told = [escape(f"{label}: {text}") for label, text in (*boxes, *slip.conditions)]
    if held.units:
        named = "; ".join(addresses(held.units))
        told.insert(0, with_links(say("Write to: {address}", address=named)))
    return LINE_END.join(told)
