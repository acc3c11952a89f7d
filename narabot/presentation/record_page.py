"""Render a record's page: its sections, its names grouped by role, and its digital objects."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from narabot.models import (
    FIRST_EXAMPLE_NA_ID,
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
from narabot.models.lines import LINE_KINDS, PAGE_MARKER, UNLABELED, PageSection
from narabot.models.relations import AUTHORITY_RELATIONS, RELATION_GROUPS
from narabot.presentation.display_dates import date_range
from narabot.presentation.markdown import (
    LINE_END,
    escape,
    link,
    link_addresses,
    link_names,
    paragraphs,
    shortened,
)
from narabot.presentation.records import (
    EXAMPLE_LABEL,
    MAX_NAME_LENGTH,
    dates,
    level_count,
    name,
    type_label,
)
from narabot.presentation.restrictions import restriction_lines
from narabot.presentation.strings import say, say_many
from narabot.presentation.terms import term

MAX_INLINE_LENGTH = 120
"""Maximum length of a line that appears next to its label, in characters."""


NO_LINKS: Mapping[str, str] = {}


def sections(full: FullRecord, names: Mapping[str, str] = NO_LINKS) -> Iterator[tuple[str, str]]:
    """Yield the heading and text of each section.

    The text is "" for an empty section. `names` maps names in the text to link addresses.
    """
    for one in PageSection:
        yield one, "" if one is PageSection.NAMES else section(full, one, names)


def section(full: FullRecord, wanted: PageSection, names: Mapping[str, str] = NO_LINKS) -> str:
    """Return the text of one section."""
    paragraphs = [*restriction_lines(full)] if wanted is PageSection.RESTRICTIONS else []
    own = (line for line in full.lines if section_of(line) is wanted)
    paragraphs += line_paragraphs(
        [line for line in own if not is_shown_elsewhere(line, full)], names
    )
    inherited = (one for one in full.inherited if section_of(one.line) is wanted)
    for above, some in groupby(inherited, key=lambda one: one.stated_by):
        stated = [one.line for one in some if not is_shown_elsewhere(one.line, full)]
        if stated:
            level = type_label(above.type).lower()
            paragraphs.append(escape(say("As stated for the {level} above:", level=level)))
            paragraphs += line_paragraphs(stated)
    return "\n\n".join(paragraphs)


def name_rows(full: FullRecord) -> Iterator[tuple[str, tuple[Role, ...], str]]:
    """Yield each role's label, its authorities, and the names that have no authority record."""
    for relation in RELATION_GROUPS["ANY_ROLE"]:
        label = AUTHORITY_RELATIONS[relation].heading
        roles = tuple(one for one in full.roles if one.relation is relation)
        own = [line for line in full.lines if line.label == label]
        unlinked = [line for line in own if not is_covered(line.text, role_texts(roles))]
        if roles or unlinked:
            yield label, roles, "\n\n".join(line_paragraphs(unlinked))


def section_of(line: TextLine) -> PageSection | None:
    """Return the section that a line belongs to, or `None` for the text of a scanned page."""
    if line.is_of_page:
        return None
    return LINE_KINDS.get(line.label, UNLABELED).section


def is_shown_elsewhere(line: TextLine, full: FullRecord) -> bool:
    """Return whether the page already shows a line's text elsewhere."""
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


def is_covered(text: str, shown: Iterable[str]) -> bool:
    """Return whether all words in a text are already shown elsewhere."""
    for one in sorted({*shown} - {""}, key=len, reverse=True):
        text = text.replace(one, "")
    return not re.search(r"\w", text)


def role_texts(roles: Sequence[Role]) -> Iterator[str]:
    """Yield the texts that are displayed for authorities."""
    for one in roles:
        yield one.authority.name or ""
        if one.kind:
            yield f"{one.authority.name} ({one.kind})"


def line_paragraphs(
    given: Sequence[TextLine], names: Mapping[str, str] = NO_LINKS
) -> Iterator[str]:
    """Yield lines with their labels.

    Consecutive short lines share a paragraph.
    """
    for is_short, some in groupby(given, key=is_brief):
        gap = " " if is_short else LINE_END
        shown = (f"**{escape(term(one.label))}:**{gap}{line_markdown(one, names)}" for one in some)
        yield from [LINE_END.join(shown)] if is_short else shown


def is_brief(line: TextLine) -> bool:
    """Return whether a line is short enough to appear next to its label."""
    return len(line.text) <= MAX_INLINE_LENGTH and "\n" not in line.text


