"""Tests of conversation downloads: questions, answers, answerers, quotations, and records."""

import json
from dataclasses import replace
from datetime import date

from markdown_it import MarkdownIt

from narabot.models import Answer, Filters, LevelOfDescription, Response, Turn
from narabot.presentation.citing.conversation_export import (
    conversation_json,
    conversation_markdown,
    conversation_records,
)
from tests.page.nasty import NASTY
from tests.unit.test_pull_lists import text_of
from tests.unit.test_rendering_lists import response as list_response
from tests.unit.test_rendering_records import passage, record, response, sentence

GFM = MarkdownIt("gfm-like", {"linkify": False})
DAY = date(2026, 11, 22)
ITEMS = Filters(levels=(LevelOfDescription.ITEM,))


def answered(by: str = "extractive") -> Response:
    """Return a response whose answer cites the second of three records."""
    found = response(sentence("It is in Box 3.", 2), na_ids=(1, 2, 3))
    assert found.answer is not None
    return replace(found, answer=replace(found.answer, answerer=by))


def written(*turns: Turn) -> str:
    return conversation_markdown(turns, DAY)


def test_an_answer_is_told_with_who_wrote_it_its_quotes_and_its_records() -> None:
    told = text_of(written(Turn("Where is it?", answered())))
    assert "Exported on November 22, 2026." in told
    parts = [
        "Where is it?",
        "It is in Box 3.",
        "Quoted from the record, without a language model.",
        "“x” (Logbook, NAID 2)",
        "Cited records",
        "Logbook (National Archives Identifier 2)",
        "Other records found",
        "Logbook (National Archives Identifier 1)",
    ]
    places = [told.index(part) for part in parts]
    assert places == sorted(places)
    assert "Written by qwen" in text_of(written(Turn("?", answered("qwen"))))


def test_a_list_is_told_with_its_filters_and_all_of_its_records() -> None:
    told = text_of(written(Turn("Show", list_response(30, filters=ITEMS))))
    assert "Filters: Items" in told
    assert "30 records" in told
    assert told.count("National Archives Identifier") == 30


def test_what_went_wrong_is_told() -> None:
    failed = Turn("First?")
    failed.fail("The database does not answer.", can_retry=True)
    told = text_of(written(failed, Turn("Second?")))
    assert "Problem: The database does not answer." in told
    assert "This question was not answered." in told


def test_a_refusal_is_told() -> None:
    refused = replace(answered(), answer=Answer((), 0.1, "extractive"))
    told = text_of(written(Turn("?", refused)))
    assert "The records found do not answer the question." in told


def test_nothing_in_a_conversation_becomes_markup() -> None:
    for text in (*NASTY, "x" * 3_000, "- no list", "12. no list", "# no heading"):
        found = replace(answered(), passages=(passage(record(2, text)),))
        markdown = written(Turn(text, found))
        kinds = {child.type for token in GFM.parse(markdown) for child in token.children or ()}
        assert kinds <= {"text", "softbreak", "hardbreak", "link_open", "link_close"}
        links = [
            child.attrs["href"]
            for token in GFM.parse(markdown)
            for child in token.children or ()
            if child.type == "link_open"
        ]
        assert links == ["https://catalog.archives.gov/id/2"]
        blocks = [token.tag for token in GFM.parse(markdown) if token.type.endswith("_open")]
        assert blocks.count("h1") == 1
        assert blocks.count("li") == 2
        assert text_of(markdown).count(" ".join(text.split())) >= 2


def test_json_has_each_response_with_citations() -> None:
    told = json.loads(conversation_json([Turn("Where?", answered()), Turn("Open")], DAY))
    assert told["taken"] == "2026-11-22"
    first, second = told["turns"]
    assert first["question"] == "Where?"
    assert first["response"]["answerer"] == "extractive"
    assert first["response"]["sentences"][0]["quotes"][0]["naId"] == 2
    assert first["response"]["records"][0]["citation"].startswith("Logbook (National Archives")
    assert second == {"question": "Open", "note": None, "problem": None, "response": None}


def test_a_note_goes_with_its_question() -> None:
    note = "# For Anna\n<script>alert(1)</script>\n- [no link](https://example.org)"
    turns = [Turn("Where?", answered(), note=note), Turn("Open?")]
    tokens = GFM.parse(written(*turns))
    told = text_of(written(*turns))
    assert told.index("Your note") < told.index("# For Anna") < told.index("Open?")
    assert told.count("Your note") == 1
    assert [one.tag for one in tokens if one.type == "heading_open"].count("h1") == 1
    assert not any(one.type == "html_block" for one in tokens)
    assert json.loads(conversation_json(turns, DAY))["turns"][0]["note"] == note


def test_the_records_of_a_conversation_are_those_that_answers_quote() -> None:
    turns = [Turn("a", answered()), Turn("b", answered()), Turn("c", list_response(3)), Turn("d")]
    assert [one.na_id for one in conversation_records(turns)] == [2]
