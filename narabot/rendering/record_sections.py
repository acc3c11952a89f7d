"""The text of a whole record as Markdown, in the sections of its page. Pure.

Each line of the record's text stands in one section, in the order of the text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from narabot.models import (
    FullRecord,
    Relation,
    Role,
    TextLine,
)
from narabot.rendering.markdown import LINE_END, escape, with_links
from narabot.rendering.records import (
    name,
    type_label,
)
from narabot.rendering.restrictions import restriction_words

SHORT = 120
"""Characters of a line that stands beside its label, and not below it."""

DESCRIPTION, NAMES, HELD, RESTRICTIONS = (
    "Description",
    "Names",
    "Where it is held",
    "Access and use",
)

SECTIONS: Mapping[str, frozenset[str]] = {
    NAMES: frozenset(
        {
            "Created by",
            "Contributors",
            "Donors",
            "Subjects",
            "Broader terms",
            "Narrower terms",
            "Related terms",
            "Jurisdictions",
            "Persons",
            "Organizations",
        }
    ),
    HELD: frozenset(
        {
            "Extent",
            "Copies",
            "Container",
            "Container list",
            "Medium",
            "Medium note",
            "Held at",
            "Handling",
            "Equipment",
        }
    ),
    RESTRICTIONS: frozenset({"Access", "Use"}),
    "Microfilm": frozenset({"Microfilm"}),
    "Finding aids and other resources": frozenset({"Finding aids", "Online resources"}),
    "Numbers": frozenset(
        {"Local identifier", "Control numbers", "Record group number", "Collection identifier"}
    ),
}
"""Which lines stand together; all others are the description."""

WITH_ADDRESSES = SECTIONS["Finding aids and other resources"] | {"Held at"}

ROLE_NAMES: Mapping[Relation, str] = {
    Relation.CREATOR: "Created by",
    Relation.CONTRIBUTOR: "Contributors",
    Relation.DONOR: "Donors",
    Relation.SUBJECT: "Subjects",
    Relation.BROADER_TERM: "Broader terms",
    Relation.NARROWER_TERM: "Narrower terms",
    Relation.RELATED_TERM: "Related terms",
    Relation.JURISDICTION: "Jurisdictions",
    Relation.PERSONAL_REFERENCE: "Persons",
    Relation.ORGANIZATIONAL_REFERENCE: "Organizations",
}


def sections(full: FullRecord) -> Iterator[tuple[str, str]]:
    """Yield heading and text of each section in order, "" where the record says nothing of it."""
    for title in (DESCRIPTION, *SECTIONS):
        yield title, "" if title == NAMES else section(full, title)


def section(full: FullRecord, title: str) -> str:
    """Return the text of one section."""
    paragraphs = [*restriction_words(full)] if title == RESTRICTIONS else []
    own = (line for line in full.lines if section_of(line) == title)
    paragraphs += line_paragraphs([line for line in own if not is_said(line, full)])
    lent = (one for one in full.inherited if section_of(one.line) == title)
    for above, some in groupby(lent, key=lambda one: one.stated_by):
        lines = [one.line for one in some if not is_said(one.line, full)]
        if lines:
            paragraphs.append(escape(f"As stated for the {type_label(above.type).lower()} above:"))
            paragraphs += line_paragraphs(lines)
    return "\n\n".join(paragraphs)


def name_rows(full: FullRecord) -> Iterator[tuple[str, tuple[Role, ...], str]]:
    """Yield the label of each kind of names, the authorities, and their line if it says more."""
    for relation, label in ROLE_NAMES.items():
        roles = tuple(one for one in full.roles if one.relation is relation)
        lines = [line for line in full.lines if line.label == label]
        unlinked = [line for line in lines if not is_covered(line.text, role_words(roles))]
        if roles or unlinked:
            yield label, roles, "\n\n".join(line_paragraphs(unlinked))


def section_of(line: TextLine) -> str | None:
    """Return the section in which a line stands, `None` for the words on a page."""
    if line.is_of_page:
        return None
    return next((title for title, labels in SECTIONS.items() if line.label in labels), DESCRIPTION)


def is_said(line: TextLine, full: FullRecord) -> bool:
    """Return whether a line says only what the page shows elsewhere, in the same words."""
    match line.label:
        case "Title" | "Name":
            return " ".join(line.text.split()) == name(full.record)
        case "Access":
            return full.access is not None and line.text == full.access.status
        case "Use":
            return full.use is not None and line.text == full.use.status
        case "Digital objects":
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


def line_paragraphs(lines: Sequence[TextLine]) -> Iterator[str]:
    """Yield lines with their labels; short ones follow each other in one paragraph."""
    for is_short, some in groupby(lines, key=is_brief):
        if is_short:
            yield LINE_END.join(f"**{escape(one.label)}:** {value(one)}" for one in some)
        else:
            yield from (f"**{escape(one.label)}:**{LINE_END}{value(one)}" for one in some)


def is_brief(line: TextLine) -> bool:
    """Return whether a line stands beside its label."""
    return len(line.text) <= SHORT and "\n" not in line.text


def value(line: TextLine) -> str:
    """Return the text of a line as it is written, with its paragraphs."""
    shown = with_links if line.label in WITH_ADDRESSES else escape
    parts = (part.split("\n") for part in line.text.split("\n\n"))
    return "\n\n".join(LINE_END.join(shown(one) for one in part if one.strip()) for part in parts)