def line_markdown(line: TextLine, names: Mapping[str, str] = NO_LINKS) -> str:
    """Return a line's text with its paragraphs.

    Names in prose become links.
    """
    kind = LINE_KINDS.get(line.label, UNLABELED)
    if kind.is_prose and names:
        return paragraphs(line.text, lambda text: link_names(text, names))
    return paragraphs(line.text, link_addresses if kind.has_addresses else escape)


def facts_line(full: FullRecord) -> str:
    """Return the type, dates, naId, and link to archives.gov on one line."""
    record = full.record
    parts = [escape(one) for one in (type_label(record.type), dates(record)) if one]
    parts.append(escape(f"NAID {record.na_id}"))
    example = record.na_id >= FIRST_EXAMPLE_NA_ID
    parts.append(say(EXAMPLE_LABEL) if example else link(say("archives.gov"), record.source))
    return " · ".join(parts)


def withdrawal_notice(withdrawal: Withdrawal) -> str:
    """Return the notice that NARA has withdrawn a record from the catalog."""
    return say(
        "NARA has withdrawn this record from its catalog. Release {release} ({date}) no longer "
        "contains it. This page shows the last loaded version, which searches do not find.",
        release=escape(withdrawal.release),
        date=escape(withdrawal.date),
    )


def role_text(role: Role) -> str:
    """Return an authority with its role, such as `Brady, Mathew (Photographer)`."""
    kind = f" ({role.kind})" if role.kind else ""
    return escape(name(role.authority) + kind)


def inherited_creators_note(full: FullRecord, label: str) -> str:
    """Return a note on the ancestor for which NARA lists the creators.

    The result is "" for other roles and for creators that NARA lists for the record itself.
    """
    if label != AUTHORITY_RELATIONS[Relation.CREATOR].heading:
        return ""
    makers = [one.stated_by for one in full.roles if one.relation is Relation.CREATOR]
    if not makers or makers[0] == full.record:
        return ""
    level = type_label(makers[0].type).lower()
    return escape(say("NARA lists the creators for the {level} above.", level=level))


def other_name_text(other: OtherName) -> str:
    """Return an earlier or later name of an organization, with its dates."""
    dated = date_range(other.start_date or None, other.end_date or None)
    heading = other.heading or say("Name without a heading (NAID {na_id})", na_id=str(other.na_id))
    return escape(f"{shortened(heading, MAX_NAME_LENGTH)}{f' ({dated})' if dated else ''}")


def step_text(record: PathRecord) -> str:
    """Return a record with its type and dates, for a button that opens the record."""
    about_it = ", ".join(one for one in (type_label(record.type).lower(), dates(record)) if one)
    return escape(f"{name(record)} ({about_it})")


def siblings_text(full: FullRecord, siblings: Siblings) -> str:
    """Return the position of a record among its siblings."""
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
    """Return the number of children at each level."""
    counts = (level_count(level, count) for level, count in full.children_counts)
    return say("Contains {records}", records=say(" and ").join(counts))


def descriptions_heading(full: FullRecord) -> str:
    """Return the number of descriptions by or about an authority."""
    return say_many(
        "{count} record by or about this authority",
        "{count} records by or about this authority",
        full.descriptions.total,
    )


def descriptions_by_role(full: FullRecord) -> str:
    """Return the number of an authority's descriptions for each role and level."""
    lines = []
    for relation, some in groupby(full.descriptions_counts, key=lambda one: one.relation):
        counts = " · ".join(level_count(one.level, one.count) for one in some)
        part = term(AUTHORITY_RELATIONS[relation].part or "")
        lines.append(f"**{escape(part)}:** {escape(counts)}")
    return LINE_END.join(lines)


def page_badge(line: TextLine) -> str:
    """Return a page text's label, with a badge that shows how the text was transcribed."""
    if line.is_machine_read:
        words = say("Machine-read; may contain errors")
        return f"**{escape(page_label(line))}** :orange-badge[:material/smart_toy: {words}]"
    words = say("Transcribed by the public")
    return f"**{escape(page_label(line))}** :blue-badge[:material/group: {words}]"


def page_label(line: TextLine) -> str:
    """Return the origin and page of a text, such as `Machine-read text of page 2 (letter.pdf)`."""
    what, of_page, page = line.label.partition(PAGE_MARKER)
    return say("{text} of page {page}", text=term(what), page=page) if of_page else line.label


def copy_link(copy: OnlineCopy, number: int) -> str:
    """Return a link to a digital object, with NARA's description of the object."""
    file_name = copy.url.rpartition("/")[2]
    label = copy.description or file_name or say("Digital object {number}", number=number)
    kind = f" · {escape(copy.type)}" if copy.type else ""
    return f"{number}. {link(shortened(label, MAX_NAME_LENGTH), copy.url)}{kind}"
