"""A record and an authority in words and as Markdown: name, dates, place, path. Pure."""

from collections.abc import Iterator, Sequence

from narabot.dates import plain_span
from narabot.models import (
    CATALOG_URL,
    INVENTED_NA_ID_FROM,
    ROOTS,
    AuthorityType,
    CatalogType,
    Holdings,
    LevelOfDescription,
    NamedAuthority,
    Passage,
    PathRecord,
    RelatedAuthority,
)
from narabot.presentation.markdown import LINE_END, escape, link, shortened

TYPE_NAMES: dict[CatalogType, tuple[str, str]] = {
    LevelOfDescription.RECORD_GROUP: ("Record group", "Record groups"),
    LevelOfDescription.COLLECTION: ("Collection", "Collections"),
    LevelOfDescription.SERIES: ("Series", "Series"),
    LevelOfDescription.FILE_UNIT: ("File unit", "File units"),
    LevelOfDescription.ITEM: ("Item", "Items"),
    AuthorityType.PERSON: ("Person", "People"),
    AuthorityType.ORGANIZATION: ("Organization", "Organizations"),
    AuthorityType.GEOGRAPHIC_PLACE_NAME: ("Place", "Places"),
    AuthorityType.TOPICAL_SUBJECT: ("Subject", "Subjects"),
    AuthorityType.SPECIFIC_RECORDS_TYPE: ("Type of records", "Types of records"),
}
"""Each type in words: of one, and of several."""

LONGEST_NAME = 240
LONGEST_NOTE = 400
LONGEST_ROOT = 70
SHOWN_NAMES = 12
"""Related authorities of one type that are shown."""
SHOWN_PLACES = 6
"""Boxes, or digital copies, that are shown."""

EXAMPLE = "example record"
"""Said of a record that was written for `sample/`: NARA has no page for it."""


def record_markdown(passage: Passage, number: int | None = None) -> str:
    """Return all that is shown of a record; a number stands before its name."""
    blocks = (
        heading(passage.record, number),
        [breadcrumb(passage)],
        list(authorities_by_type(passage.related_authorities)),
        list(holdings(passage.holdings)),
    )
    return "\n\n".join(LINE_END.join(lines) for lines in blocks if any(lines))


def record_heading(passage: Passage, number: int | None = None) -> str:
    """Return a record's name, what it is, and the records above it."""
    lines = [*heading(passage.record, number), breadcrumb(passage)]
    return LINE_END.join(line for line in lines if line)


def heading(record: PathRecord, number: int | None) -> list[str]:
    """Return a record's name, behind a number if it has one, and what it is."""
    linked = f"**{linked_name(record)}**"
    return [linked if number is None else f"**{number}.** {linked}", about(record)]


def type_label(type_: CatalogType) -> str:
    """Return a type in words, `fileUnit` as `File unit`."""
    return TYPE_NAMES[type_][0]


def name(record: PathRecord) -> str:
    """Return a record's title or heading, shortened; one without is named by type and naId."""
    if record.name and record.name.strip():
        return shortened(record.name, LONGEST_NAME)
    return f"Untitled {type_label(record.type).lower()} (naId {record.na_id})"


def linked_name(record: PathRecord) -> str:
    """Return a record's name with a link to its page, if NARA has one."""
    return catalog_link(name(record), record.source, record.na_id)


def catalog_link(label: str, source: str, na_id: int | None) -> str:
    """Return a link to a record's page, or for an example the name alone, marked as one."""
    if na_id is not None and na_id >= INVENTED_NA_ID_FROM:
        return f"{escape(label)} ({EXAMPLE})"
    return link(label, source)


def about(record: PathRecord) -> str:
    """Return type, dates and naId on one line."""
    parts = (type_label(record.type), dates(record), f"naId {record.na_id}")
    return " · ".join(escape(part) for part in parts if part)


def dates(record: PathRecord) -> str | None:
    """Return a record's dates as precise as NARA gives them, `None` without any."""
    return plain_span(record.start_date or None, record.end_date or None)


def breadcrumb(passage: Passage) -> str:
    """Return links to the records above, from the root down to the parent; "" without any."""
    above = " › ".join(linked_step(record) for record in reversed(passage.path[1:]))
    return f"In {above}" if above else ""


def linked_step(record: PathRecord) -> str:
    """Return the name of a record above, of a record group with its number, with a link to it."""
    named = root_label(record) if is_root(record) else name(record)
    return catalog_link(named, record.source, record.na_id)


def authorities_by_type(authorities: Sequence[RelatedAuthority]) -> Iterator[str]:
    """Yield one line for each type of authority that is there, with its links."""
    for type_ in AuthorityType:
        links = [
            authority_link(one)
            for one in authorities
            if one.authority_type is type_ and one.heading.strip()
        ]
        if links:
            yield f"{TYPE_NAMES[type_][len(links) > 1]}: {some(links, SHOWN_NAMES)}"


def authority_link(authority: RelatedAuthority) -> str:
    """Return an authority's heading with a link to its page, if NARA has one."""
    number = authority.source.removeprefix(CATALOG_URL)
    na_id = int(number) if number.isdecimal() else None
    return catalog_link(shortened(authority.heading, LONGEST_NAME), authority.source, na_id)


def some(parts: Sequence[str], most: int) -> str:
    """Return the first parts in a row, and how many more there are."""
    row = " · ".join(parts[:most])
    return row if len(parts) <= most else f"{row} · and {len(parts) - most:,} more"


def holdings(stated: Holdings) -> Iterator[str]:
    """Yield what is stated of access and use, of the place, and of digital copies."""
    if stated.access_status or stated.access_note:
        words = " – ".join(filter(None, (stated.access_status, stated.access_note)))
        yield f"Access: {escape(shortened(words, LONGEST_NOTE))}"
    if stated.use_status:
        yield f"Use: {escape(shortened(stated.use_status, LONGEST_NOTE))}"
    if stated.reference_units:
        yield f"Held at: {places(stated.reference_units)}"
    if stated.containers:
        yield f"{'Containers' if len(stated.containers) > 1 else 'Container'}: " + places(
            stated.containers
        )
    if stated.online_count:
        yield f"Online: {online(stated)}"


def places(names: Sequence[str]) -> str:
    """Return the first of some reading rooms or containers, and how many more there are."""
    return some([escape(shortened(name, LONGEST_NOTE)) for name in names], SHOWN_PLACES)


def online(stated: Holdings) -> str:
    """Return how many digital copies there are, with links to the first."""
    if stated.online_count == 1:
        return link("1 digital copy", (*stated.online_urls, "")[0])
    links = [link(str(number), url) for number, url in enumerate(stated.online_urls, start=1)]
    shown = f": {' · '.join(links[:SHOWN_PLACES])}" if links else ""
    more = " · …" if stated.online_count > SHOWN_PLACES else ""
    return f"{stated.online_count:,} digital copies{shown}{more}"


def is_root(record: PathRecord) -> bool:
    """Return whether a record is a record group or a collection."""
    return record.type in ROOTS


def root_label(root: PathRecord) -> str:
    """Return a record group with its number, a collection by its name."""
    number = root.record_group_number
    named = name(root) if number is None else f"Record group {number}: {name(root)}"
    return shortened(named, LONGEST_ROOT)


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
