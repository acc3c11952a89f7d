"""More tests of the chat page: empty questions, invalid settings, and search details."""

import html
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from narabot.database import EmbeddedDatabase
from narabot.graph import open_graph
from narabot.models import REFUSAL
from tests.page.questions import ROLL, SHOW, ask, text, turns_of
from tests.page.test_page import Asked, asked, button, numbered, page, turn_id
from tests.unit.test_search_route import NASTY, PATH, ROUTED
from tests.unit.test_turn_storage_format import RESPONSE

__all__ = ["asked", "page"]


@pytest.mark.parametrize("question", [" ", "\x00\x01", "\u202e"])
def test_question_without_words_shows_a_message(page: AppTest, question: str) -> None:
    ask(page.run(), question)
    assert page.error or REFUSAL in text(page).replace("&#46;", ".")
    assert not any(button.label == "Ask again" for button in page.button)


def test_invalid_setting_is_reported(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETRIEVAL_PASSAGES", "many")
    page.run()
    assert "RETRIEVAL" in page.error[0].value
    monkeypatch.delenv("RETRIEVAL_PASSAGES")
    page.button[0].click().run()
    assert not page.error


def test_empty_database_page_suggests_ingest(
    page: AppTest, database: EmbeddedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_graph(database.connection()) as graph:
        hide = "MATCH (version:graphVersion) SET version:hiddenVersion REMOVE version:graphVersion"
        show = "MATCH (version:hiddenVersion) SET version:graphVersion REMOVE version:hiddenVersion"
        graph.write(hide)
        try:
            page.run()
            assert "ingest" in page.error[0].value
        finally:
            graph.write(show)
    page.button[0].click().run()
    assert not page.error


def test_search_details_show_the_route_and_paths(page: AppTest) -> None:
    ask(page.run(), ROLL)
    [turn] = turns_of(page)
    assert turn.response is not None
    page.session_state[f"trace-{turn.id}"] = True
    page.run()
    drawn = {"**Search steps**", "**Paths to the records**", "**Language model calls**"}
    assert drawn.isdisjoint(one.value for one in page.markdown)
    nasty = tuple(replace(ROUTED.attempts[0], wording=one) for one in NASTY)
    route = replace(
        ROUTED, attempts=(*ROUTED.attempts, *nasty), calls=RESPONSE.trace.calls, paths=(PATH,)
    )
    turn.response = replace(turn.response, trace=route)
    page.run()
    assert not page.exception
    assert drawn <= {one.value for one in page.markdown}
    assert "1. **Request type: relation**" in text(page)
    assert "(?phrase=0123456789abcdef)" in text(page)
    assert "invalid response" in list(page.table[-1].value["Outcome"])
    assert not [one for one in page.markdown if "<script" in one.value or "![" in one.value]


def test_name_in_a_question_lists_its_records(page: AppTest, asked: Asked) -> None:
    ask(page.run(), "Where are the papers of Franklin D. Roosevelt kept?")
    name = next(
        button
        for button in page.button
        if button.key and button.key.startswith(f"name-{turn_id(page)}")
    )
    assert "Roosevelt" in name.label
    name.click().run()
    assert not page.exception
    assert "By or about Roosevelt" in html.unescape(page.button_group[0].options[0])
    assert numbered(page) > 0
    assert len(asked) == 2


def test_damaged_model_folder_is_reported(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text("{")
    monkeypatch.setenv("EMBEDDING_MODEL", str(tmp_path))
    page.run()
    assert len(page.error) == 1
    assert not page.exception
    assert "Something went wrong" not in page.error[0].value


def test_follow_up_shows_the_rewritten_question(page: AppTest) -> None:
    page.run()
    ask(page, ROLL)
    ask(page, "And when was it made?")
    captions = [one.value for one in page.caption]
    assert any("And when was it made" in one and "Caramalli" in one for one in captions)


def test_where_to_look_results_survive_a_rerun(page: AppTest, asked: Asked) -> None:
    ask(page.run(), SHOW)
    button(page, "where", 0).click().run()
    assert "**Where to look**" in text(page)
    places = text(page)
    page.run()
    assert text(page) == places
    assert asked == [SHOW]
