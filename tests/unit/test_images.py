"""Tests of NARA's images: which images are shown, and which text belongs to each image."""

from dataclasses import replace

import pytest

from narabot.models import (
    FullRecord,
    LevelOfDescription,
    OnlineCopy,
    PathRecord,
    RecordType,
    TextLine,
)
from narabot.presentation.digital_objects import lines_on_object, position_text, unmatched_lines
from narabot.presentation.images import (
    Size,
    can_be_shown,
    first_image,
    image_address,
    page_image,
    pdf_address,
    thumbnail,
)
from narabot.presentation.text_matches import find_matches, highlighted_text
from narabot.words import stems

PLACE = "https://s3.amazonaws.com/NARAprodstorage/lz/"
RECORD = PathRecord(
    7, RecordType.DESCRIPTION, LevelOfDescription.ITEM, "Log", None, None, "https://x/"
)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"{PLACE}1.jpg", True),
        ("https://catalog.archives.gov/medialz/1.GIF", True),
        (f"{PLACE}1.tif", False),
        (f"{PLACE}1.pdf", False),
        ("http://catalog.archives.gov/1.jpg", False),
        ("https://catalog.archives.gov.evil.org/1.jpg", False),
        ("https://catalog.archives.gov@evil.org/1.jpg", False),
        ("https://evil.org/https://catalog.archives.gov/1.jpg", False),
        ("https://s3.amazonaws.com/another/1.jpg", False),
        (f"{PLACE}../../another/1.jpg", False),
        (f"{PLACE}%2e%2e/%2E%2E/another/1.jpg", False),
        ("javascript:alert(1)//.jpg", False),
        ("data:image/png;base64,x.jpg", False),
        ("", False),
    ],
)
def test_only_images_from_nara_addresses_are_loaded(url: str, expected: bool) -> None:
    assert (image_address(url) is not None) is expected


def test_only_pdf_from_nara_address_can_be_shown() -> None:
    assert pdf_address(f"{PLACE}all.PDF") == f"{PLACE}all.PDF"
    assert pdf_address("https://evil.org/all.pdf") is None
    assert can_be_shown(OnlineCopy(f"{PLACE}all.pdf", "", ""))
    assert not can_be_shown(OnlineCopy(f"{PLACE}1.tif", "Image (TIFF)", ""))


def test_card_shows_first_image_if_any() -> None:
    urls = (f"{PLACE}all.pdf", "https://evil.org/0.jpg", f"{PLACE}1.jpg", f"{PLACE}2.jpg")
    assert first_image(urls) == f"{PLACE}1.jpg"
    assert first_image((f"{PLACE}all.pdf",)) is None


def test_record_text_is_escaped_in_html() -> None:
    evil = f'{PLACE}1"onerror="alert(1)<script>.jpg'
    address = image_address(evil)
    assert address is not None
    for html in (
        thumbnail(address, 'Log" onload="alert(2)', 7),
        page_image(address, 'Log"><script>', Size.WHOLE),
    ):
        assert "<script" not in html
        assert 'onerror="' not in html
        assert 'onload="' not in html


def full(*copies: OnlineCopy, lines: tuple[TextLine, ...] = ()) -> FullRecord:
    """Return a record with these digital objects and lines."""
    return FullRecord((RECORD,), is_stub=False, online=copies, lines=lines)


READ, WRITTEN = (
    TextLine("Machine-read text of page 3", "fresh"),
    TextLine("Transcription of page 3", "Fresh."),
)


def image(page: int) -> OnlineCopy:
    """Return the digital object for a page."""
    return OnlineCopy(f"{PLACE}{page}.jpg", "Image (JPG)", "", page)


def test_page_text_matches_image_by_number_despite_missing_pages() -> None:
    record = full(image(1), image(3), lines=(READ, WRITTEN))
    assert list(lines_on_object(image(1), record)) == []
    assert list(lines_on_object(image(3), record)) == [READ, WRITTEN]
    assert list(unmatched_lines(record)) == []
    assert position_text(2, record) == "Page 2 of 2"


def test_transcription_after_a_pdf_is_not_matched_to_images() -> None:
    pdf = replace(image(1), url=f"{PLACE}all.pdf")
    record = full(pdf, image(3), lines=(READ, WRITTEN, TextLine("Transcription", "No page.")))
    assert list(lines_on_object(image(3), record)) == [READ]
    assert list(unmatched_lines(record)) == [WRITTEN, record.lines[2]]
    assert position_text(1, record) == "File 1 of 2"


LINES = (
    TextLine("Scope and content", "Of ships. Winds and weather at Cape Horn."),
    TextLine("Machine-read text of page 2", "The weather\nwas fair.\n\nNo wind."),
)


def test_find_matches_prefers_sentences_with_all_words() -> None:
    both = find_matches(LINES, stems("wind weather"))
    assert [one.line for one in both] == [LINES[0]]
    assert both[0].words.startswith(":yellow-background[**Winds**] and ")
    some = find_matches(LINES, stems("weather zeppelin"))
    assert [one.line for one in some] == [LINES[0], LINES[1]]
    assert "weather**] was fair" in some[1].words
    assert find_matches(LINES, stems("zeppelin")) == ()
    assert find_matches(LINES, stems("the of")) == ()


def test_highlighted_text_keeps_line_breaks_and_escapes_markup() -> None:
    shown = highlighted_text("<b>Wind</b>\nSW\n\n[x](y)", stems("wind"))
    assert "**Wind**" in shown
    assert "<b>" not in shown
    assert "](y)" not in shown
    assert "SW\n\n" in shown
