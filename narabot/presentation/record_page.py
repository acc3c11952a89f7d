"""A record's own page: its sections, its names by their role, its online copies. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from narabot.models import (
    INVENTED_NA_ID_FROM,
    FullRecord,
    OnlineCopy,
    OtherName,
    PathRecord,
    Relation,
    Role,
    Siblings,
    TextLine,
    Withdrawal,
    lines,
)
from narabot.models.lines import LINE_KINDS, OF_PAGE, UNLABELLED, PageSection
from narabot.models.relations import AUTHORITY_RELATIONS, RELATION_GROUPS
from narabot.presentation.days import span
from narabot.presentation.markdown import (
    LINE_END,
    escape,
    link,
    paragraphs,
    shortened,
    with_links,
    with_names,
)
from narabot.presentation.records import (
    EXAMPLE,
    LONGEST_NAME,
    counted,
    dates,
    name,
    type_label,
)
from narabot.presentation.restrictions import restriction_words
from narabot.presentation.strings import say, say_many
from narabot.presentation.terms import term

SHORT = 120
"""Characters of a line that stands beside its label, and not below it."""


NO_NAMES: Mapping[str, str] = {}


def sections(full: FullRecord, names: Mapping[str, str] = NO_NAMES) -> Iterator[tuple[str, str]]:
    """Yield heading and text of each section in order, "" where the record says nothing of it.

    `names` in its text lead to addresses.
    """
    for one in PageSection:
        yield one, "" if one is PageSection.NAMES else section(full, one, names)


def section(full: FullRecord, wanted: PageSection, names: Mapping[str, str] = NO_NAMES) -> str:
    """Return the text of one section."""
    paragraphs = [*restriction_words(full)] if wanted is PageSection.RESTRICTIONS else []
    own = (line for line in full.lines if section_of(line) is wanted)
    paragraphs += line_paragraphs([line for line in own if not is_said(line, full)], names)
    lent = (one for one in full.inherited if section_of(one.line) is wanted)
    for above, some in groupby(lent, key=lambda one: one.stated_by):
        said = [one.line for one in some if not is_said(one.line, full)]
        if said:
            level = type_label(above.type).lower()
            paragraphs.append(escape(say("As stated for the {level} above:", level=level)))
            paragraphs += line_paragraphs(said)
    return "\n\n".join(paragraphs)


def name_rows(full: FullRecord) -> Iterator[tuple[str, tuple[Role, ...], str]]:
    """Yield the label of each kind of names, the authorities, and their line if it says more."""
    for relation in RELATION_GROUPS["ANY_ROLE"]:
        label = AUTHORITY_RELATIONS[relation].heading
        roles = tuple(one for one in full.roles if one.relation is relation)
        own = [line for line in full.lines if line.label == label]
        unlinked = [line for line in own if not is_covered(line.text, role_words(roles))]
        if roles or unlinked:
            yield label, roles, "\n\n".join(line_paragraphs(unlinked))


def section_of(line: TextLine) -> PageSection | None:
    """Return the section in which a line stands, `None` for the words on a page."""
    if line.is_of_page:
        return None
    return LINE_KINDS.get(line.label, UNLABELLED).section


def is_said(line: TextLine, full: FullRecord) -> bool:
    """Return whether a line says only what the page shows elsewhere, in the same words."""
    match line.label:
        case lines.TITLE | lines.NAME:
            return " ".join(line.text.split()) == name(full.record)
        case lines.ACCESS:
            return full.access is not None and line.text == full.access.status
        case lines.USE:
            return full.use is not None and line.text == full.use.status
        case lines.DIGITAL_OBJECTS:
            return is_covered(line.text, [copy.description for copy in full.online])
        case _:
            return False


def is_covered(text: str, said: Iterable[str]) -> bool:
    """Return whether a text has no words beside some that are shown elsewhere."""
    for one in sorted({*said} - {""}, key=len, reverse=True):
        text = text.replace(one, "")
    return not re.search(r"\w", text)


def role_words(roles: Sequence[Role]) -> Iterator[str]:
    """Yield what is shown of some authorities."""
    for one in roles:
        yield one.authority.name or ""
        if one.kind:
            yield f"{one.authority.name} ({one.kind})"


def line_paragraphs(
    given: Sequence[TextLine], names: Mapping[str, str] = NO_NAMES
) -> Iterator[str]:
    """Yield lines with their labels; short ones follow each other in one paragraph."""
    for is_short, some in groupby(given, key=is_brief):
        gap = " " if is_short else LINE_END
        shown = (f"**{escape(term(one.label))}:**{gap}{value(one, names)}" for one in some)
        yield from [LINE_END.join(shown)] if is_short else shown


def is_brief(line: TextLine) -> bool:
    """Return whether a line stands beside its label."""
    return len(line.text) <= SHORT and "\n" not in line.text


def value(line: TextLine, names: Mapping[str, str] = NO_NAMES) -> str:
    """Return the text of a line as it is written, with its paragraphs, names in prose as links."""
    kind = LINE_KINDS.get(line.label, UNLABELLED)
    if kind.is_prose and names:
        return paragraphs(line.text, lambda text: with_names(text, names))
    return paragraphs(line.text, with_links if kind.has_addresses else escape)


def about(full: FullRecord) -> str:
    """Return type, dates, naId and the link to NARA's page on one line."""
    record = full.record
    parts = [escape(one) for one in (type_label(record.type), dates(record)) if one]
    parts.append(escape(f"NAID {record.na_id}"))
    example = record.na_id >= INVENTED_NA_ID_FROM
    parts.append(say(EXAMPLE) if example else link(say("NARA's page"), record.source))
    return " · ".join(parts)


