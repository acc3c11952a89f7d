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


def test_all_that_ingest_composes_is_a_line() -> None:
    sources = {kind.source for kind in (*DESCRIPTION_LINES, *AUTHORITY_LINES)}
    assert LINE_SOURCES.keys() <= sources


@pytest.mark.parametrize("record_type", RecordType)
def test_lines_are_read_back_as_ingest_composes_them(record_type: RecordType) -> None:
    text = "\n".join(f"{kind.label}: value" for kind in LINES[record_type])
    read = [line.label for line in text_lines(text, record_type)]
    assert read == [kind.label for kind in LINES[record_type]]


def test_kinds_of_one_label_are_shown_and_read_alike() -> None:
    for kind in (*DESCRIPTION_LINES, *AUTHORITY_LINES):
        assert replace(kind, source="") == replace(LINE_KINDS[kind.label], source="")


def test_a_text_is_its_lines() -> None:
    text = "Title: Logbook\nScope and content: One.\n\nTwo: three.\nAccess: Unrestricted"
    assert text_lines(text, DESCRIPTION) == (
        TextLine("Title", "Logbook"),
        TextLine("Scope and content", "One.\n\nTwo: three."),
        TextLine("Access", "Unrestricted"),
    )


def test_a_label_within_a_value_stays_there_if_it_comes_too_early() -> None:
    lines = text_lines("Title: A\nNotes: b\nDates: not these\nSubjects: c", DESCRIPTION)
    assert [line.label for line in lines] == ["Title", "Notes", "Subjects"]
    assert lines[1].text == "b\nDates: not these"


def test_the_words_on_the_pages_come_last_and_say_who_read_them() -> None:
    text = (
        "Title: A\nTranscription of page 2: by hand\nMachine-read text of page 1: by m\n"
        "Title: of the page\nMachine-read text of page 10: more"
    )
    lines = text_lines(text, DESCRIPTION)
    assert [line.is_of_page for line in lines] == [False, True, True, True]
    assert [line.is_machine_read for line in lines] == [False, False, True, True]
    assert lines[2].text == "by m\nTitle: of the page"


def test_a_label_that_an_authority_has_twice_is_read_twice() -> None:
    lines = text_lines("Name: A\nVariant names: B\nVariant names: C", RecordType.AUTHORITY)
    assert [line.text for line in lines] == ["A", "B", "C"]


@given(some.text())
def test_no_word_of_a_text_is_lost(text: str) -> None:
    lines = text_lines(text, DESCRIPTION)
    assert "".join("".join(f"{one.label}: {one.text}".split()) for one in lines).endswith(
        "".join(text.split())[-20:]
    )


@given(some.lists(some.integers(1, 30), max_size=30), some.integers(0, 4))
def test_chunks_that_overlap_make_the_text_again(sizes: list[int], overlap: int) -> None:
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
def test_what_is_no_na_id_is_told(text: str) -> None:
    with pytest.raises(UnknownRecordError):
        read_na_id(text)


def test_a_na_id_is_read() -> None:
    assert read_na_id(" 589213 ") == 589_213
    assert read_na_id(str(2**63 - 1)) == 2**63 - 1
    assert read_na_id("0" * 30 + "7") == 7
