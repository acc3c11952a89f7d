"""A reader's actions on the page, and the elements that the reader sees."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from narabot.presentation.markdown import JOINER

CATALOG = "https://catalog.archives.gov/id/"
SCREENSHOTS = Path(__file__).resolve().parents[2] / "screenshots"

FACETS_BESIDE = 1_100
"""Maximum page width at which the facets are in a popover, in pixels."""

ASK_IN_RUSSIAN = "Спросите о документах архива США"
"""Placeholder of the question box on the Russian page."""

PATIENCE_S = 120
"""Maximum wait for the page on busy CPU cores, in seconds."""
MOVES = """() => new Promise(done => setTimeout(done, 50)).then(() =>
  document.getAnimations().some(({playState, effect}) => playState === "running"
    && effect.getComputedTiming().iterations !== Infinity))"""
"""JavaScript function that waits 50 ms and returns whether a finite animation is running."""

expect.set_options(timeout=PATIENCE_S * 1_000)

Serve = Callable[..., AbstractContextManager[str]]


class Runs:
    """Tracks whether the script has run to its end since the page last requested a run.

    The page itself reports "not running" until it learns that a run has begun, which may take
    seconds after a click.
    """

    def __init__(self, page: Page) -> None:
        """Listen to the messages between the page and its server."""
        self.is_over = False
        self._has_begun = False
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        """Listen to a connection. The page requests a run whenever it connects or reconnects."""
        self._ask()
        socket.on("framesent", self._hear_page)
        socket.on("framereceived", self._hear_server)
        socket.on("close", lambda _: self._ask())

    def _ask(self) -> None:
        """Record that the page has requested a run."""
        self.is_over = self._has_begun = False

    def _hear_page(self, message: bytes | str) -> None:
        """Check whether a message from the page requests a run."""
        if isinstance(message, bytes) and BackMsg.FromString(message).HasField("rerun_script"):
            self._ask()

    def _hear_server(self, message: bytes | str) -> None:
        """Record the start of a run or the end of the last run."""
        said = ForwardMsg.FromString(message) if isinstance(message, bytes) else ForwardMsg()
        if said.HasField("new_session"):
            self._has_begun, self.is_over = True, False
        elif said.HasField("script_finished"):
            is_last = said.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
            self.is_over = self._has_begun and is_last


RUNS: WeakKeyDictionary[Page, Runs] = WeakKeyDictionary()


def new_page(context: BrowserContext) -> Page:
    """Return a new page that has a long timeout and whose runs are tracked for `settle`."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1_000)
    RUNS[page] = Runs(page)
    return page


def open_page(page: Page, url: str) -> None:
    """Open the page, and wait until it accepts questions."""
    page.goto(url)
    expect(page.get_by_text("Ask questions about the records").first).to_be_visible()
    settle(page)


def facets(page: Page, turn: Locator) -> Locator:
    """Return a list's facets, which are in a column or, on a narrow page, in a popover."""
    assert page.viewport_size is not None
    if page.viewport_size["width"] > FACETS_BESIDE:
        return turn.locator("[class*=st-key-facets-]")
    turn.get_by_role("button", name="Filter list").click()
    return page.get_by_test_id("stPopoverBody")


def settle(page: Page) -> None:
    """Wait until the page's script has run to its end and the page shows the results."""
    deadline = time.monotonic() + PATIENCE_S
    still = 0
    while still < 2:
        still = still + 1 if is_still(page) else 0
        assert time.monotonic() < deadline, "the page does not become idle"


def is_still(page: Page) -> bool:
    """Return whether the page is idle: without requested runs, active runs, or animations."""
    moves = page.evaluate(MOVES)
    shown = page.locator("[data-testid=stApp][data-test-script-state=notRunning]")
    return RUNS[page].is_over and shown.count() == 1 and not moves


def do_until(page: Page, act: Callable[[], object], effect: Locator, most: int = 4) -> None:
    """Repeat an action until its effect is visible, because charts never report readiness."""
    for attempt in range(1, most + 1):
        settle(page)
        act()
        with suppress(PlaywrightTimeoutError):
            effect.wait_for(timeout=attempt * 10_000)
            return
    raise AssertionError(f"{effect} does not appear")


def make_link(page: Page, place: Page | Locator) -> Locator:
    """Share the answer in a page or element, and return the link when it is visible.

    Scrolling can hide the popover, because the popover moves with its button.
    """
    share = place.get_by_role("button", name="Share")
    settle(page)
    share.click()
    link = page.locator("[data-testid=stPopoverBody] code", has_text="?shared=")

    def make() -> None:
        share.evaluate("element => element.scrollIntoView({block: 'center'})")
        with suppress(PlaywrightTimeoutError):
            page.get_by_role("button", name="Create link").click(timeout=10_000)

    do_until(page, make, link)
    settle(page)
    return link


def resting_top(page: Page, element: Locator) -> float:
    """Return an element's distance from the top of the window after 1.5 s without movement."""
    tops: list[float] = []
    deadline = time.monotonic() + PATIENCE_S
    while len(tops) < 15 or len(set(tops[-15:])) > 1:
        assert time.monotonic() < deadline, "the element keeps moving"
        page.wait_for_timeout(100)
        tops.append((element.bounding_box() or {})["y"])
    return tops[-1]


def switch(page: Page, toggle: Locator, *, on: bool = True) -> None:
    """Turn a switch on or off by clicking its label, and wait for the effect.

    A click fails if a chart above the switch grows between the press and the release.
    """
    box = toggle.get_by_role("switch")

    def click() -> None:
        if box.is_checked() is not on:
            toggle.locator("label").click()

    do_until(page, click, toggle.get_by_role("switch", checked=on))
    settle(page)


def ask(page: Page, question: str) -> Locator:
    """Ask a question, and return its completed turn."""
    settle(page)
    turns = page.locator("[class*=st-key-turn-]")
    before = turns.count()
    page.get_by_test_id("stChatInput").locator("textarea").fill(question)
    page.keyboard.press("Enter")
    expect(turns).to_have_count(before + 1)
    settle(page)
    return turns.nth(before)


def ask_in_russian(page: Page, question: str) -> None:
    """Ask a question on the Russian page, and wait for the response."""
    box = page.get_by_placeholder(ASK_IN_RUSSIAN)
    box.fill(question)
    box.press("Enter")
    expect(page.locator("[class*=st-key-deeds-]").first).to_be_visible()
    settle(page)


def answer(turn: Locator) -> Locator:
    """Return the answer in a turn."""
    return turn.get_by_test_id("stChatMessage").nth(1)


def words(element: Locator) -> str:
    """Return an element's text as a reader sees it."""
    return element.inner_text().replace(JOINER, "")


def hrefs(element: Locator) -> set[str]:
    """Return the URLs of the links in an element."""
    return {link.get_attribute("href") or "" for link in element.locator("a").all()}


def download(page: Page, key: str, label: str, folder: Path) -> str:
    """Choose a format, download the file, and return its text."""
    settle(page)
    formats = page.locator(f".st-key-format-{key}").get_by_role("combobox")
    expect(formats).to_have_count(1)  # a box from the previous run may still exist
    formats.click()
    page.get_by_role("option", name=label, exact=True).click()
    settle(page)
    with page.expect_download() as loaded:
        page.locator(f".st-key-download-{key} button").click()
    file = folder / loaded.value.suggested_filename
    loaded.value.save_as(file)
    return file.read_bytes().decode()


def screenshot(page: Page, name: str) -> None:
    """Save a screenshot in a folder that Git ignores."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
