"""Images from the archives in Chromium: none without consent, then one page at a time.

The tests use no outside network. They simulate the archives' hosts, including failures."""

from base64 import b64decode
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, Route, expect

from tests.full.chromium.test_access_in_chromium import AXE, TAGS
from tests.page.chromium import ask, new_page, open_page, screenshot, settle, switch

PHOTOGRAPHS = "Show me photographs of the Civil War"
ALLOW = "Show images from the National Archives"
PENSION = 196288881
"""A record with two page images and a transcription of each."""

WITH_PDF = 41681539
"""A record whose only digital object is a PDF."""

DOT = b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
"""The smallest possible image."""


def archives(page: Page, app: str, *, fails: Callable[[], bool] = lambda: False) -> list[str]:
    """Respond to requests for all other hosts, and return a list to which these are added."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        if route.request.url.startswith((app, "data:", "blob:")):
            route.continue_()
            return
        asked.append(route.request.url)
        if fails():
            route.abort()
        else:
            route.fulfill(body=DOT, content_type="image/gif")

    page.route("**/*", answer)
    return asked


def test_other_hosts_get_no_requests_without_consent(app: str, page: Page) -> None:
    asked = archives(page, app)
    open_page(page, app)
    turn = ask(page, PHOTOGRAPHS)
    way_in = turn.get_by_role("button", name=ALLOW)
    expect(way_in).to_have_count(1)
    page.goto(f"{app}/?naId={PENSION}")
    expect(page.get_by_role("button", name=ALLOW)).to_be_visible()
    settle(page)
    assert asked == []
    page.get_by_role("button", name="Hide images").click()
    settle(page)
    page.reload()
    settle(page)
    expect(page.locator(".st-key-copies")).to_be_visible()
    expect(page.get_by_role("button", name="Hide images")).to_have_count(0)
    assert asked == []


def test_thumbnails_follow_the_readers_consent_across_reloads(app: str, page: Page) -> None:
    asked = archives(page, app)
    open_page(page, app)
    turn = ask(page, PHOTOGRAPHS)
    turn.get_by_role("button", name=ALLOW).click()
    settle(page)
    page.get_by_test_id("stPopoverBody").get_by_role("button", name=ALLOW).click()
    image = turn.locator(".narabot-thumbnail img").first
    image.scroll_into_view_if_needed()
    expect(image).to_be_visible()
    assert image.get_attribute("loading") == "lazy"
    assert (image.get_attribute("alt") or "").startswith("First page of ")
    box = image.bounding_box()
    assert box and (box["width"], box["height"]) == (96, 96)
    settle(page)
    assert asked and all(url.startswith("https://catalog.archives.gov/") for url in asked)
    screenshot(page, "thumbnails")
    page.reload()
    expect(turn.locator(".narabot-thumbnail img").first).to_be_attached()
    settle(page)
    switch(page, page.get_by_test_id("stSidebar").get_by_test_id("stCheckbox"), on=False)
    expect(turn.locator(".narabot-thumbnail")).to_have_count(0)
    page.reload()
    settle(page)
    expect(turn.locator("[class*=st-key-card-]").first).to_be_visible()
    expect(page.locator(".narabot-thumbnail")).to_have_count(0)


def test_failed_image_is_hidden_and_reported_on_record_page(app: str, page: Page) -> None:
    is_down = [True]
    archives(page, app, fails=lambda: is_down[0])
    page.goto(f"{app}/?naId={PENSION}")
    page.get_by_role("button", name=ALLOW).click()
    settle(page)
    said = page.get_by_text("This image could not be loaded.")
    expect(said).to_be_visible()
    expect(page.locator(".narabot-page")).to_be_hidden()
    expect(page.locator(".st-key-copies a[href^='https://catalog.archives.gov/']")).to_be_visible()
    is_down[0] = False
    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_text("Page 2 of 2")).to_be_visible()
    settle(page)
    expect(page.locator(".narabot-page img")).to_be_visible()
    expect(said).to_be_hidden()
    is_down[0] = True
    page.goto(app)
    settle(page)
    turn = ask(page, PHOTOGRAPHS)
    failed = turn.locator(".narabot-thumbnail img[data-failed]").first
    turn.locator(".narabot-thumbnail").first.scroll_into_view_if_needed()
    expect(failed).to_be_attached()
    expect(failed).to_be_hidden()


def test_pdf_is_requested_only_from_archives_and_link_remains(app: str, page: Page) -> None:
    asked = archives(page, app, fails=lambda: True)
    page.goto(f"{app}/?naId={WITH_PDF}")
    expect(page.get_by_role("button", name=ALLOW)).to_be_visible()
    settle(page)
    assert asked == []
    page.get_by_role("button", name=ALLOW).click()
    settle(page)
    expect(page.get_by_text("If the file does not appear here, open the link.")).to_be_visible()
    expect(page.get_by_text("Network error loading PDF")).to_be_visible()
    expect(page.locator(".st-key-copies a[href$='.pdf']")).to_be_visible()
    assert asked and all(url.startswith("https://catalog.archives.gov/") for url in asked)
    assert faults(page) == []


@pytest.mark.parametrize(("size", "scheme"), [((1280, 900), "light"), ((390, 844), "dark")])
def test_page_image_zooms_and_scrolls_and_text_is_searchable(
    app: str, browser: Browser, size: tuple[int, int], scheme: Any
) -> None:
    width, height = size
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme
    ) as context:
        page = new_page(context)
        archives(page, app)
        page.goto(f"{app}/?naId={PENSION}")
        expect(page.get_by_role("button", name=ALLOW)).to_be_visible()
        assert faults(page) == []
        page.get_by_role("button", name=ALLOW).press("Enter")
        frame = page.locator(".narabot-page")
        expect(frame).to_be_visible()
        settle(page)
        page.get_by_role("radio", name="200%").press("Enter")
        settle(page)
        expect(frame.locator("img")).to_have_attribute("style", "width: 200%")
        settle(page)
        frame.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("document.querySelector('.narabot-page').scrollLeft > 0")
        box = page.get_by_role("textbox", name="Find in this record")
        box.fill("Virginia")
        box.press("Enter")
        settle(page)
        expect(page.locator(".st-key-find .stMarkdownColoredBackground").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert faults(page) == []
        screenshot(page, f"page-turner-{width}-{scheme}")


def faults(page: Page) -> list[str]:
    """Return axe's findings on the page."""
    settle(page)
    page.evaluate(AXE_SCRIPT)
    return [one["said"] for one in page.evaluate(AXE, {"tags": TAGS, "known": []})]
