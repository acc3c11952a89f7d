"""The words on the pages themselves: transcriptions by the public, and machine-read text.

NARA gives machine-read text per page image and often once more for the whole PDF.
"""

import re
from collections import Counter
from collections.abc import Iterator

from ingest.schema import Raw, as_integer, as_list, as_text

OCR_FIELDS = ("extractedText", "otherExtractedText", "completeExtractedText")

REPEATED = 0.8
"""A text of whose words this share stands in the texts before it says nothing new."""

WORD = re.compile(r"\w+")


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
        page = target.get("pageNum")
        number = 0 if page is None else as_integer(page)
        newest[number, str(target.get("objectId") or "")] = entry
    for (page, _), entry in sorted(newest.items(), key=lambda pair: pair[0]):
        text = as_text(entry.get("contribution"))
        if text:
            yield (f"Transcription of page {page}" if page else "Transcription"), text


def machine_read(raw: Raw) -> Iterator[tuple[str, str]]:
    """Yield the machine-read texts; what only repeats the pages before it is left out."""
    words: Counter[str] = Counter()
    for page, digital_object in enumerate(objects(raw.get("digitalObjects")), start=1):
        for field in OCR_FIELDS:
            text = as_text(digital_object.get(field))
            if text and not repeats(text, words):
                words.update(WORD.findall(text.lower()))
                yield f"Machine-read text of page {page}", text


def repeats(text: str, words: Counter[str]) -> bool:
    """Return whether nearly all words of a text are among the words already there."""
    own = Counter(WORD.findall(text.lower()))
    shared = (own & words).total()
    return shared > 0 and shared >= REPEATED * own.total()


def objects(value: object) -> list[Raw]:
    """Return the objects of a list."""
    return [entry for entry in as_list(value) if isinstance(entry, dict)]
