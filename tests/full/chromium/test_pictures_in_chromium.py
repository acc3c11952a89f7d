"""A record's charts in Chromium: display, navigation, hostile names, and the phone layout."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from narabot.presentation.markdown import JOINER
from tests.page.chromium import Serve, do_until, screenshot, settle, switch
from tests.page.nasty import HOSTILE_NA_ID, NASTY

ACT, ACTS_SERIES, ACTS_GROUP = 210_835_707, 299_811, 340
"""An item of the sample and two of its ancestors."""


def show_chart(page: Page, kind: str) -> Locator:
    """Turn on a chart, and return it."""
    switch(page, page.locator(f".st-key-show-{kind}"))
    return chart(page, kind)


def chart(page: Page, kind: str) -> Locator:
    """Return a visible chart."""
    picture = page.locator(f".st-key-picture-{kind} [data-testid=stEChartsChart] svg").last
    expect(picture.locator("text").first).to_be_visible()
    return picture


def open_record(page: Page, app: str, na_id: int) -> Locator:
    """Open a record's page, and return its heading."""
    page.goto(f"{app}/?naId={na_id}")
    heading = page.locator(".st-key-record").get_by_role("heading", level=2)
    expect(heading).to_be_visible()
    settle(page)
    return heading


def open_record_named(page: Page, title: str) -> Locator:
    """Return the heading of the record page with this title."""
    return page.locator(".st-key-record").get_by_role("heading", level=2, name=title, exact=True)


def click_corner(page: Page, picture: Locator) -> None:
    """Click the lower left corner of a chart, which belongs to the record group."""
    box = picture.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 5, box["y"] + box["height"] - 5)


def chart_text(picture: Locator) -> str:
    """Return a chart's text without spaces, because the chart splits names across lines."""
    return "".join("".join(picture.locator("text").all_text_contents()).split()).replace(JOINER, "")


def test_graph_name_opens_record_and_browser_back_returns(app: str, page: Page) -> None:
    heading = open_record(page, app, ACT)
    title = heading.inner_text()
    assert page.get_by_test_id("stEChartsChart").count() == 0
    picture = show_chart(page, "neighbourhood")
    tripoli = open_record_named(page, "Tripoli (Libya)")
    do_until(page, picture.locator("text", has_text="Tripoli (Libya)").click, tripoli)
    settle(page)
    toggle = page.locator(".st-key-picture-neighbourhood")
    expect(toggle).to_be_in_viewport()
    expect(page.locator("[class*=st-key-neighbourhood-]")).to_have_count(1)
    screenshot(page, "neighbourhood-1280")
    page.go_back()
    expect(heading).to_have_text(title)
    settle(page)
    name = chart(page, "neighbourhood").locator("text", has_text="Tripoli (Libya)")
    do_until(page, name.click, tripoli)
    settle(page)
    name = chart(page, "neighbourhood").locator("text", has_text="Temporary Relief")
    do_until(page, name.first.click, open_record_named(page, title))


def test_icicle_chart_bars_open_the_ancestors(app: str, page: Page) -> None:
    open_record(page, app, ACT)
    picture = show_chart(page, "hierarchy")
    switch(page, page.locator(".st-key-table-hierarchy"))
    rows = page.locator(".st-key-picture-hierarchy table a")
    expect(rows).to_have_count(4)
    names = [html.unescape(name).replace(JOINER, "") for name in rows.all_inner_texts()]
    for name in names:
        assert "".join(name.split())[:40] in chart_text(picture)
    assert rows.first.get_attribute("href") == f"?naId={ACTS_GROUP}"
    screenshot(page, "hierarchy-1280")
    series = open_record_named(page, "Enrolled Acts and Resolutions of Congress")
    do_until(page, picture.locator("text", has_text="Series:").click, series)
    settle(page)
    assert f"naId={ACTS_SERIES}" in page.url
    expect(page.locator(".st-key-picture-hierarchy")).to_be_in_viewport()
    group = open_record_named(page, "General Records of the United States Government")
    do_until(page, lambda: click_corner(page, chart(page, "hierarchy")), group)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hostile_names_are_plain_text_on_a_phone(app: str, page: Page, scheme: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 390, "height": 844})
    open_record(page, app, HOSTILE_NA_ID)
    for kind in ("hierarchy", "neighbourhood"):
        picture = show_chart(page, kind)
        assert "Flags[x](javascript" in chart_text(picture)
        picture.locator("text").nth(1).hover()
        switch(page, page.locator(f".st-key-table-{kind}"))
        frame = page.locator(f".st-key-picture-{kind}")
        expect(frame.locator("table a").first).to_be_visible()
        expect(frame.locator("img, script, svg a, svg image, .katex, em, b, i")).to_have_count(0)
        assert {link.get_attribute("href") for link in frame.locator("table a").all()} <= {
            f"?naId={na_id}" for na_id in (*range(990_000, 990_011), HOSTILE_NA_ID)
        }
        frame.scroll_into_view_if_needed()
        screenshot(page, f"hostile-{kind}-390-{scheme}")
        boxes = [text.bounding_box() for text in picture.locator("text").all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 391 for box in boxes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert [url for url in requests if not url.startswith((app, "data:", "blob:", "ws:"))] == []


@pytest.fixture
def nasty_url(serve: Serve, tmp_path: Path) -> Iterator[str]:
    """Yield the address of a page with both charts for records that have hostile names."""
    script = tmp_path / "nasty_pictures.py"
    script.write_text(
        "import streamlit as st\n"
        "from narabot.models import *\n"
        "from narabot.presentation.hierarchy import hierarchy_chart\n"
        "from narabot.presentation.neighborhood_graph import neighborhood_chart\n"
        "from tests.page.nasty import NASTY\n"
        "item = lambda n, name: PathRecord(n, RecordType.DESCRIPTION, LevelOfDescription.ITEM,\n"
        "    name, None, None, '')\n"
        "some = [item(n, name) for n, name in enumerate(NASTY)]\n"
        "counted = tuple(CountedRecord(one, 0) for one in some)\n"
        "found = Neighbors(Relation.SUBJECT, True, tuple(map(Neighbor, some)), len(some))\n"
        "full = FullRecord(path=(item(999, 'here'),), is_stub=False)\n"
        "around = Hierarchy((CountedRecord(full.record, 1),), counted, len(some), (), 0)\n"
        "for picture in (hierarchy_chart(around), neighborhood_chart(full, [found])):\n"
        "    st.echarts_chart(picture.option, height=picture.height, renderer='svg', key=str(\n"
        "        picture.height), on_select='rerun', alt=picture.alt)\n"
    )
    with serve(script) as url:
        yield url


def test_charts_show_hostile_names_unchanged(nasty_url: str, page: Page) -> None:
    page.goto(nasty_url)
    pictures = page.locator("[data-testid=stEChartsChart] svg")
    expect(pictures).to_have_count(2)
    for picture in pictures.all():
        expect(picture.locator("text").first).to_be_visible()
        for name in NASTY:
            assert "".join(name.split())[:24] in chart_text(picture), name
        expect(picture.locator("image, a, script, foreignObject")).to_have_count(0)
