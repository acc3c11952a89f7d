"""More tests of the reader's list: its maximum length, and records no longer in the catalog."""

import html

import pytest
from streamlit.testing.v1 import AppTest

import narabot.pages.selection
from tests.page.nasty import HOSTILE_NA_ID, HOSTILE_TITLE
from tests.page.questions import ROLL, SHOW, follow, labels
from tests.page.test_my_list import ask, list_page, page, press, rerun, text

__all__ = ["page"]


def test_my_list_has_a_maximum_length(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narabot.pages.selection, "MAX_CITED", 3)
    turn = ask(page, SHOW)
    press(page, f"select-all-{turn.id}")
    assert list(page.session_state["selection"]) == [one.na_id for one in turn.response.records[:3]]
    assert "were not added" in page.toast[0].value


def test_records_missing_from_catalog_are_reported_and_removable(page: AppTest) -> None:
    list_page(page, {770_404: "Gone *letter*", HOSTILE_NA_ID: HOSTILE_TITLE})
    warning = html.unescape(page.warning[0].value)
    assert "One record on your list is no longer in the loaded catalog" in warning
    assert "Gone *letter* (NAID 770404)" in warning
    assert "*" not in page.warning[0].value
    assert "**1.**" in text(page)
    press(page, "remove-gone")
    assert list(page.session_state["selection"]) == [HOSTILE_NA_ID]
    assert not page.warning


def test_list_of_only_missing_records_offers_no_downloads(page: AppTest) -> None:
    list_page(page, {number: f"Letter {number}" for number in range(770_401, 770_430)})
    assert "29 records on your list are no longer in the loaded catalog" in text(page)
    assert "and 19 more" in text(page)
    assert not page.get("download_button")


def test_record_opened_from_my_list_leads_back(page: AppTest) -> None:
    list_page(page, {HOSTILE_NA_ID: HOSTILE_TITLE})
    follow(page, HOSTILE_NA_ID)
    assert page.button(key="back").label == "Back to my list"
    page.session_state[f"cite-{HOSTILE_NA_ID}"] = True
    rerun(page)
    assert "National Archives Identifier 990001" in page.code[0].value
    assert len(page.code) == 2
    press(page, "select")
    assert page.session_state["selection"] == {}
    press(page, "back")
    assert page.header[0].value == "My list"


def test_record_can_be_added_and_removed_in_search_results(page: AppTest) -> None:
    turn = ask(page, SHOW)
    first = turn.response.records[0].na_id
    key = f"select-{turn.id}-{first}"
    assert page.button(key=key).label == "Add to my list"
    assert not any(label.startswith("My list") for label in labels(page))
    press(page, key)
    assert page.button(key=key).label == "Remove from my list"
    assert page.sidebar.button(key="my-list").label == "My list (1)"
    press(page, key)
    assert page.session_state["selection"] == {}


def test_places_to_look_show_containers_and_evidence(page: AppTest) -> None:
    turn = ask(page, ROLL)
    press(page, f"where-{turn.id}")
    assert "Box: " in text(page)
    assert page.selectbox(key=f"format-places-{turn.id}").options[0].startswith("Pull list")
    assert isinstance(turn.places, tuple)
    evidence = next(one for place in turn.places for one in place.evidence)
    assert "Suggested because of [" in text(page)
    follow(page, evidence.na_id)
    assert page.header
    press(page, "back")
    press(page, f"select-places-{turn.id}")
    assert list(page.session_state["selection"]) == [one.unit.na_id for one in turn.places]
