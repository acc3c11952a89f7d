"""A researcher's work on the real records, from the first question to the pull list.

The test follows the walkthrough in `docs/user-guide.md` and saves its screenshots as
`screenshots/guide-*.png`. A second test makes three researchers' journeys.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from ingest.pipeline import run_ingest
from narabot.database import EmbeddedDatabase
from narabot.embedding import Embeddings
from narabot.graph import open_graph
from narabot.settings import Settings
from tests.full.chromium.journeys import CITED, Journey, brazil, cards, granada, hurried
from tests.full.chromium.test_access_in_chromium import violations
from tests.page.chromium import (
    Serve,
    answer,
    ask,
    download,
    facets,
    new_page,
    open_page,
    screenshot,
    settle,
    switch,
)
from tests.shared import DATA, needs_shared

pytestmark = needs_shared

MOST_BYTES = 1_000_000
"""Size limit for the loaded files, in bytes. The walkthrough does not use the two larger files."""

TELEGRAMS = DATA / "rg_059_subject_numeric_files.jsonl"
MOST_TELEGRAMS = 400
"""Maximum number of lines about students that the tests load from the large file."""

LIST = "Show me photographs of relocation centers"
QUESTION = "Who created the Drawings of Relocation Centers?"
DRAWINGS = "Drawings of Relocation Centers"


def small_files() -> list[Path]:
    """Return the small files, which include all records in the walkthrough."""
    return [one for one in sorted(DATA.glob("*.jsonl")) if one.stat().st_size <= MOST_BYTES]


def about_students(folder: Path) -> Path:
    """Return a file with the large file's record group, its series, and some telegrams."""
    file = folder / TELEGRAMS.name
    with TELEGRAMS.open(encoding="utf-8") as lines:
        above = list(islice(lines, 2))
        below = islice((line for line in lines if "tudent" in line), MOST_TELEGRAMS)
        file.write_text("".join([*above, *below]), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def real_page(
    embeddings: Embeddings, serve: Serve, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Yield the address of a page that serves the real records."""
    folder = tmp_path_factory.mktemp("catalog")
    settings = Settings(narabot_data_dir=folder, neo4j_heap="1g", neo4j_page_cache="256m")
    embedded = EmbeddedDatabase(settings)
    with embedded.running(print) as connection:
        with open_graph(connection) as graph:
            files = [*small_files(), about_students(folder)]
            run_ingest(settings, graph, embeddings, files)
        with serve(NARABOT_DATA_DIR=str(folder), NEO4J_HEAP="1g") as url:
            yield url


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [(1280, 900, "light"), pytest.param(390, 844, "dark", marks=pytest.mark.long)],
)
def test_walkthrough_leads_from_question_to_pull_list(
    real_page: str, browser: Browser, tmp_path: Path, width: int, height: int, scheme: str
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    ) as context:
        page = new_page(context)
        walk = Walk(page, f"guide-{width}")
        open_page(page, real_page)
        walk.picture("start")
        walk.lists()
        walk.narrows()
        walk.asks()
        walk.opens_the_record()
        walk.looks_around_it()
        walk.finds_where_to_look()
        walk.takes_the_pull_list(tmp_path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


class Walk:
    """The researcher's actions, step by step."""

    def __init__(self, page: Page, prefix: str) -> None:
        """Each screenshot's name begins with `prefix`."""
        self.page, self.prefix = page, prefix

    def picture(self, name: str) -> None:
        """Take a screenshot when the page is idle."""
        settle(self.page)
        self.page.wait_for_timeout(600)  # scroll animation
        assert "Traceback" not in self.page.locator("body").inner_text()
        screenshot(self.page, f"{self.prefix}-{name}")

    def lists(self) -> None:
        """Ask for a list."""
        turn = ask(self.page, LIST)
        expect(answer(turn)).to_contain_text("The list is complete")
        self.picture("list")

    def narrows(self) -> None:
        """Show the close matches, view the chart of decades, and filter by a decade."""
        turn = self.page.locator(".st-key-turn-0")
        turn.get_by_text("Also show").click()
        settle(self.page)
        turn.get_by_role("button", name="Over time").click()
        self.page.get_by_test_id("stEChartsChart").wait_for()
        self.picture("over-time")
        self.page.keyboard.press("Escape")
        settle(self.page)
        beside = facets(self.page, turn)
        settle(self.page)
        self.picture("facets")
        beside.get_by_text("1940s (").click()
        expect(turn.get_by_text("Your filters match")).to_be_visible()
        self.picture("narrowed")

    def asks(self) -> None:
        """Ask a question, and open its quotations in context."""
        turn = ask(self.page, QUESTION)
        expect(answer(turn)).to_contain_text("War Relocation Authority")
        expect(answer(turn)).to_contain_text("without a language model")
        turn.get_by_text("Quotations in context").click()
        self.picture("answer")

    def opens_the_record(self) -> None:
        """Open the record's page."""
        turn = self.page.locator(".st-key-turn-1")
        turn.locator("[class*=st-key-card-] strong a").first.click()
        expect(self.page.get_by_role("heading", name=DRAWINGS)).to_be_visible()
        self.picture("record")

    def looks_around_it(self) -> None:
        """View the record's place in the hierarchy, and return to the conversation."""
        switch(self.page, self.page.locator(".st-key-show-hierarchy"))
        diagram = self.page.locator(".st-key-picture-hierarchy")
        diagram.locator("canvas, svg").first.wait_for()
        diagram.evaluate("element => element.scrollIntoView({block: 'center'})")
        self.picture("hierarchy")
        self.page.get_by_role("button", name="Back to the conversation").click()
        settle(self.page)

    def finds_where_to_look(self) -> None:
        """Ask which file units and series to look in, and add the first of them to the list."""
        turn = self.page.locator(".st-key-turn-1")
        turn.locator("[class*=st-key-where-] button:visible").click()
        places = turn.get_by_text("Where to look").first
        expect(places).to_be_visible()
        places.evaluate("element => element.scrollIntoView({block: 'start'})")
        self.picture("places")
        turn.get_by_role("button", name="Add to my list").first.click()
        settle(self.page)

    def takes_the_pull_list(self, folder: Path) -> None:
        """Open the list, show it as a pull list, and download it for printing."""
        if self.page.viewport_size and self.page.viewport_size["width"] < 768:
            self.page.get_by_test_id("stExpandSidebarButton").click()
            settle(self.page)
        self.page.get_by_role("button", name="My list (").click()
        expect(self.page.get_by_role("heading", name="My list")).to_be_visible()
        settle(self.page)
        self.page.get_by_text("Pull list", exact=True).click()
        self.picture("pull-list")
        printed = download(self.page, "my-list", "Pull list: printable page (HTML)", folder)
        assert "NAID" in printed
        sheet = self.page.context.new_page()
        sheet.set_content(printed)
        screenshot(sheet, f"{self.prefix}-print")
        sheet.close()


WIDE, PHONE = (1440, 900), (390, 844)

SCREENS = [
    pytest.param(WIDE, "light", id="1440-light", marks=pytest.mark.long),
    pytest.param(PHONE, "dark", id="390-dark"),
    pytest.param(WIDE, "dark", id="1440-dark", marks=pytest.mark.long),
    pytest.param(PHONE, "light", id="390-light", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("size", "scheme"), SCREENS)
def test_three_researcher_journeys_succeed(
    real_page: str,
    browser: Browser,
    tmp_path: Path,
    size: tuple[int, int],
    scheme: Literal["light", "dark"],
    record_property: Callable[[str, object], None],
) -> None:
    width, height = size
    foreign: list[str] = []
    links: list[str] = []
    journeys = {
        "granada": granada,
        "brazil": lambda journey, url: links.append(brazil(journey, url, tmp_path)),
        "hurried": hurried,
    }
    for name, go in journeys.items():
        with browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        ) as context:
            context.on("request", lambda one: foreign.append(one.url))
            journey = Journey(new_page(context), f"{name}-{width}-{scheme}")
            go(journey, real_page)
            record_property(name, journey.times_row())
            assert violations(journey.page, set()) == []
            assert journey.page.evaluate("document.documentElement.scrollWidth") <= width
    assert not [url for url in foreign if not url.startswith((real_page, "data:", "blob:"))]
    with browser.new_context() as elsewhere:
        page = new_page(elsewhere)
        page.goto(links[0])
        expect(cards(page.locator("body")).nth(CITED - 1)).to_be_visible()
