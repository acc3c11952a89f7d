"""More tests of lists: searching beyond an incomplete list, charts, tables, and empty lists."""

import html
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from tests.page.questions import SHOW
from tests.page.test_lists import EMPTY, ask, ask_widely, chips, facet, page, places, response, text

__all__ = ["page"]


def test_selected_facet_value_is_searched_beyond_an_incomplete_list(page: AppTest) -> None:
    turn = ask(page, SHOW)
    whole = response(turn)
    assert whole.listing is not None
    level = whole.records[0].record.type
    facet(page, turn, "level").set_value([level.value]).run()
    assert not any(one.key == f"wider-{turn.id}" for one in page.button), "the list is complete"
    before = replace(whole, listing=replace(whole.listing, is_complete=False))
    turn.response = before
    page.run()
    page.button(key=f"wider-{turn.id}").click().run()
    assert not page.exception
    after = response(turn)
    assert after is not before
    assert after.filters.levels == (level,)
    assert {one.record.type for one in after.records} == {level}


def test_records_over_time_are_also_in_a_table(page: AppTest) -> None:
    turn = ask(page, SHOW)
    page.session_state[f"time-{turn.id}"] = True
    page.run()
    decades = page.table[0].value
    assert list(decades.columns) == ["Decade", "Records"]
    assert "1860s" in list(decades["Decade"])
    assert len(page.get("echarts_chart")) == 1


def test_table_has_all_records_and_selected_columns(page: AppTest) -> None:
    turn = ask_widely(page, SHOW)
    page.button_group(key=f"as-{turn.id}").set_value("Table").run()
    assert not page.exception
    table = page.dataframe[0].value
    assert len(table) == len(response(turn).records)
    assert list(table.columns) == [
        "#",
        "Title",
        "Level",
        "Dates",
        "NAID",
        "Series",
        "Digital objects",
    ]
    page.button_group(key=f"columns-{turn.id}").set_value(["container", "title"]).run()
    assert list(page.dataframe[0].value.columns) == ["#", "Title", "Container"]
    page.button_group(key=f"columns-{turn.id}").set_value([]).run()
    assert list(page.dataframe[0].value.columns) == ["#", "Title"]
    page.run()
    assert places(page) == []


def test_empty_list_offers_to_remove_a_filter(page: AppTest) -> None:
    turn = ask(page, EMPTY)
    assert "No records were found with these filters: 1530 – 1539; Online." in text(page)
    assert "Searched for: civil, war." in text(page)
    widen = page.button(key=f"without-{turn.id}-years")
    count = response(turn).emptied_by["years"]
    assert html.unescape(widen.label).endswith(f"({count} records)")
    widen.click().run()
    assert len(response(turn).records) == count
    assert chips(page, turn) == (["Online", "1530 – 1539"], ["is_online"])


def test_records_that_lack_words_are_shown_on_request(page: AppTest) -> None:
    turn = ask(page, SHOW)
    found = response(turn)
    assert found.listing is not None
    count = found.listing.with_all_words
    assert 0 < count < len(found.records)
    assert f"{count} records, best match first" in text(page)
    wide = page.toggle(key=f"nearest-{turn.id}")
    assert wide.label == f"Also show {len(found.records) - count} close matches"
    wide.set_value(True).run()
    assert f"{len(found.records)} records, best match first" in text(page)
    assert turn.response is found, "narabot queried the database again"


def test_collapsed_series_expands_on_its_page(page: AppTest) -> None:
    turn = ask_widely(page, SHOW)
    while not (found := [one for one in page.button if (one.key or "").startswith("series-")]):
        page.pagination[0].set_value(turn.view.page + 1).run()
    [folded, *_] = found
    pages = page.pagination[0].num_pages
    folded.click().run()
    assert len(turn.view.opened) == 1
    assert page.pagination[0].num_pages >= pages
    assert not any(one.key == folded.key for one in page.button)
