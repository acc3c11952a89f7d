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


def test_answer_is_exported_with_answerer_quotations_and_records() -> None:
    exported = text_of(written(Turn("Where is it?", answered())))
    assert "Exported on November 22, 2026." in exported
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
    places = [exported.index(part) for part in parts]
    assert places == sorted(places)
    assert "Written by qwen" in text_of(written(Turn("?", answered("qwen"))))


def test_list_is_exported_with_filters_and_all_records() -> None:
    exported = text_of(written(Turn("Show", list_response(30, filters=ITEMS))))
    assert "Filters: Items" in exported
    assert "30 records" in exported
    assert exported.count("National Archives Identifier") == 30


def test_problems_are_exported() -> None:
    failed = Turn("First?")
    failed.fail("The database does not answer.", can_retry=True)
    exported = text_of(written(failed, Turn("Second?")))
    assert "Problem: The database does not answer." in exported
    assert "This question was not answered." in exported


def test_refusal_is_exported() -> None:
    refused = replace(answered(), answer=Answer((), 0.1, "extractive"))
    exported = text_of(written(Turn("?", refused)))
    assert "The records found do not answer the question." in exported


def test_conversation_text_does_not_become_markup() -> None:
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
    exported = json.loads(conversation_json([Turn("Where?", answered()), Turn("Open")], DAY))
    assert exported["taken"] == "2026-11-22"
    first, second = exported["turns"]
    assert first["question"] == "Where?"
    assert first["response"]["answerer"] == "extractive"
    assert first["response"]["sentences"][0]["quotes"][0]["naId"] == 2
    assert first["response"]["records"][0]["citation"].startswith("Logbook (National Archives")
    assert second == {"question": "Open", "note": None, "problem": None, "response": None}


def test_note_is_exported_with_its_question() -> None:
    note = "# For Anna\n<script>alert(1)</script>\n- [no link](https://example.org)"
    turns = [Turn("Where?", answered(), note=note), Turn("Open?")]
    tokens = GFM.parse(written(*turns))
    exported = text_of(written(*turns))
    assert exported.index("Your note") < exported.index("# For Anna") < exported.index("Open?")
    assert exported.count("Your note") == 1
    assert [one.tag for one in tokens if one.type == "heading_open"].count("h1") == 1
    assert not any(one.type == "html_block" for one in tokens)
    assert json.loads(conversation_json(turns, DAY))["turns"][0]["note"] == note


def test_conversation_records_are_those_quoted_in_answers() -> None:
    turns = [Turn("a", answered()), Turn("b", answered()), Turn("c", list_response(3)), Turn("d")]
    assert [one.na_id for one in conversation_records(turns)] == [2]