def withdrawn(withdrawal: Withdrawal) -> str:
    """Return that the catalogue has a record no more."""
    return say(
        "NARA's catalogue has this record no more: release {release} ({date}) was without it. "
        "What is shown here is what it said before; no search finds it.",
        release=escape(withdrawal.release),
        date=escape(withdrawal.date),
    )


def role_text(role: Role) -> str:
    """Return an authority with its part: `Brady, Mathew (Photographer)`."""
    kind = f" ({role.kind})" if role.kind else ""
    return escape(name(role.authority) + kind)


def lent_creators(full: FullRecord, label: str) -> str:
    """Return on which record above NARA names the creators, "" for all other names."""
    if label != AUTHORITY_RELATIONS[Relation.CREATOR].heading:
        return ""
    makers = [one.stated_by for one in full.roles if one.relation is Relation.CREATOR]
    if not makers or makers[0] == full.record:
        return ""
    level = type_label(makers[0].type).lower()
    return escape(say("NARA names them on the {level} above.", level=level))


def other_name_text(other: OtherName) -> str:
    """Return an earlier or later name of an organization with its dates."""
    dated = span(other.start_date or None, other.end_date or None)
    heading = other.heading or say("Name without a heading (NAID {na_id})", na_id=str(other.na_id))
    return escape(f"{shortened(heading, LONGEST_NAME)}{f' ({dated})' if dated else ''}")


def step_text(record: PathRecord) -> str:
    """Return a record with its type and dates, for a button that leads to it."""
    about_it = ", ".join(one for one in (type_label(record.type).lower(), dates(record)) if one)
    return escape(f"{name(record)} ({about_it})")


def siblings_text(full: FullRecord, siblings: Siblings) -> str:
    """Return the place of a record among those beside it."""
    of = type_label(full.path[1].type).lower()
    return escape(
        say(
            "{place} of {count} in this {level}",
            place=siblings.place,
            count=siblings.count,
            level=of,
        )
    )


def children_heading(full: FullRecord) -> str:
    """Return how many records there are right below, of each level."""
    counts = (counted(level, count) for level, count in full.children_counts)
    return say("Contains {records}", records=say(" and ").join(counts))


def descriptions_heading(full: FullRecord) -> str:
    """Return how many descriptions there are by or about an authority."""
    return say_many(
        "{count} record by or about it",
        "{count} records by or about it",
        full.descriptions.total,
    )


def descriptions_by_role(full: FullRecord) -> str:
    """Return the descriptions of an authority counted by its part in them, and their levels."""
    lines = []
    for relation, some in groupby(full.descriptions_counts, key=lambda one: one.relation):
        counts = " · ".join(counted(one.level, one.count) for one in some)
        part = term(AUTHORITY_RELATIONS[relation].part or "")
        lines.append(f"**{escape(part)}:** {escape(counts)}")
    return LINE_END.join(lines)


def page_mark(line: TextLine) -> str:
    """Return which page some words stand on, with a mark that says who read them."""
    if line.is_machine_read:
        words = say("Machine-read, may have errors")
        return f"**{escape(page_label(line))}** :orange-badge[:material/smart_toy: {words}]"
    words = say("Transcribed by the public")
    return f"**{escape(page_label(line))}** :blue-badge[:material/group: {words}]"


def page_label(line: TextLine) -> str:
    """Return whose words stand on which page: `Machine-read text of page 2 (letter.pdf)`."""
    what, of_page, page = line.label.partition(OF_PAGE)
    return say("{text} of page {page}", text=term(what), page=page) if of_page else line.label


def copy_link(copy: OnlineCopy, number: int) -> str:
    """Return a link to a digital object with what NARA says of it."""
    file_name = copy.url.rpartition("/")[2]
    label = copy.description or file_name or say("Copy {number}", number=number)
    kind = f" · {escape(copy.type)}" if copy.type else ""
    return f"{number}. {link(shortened(label, LONGEST_NAME), copy.url)}{kind}"
