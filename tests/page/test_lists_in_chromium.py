"""A list in a real browser: what is chosen in a picture or in a table, and on a phone."""

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

COUNT = re.compile(r"([\d,]+) records, the nearest")


def count(turn: Locator) -> int:
    """Return how many records a list says it has."""
    found = COUNT.search(words(answer(turn)))
    assert found
    return int(found[1].replace(",", ""))


def highest_bar(chart: Locator) -> Locator:
    """Return the highest bar of a chart."""
    bars = [one for one in chart.locator("svg path[fill^='#']").all() if one.bounding_box()]
    return max(bars, key=lambda one: (one.bounding_box() or {})["height"])


def click_first_row(page: Page, table: Locator) -> None:
    """Click the box that chooses the first row of a table, which is drawn on a canvas."""
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 15, box["y"] + 55)


def test_a_list_is_shown_from_its_question(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    assert 0 <= resting_top(page, turn) < 300  # what comes later, Streamlit's own scrolling


def test_a_bar_narrows_the_list_to_its_decade_once(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    turn.get_by_text("Over time").click()
    chart = turn.get_by_test_id("stEChartsChart")
    expect(chart).to_have_attribute("aria-label", re.compile(r"^Bars of how many .* says the same"))
    expect(chart.locator("svg path[fill^='#']").first).to_be_visible()
    screenshot(page, "list-over-time")
    chip = turn.get_by_role("button", name=re.compile(r"^1\d\d0 – 1\d\d9$"))
    do_until(page, lambda: highest_bar(chart).click(), chip)
    settle(page)
    expect(chart).to_have_count(0)
    chip.click()
    expect(chart).to_have_count(1)
    settle(page)
    assert count(turn) > 0
    expect(chart).to_have_count(1)


def test_a_row_of_the_table_leads_to_its_record(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    turn.get_by_text("Table", exact=True).click()
    table = turn.get_by_test_id("stDataFrame")
    expect(table).to_be_visible()
    way = turn.get_by_role("button", name=re.compile("Open "))
    do_until(page, lambda: click_first_row(page, table), way)
    settle(page)
    screenshot(page, "list-table")
    title = words(way).removeprefix("Open ").split("\n")[-1].removeprefix("Open ").strip()
    way.click()
    expect(page.locator(".st-key-record h2").first).to_contain_text(title[:30])
    settle(page)
    page.get_by_role("button", name="Back to the conversation").click()
    expect(table).to_be_visible()


def test_a_list_fits_a_phone_and_its_facets_work_by_keyboard(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, app)
    turn = ask(page, SHOW)
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert width <= 390
    pages = turn.get_by_role("navigation", name="Pagination")
    last = pages.get_by_role("button", name=re.compile("Page")).last
    box = last.bounding_box()
    assert box is not None and box["x"] + box["width"] <= 390
    before = count(turn)
    turn.locator("summary", has_text="Narrow these").focus()
    page.keyboard.press("Enter")
    expect(turn.get_by_role("radio", name="Items")).to_be_visible()
    screenshot(page, "list-phone")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(turn.get_by_role("radio", name="Series")).to_be_focused()
    settle(page)
    page.keyboard.press("Enter")
    expect(turn.get_by_text("Filters (choose one")).to_be_visible()
    settle(page)
    assert count(turn) != before
