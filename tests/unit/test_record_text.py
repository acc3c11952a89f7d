"""Tests of recovering a record's labeled lines from its stored chunks."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ingest.parse.text_lines import LINE_SOURCES
from narabot.errors import UnknownRecordError
from narabot.models import RecordType, TextLine
from narabot.models.lines import AUTHORITY_LINES, DESCRIPTION_LINES, LINE_KINDS, LINES
from narabot.retrieval.records.full_record import read_na_id
from narabot.retrieval.records.text import joined_chunks, text_lines

DESCRIPTION = RecordType.DESCRIPTION


def test_every_line_source_has_a_line_kind() -> None:
    sources = {kind.source for kind in (*DESCRIPTION_LINES, *AUTHORITY_LINES)}
    assert LINE_SOURCES.keys() <= sources


@pytest.mark.parametrize("record_type", RecordType)
def test_lines_are_recovered_in_ingest_order(record_type: RecordType) -> None:
    text = "\n".join(f"{kind.label}: value" for kind in LINES[record_type])
    read = [line.label for line in text_lines(text, record_type)]
    assert read == [kind.label for kind in LINES[record_type]]


def test_line_kinds_with_one_label_are_equivalent() -> None:
    for kind in (*DESCRIPTION_LINES, *AUTHORITY_LINES):
        assert replace(kind, source="") == replace(LINE_KINDS[kind.label], source="")


def test_text_is_split_into_labeled_lines() -> None:
    text = "Title: Logbook\nScope and content: One.\n\nTwo: three.\nAccess: Unrestricted"
    assert text_lines(text, DESCRIPTION) == (
        TextLine("Title", "Logbook"),
        TextLine("Scope and content", "One.\n\nTwo: three."),
        TextLine("Access", "Unrestricted"),
    )


def test_out_of_order_label_stays_in_the_value() -> None:
    lines = text_lines("Title: A\nNotes: b\nDates: not these\nSubjects: c", DESCRIPTION)
    assert [line.label for line in lines] == ["Title", "Notes", "Subjects"]
    assert lines[1].text == "b\nDates: not these"


def test_page_texts_come_last_and_are_marked() -> None:
    text = (
        "Title: A\nTranscription of page 2: by hand\nMachine-read text of page 1: by m\n"
        "Title: of the page\nMachine-read text of page 10: more"
    )
    lines = text_lines(text, DESCRIPTION)
    assert [line.is_of_page for line in lines] == [False, True, True, True]
    assert [line.is_machine_read for line in lines] == [False, False, True, True]
    assert lines[2].text == "by m\nTitle: of the page"


def test_repeated_authority_label_makes_two_lines() -> None:
    lines = text_lines("Name: A\nVariant names: B\nVariant names: C", RecordType.AUTHORITY)
    assert [line.text for line in lines] == ["A", "B", "C"]


@given(some.text())
def test_no_word_is_lost(text: str) -> None:
    lines = text_lines(text, DESCRIPTION)
    assert "".join("".join(f"{one.label}: {one.text}".split()) for one in lines).endswith(
        "".join(text.split())[-20:]
    )


@given(some.lists(some.integers(1, 30), max_size=30), some.integers(0, 4))
def test_overlapping_chunks_are_joined_without_repetition(sizes: list[int], overlap: int) -> None:
    words = [f"w{number} " for number in range(sum(sizes))]
    chunks, place = [], 0
    for size in sizes:
        chunks.append("".join(words[max(0, place - overlap) : place + size]))
        place += size
    assert joined_chunks(chunks) == "".join(words)


BEYOND = ("9" * 5000, "0" + "1" * 25, "9" * 19, str(10**30))


@pytest.mark.parametrize(
    "text", ["", " ", "abc", "-1", "0", "1.5", "1e3", "١٢٣", "²", "1 2", *BEYOND]
)
def test_invalid_na_id_is_rejected(text: str) -> None:
    with pytest.raises(UnknownRecordError):
        read_na_id(text)


def test_valid_na_id_is_parsed() -> None:
    assert read_na_id(" 589213 ") == 589_213
    assert read_na_id(str(2**63 - 1)) == 2**63 - 1
    assert read_na_id("0" * 30 + "7") == 7
