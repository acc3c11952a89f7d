"""The page in a real browser with the sample in a real database."""

import re
from threading import Event

import pytest
from playwright.sync_api import Browser, Page, expect

from narabot.database import EmbeddedDatabase
from narabot.models import REFUSAL
from tests.chat_server import Reply, chat_server
from tests.page.chromium import (
    CATALOG,
    Serve,
    answer,
    ask,
    hrefs,
    new_page,
    open_page,
    screenshot,
    settle,
    words,
)
from tests.page.questions import REFUSED, ROLL


def test_question_gets_an_answer_with_its_record(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, ROLL)
    reply = answer(turn)
    expect(reply).to_contain_text("roll 9")
    record = reply.get_by_role("link", name="An Act for the Temporary Relief of Hamet Caramalli")
    assert record.first.get_attribute("href") == "?naId=210835707"
    expect(reply).to_contain_text("Item · April 21, 1806 · Box 81, Folder 12, Leaf 44")
    assert f"{CATALOG}210835707" in hrefs(reply)
    breadcrumb = reply.locator("p", has_text=re.compile("^In ")).first
    above = [link.get_attribute("href") for link in breadcrumb.locator("a").all()]
    assert above == [f"?naId={na_id}" for na_id in (340, 299811, 210835704)]
    expect(reply.get_by_text("Other records found")).to_be_visible()


def test_records_are_listed_ten_at_a_time(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, "Show me records about the Civil War")
    numbers = answer(turn).locator("strong", has_text=re.compile(r"^\d+\.$"))
    expect(numbers).to_have_count(10)
    expect(turn).to_be_in_viewport()
    assert "Civil War" in words(answer(turn))
    turn.get_by_role("button", name="Page 2").click()
    expect(numbers).to_have_text([f"{number}." for number in range(11, 16)])
    expect(numbers.first).to_be_in_viewport()


def test_unanswerable_question_is_refused(app: str, page: Page) -> None:
    open_page(page, app)
    reply = answer(ask(page, REFUSED))
    expect(reply).to_contain_text(REFUSAL)
    expect(reply.get_by_text("Closest matches", exact=True)).to_be_visible()
    expect(reply.locator("a").first).to_be_visible()
    expect(reply.get_by_text("Where to look")).to_be_visible()
    reply.get_by_role("button", name="List all records with").click()
    settle(page)
    expect(page.locator(".st-key-turn-1")).to_contain_text("Show me records about")


def test_example_question_is_asked_with_one_click(app: str, page: Page) -> None:
    open_page(page, app)
    example = page.locator("[class*=st-key-example-] button").first
    asked = words(example)
    example.click()
    expect(page.locator(".st-key-turn-0")).to_contain_text(asked)
    settle(page)
    expect(answer(page.locator(".st-key-turn-0"))).not_to_contain_text(REFUSAL)
    expect(page.get_by_text("Example questions")).to_have_count(0)


def test_title_suggestion_is_opened_by_keyboard(app: str, page: Page) -> None:
    open_page(page, app)
    box = page.get_by_role("combobox", name="Look up a title or name")
    box.press_sequentially("manzanar re", delay=30)
    option = page.get_by_role("option").first
    expect(option).to_contain_text("Manzanar Relocation Center")
    expect(box).to_have_attribute("aria-expanded", "true")
    screenshot(page, "suggestions")
    box.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    box.press("Enter")
    expect(page.locator(".st-key-record h2").first).to_have_text("Manzanar Relocation Center")


def test_escape_hides_suggestions_and_a_click_opens_one(app: str, page: Page) -> None:
    open_page(page, app)
    box = page.get_by_role("combobox", name="Look up a title or name")
    box.fill("zzzz")
    expect(page.get_by_text("No title or name begins with this text. Press Enter")).to_be_visible()
    box.fill("manzanar re")
    option = page.get_by_role("option").first
    expect(option).to_be_visible()
    box.press("Escape")
    expect(option).to_be_hidden()
    box.press("ArrowDown")
    option.click()
    expect(page.locator(".st-key-record h2").first).to_have_text("Manzanar Relocation Center")


