"""Compose a record's text as labeled lines, in the form that a catalog user would see.

narabot searches and quotes this text. Any change in how the text is composed requires a new
TEXT_VERSION (`narabot.versions`). The text of the digitized pages follows the lines: transcriptions
by the public, then machine-read text.
"""

import re
from collections.abc import Iterator

from ingest.parse.schema import (
    Raw,
    Value,
    as_list,
    as_text,
    field_path,
    objects,
    stated_integer,
    walk,
)
from ingest.parse.text_lines import LINE_SOURCES, reference_unit_names, reference_units
from narabot.models import CatalogType, record_type_of
from narabot.models.lines import (
    HELD_AT,
    LINES,
    MACHINE_READ,
    NAMES_HELD_AT,
    PAGE_MARKER,
    TRANSCRIPTION,
)

OCR_FIELDS = ("extractedText", "otherExtractedText", "completeExtractedText")

REPETITION_SHARE = 0.5
"""A text counts as a repetition if at least this share of its phrases occurs in earlier texts.

In a PDF that repeats its pages (naId 100358199), the share is 0.7, because OCR results vary.
"""

WORD = re.compile(r"\w+")

Phrase = tuple[str, ...]


def page_texts(line: Raw, raw: Raw) -> Iterator[tuple[str, str]]:
    """Yield the label and text of each transcription and each machine-read page."""
    yield from transcriptions(line)
    yield from machine_read(raw)


def transcriptions(line: Raw) -> Iterator[tuple[str, str]]:
    """Yield the newest transcription of each page, in page order."""
    entries = line.get("record_transcription")
    newest: dict[tuple[int, str], Raw] = {}
    for entry in sorted(objects(entries), key=lambda entry: str(entry.get("createdAt") or "")):
        target = entry.get("target")
        target = target if isinstance(target, dict) else {}
        number = stated_integer(target.get("pageNum")) or 0
        newest[number, str(target.get("objectId") or "")] = entry
    for (page, _), entry in sorted(newest.items(), key=lambda pair: pair[0]):
        text = as_text(entry.get("contribution"))
        if text:
            yield (f"{TRANSCRIPTION}{PAGE_MARKER}{page}" if page else TRANSCRIPTION), text


def machine_read(raw: Raw) -> Iterator[tuple[str, str]]:
    """Yield the machine-read texts, without texts that only repeat earlier pages.

    A page image's own text never counts as a repetition, because many printed forms differ in only
    a few words.
    """
    pages: set[Phrase] = set()
    for page, digital_object in enumerate(objects(raw.get("digitalObjects")), start=1):
        is_image = "PDF" not in (as_text(digital_object.get("objectType")) or "")
        own: set[Phrase] = set()
        for text in extracted_texts(digital_object):
            text_phrases = phrases(text)
            if (is_image and not own) or not repeats(text_phrases, pages | own):
                own |= text_phrases
                yield f"{MACHINE_READ}{PAGE_MARKER}{page}", text
        if is_image:
            pages |= own


def extracted_texts(digital_object: Raw) -> Iterator[str]:
    """Yield the texts of one digital object, including texts in a `contribution` field.

    `otherExtractedText` is a string in NARA's schema, but an object in the API's search results.
    """
    for field in OCR_FIELDS:
        for value in as_list(digital_object.get(field)):
            text = as_text(value.get("contribution") if isinstance(value, dict) else value)
            if text:
                yield text


def phrases(text: str) -> set[Phrase]:
    """Return all three-word sequences in a text. A shorter text is one sequence."""
    words = WORD.findall(text.lower())
    return {tuple(words[start : start + 3]) for start in range(max(len(words) - 2, 1))}


def repeats(text_phrases: set[Phrase], before: set[Phrase]) -> bool:
    """Return whether most phrases in a text occur in earlier texts."""
    return len(text_phrases & before) >= REPETITION_SHARE * len(text_phrases)


CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
BLANK_LINES = re.compile(r"\n{3,}")


def compose_text(line: Raw, raw: Raw, type_: CatalogType, ancestors: tuple[Raw, ...]) -> str:
    """Return the text of a record.

    `line` is the complete line with public contributions, and `raw` is the line's record.
    `ancestors` contains the record's ancestor entries, farthest first.
    """
    lines = [
        f"{kind.label}: {'; '.join(values)}"
        for kind in LINES[record_type_of(type_)]
        if (values := line_values(kind.source, raw, ancestors))
    ]
    lines += [f"{label}: {text}" for label, text in page_texts(line, raw)]
    return clean("\n".join(lines))


def stored_line_values(
    raw: Raw, type_: CatalogType, ancestors: tuple[Raw, ...]
) -> dict[str, Value]:
    """Return the values of the text lines that are also stored as properties.

    The names of the reference units are stored in the same order as the units.
    """
    found: dict[str, Value] = {
        kind.stored_as: [clean(value) for value in values]
        for kind in LINES[record_type_of(type_)]
        if kind.stored_as and (values := line_values(kind.source, raw, ancestors))
    }
    if HELD_AT in found:
        names = dict(zip(reference_units(raw, ()), reference_unit_names(raw, ()), strict=True))
        found[NAMES_HELD_AT] = [clean(name) for unit, name in names.items() if unit]
    return found


def line_values(source: str, raw: Raw, ancestors: tuple[Raw, ...]) -> list[str]:
    """Return the stated values for one line of the text, without duplicates."""
    composed = LINE_SOURCES.get(source)
    values = composed(raw, ancestors) if composed else texts_at(raw, source)
    return list(dict.fromkeys(filter(None, values)))


def texts_at(raw: Raw, text: str) -> list[str]:
    """Return the texts at a path."""
    path = field_path(text)
    if path.key not in raw:  # most records lack most fields
        return []
    return [stated for value in walk(raw, path.steps) if (stated := as_text(value))]


def clean(text: str) -> str:
    """Return the text with normalized line breaks and without control characters."""
    text = CONTROL.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return BLANK_LINES.sub("\n\n", text).strip()
