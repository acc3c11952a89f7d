"""Exports in the browser: files for other programs, and printable pages."""

import csv
import io
import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.page.chromium import answer, ask, download, open_page, screenshot, settle
from tests.page.questions import SHOW
from tests.unit.test_pull_lists import Tables


def open_my_list(page: Page) -> None:
    """Add all records in a response to the reader's list, and open the list."""
    turn = ask(page, SHOW)
    answer(turn).get_by_role("button", name="Add all").click()
    settle(page)
    page.get_by_role("button", name="My list (").click()
    expect(page.get_by_role("heading", name="My list")).to_be_visible()
    settle(page)


def test_my_list_is_exported_to_files(app: str, page: Page, tmp_path: Path) -> None:
    open_page(page, app)
    open_my_list(page)
    screenshot(page, "my-list")
    written = {
        label: download(page, "my-list", label, tmp_path)
        for label in ("CSV", "JSON", "Pull list: CSV for spreadsheets", "Pull list: Markdown")
    }
    table = list(csv.DictReader(io.StringIO(written["CSV"].removeprefix("\ufeff"))))
    records = json.loads(written["JSON"])
    pulls = written["Pull list: CSV for spreadsheets"].removeprefix("\ufeff")
    assert [row["naId"] for row in table] == [str(one["naId"]) for one in records]
    assert {row["naId"] for row in csv.DictReader(io.StringIO(pulls))} == {
        str(one["naId"]) for one in records if "levelOfDescription" in one
    }
    assert "# Pull list" in written["Pull list: Markdown"]
    printed = download(page, "my-list", "Pull list: printable page (HTML)", tmp_path)
    assert Tables(printed).headings[0] == "Pull list"


def test_printed_pull_list_fits_and_does_not_split_rows(
    app: str, browser: Browser, page: Page, tmp_path: Path
) -> None:
    open_page(page, app)
    open_my_list(page)
    file = tmp_path / "pulls.html"
    file.write_text(download(page, "my-list", "Pull list: printable page (HTML)", tmp_path))
    with browser.new_context(java_script_enabled=False) as context:
        opened = context.new_page()
        opened.goto(file.as_uri())
        for width in (390, 794):
            opened.set_viewport_size({"width": width, "height": 1000})
            wide = opened.locator("body").evaluate("body => body.scrollWidth")
            assert wide <= width
        broken = opened.locator("tr").evaluate_all(
            "rows => rows.filter((row) => getComputedStyle(row).breakInside !== 'avoid').length"
        )
        assert opened.locator("tr").count() > 0
        assert broken == 0
        for paper in ("A4", "Letter"):
            assert opened.pdf(format=paper).startswith(b"%PDF")
        screenshot(opened, "pull-list-print")


def test_my_list_fits_a_phone(app: str, page: Page) -> None:
    open_page(page, app)
    open_my_list(page)
    page.set_viewport_size({"width": 390, "height": 844})
    settle(page)
    for view in ("Records", "Table", "Pull list", "Citations"):
        page.get_by_role("radio", name=view, exact=True).or_(
            page.get_by_role("button", name=view, exact=True)
        ).click()
        settle(page)
        main = page.get_by_test_id("stMain")
        assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
        screenshot(page, f"my-list-phone-{view.lower().replace(' ', '-')}")
