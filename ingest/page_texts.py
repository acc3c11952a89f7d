"""The words on the pages themselves: transcriptions by the public, and machine-read text.

NARA gives machine-read text per page image and often once more for the whole PDF.
"""

import re
from collections.abc import Iterator

from ingest.schema import Raw, as_list, as_text, objects, stated_integer
from narabot.models.lines import MACHINE_READ, OF_PAGE, TRANSCRIPTION

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
