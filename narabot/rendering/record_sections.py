"""The text of a whole record as Markdown, in the sections of its page. Pure.

Each line of the record's text stands in one section, in the order of the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from narabot.models import FullRecord, Role, TextLine, lines
from narabot.models.lines import LINE_KINDS, UNLABELLED, PageSection
from narabot.models.relations import AUTHORITY_RELATIONS, RELATION_GROUPS
from narabot.rendering.markdown import LINE_END, escape, with_links
from narabot.rendering.records import (
    name,
    type_label,
)
from narabot.rendering.restrictions import restriction_words

SHORT = 120
"""Characters of a line that stands beside its label, and not below it."""


def sections(full: FullRecord) -> Iterator[tuple[str, str]]:
    """Yield heading and text of each section in order, "" where the record says nothing of it."""
    for one in PageSection:
        yield one, "" if one is PageSection.NAMES else section(full, one)


def section(full: FullRecord, wanted: PageSection) -> str:
    """Return the text of one section."""
    paragraphs = [*restriction_words(full)] if wanted is PageSection.RESTRICTIONS else []
    own = (line for line in full.lines if section_of(line) is wanted)
    paragraphs += line_paragraphs([line for line in own if not is_said(line, full)])
    lent = (one for one in full.inherited if section_of(one.line) is wanted)
    for above, some in groupby(lent, key=lambda one: one.stated_by):
        said = [one.line for one in some if not is_said(one.line, full)]
        if said:
            paragraphs.append(escape(f"As stated for the {type_label(above.type).lower()} above:"))
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


def line_paragraphs(given: Sequence[TextLine]) -> Iterator[str]:
    """Yield lines with their labels; short ones follow each other in one paragraph."""
    for is_short, some in groupby(given, key=is_brief):
        if is_short:
            yield LINE_END.join(f"**{escape(one.label)}:** {value(one)}" for one in some)
        else:
            yield from (f"**{escape(one.label)}:**{LINE_END}{value(one)}" for one in some)


def is_brief(line: TextLine) -> bool:
    """Return whether a line stands beside its label."""
    return len(line.text) <= SHORT and "\n" not in line.text


def value(line: TextLine) -> str:
    """Return the text of a line as it is written, with its paragraphs."""
    kind = LINE_KINDS.get(line.label, UNLABELLED)
    shown = with_links if kind.has_addresses else escape
    parts = (part.split("\n") for part in line.text.split("\n\n"))
    return "\n\n".join(LINE_END.join(shown(one) for one in part if one.strip()) for part in parts)
