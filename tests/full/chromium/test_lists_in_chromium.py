"""A list in a real browser: selection in a chart or a table, and the phone layout."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.page.chromium import (
    answer,
    ask,
    do_until,
    open_page,
    resting_top,
    screenshot,
    settle,
    words,
)
from tests.page.questions import SHOW

COUNT = re.compile(r"([\d,]+)(?: records, best match| of [\d,]+ records)")


def count(turn: Locator) -> int:
    """Return the number of records that a list displays as its total."""
    found = COUNT.search(words(answer(turn)))
    assert found
    return int(found[1].replace(",", ""))


def highest_bar(chart: Locator) -> Locator:
    """Return the highest bar in a chart."""
    bars = [one for one in chart.locator("svg path[fill^='#']").all() if one.bounding_box()]
    return max(bars, key=lambda one: (one.bounding_box() or {})["height"])


ROW_HEIGHT = 35
"""Height of a table row and of the table's header, in pixels."""


def click_row(page: Page, table: Locator, row: int) -> None:
    """Click the checkbox of a table row, counted from 0. Streamlit draws the table on a canvas."""
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 15, box["y"] + ROW_HEIGHT * (row + 1) + 20)


def show_as_table(turn: Locator) -> Locator:
    """Show a list as a table, and return the table."""
    turn.get_by_text("Table", exact=True).click()
    table = turn.get_by_test_id("stDataFrame")
    expect(table).to_be_visible()
    return table


def test_list_scrolls_to_its_question(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    assert 0 <= resting_top(page, turn) < 300  # Streamlit may still be scrolling the page


def test_chart_bar_filters_list_by_decade(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    turn.get_by_role("button", name="Over time").click()
    chart = page.get_by_test_id("stEChartsChart")
    expect(chart).to_have_attribute(
        "aria-label", re.compile(r"^Bar chart of .* shows the same data")
    )
    expect(chart.locator("svg path[fill^='#']").first).to_be_visible()
    screenshot(page, "list-over-time")
    chip = turn.get_by_role("button", name=re.compile(r"^1\d\d0s\b(?! \()"))
    do_until(page, lambda: highest_bar(chart).click(), chip)
    settle(page)
    expect(chart).to_have_count(0)
    narrowed = count(turn)
    chip.click()
    settle(page)
    assert count(turn) > narrowed > 0


def test_table_row_opens_its_record(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    table = show_as_table(turn)
    way = turn.locator("[class*=st-key-selected-] a")
    do_until(page, lambda: click_row(page, table, 0), way)
    settle(page)
    screenshot(page, "list-table")
    title = words(way)
    way.click()
    expect(page.locator(".st-key-record h2").first).to_contain_text(title[:30])
    settle(page)
    page.get_by_role("button", name="Back to the conversation").click()
    expect(table).to_be_visible()


def test_selected_table_rows_are_added_to_my_list(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    table = show_as_table(turn)
    do_until(page, lambda: click_row(page, table, 0), turn.locator("[class*=st-key-selected-] a"))
    both = turn.get_by_role("button", name="Add all 2 to my list")
    do_until(page, lambda: click_row(page, table, 1), both)
    settle(page)
    both.click()
    expect(page.get_by_role("button", name="My list (2)")).to_be_visible()
    expect(turn.get_by_role("button", name="All 2 are on my list")).to_be_disabled()


def last_line(card: Locator) -> Locator:
    """Return the last paragraph of a card's text."""
    return card.get_by_test_id("stMarkdownContainer").first.locator("> p").last


def test_card_path_stays_on_one_line_but_sentences_wrap(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, app)
    way = last_line(ask(page, SHOW).locator("[class*='st-key-card-']").first)
    expect(way).to_have_css("white-space", "nowrap")
    way.hover()
    expect(way).to_have_css("white-space", "normal")
    group = ask(page, "Show me record groups about veterans").locator("[class*='st-key-card-']")
    expect(group.first).to_be_visible()
    for card in group.all():
        expect(last_line(card)).to_have_css("white-space", "normal")


def test_list_fits_a_phone_and_facets_work_by_keyboard(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, app)
    turn = ask(page, SHOW)
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 390
    pages = turn.get_by_role("navigation", name="Result pages")
    last = pages.get_by_role("button", name=re.compile("Page")).last
    box = last.bounding_box()
    assert box is not None and box["x"] + box["width"] <= 390
    before = count(turn)
    turn.get_by_role("button", name="Filter list").focus()
    page.keyboard.press("Enter")
    beside = page.get_by_test_id("stPopoverBody")
    expect(beside.get_by_role("button", name="Items")).to_be_visible()
    settle(page)
    screenshot(page, "list-phone")
    beside.get_by_role("button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(beside.get_by_role("button", name="Series")).to_be_focused()
    settle(page)
    page.keyboard.press("Enter")
    expect(turn.get_by_role("toolbar", name="List filters")).to_be_visible()
    settle(page)
    assert count(turn) != before
