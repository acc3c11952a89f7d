"""Compose a record's text: what a reader of the catalogue would read, as labelled lines.

The text is what is searched and quoted. A change of its composition is a new TEXT_VERSION
(`narabot.versions`).
"""

import re

from ingest.page_texts import page_texts
from ingest.schema import Raw, Value, as_text, field_path, walk
from ingest.text_lines import COMPOSED, reference_unit_names, reference_units
from narabot.models import CatalogType, record_type_of
from narabot.models.lines import HELD_AT, LINES, NAMES_HELD_AT

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
BLANK_LINES = re.compile(r"\n{3,}")


def compose_text(line: Raw, raw: Raw, type_: CatalogType, ancestors: tuple[Raw, ...]) -> str:
    """Return the text of a record.

    `line` is the whole line with what the public added, `raw` its record, `ancestors` the
    record's own entries, farthest first.
    """
    lines = [
        f"{kind.label}: {'; '.join(values)}"
        for kind in LINES[record_type_of(type_)]
        if (values := filled(kind.source, raw, ancestors))
    ]
    lines += [f"{label}: {text}" for label, text in page_texts(line, raw)]
    return clean("\n".join(lines))


def stored_lines(raw: Raw, type_: CatalogType, ancestors: tuple[Raw, ...]) -> dict[str, Value]:
    """Return the words of the lines that are stored beside a record's text, by property.

    Beside the units that hold the materials stand their names, in the same order.
    """
    found: dict[str, Value] = {
        kind.stored_as: [clean(value) for value in values]
        for kind in LINES[record_type_of(type_)]
        if kind.stored_as and (values := filled(kind.source, raw, ancestors))
    }
    if HELD_AT in found:
        names = dict(zip(reference_units(raw, ()), reference_unit_names(raw, ()), strict=True))
        found[NAMES_HELD_AT] = [clean(name) for unit, name in names.items() if unit]
    return found


def filled(source: str, raw: Raw, ancestors: tuple[Raw, ...]) -> list[str]:
    """Return the stated values of one line, each once."""
    composed = COMPOSED.get(source)
    values = composed(raw, ancestors) if composed else texts_at(raw, source)
    return list(dict.fromkeys(filter(None, values)))


def texts_at(raw: Raw, text: str) -> list[str]:
    """Return the texts at a path."""
    path = field_path(text)
    if path.key not in raw:  # as most fields are
        return []
    return [stated for value in walk(raw, path.steps) if (stated := as_text(value))]


def clean(text: str) -> str:
    """Return the text with plain line ends and without control characters."""
    text = CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return BLANK_LINES.sub("\n\n", text).strip()
