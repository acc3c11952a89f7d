"""What a reader does on the page, and sees there."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import ROOT

CATALOG = "https://catalog.archives.gov/id/"
JOINER = "\u2060"
SCREENSHOTS = ROOT / "screenshots"

expect.set_options(timeout=60_000)

Serve = Callable[..., AbstractContextManager[str]]


def open_page(page: Page, url: str) -> None:
    """Open the page and wait until it can be asked."""
    page.goto(url)
    expect(page.get_by_text("Questions to the catalogue")).to_be_visible()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the page's script has run to its end."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def ask(page: Page, question: str) -> Locator:
    """Type a question and return its turn, finished."""
    turns = page.locator("[class*=st-key-turn-]")
    before = turns.count()
    page.get_by_test_id("stChatInput").locator("textarea").fill(question)
    page.keyboard.press("Enter")
    expect(turns).to_have_count(before + 1)
    settle(page)
    return turns.nth(before)


def answer(turn: Locator) -> Locator:
    """Return what was answered in a turn."""
    return turn.get_by_test_id("stChatMessage").nth(1)


def words(element: Locator) -> str:
    """Return a text as a reader sees it."""
    return element.inner_text().replace(JOINER, "")


def hrefs(element: Locator) -> set[str]:
    """Return where the links in an element go."""
    return {link.get_attribute("href") or "" for link in element.locator("a").all()}


def screenshot(page: Page, name: str) -> None:
    """Write what the page shows to a folder that git ignores."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
