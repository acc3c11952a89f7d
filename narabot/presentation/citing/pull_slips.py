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
    ReferenceUnit,
    Stated,
)
from narabot.ordering import NaturalKey, natural_key
from narabot.presentation.citing.facts import Citation, citation
from narabot.presentation.citing.forms import nara_form
from narabot.presentation.markdown import LINE_END, escape, one_line, shortened, with_links
from narabot.presentation.records import LONGEST_NAME, name, type_label
from narabot.presentation.restrictions import ACCESS_WORDS, USE_WORDS, status_words

MOST_BOXES = 12
"""Of one record that are named."""

MOST_LENT_BOXES = 3
"""Of a record above: what stands in many boxes says nothing of one item."""

MOST_FILMS = 6
LONGEST_NOTE = 1_000
"""Characters of what NARA says of access."""

NOT_STATED = "Not stated. Ask for it by the series and the title."
NOT_STATED_OF_MANY = "Not stated. Ask in which boxes it is."
NOWHERE_ONE = "Where it is held is not stated."
ASK_WHERE_ONE = "Ask the National Archives which reading room shows it, and give its naId."

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
        levels = (("Kept in", self.group), ("Series", self.series), ("File unit", self.file_unit))
        return tuple((label, text) for label, text in levels if text)

    @property
    def conditions(self) -> tuple[tuple[str, str], ...]:
        """What is to be known before it is pulled, each with its label."""
        told = (
            ("Microfilm", self.microfilm),
            ("Online", self.online),
            ("Handling", self.handling),
            ("Access", self.access),
            ("Use", self.use),
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
        about=", ".join(filter(None, (type_label(record.type), cited.dates))),
        group=group,
        series=cited.series,
        file_unit=cited.file_unit,
        boxes=boxes,
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


def boxes_words(record: PathRecord, containers: Stated | None) -> str:
    """Return in which boxes and folders a record is, and whether a record above says so."""
    if containers is None:
        return NOT_STATED_OF_MANY if record.type in LARGE else NOT_STATED
    is_lent = containers.stated_by != record
    boxes = [one_line(box) for box in containers.texts]
    if not is_lent:
        return some(boxes, MOST_BOXES)
    level = type_label(containers.stated_by.type).lower()
    if len(boxes) > MOST_LENT_BOXES:
        return (
            f"Not stated. The {level} above is in {len(boxes):,} containers, "
            f"from {boxes[0]} to {boxes[-1]}."
        )
    return f"{some(boxes, MOST_LENT_BOXES)} (stated for the {level} above)"


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
    return f" (stated for the {type_label(stated_by.type).lower()} above)"


def some(texts: Sequence[str], most: int) -> str:
    """Return the first of some texts, and how many more there are."""
    row = "; ".join(texts[:most])
    return row if len(texts) <= most else f"{row}; and {len(texts) - most:,} more"


def is_online(held: HeldRecord) -> bool:
    """Whether NARA names digital copies."""
    return held.passage.holdings.online_count > 0


def online_words(held: HeldRecord) -> str | None:
    """Return what is online, and whether it need be pulled."""
    count = held.passage.holdings.online_count
    if not count:
        return None
    copies = "1 digital copy" if count == 1 else f"{count:,} digital copies"
    if held.record.type is LevelOfDescription.ITEM:
        return f"{copies} online: it need not be pulled."
    return f"{copies} online: look first, all of it may be there."


def access_words(held: HeldRecord) -> str | None:
    """Return whether a record may be seen, and what NARA says of it."""
    if held.access is None:
        return None
    told = status_words(held.record, held.access, ACCESS_WORDS)
    note = shortened(held.access_note or "", LONGEST_NOTE)
    return f"{told} NARA says: {note}" if note else told


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


def address(unit: str, known: dict[str, str]) -> str:
    """Return whom to write to."""
    return f"{unit}, {known[unit]}" if unit in known else f"{unit} (NARA states no address)"


def whom_to_write(units: Sequence[ReferenceUnit]) -> str:
    """Return whom to write to of one record, in a sentence."""
    known = {one_line(unit.name): one_line(unit.address) for unit in units if unit.address}
    named = "; ".join(address(one_line(unit.name), known) for unit in units)
    return f"Write to: {named}" if named else f"{NOWHERE_ONE} {ASK_WHERE_ONE}"


def way_there(held: HeldRecord) -> str:
    """Return how to get to a record, as Markdown for the page: whom to write to, box, and so on."""
    slip = pull_slip(held)
    told = (
        escape(f"{label}: {text}")
        for label, text in (("Box and folder", slip.boxes), *slip.conditions)
    )
    return LINE_END.join((with_links(whom_to_write(held.units)), *told))
