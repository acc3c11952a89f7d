"""*Try other methods* in Chromium: accessible, in two columns on wide screens and one on phones."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.full.chromium.test_access_in_chromium import violations
from tests.page.chromium import ask, new_page, open_page, screenshot, settle
from tests.page.questions import ROLL

WIDE, PHONE = (1440, 900), (390, 844)


def top_left(element: Locator) -> tuple[float, float]:
    """Return the position of an element on the screen: top, then left."""
    box = element.bounding_box()
    assert box is not None
    return box["y"], box["x"]


def fits(page: Page) -> bool:
    """Return whether nothing overflows sideways."""
    width = (page.viewport_size or {})["width"]
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)


@pytest.mark.parametrize(
    ("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide", "phone"]
)
def test_other_methods_answer_fits_the_screen_and_closes(
    app: str, browser: Browser, size: tuple[int, int], scheme: Any
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with browser.new_context(viewport=viewport, color_scheme=scheme) as context:  # type: ignore[arg-type]
        page = new_page(context)
        open_page(page, app)
        turn = ask(page, ROLL)
        turn.get_by_role("button", name="Try other methods").click()
        ways = page.get_by_test_id("stPopoverBody")
        expect(ways.get_by_role("button", name="Hybrid search")).to_be_disabled()
        ways.get_by_text("More methods", exact=True).click()
        expect(ways.get_by_text("Names have not been extracted").last).to_be_visible()
        assert violations(page, set()) == []
        screenshot(page, f"ways-{size[0]}")
        ways.get_by_role("button", name="Full-text search").click()
        both = turn.locator("[class*=st-key-side-]")
        expect(both).to_have_count(2)
        expect(turn.get_by_text("Both answers cite the same record.")).to_be_in_viewport()
        settle(page)
        expect(ways).to_have_count(0)
        (top, left), (other_top, other_left) = map(top_left, both.all())
        if size == WIDE:
            assert abs(top - other_top) < 1
            assert left < other_left
        else:
            assert abs(left - other_left) < 1
            assert top < other_top
        turn.get_by_text("More records found").first.click()
        assert violations(page, set()) == []
        screenshot(page, f"ways-beside-{size[0]}")
        assert fits(page)
        turn.get_by_role("button", name="Close").click()
        expect(both).to_have_count(0)
        expect(turn).to_contain_text("roll 9")
