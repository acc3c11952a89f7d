"""Three researchers' journeys through the page, with the time that each step takes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.page.chromium import (
    SCREENSHOTS,
    answer,
    ask,
    download,
    make_link,
    open_page,
    screenshot,
    settle,
)

NARROW = 768
"""Width below which Streamlit hides the sidebar, in pixels."""

CARD = "[class*=st-key-card-]"

ROSTERS = "Final Accountability Rosters of Evacuees"
TELEGRAMS = "Show me telegrams about students from 1968"
CITED = 5

HURRIED = {
    "misspelt": "recrods about Manzenar relocatoin center",
    "pasted": (
        "I am writing a chapter on daily life in the camps. I have read the newspapers and the "
        "memoirs, and now I would like to see with my own eyes what is kept in the archives: show "
        "me photographs of Manzanar, taken while people lived there, and who took them."
    ),
    "Russian": "Покажи фотографии лагеря Манзанар",
    "hurried": "manzanar photos",
}
"""First messages of four visitors, keyed by type of visitor."""


class Journey:
    """A researcher with a browser. Each step is timed and ends with a screenshot."""

    def __init__(self, page: Page, name: str) -> None:
        """`name` identifies the journey in the table of times and in screenshot names."""
        self.page, self.name = page, name
        self.times: dict[str, float] = {}

    @contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Time a step until the page is idle, and take a screenshot."""
        begun = time.monotonic()
        yield
        settle(self.page)
        self.times[what] = time.monotonic() - begun
        assert "Traceback" not in self.page.locator("body").inner_text()
        screenshot(self.page, f"journey-{self.name}-{len(self.times)}")

    def begin(self, url: str) -> None:
        with self.step("first screen"):
            open_page(self.page, url)

    def times_row(self) -> str:
        """Return the times as a table row, and save the row in the screenshot folder."""
        line = " · ".join(f"{what} {seconds:.1f} s" for what, seconds in self.times.items())
        SCREENSHOTS.mkdir(exist_ok=True)
        (SCREENSHOTS / f"journey-{self.name}.txt").write_text(f"{self.name}: {line}\n")
        return line

    def is_narrow(self) -> bool:
        """Return whether Streamlit hides the sidebar."""
        return bool(self.page.viewport_size and self.page.viewport_size["width"] < NARROW)

    def open_my_list(self) -> None:
        """Open the reader's list."""
        button = self.page.get_by_role("button", name="My list (")
        if self.is_narrow() and not button.is_visible():
            self.page.get_by_test_id("stExpandSidebarButton").click()
            settle(self.page)
        button.click()
        expect(self.page.get_by_role("heading", name="My list")).to_be_visible()


def cards(turn: Locator) -> Locator:
    """Return the record cards that a turn shows."""
    return turn.locator(CARD)


def granada(journey: Journey, url: str) -> None:
    """A family historian opens a series that names people, and adds its rolls to the pull list."""
    page = journey.page
    journey.begin(url)
    with journey.step("the family's story"):
        turn = ask(page, "My grandfather's family was interned at Granada (Amache)")
        expect(answer(turn)).to_contain_text("Granada")
    with journey.step("which series name people"):
        turn = ask(page, "Which series name people interned at Granada?")
        expect(answer(turn)).to_contain_text(ROSTERS)
    with journey.step("the series"):
        turn.get_by_role("link", name=ROSTERS).first.click()
        expect(page.get_by_role("heading", name=ROSTERS)).to_be_visible()
    with journey.step("onto the list"):
        page.get_by_role("button", name="Add to my list").first.click()
        settle(page)
    with journey.step("pull list"):
        journey.open_my_list()
        settle(page)
        page.get_by_text("Pull list", exact=True).click()
        settle(page)
        expect(page.get_by_test_id("stMain")).to_contain_text("roll", ignore_case=True)


def brazil(journey: Journey, url: str, folder: Path) -> str:
    """A historian reads an overview, cites telegrams, exports them as RIS, and shares a link.

    Returns the link.
    """
    page = journey.page
    journey.begin(url)
    with journey.step("overview"):
        turn = ask(page, "What is in the Subject-Numeric Files?")
        expect(answer(turn)).to_contain_text("Subject-Numeric Files")
    with journey.step("telegrams"):
        turn = ask(page, TELEGRAMS)
        expect(cards(turn).nth(CITED - 1)).to_be_visible()
    with journey.step("five onto the list"):
        for place in range(CITED):
            cards(turn).nth(place).get_by_role("button", name="Add to my list").click()
            settle(page)
    with journey.step("link"):
        link = make_link(page, turn).inner_text()
        page.keyboard.press("Escape")
    with journey.step("citations"):
        journey.open_my_list()
        settle(page)
        page.get_by_text("Citations", exact=True).click()
        settle(page)
        expect(page.get_by_test_id("stMain")).to_contain_text("National Archives")
    with journey.step("RIS"):
        saved = download(page, "my-list", "RIS", folder)
        assert (saved.count("TY  - "), saved.count("ER  - ")) == (CITED, CITED), saved
    return link


def hurried(journey: Journey, url: str) -> None:
    """Four visitors each send an unusual first message, and each gets records."""
    page = journey.page
    journey.begin(url)
    for who, message in HURRIED.items():
        with journey.step(who):
            turn = ask(page, message)
            expect(turn.get_by_text("Manzanar").first).to_be_visible()
            assert turn.get_by_role("link").count() > 0
