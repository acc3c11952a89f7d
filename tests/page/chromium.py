"""What a reader does on the page, and sees there."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

CATALOG = "https://catalog.archives.gov/id/"
JOINER = "\u2060"
SCREENSHOTS = Path(__file__).resolve().parents[2] / "screenshots"

FACETS_BESIDE = 1_100
"""Pixels of a page's width up to which facets stand behind a button."""

PATIENCE_S = 120
"""For what a page does on cores that do much else."""
MOVES = """() => new Promise(done => setTimeout(done, 50)).then(() =>
  document.getAnimations().some(({playState, effect}) => playState === "running"
    && effect.getComputedTiming().iterations !== Infinity))"""
"""Asked in the page: does anything move, once it has sent and shown what was on its way?"""

expect.set_options(timeout=PATIENCE_S * 1_000)

Serve = Callable[..., AbstractContextManager[str]]


class Runs:
    """Whether the script has run to its end since the page last asked for a run.

    The page itself says "not running" until it hears that a run has begun, which may be seconds
    after a click.
    """

    def __init__(self, page: Page) -> None:
        """Listen to what a page and its server say to each other."""
        self.is_over = False
        self._has_begun = False
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        """Listen to a connection; a page that loses it asks for a run on the next."""
        self._ask()
        socket.on("framesent", self._hear_page)
        socket.on("framereceived", self._hear_server)
        socket.on("close", lambda _: self._ask())

    def _ask(self) -> None:
        """Note that a run is wanted."""
        self.is_over = self._has_begun = False

    def _hear_page(self, message: bytes | str) -> None:
        """Note that the page asks for a run."""
        if isinstance(message, bytes) and BackMsg.FromString(message).HasField("rerun_script"):
            self._ask()

    def _hear_server(self, message: bytes | str) -> None:
        """Note that a run has begun, or has ended and no other follows it."""
        said = ForwardMsg.FromString(message) if isinstance(message, bytes) else ForwardMsg()
        if said.HasField("new_session"):
            self._has_begun, self.is_over = True, False
        elif said.HasField("script_finished"):
            is_last = said.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
            self.is_over = self._has_begun and is_last


RUNS: WeakKeyDictionary[Page, Runs] = WeakKeyDictionary()


def new_page(context: BrowserContext) -> Page:
    """Return a new page, which waits long enough and of which `settle` knows when it runs."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1_000)
    RUNS[page] = Runs(page)
    return page


def open_page(page: Page, url: str) -> None:
    """Open the page and wait until it can be asked."""
    page.goto(url)
    expect(page.get_by_text("Ask questions about the records").first).to_be_visible()
    settle(page)


def facets(page: Page, turn: Locator) -> Locator:
    """Return what narrows a list: beside it, or on a narrow page behind a button."""
    assert page.viewport_size is not None
    if page.viewport_size["width"] > FACETS_BESIDE:
        return turn.locator("[class*=st-key-facets-]")
    turn.get_by_role("button", name="Filter list").click()
    return page.get_by_test_id("stPopoverBody")


def settle(page: Page) -> None:
    """Wait until the page's script has run to its end, and all that it was asked for is shown."""
    deadline = time.monotonic() + PATIENCE_S
    still = 0
    while still < 2:
        still = still + 1 if is_still(page) else 0
        assert time.monotonic() < deadline, "the page does not come to rest"


def is_still(page: Page) -> bool:
    """Return whether no run of the script is asked for, under way or being shown."""
    moves = page.evaluate(MOVES)
    shown = page.locator("[data-testid=stApp][data-test-script-state=notRunning]")
    return RUNS[page].is_over and shown.count() == 1 and not moves


def do_until(page: Page, act: Callable[[], object], effect: Locator, most: int = 4) -> None:
    """Do something in a drawing, which cannot say when it listens, until its effect is seen."""
    for attempt in range(1, most + 1):
        settle(page)
        act()
        with suppress(PlaywrightTimeoutError):
            effect.wait_for(timeout=attempt * 10_000)
            return
    raise AssertionError(f"{effect} does not appear")


def make_link(page: Page, place: Page | Locator) -> Locator:
    """Share the answer in a place, and return the link that is shown.

    What opens stands beside its button and moves with it, out of sight too if the page moves.
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
    """Return how far below the window's top an element stays for a second and a half."""
    tops: list[float] = []
    deadline = time.monotonic() + PATIENCE_S
    while len(tops) < 15 or len(set(tops[-15:])) > 1:
        assert time.monotonic() < deadline, "it does not stay where it is"
        page.wait_for_timeout(100)
        tops.append((element.bounding_box() or {})["y"])
    return tops[-1]


def switch(page: Page, toggle: Locator, *, on: bool = True) -> None:
    """Set a switch, whose label takes the click, and wait for what follows.

    A click is none where a picture above grows between its press and its release.
    """
    box = toggle.get_by_role("switch")

    def click() -> None:
        if box.is_checked() is not on:
            toggle.locator("label").click()

    do_until(page, click, toggle.get_by_role("switch", checked=on))
    settle(page)


def ask(page: Page, question: str) -> Locator:
    """Type a question and return its turn, finished."""
    settle(page)
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
