"""Conversations in a real browser: browser IDs, navigation, stopped answers, and shared links."""

from threading import Event

import pytest
from playwright.sync_api import Browser, Page, expect

from narabot.database import EmbeddedDatabase
from narabot.pages.login import COOKIE
from tests.chat_server import Reply, chat_server
from tests.page.chromium import (
    Serve,
    ask,
    make_link,
    new_page,
    open_page,
    screenshot,
    settle,
    words,
)
from tests.page.questions import REFUSED, ROLL


def test_conversation_is_private_and_survives_a_reload(
    app: str, browser: Browser, page: Page
) -> None:
    open_page(page, app)
    ask(page, ROLL)
    [cookie] = [one for one in page.context.cookies() if one["name"] == COOKIE]
    assert cookie["httpOnly"]
    assert COOKIE not in page.evaluate("document.cookie")
    page.reload()
    expect(page.locator(".st-key-turn-0")).to_contain_text("roll 9")
    settle(page)
    page.get_by_role("button", name="New conversation").click()
    expect(page.locator(".st-key-turn-0")).to_have_count(0)
    settle(page)
    ask(page, REFUSED)
    page.go_back()
    settle(page)
    page.go_back()
    expect(page.locator(".st-key-turn-0")).to_contain_text("roll 9")
    kept = page.url
    with browser.new_context() as stranger:
        other = new_page(stranger)
        other.goto(kept)
        expect(other.get_by_text("This conversation is not available")).to_be_visible()
        expect(other.get_by_text("roll 9")).to_have_count(0)


def test_answer_is_shared_by_link(app: str, browser: Browser, page: Page) -> None:
    open_page(page, app)
    ask(page, ROLL)
    link = make_link(page, page)
    expect(link).to_contain_text(f"{app}/?shared=")
    screenshot(page, "share-1280-light")
    with browser.new_context(viewport={"width": 390, "height": 844}) as stranger:
        other = new_page(stranger)
        other.goto(words(link).strip())
        expect(other.get_by_text("This answer was shared on")).to_be_visible()
        expect(other.locator(".st-key-shared-turn")).to_contain_text("roll 9")
        settle(other)
        screenshot(other, "shared-390-light")
        other.get_by_role("button", name="Ask this question").click()
        expect(other.get_by_text("This answer was shared on")).to_have_count(0)
        expect(other.locator(".st-key-turn-0")).to_contain_text("roll 9")


@pytest.mark.parametrize("address", ["?shared=cut", "?conversation=cut", "?naId=cut"])
def test_truncated_url_shows_a_message(app: str, page: Page, address: str) -> None:
    page.goto(f"{app}/{address}")
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    settle(page)
    assert "Traceback" not in words(page.locator("body"))


def test_answer_can_be_stopped_while_streaming(
    database: EmbeddedDatabase, serve: Serve, page: Page
) -> None:
    go_on = Event()

    def script(reply: Reply) -> None:
        reply.begin()
        if "Text:" not in str(server.requests[-1].body):
            reply.send_piece("question")
        else:
            reply.send_piece("The item is on **roll 9** of M337. The item is on ro")
            go_on.wait(60)
            reply.send_piece("ll 9 of M337. The item is")
        reply.complete()

    with chat_server(script) as server:
        named = {"LLM_BASE_URL": server.url, "LLM_MODEL": "m", "LLM_PROVIDER": "openai-compatible"}
        with serve(**named) as url:
            open_page(page, url)
            page.get_by_test_id("stChatInput").locator("textarea").fill(ROLL)
            page.keyboard.press("Enter")
            turn = page.locator(".st-key-turn-0")
            expect(turn).to_contain_text("roll 9")
            expect(turn.get_by_text("You stopped this answer.")).to_be_hidden()
            asked = len(server.requests)
            page.get_by_test_id("stChatInput").get_by_role("button").click()
            go_on.set()
            expect(turn.get_by_text("You stopped this answer.")).to_be_visible()
            expect(turn).to_contain_text("roll 9")
            screenshot(page, "stopped-1280-light")
            assert len(server.requests) == asked
            settle(page)
            page.get_by_test_id("stChatInput").locator("textarea").fill(REFUSED)
            page.keyboard.press("Enter")
            expect(page.locator(".st-key-turn-1")).to_be_visible()
            settle(page)
            assert len(server.requests) <= asked + 2, "narabot asked the stopped question again"
            turn.get_by_role("button", name="Ask again").click()
            expect(turn).to_contain_text("Quotations in context")


def test_phone_sidebar_closes_after_new_conversation(app: str, browser: Browser) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as phone:
        page = new_page(phone)
        open_page(page, app)
        for question in (ROLL, REFUSED):
            ask(page, question)
            page.get_by_test_id("stExpandSidebarButton").click()
            page.get_by_role("button", name="New conversation").click()
            expect(page.locator(".st-key-turn-0")).to_have_count(0)
            settle(page)
            expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()
            expect(page.get_by_text("Example questions")).to_be_in_viewport()
