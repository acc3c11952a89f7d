"""Tests of questions answered by a field: stated, inherited, or quoted from a stub."""

from dataclasses import replace

import pytest

from narabot.answering.extractive.lexical_answers import field_quotes
from narabot.answering.extractive.ranking import has_expected_form, rank_passages
from narabot.models import Chunk, LevelOfDescription, Passage, PathRecord, RecordType
from narabot.understanding.question import AnswerSign, parse_question
from tests.unit.test_answering import passage


def below(found: Passage, na_id: int, level: LevelOfDescription, name: str) -> Passage:
    """Return a passage with one more ancestor."""
    above = PathRecord(na_id, RecordType.DESCRIPTION, level, name, None, None, "https://x")
    return replace(found, path=(*found.path, above))


def test_item_inherits_box_from_its_file_unit() -> None:
    found = below(passage("Title: Letter"), 8, LevelOfDescription.FILE_UNIT, "POL 1")
    lines = {8: (Chunk("8-0", "Title: POL 1\nContainer: Box 12"),)}
    (quote,) = field_quotes(parse_question("In which box is the letter?"), found, lines)
    assert (quote.na_id, quote.quote) == (8, "Container: Box 12")


def test_own_box_takes_precedence_over_file_units_box() -> None:
    found = below(passage("Title: Letter\nContainer: Box 3"), 8, LevelOfDescription.FILE_UNIT, "P")
    lines = {8: (Chunk("8-0", "Container: Box 12"),)}
    quotes = field_quotes(parse_question("In which box is the letter?"), found, lines)
    assert [quote.quote for quote in quotes] == ["Container: Box 3"]


def test_inherited_dates_are_quoted_with_their_records_name() -> None:
    found = below(passage("Title: Letter"), 8, LevelOfDescription.FILE_UNIT, "POL 1")
    lines = {8: (Chunk("8-0", "Title: POL 1\nDates: 1963"),)}
    quotes = field_quotes(parse_question("When was the letter written?"), found, lines)
    assert [(quote.na_id, quote.quote) for quote in quotes] == [(8, "POL 1"), (8, "Dates: 1963")]


def test_ancestor_is_quoted_from_its_text_or_stub_name() -> None:
    found = below(passage("Title: Letter"), 8, LevelOfDescription.SERIES, "Central Files")
    asked = parse_question("Which series is the letter in?")
    (of_stub,) = field_quotes(asked, found, {})
    assert (of_stub.chunk_id, of_stub.start, of_stub.end) == ("8-0", 0, len("Central Files"))
    text = "Title: Central Files\nDates: 1963"
    (of_record,) = field_quotes(asked, found, {8: (Chunk("8-0", text),)})
    assert text[of_record.start : of_record.end] == of_record.quote == "Central Files"


@pytest.mark.parametrize(
    ("question", "sign"),
    [
        ("When did the boat sink?", AnswerSign.DATE),
        ("What did he say when he came?", None),
        ("How many boats sank?", AnswerSign.NUMBER),
        ("Who sank the boat?", AnswerSign.NAME),
    ],
)
def test_question_determines_expected_answer_form(question: str, sign: AnswerSign | None) -> None:
    assert parse_question(question).sign is sign


def test_number_in_question_is_not_an_answer() -> None:
    asked = parse_question("How many boats sank in 1891?")
    assert not has_expected_form(asked, "Boats sank in 1891.")
    assert has_expected_form(asked, "In 1891 seven boats sank.")


def test_record_with_requested_number_is_ranked_first() -> None:
    asked = parse_question("What does Volume 738 of the diaries hold?")
    series = passage("Diaries in volumes", 1, "Diaries", score=1.0)
    volume = passage("Volume 738, July 1 - July 3", 2, "Volume 738, July 1 - July 3", score=0.5)
    assert rank_passages(asked, [series, volume])[0].passage.na_id == 2


def test_similarity_decides_when_no_words_match() -> None:
    asked = parse_question("Which soccer idol was greeted?")
    far = replace(passage("Fishing rights", 1, "Telegram", score=0.9), meaning=0.1)
    near = replace(passage("Letter to a footballer", 2, "Letter", score=0.5), meaning=0.6)
    assert rank_passages(asked, [far, near])[0].passage.na_id == 2
