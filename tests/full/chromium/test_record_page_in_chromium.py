"""Navigation to a record's page and back in Chromium, including the browser's own buttons."""

from playwright.sync_api import Page, expect

from tests.page.chromium import ask, open_page, screenshot, settle
from tests.page.nasty import HOSTILE_NA_ID, HOSTILE_TITLE

TURNS = "[class*=st-key-turn-]"


def test_record_opens_and_browser_back_returns(app: str, page: Page) -> None:
    open_page(page, app)
    turn = ask(page, "Show me photographs of the Civil War")
    way = turn.locator("[class*=st-key-card-] strong a").nth(1)
    way.click()
    record = page.locator(".st-key-record")
    expect(record.get_by_role("heading", level=2)).to_be_visible()
    settle(page)
    name = record.get_by_role("heading", level=2).inner_text()
    assert "naId=" in page.url
    record.locator(".st-key-path a").last.click()
    expect(record.get_by_role("heading", level=2)).not_to_have_text(name)
    settle(page)
    page.go_back()
    expect(record.get_by_role("heading", level=2)).to_have_text(name)
    settle(page)
    page.go_back()
    expect(page.locator(TURNS)).to_have_count(1)
    expect(way).to_be_in_viewport()
    settle(page)
    page.go_forward()
    expect(record.get_by_role("heading", level=2)).to_have_text(name)
    settle(page)
    page.get_by_role("button", name="Back to the conversation").click()
    expect(page.locator(TURNS)).to_have_count(1)
    expect(way).to_be_in_viewport()
    assert "naId" not in page.url


def test_hostile_record_is_plain_text_on_a_phone(app: str, page: Page) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{app}/?naId={HOSTILE_NA_ID}")
    record = page.locator(".st-key-record")
    expect(record).to_contain_text("Restricted - Fully")
    settle(page)
    heading = record.get_by_role("heading", level=2).inner_text().replace("\u2060", "")
    assert heading == HOSTILE_TITLE
    alien = "script, b, i, img, code, em, .katex"
    expect(record.get_by_test_id("stMarkdownContainer").locator(alien)).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert [url for url in requests if not url.startswith((app, "data:", "blob:", "ws:"))] == []
    screenshot(page, "hostile-record-390")