def test_enter_in_the_title_box_asks_a_question(app: str, page: Page) -> None:
    open_page(page, app)
    box = page.get_by_role("combobox", name="Look up a title or name")
    box.fill("Manzanar photographs")
    box.press("Enter")
    expect(page.locator(".st-key-turn-0")).to_contain_text("Manzanar photographs")
    settle(page)
    expect(answer(page.locator(".st-key-turn-0"))).to_contain_text("Manzanar")


def test_two_questions_at_once_are_both_answered(app: str, page: Page) -> None:
    open_page(page, app)
    for question in (ROLL, REFUSED):
        page.get_by_test_id("stChatInput").locator("textarea").fill(question)
        page.keyboard.press("Enter")
    expect(page.locator(".st-key-turn-0")).to_contain_text("roll 9")
    expect(page.locator(".st-key-turn-1")).to_contain_text(REFUSAL)
    settle(page)
    expect(page.locator("[class*=st-key-turn-]")).to_have_count(2)


def test_page_recovers_when_the_database_restarts(
    app: str, database: EmbeddedDatabase, page: Page
) -> None:
    open_page(page, app)
    expect(ask(page, ROLL)).to_contain_text("roll 9")
    database.stop(print)
    try:
        failed = ask(page, REFUSED)
        expect(failed.get_by_test_id("stAlert")).to_contain_text("narabot db start")
        assert "Traceback" not in words(page.locator("body"))
        screenshot(page, "database-stopped")
        fresh = new_page(page.context)
        fresh.goto(app)
        expect(fresh.get_by_test_id("stAlert")).to_contain_text("narabot db start")
    finally:
        database.start(print)
    settle(fresh)
    fresh.get_by_role("button", name="Try again").click()
    expect(fresh.get_by_text("Example questions")).to_be_visible()
    failed.get_by_role("button", name="Ask again").click()
    expect(failed).to_contain_text(REFUSAL)
    settle(page)
    expect(page.locator(".st-key-turn-0")).to_contain_text("roll 9")
    expect(ask(page, ROLL)).to_contain_text("roll 9")


def test_answer_streams_one_verified_sentence_at_a_time(
    database: EmbeddedDatabase, serve: Serve, page: Page
) -> None:
    seen = Event()

    def script(reply: Reply) -> None:
        reply.begin()
        if "Text:" not in str(server.requests[-1].body):
            reply.send_piece("question")
        else:
            reply.send_piece("The item is on **roll 9** of M337. Pirates wr")
            seen.wait(60)
            reply.send_piece("ote it, see https://example.org.")
        reply.complete()

    with chat_server(script) as server:
        named = {"LLM_BASE_URL": server.url, "LLM_MODEL": "m", "LLM_PROVIDER": "openai-compatible"}
        with serve(**named) as url:
            open_page(page, url)
            note = page.get_by_text("Answers are written by m at")
            assert server.url in words(note)
            page.get_by_test_id("stChatInput").locator("textarea").fill(ROLL)
            page.keyboard.press("Enter")
            turn = page.locator(".st-key-turn-0")
            expect(turn).to_contain_text("The item is on **roll 9** of M337.")
            seen.set()
            expect(turn).to_contain_text("Quotations in context")
            settle(page)
            assert "The item is on **roll 9** of M337." in words(answer(turn))
            assert "irates" not in words(turn)


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 900, "dark"), (390, 844, "light")])
def test_screenshots(app: str, browser: Browser, width: int, height: int, scheme: str) -> None:
    """Take screenshots for visual review. Nothing may overflow sideways.

    The accessibility tests cover the wide light page and the narrow dark page.
    """
    with browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    ) as context:
        page = new_page(context)
        open_page(page, app)
        screenshot(page, f"empty-{width}-{scheme}")
        states = {"answer": ROLL, "list": "Show me letters about flags", "refusal": REFUSED}
        for name, question in states.items():
            ask(page, question)
            page.wait_for_timeout(300)  # scroll animation
            screenshot(page, f"{name}-{width}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
