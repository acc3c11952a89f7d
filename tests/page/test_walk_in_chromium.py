"""One piece of work on the real records, from the first question to the pull list.

It is the walk of `docs/user-guide.md`, whose pictures it writes to `screenshots/guide-*.png`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ingest.pipeline import run_ingest
from narabot.database import EmbeddedDatabase
from narabot.embedding import Embeddings
from narabot.graph import open_graph
from narabot.settings import Settings
from tests.page.chromium import Serve, answer, ask, new_page, open_page, screenshot, settle, switch
from tests.page.test_taking_away_in_chromium import download
from tests.shared import DATA

MOST_BYTES = 1_000_000
"""Of the files that are read: the two large ones have nothing that the walk looks at."""

LIST = "Show me photographs of relocation centers"
QUESTION = "Who created the Drawings of Relocation Centers?"
DRAWINGS = "Drawings of Relocation Centers"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the real lines are not beside the clone")


def small_files() -> list[Path]:
    """Return the files with the lines that the walk leads through, and with others beside them."""
    return [one for one in sorted(DATA.glob("*.jsonl")) if one.stat().st_size <= MOST_BYTES]


@pytest.fixture(scope="module")
def catalogue(
    embeddings: Embeddings, serve: Serve, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Yield the address of the page on the real records."""
    folder = tmp_path_factory.mktemp("catalogue")
    settings = Settings(narabot_data_dir=folder, neo4j_heap="1g", neo4j_page_cache="256m")
    embedded = EmbeddedDatabase(settings)
    with embedded.running(print) as connection:
        with open_graph(connection) as graph:
            run_ingest(settings, graph, embeddings, small_files())
        with serve(NARABOT_DATA_DIR=str(folder), NEO4J_HEAP="1g") as url:
            yield url


@pytest.mark.parametrize(("width", "height", "scheme"), [(1280, 900, "light"), (390, 844, "dark")])
def test_a_researcher_goes_from_a_question_to_the_pull_list(
    catalogue: str, browser: Browser, tmp_path: Path, width: int, height: int, scheme: str
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    ) as context:
        page = new_page(context)
        walk = Walk(page, f"guide-{width}")
        open_page(page, catalogue)
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
    """What the researcher does, step by step."""

    def __init__(self, page: Page, prefix: str) -> None:
        """Take the page, and what the names of its pictures begin with."""
        self.page, self.prefix = page, prefix

    def picture(self, name: str) -> None:
        """Write what is on the screen, once it stands still."""
        settle(self.page)
        self.page.wait_for_timeout(600)  # its own scrolling
        assert "Traceback" not in self.page.locator("body").inner_text()
        screenshot(self.page, f"{self.prefix}-{name}")

    def lists(self) -> None:
        """Ask for a list."""
        turn = ask(self.page, LIST)
        expect(answer(turn)).to_contain_text("The list is complete")
        self.picture("list")

    def narrows(self) -> None:
        """Look at what is near too, see its decades, and narrow it to one of them."""
        turn = self.page.locator(".st-key-turn-0")
        turn.get_by_text("Also the nearest").click()
        settle(self.page)
        turn.get_by_text("Over time").click()
        turn.get_by_test_id("stEChartsChart").wait_for()
        turn.get_by_text("Records by decade").first.scroll_into_view_if_needed()
        self.picture("over-time")
        turn.get_by_text("Over time").click()
        settle(self.page)
        turn.get_by_text("Narrow these").click()
        settle(self.page)
        self.picture("facets")
        turn.get_by_text("1940s (").click()
        expect(turn.get_by_text("1940 – 1949")).to_be_visible()
        self.picture("narrowed")

    def asks(self) -> None:
        """Ask a question, and read its quotes."""
        turn = ask(self.page, QUESTION)
        expect(answer(turn)).to_contain_text("War Relocation Authority")
        expect(answer(turn)).to_contain_text("no language model has written it")
        turn.get_by_text("Quotes in their text").click()
        self.picture("answer")

    def opens_the_record(self) -> None:
        """Go to the record's own page."""
        turn = self.page.locator(".st-key-turn-1")
        turn.get_by_role("button", name="Open").first.click()
        expect(self.page.get_by_role("heading", name=DRAWINGS)).to_be_visible()
        self.picture("record")

    def looks_around_it(self) -> None:
        """See its place in the hierarchy and the names around it."""
        switch(self.page, self.page.locator(".st-key-show-hierarchy"))
        self.page.locator(".st-key-record canvas, .st-key-record svg").first.wait_for()
        self.picture("hierarchy")
        self.page.get_by_role("button", name="Back to the conversation").click()
        settle(self.page)

    def finds_where_to_look(self) -> None:
        """Ask for the file units and series to look in, and put them on the list."""
        turn = self.page.locator(".st-key-turn-1")
        turn.locator("[class*=st-key-where-] button:visible").click()
        expect(turn).to_contain_text("Where to look")
        self.picture("places")
        turn.get_by_role("button", name="Add to my list").first.click()
        settle(self.page)

    def takes_the_pull_list(self, folder: Path) -> None:
        """Go to the list, see it as a pull list, and take it away to print."""
        if self.page.viewport_size and self.page.viewport_size["width"] < 768:
            self.page.get_by_test_id("stExpandSidebarButton").click()
            settle(self.page)
        self.page.get_by_role("button", name="My list (").click()
        expect(self.page.get_by_role("heading", name="My list")).to_be_visible()
        settle(self.page)
        self.page.get_by_text("Pull list", exact=True).click()
        self.picture("pull-list")
        printed = download(self.page, "my-list", "Pull list: print view (HTML)", folder)
        assert "naId" in printed
        sheet = self.page.context.new_page()
        sheet.set_content(printed)
        screenshot(sheet, f"{self.prefix}-print")
        sheet.close()
