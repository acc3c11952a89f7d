"""Compose a record's text: what a reader of the catalogue would read, as labelled lines.

The text is what is searched and quoted. A change of its composition is a new TEXT_VERSION
(`narabot.versions`). Behind the lines come the words on the pages themselves: transcriptions by
the public, and machine-read text.
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
from ingest.parse.text_lines import COMPOSED, reference_unit_names, reference_units
from narabot.models import CatalogType, record_type_of
from narabot.models.lines import HELD_AT, LINES, MACHINE_READ, NAMES_HELD_AT, OF_PAGE, TRANSCRIPTION

OCR_FIELDS = ("extractedText", "otherExtractedText", "completeExtractedText")

REPEATED = 0.5
"""A text of whose phrases this share stands in the texts before it says nothing new.

Of a PDF that repeats its pages, 0.7 (naId 100358199): machines read the same page differently.
"""

WORD = re.compile(r"\w+")

Phrase = tuple[str, ...]


def page_texts(line: Raw, raw: Raw) -> Iterator[tuple[str, str]]:
    """Yield label and text of each transcription and each machine-read page."""
    yield from transcriptions(line)
    yield from machine_read(raw)


def transcriptions(line: Raw) -> Iterator[tuple[str, str]]:
    """Yield the newest transcription of each page, in page order."""
    given = line.get("record_transcription")
    newest: dict[tuple[int, str], Raw] = {}
    for entry in sorted(objects(given), key=lambda entry: str(entry.get("createdAt") or "")):
        target = entry.get("target")
        target = target if isinstance(target, dict) else {}
        number = stated_integer(target.get("pageNum")) or 0
        newest[number, str(target.get("objectId") or "")] = entry
    for (page, _), entry in sorted(newest.items(), key=lambda pair: pair[0]):
        text = as_text(entry.get("contribution"))
        if text:
            yield (f"{TRANSCRIPTION}{OF_PAGE}{page}" if page else TRANSCRIPTION), text


def machine_read(raw: Raw) -> Iterator[tuple[str, str]]:
    """Yield the machine-read texts; what only repeats the pages before it is left out.

    A page image's own text is never a repetition: printed forms differ in few words.
    """
    pages: set[Phrase] = set()
    for page, digital_object in enumerate(objects(raw.get("digitalObjects")), start=1):
        is_image = "PDF" not in (as_text(digital_object.get("objectType")) or "")
        own: set[Phrase] = set()
        for text in extracted_texts(digital_object):
            said = phrases(text)
            if (is_image and not own) or not repeats(said, pages | own):
                own |= said
                yield f"{MACHINE_READ}{OF_PAGE}{page}", text
        if is_image:
            pages |= own


def extracted_texts(digital_object: Raw) -> Iterator[str]:
    """Yield the texts of one digital object, also from objects with a `contribution`.

    NARA's schema has a text in `otherExtractedText`, its search an object.
    """
    for field in OCR_FIELDS:
        for given in as_list(digital_object.get(field)):
            text = as_text(given.get("contribution") if isinstance(given, dict) else given)
            if text:
                yield text


def phrases(text: str) -> set[Phrase]:
    """Return the runs of three words in a text; a shorter text is one run."""
    words = WORD.findall(text.lower())
    return {tuple(words[start : start + 3]) for start in range(max(len(words) - 2, 1))}


def repeats(said: set[Phrase], before: set[Phrase]) -> bool:
    """Return whether most phrases of a text stand in what was said before."""
    return len(said & before) >= REPEATED * len(said)


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
