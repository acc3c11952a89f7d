"""Six user journeys through the page in Chromium, one for each promise to readers."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from narabot.models import REFUSAL
from tests.page.chromium import (
    CATALOG,
    answer,
    ask,
    ask_in_russian,
    facets,
    hrefs,
    make_link,
    new_page,
    open_page,
    settle,
    words,
)
from tests.page.questions import REFUSED, ROLL, SHOW

RECORD = 210835707
PHONE = {"width": 390, "height": 844}
TURNS = "[class*=st-key-turn-]"


@pytest.mark.slow
def test_answerable_question_is_answered_and_unanswerable_refused(app: str, page: Page) -> None:
    open_page(page, app)
    reply = answer(ask(page, ROLL))
    expect(reply).to_contain_text("roll 9")
    assert {f"?naId={RECORD}", f"{CATALOG}{RECORD}"} <= hrefs(reply)
    expect(reply).to_contain_text("Item · April 21, 1806 · Box 81, Folder 12, Leaf 44")
    refused = answer(ask(page, REFUSED))
    expect(refused).to_contain_text(REFUSAL)
    expect(refused.locator("a").first).to_be_visible()
    assert "Traceback" not in words(page.locator("body"))


def test_list_can_be_paged_and_filtered_by_facet(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, SHOW)
    numbers = answer(turn).locator("strong", has_text=re.compile(r"^\d+\.$"))
    expect(numbers).to_have_count(10)
    turn.get_by_role("button", name="Page 2").click()
    expect(numbers.first).to_have_text("11.")
    settle(page)
    value = facets(page, turn).get_by_text(re.compile(r"^18\d0s \(\d+\)$")).first
    count = int(words(value).rpartition("(")[2].rstrip(")"))
    value.click()
    expect(numbers).to_have_count(min(count, 10))
    expect(numbers.first).to_have_text("1.")


def test_browser_goes_back_from_a_record(app: str, page: Page) -> None:
    open_page(page, app)
    link = ask(page, SHOW).locator("[class*=st-key-card-] strong a").nth(1)
    link.click()
    heading = page.locator(".st-key-record").get_by_role("heading", level=2)
    expect(heading).to_be_visible()
    settle(page)
    title = words(heading)
    page.locator(".st-key-path a").last.click()
    expect(heading).not_to_have_text(title)
    settle(page)
    page.go_back()
    expect(heading).to_contain_text(title[:20])
    settle(page)
    page.get_by_role("button", name="Back to the conversation").click()
    expect(page.locator(TURNS)).to_have_count(1)
    expect(link).to_be_in_viewport()


def test_answer_can_be_shared_and_survives_a_reload(app: str, browser: Browser, page: Page) -> None:
    open_page(page, app)
    ask(page, ROLL)
    link = words(make_link(page, page)).strip()
    page.reload()
    expect(page.locator(".st-key-turn-0")).to_contain_text("roll 9")
    with browser.new_context(viewport=PHONE) as stranger:  # type: ignore[arg-type]
        other = new_page(stranger)
        other.goto(link)
        expect(other.locator(".st-key-shared-turn")).to_contain_text("roll 9")
        other.goto(page.url)
        expect(other.get_by_text("This conversation is not available")).to_be_visible()
        expect(other.get_by_text("roll 9")).to_have_count(0)


def test_russian_browser_gets_a_russian_page(app: str, browser: Browser) -> None:
    with browser.new_context(locale="ru-RU") as context:
        page = new_page(context)
        page.goto(app)
        expect(page.get_by_text("Примеры вопросов")).to_be_visible()
        settle(page)
        assert page.evaluate("document.documentElement.lang") == "ru"
        ask_in_russian(page, SHOW)
        card = page.locator("[class*=st-key-card-] a[href^='?naId=']").first
        expect(card).to_have_attribute("lang", "en")


def test_page_fits_a_phone_without_horizontal_scrolling(app: str, page: Page) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    open_page(page, app)
    expect(ask(page, ROLL)).to_contain_text("roll 9")
    turn = ask(page, SHOW)
    expect(facets(page, turn).get_by_text("Level", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(f"{app}/?naId={RECORD}")
    expect(page.locator(".st-key-record").get_by_role("heading", level=2)).to_be_visible()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
