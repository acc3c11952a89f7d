"""More tests of the record page: long lists, unknown records, and related records."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from narabot.conversations import open_store
from narabot.pages.exports import citation_files, pull_files
from narabot.pages.login import owner
from narabot.pages.resources import current_chat
from narabot.presentation.citing.citation_data import MAX_CITED
from narabot.retrieval import add_locations, read_records
from narabot.settings import Settings
from tests.page.questions import follow, turns_of
from tests.page.test_record_page import (
    BIG,
    ITEM,
    OLD_OFFICE,
    SERIES,
    at,
    charts,
    click,
    opened,
    page,
    records_settings,
    text,
)

__all__ = ["page", "records_settings"]


@pytest.mark.parametrize("na_id", ["", "abc", "-1", "1.5", str(10**30), "<b>1</b>", "404"])
def test_unknown_record_shows_a_message(page: AppTest, na_id: str) -> None:
    opened(page, na_id)
    assert len(page.warning) == 1
    assert not page.header
    assert "<b>" not in page.warning[0].value
    page.button(key="back").click().run()
    assert "Ask questions about the records" in text(page)


def test_question_on_the_page_is_about_the_record(page: AppTest) -> None:
    opened(page, SERIES)
    page.chat_input[0].set_value("Who created it?").run()
    assert not page.exception
    turn = turns_of(page)[0]
    assert turn.added.ancestor.na_id == SERIES
    assert turn.response.asked == "Who created it: Ship Logs?"


def test_other_records_in_the_series_are_listed(page: AppTest) -> None:
    opened(page, ITEM)
    click(page, "Other records in this series")
    response = turns_of(page)[0].response
    assert response.answer is None
    assert {one.na_id for one in response.records} <= {SERIES, ITEM, ITEM + 900}
    assert {ITEM, ITEM + 900} <= {one.na_id for one in response.records}


def test_records_by_the_creator_are_listed(page: AppTest) -> None:
    opened(page, ITEM)
    click(page, "Records by Naval Office. 1900 - 1910")
    response = turns_of(page)[0].response
    assert response.filters.creator.na_id == OLD_OFFICE
    assert SERIES in {one.na_id for one in response.records}


def test_conversation_is_kept_while_a_record_is_open(page: AppTest) -> None:
    page.run()
    page.chat_input[0].set_value("Show me logs of ships").run()
    found = re.search(r"\(\?naId=(\d+)\)", text(page))
    assert found
    follow(page, int(found[1]))
    assert page.header
    assert not page.chat_message
    page.button(key="back").click().run()
    assert not page.exception
    assert at(page) is None
    assert len(page.chat_message) == 2
    assert len(turns_of(page)) == 1


def test_charts_of_ten_thousand_children_are_bounded(page: AppTest) -> None:
    opened(page, BIG)
    page.toggle(key="show-hierarchy").set_value(True).run()
    page.toggle(key="show-neighbourhood").set_value(True).run()
    hierarchy, neighbourhood = charts(page)
    assert "… 9,980 more" in hierarchy["yAxis"]["data"]
    assert "10,000" in [one["label"]["formatter"] for one in hierarchy["series"][-1]["data"]]
    nodes = [node["name"] for node in neighbourhood["series"][0]["data"]]
    assert "and 9,992 more" in nodes
    assert len(nodes) < 30


def test_list_of_five_thousand_records_is_shown_and_exported(page: AppTest) -> None:
    na_ids = range(100_001, 105_001)
    names = {na_id: f"Page {na_id}" for na_id in na_ids}
    open_store(Settings.from_environment()).selections.add(owner(), names, MAX_CITED)
    page.query_params["view"] = "list"
    page.run()
    assert not page.exception
    assert not page.error
    assert "1 – 20 of 5,000" in text(page)
    graph = current_chat(Settings.from_environment()).retriever.graph
    read = read_records(graph, na_ids)
    files = citation_files("my-list", lambda: read)
    files += pull_files("my-list", lambda: add_locations(graph, read))
    for file in files:
        written = file.make()
        assert "100001" in written
        assert "105000" in written


def test_ask_button_asks_about_the_record(page: AppTest) -> None:
    opened(page, ITEM)
    click(page, "Ask about this record")
    turn = turns_of(page)[0]
    assert turn.question == "What is Log of the Essex about?"
    assert turn.added.ancestor.na_id == ITEM
    assert turn.response is not None
    assert at(page) is None
