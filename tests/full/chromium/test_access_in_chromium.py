"""Accessibility in Chromium: WCAG 2.2 AA, keyboard-only use, zoom, and reduced motion.

The only exceptions are axe findings that Streamlit itself must fix. Each is as narrow as possible.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Locator, Page, expect

from tests.page.chromium import (
    ask,
    facets,
    make_link,
    new_page,
    open_page,
    screenshot,
    settle,
    switch,
    words,
)
from tests.page.questions import REFUSED, ROLL, SHOW

RUSSIAN = "Кто фотографировал Гражданскую войну?"
RECORD = 210835707
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

SIZES = {"1280": (1280, 900), "390": (390, 844)}

TOOLTIP = ":is(#stFloatingOverlayPortal, [data-floating-ui-portal]):has([role=tooltip])"

OF_STREAMLIT = {
    ("region", TOOLTIP): (
        "A button's help text is at the end of the document, outside all landmarks, while the "
        "mouse or the focus is on the button (best practice, not WCAG)."
    ),
}
"""Reason for each exception, keyed by rule and widget."""

AXE = """async ({tags, known}) => {
  const result = await axe.run(document, {runOnly: tags, resultTypes: ["violations"]})
  return result.violations.flatMap(({id, nodes}) => nodes.map(({target, html, failureSummary}) => {
    const element = document.querySelector(target[0])
    const place = known.findIndex(([rule, widget]) => rule === id && element?.matches(widget))
    return {known: place, said: `${id}: ${html.slice(0, 200)} ${failureSummary}`}
  }))
}"""

HIDDEN_FOCUS = """() => {
  const element = document.activeElement
  const seen = element.closest("label, [role=group], [data-testid=stTextInputRootElement], "
    + "[data-testid=stTextAreaRootElement], [data-testid=stChatInput] > div")
  const outlined = [element, seen].filter(Boolean).map((one) => getComputedStyle(one))
  const ring = outlined.some((style) =>
    style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2)
  const box = element.getBoundingClientRect()
  const bottom = document.querySelector("[data-testid=stBottom]")
  const free = bottom?.contains(element) || element.closest("[data-testid=stSidebar]") || !bottom
    ? innerHeight : bottom.getBoundingClientRect().top
  const covered = element.tagName !== "MAIN" && element !== document.body
    && (box.top >= free || box.bottom <= 0 || box.right <= 0)
  const at = `${box.top} ${box.bottom} of ${free}`
  const seen_as = outlined.map((style) => style.outline).join("; ")
  return ring && !covered ? ""
    : `${ring ? "covered" : "no ring"} (${at}; ${seen_as}): ${element.outerHTML.slice(0, 300)}`
}"""


def violations(page: Page, met: set[tuple[str, str]]) -> list[str]:
    """Return axe's findings on the page without the exceptions, which are added to `met`."""
    settle(page)
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    known = list(OF_STREAMLIT)
    found: list[dict[str, Any]] = page.evaluate(AXE, {"tags": TAGS, "known": known})
    met.update(known[one["known"]] for one in found if one["known"] >= 0)
    return [one["said"] for one in found if one["known"] < 0]


def is_narrow(page: Page) -> bool:
    """Return whether Streamlit shows the phone layout."""
    assert page.viewport_size is not None
    return page.viewport_size["width"] < 768


def talk(page: Page, url: str) -> Iterator[str]:
    """Step through the states of a conversation, and yield the name of each state."""
    open_page(page, url)
    yield "empty"
    turn = ask(page, ROLL)
    yield "answer"
    turn.get_by_role("button", name="Edit").click()
    expect(turn.get_by_label("Your question")).to_be_visible()
    settle(page)
    yield "edit"
    turn.get_by_role("button", name="Cancel").click()
    settle(page)
    if not is_narrow(page):  # Streamlit shows no help on phones
        turn.get_by_role("button", name="Share").hover()
        expect(page.get_by_test_id("stTooltipContent")).to_be_visible()
        yield "tooltip"
    make_link(page, turn)
    yield "share"
    page.keyboard.press("Escape")
    settle(page)
    turn.get_by_text("Quotations in context").click()
    settle(page)
    turn.get_by_role("button", name="Cite and export").click()
    expect(page.get_by_text("Save as", exact=True)).to_be_visible()
    settle(page)
    yield "answer-open"
    page.keyboard.press("Escape")
    settle(page)
    turn.get_by_role("button", name="Search details").click()
    expect(page.get_by_text("Database queries")).to_be_visible()
    settle(page)
    yield "trace"
    page.keyboard.press("Escape")
    settle(page)
    ask(page, REFUSED)
    yield "refusal"
    yield from list_states(page)


def list_states(page: Page) -> Iterator[str]:
    """Step through the states of a list, and yield the name of each state."""
    turn = ask(page, SHOW)
    expect(facets(page, turn).get_by_text("Level", exact=True)).to_be_visible()
    settle(page)
    yield "list"
    page.keyboard.press("Escape")
    settle(page)
    turn.get_by_role("button", name="Over time").click()
    settle(page)
    expect(page.locator("[data-testid=stPopoverBody] svg path[fill^='#']").first).to_be_visible()
    yield "list-time"
    page.keyboard.press("Escape")
    settle(page)
    turn.get_by_text("Table", exact=True).click()
    expect(turn.get_by_test_id("stDataFrame")).to_be_visible()
    settle(page)
    yield "list-table"
    turn.get_by_role("button", name="Add all").click()
    settle(page)


def my_list(page: Page, url: str) -> Iterator[str]:
    """Step through the views of the reader's list, and yield the name of each view."""
    page.goto(f"{url}/?view=list")
    expect(page.get_by_role("heading", name="My list")).to_be_visible()
    for view in ("Records", "Table", "Pull list", "Citations"):
        choice = page.get_by_role("radio", name=view, exact=True)
        settle(page)
        choice.click()
        expect(choice).to_be_checked()
        settle(page)
        yield f"my-list-{view.lower().replace(' ', '-')}"


def pages(page: Page, url: str, shared: str) -> Iterator[str]:
    """Open the other pages, and yield the name of each page."""
    page.goto(f"{url}/?naId={RECORD}")
    expect(page.locator(".st-key-record h2")).to_be_visible()
    settle(page)
    for kind in ("hierarchy", "neighbourhood"):
        switch(page, page.locator(f".st-key-show-{kind}"))
        switch(page, page.locator(f".st-key-table-{kind}"))
        expect(page.locator(f".st-key-picture-{kind} table")).to_be_visible()
        settle(page)
    yield "record"
    page.goto(shared)
    expect(page.get_by_text("This answer was shared on")).to_be_visible()
    settle(page)
    yield "shared"
    page.goto(f"{url}/?naId=123123123")
    expect(page.get_by_test_id("stAlert")).to_be_visible()
    settle(page)
    yield "unknown"
    if is_narrow(page):
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "false")
        settle(page)
        yield "sidebar"


def states(page: Page, url: str) -> Iterator[str]:
    """Step through all states of the page, and yield the name of each state."""
    shared = ""
    for state in talk(page, url):
        if state == "share":
            shared = words(page.locator("[data-testid=stPopoverBody] code")).strip()
        yield state
    yield from my_list(page, url)
    yield from pages(page, url, shared)


@pytest.mark.parametrize(("size", "scheme"), [("1280", "light"), ("390", "dark")])
def test_axe_finds_no_violations_except_streamlits(
    app: str, browser: Browser, scheme: Any, size: str
) -> None:
    width, height = SIZES[size]
    found: dict[str, list[str]] = {}
    met: set[tuple[str, str]] = set()
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme
    ) as context:
        page = new_page(context)
        for state in states(page, app):
            if said := violations(page, met):
                found[state] = said
            screenshot(page, f"access-{state}-{size}-{scheme}")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{state} overflows sideways"
    assert found == {}
    assert size == "390" or met == set(OF_STREAMLIT), (
        "Streamlit has fixed this: remove the exception"
    )


def test_screen_reader_gets_updates_in_the_right_language(app: str, page: Page) -> None:
    open_page(page, app)
    assert page.evaluate("document.documentElement.lang") == "en"
    turn = ask(page, RUSSIAN)
    log = page.get_by_role("log", name="Conversation")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log).to_have_attribute("aria-busy", "false")
    expect(turn.locator("[lang=ru]")).to_have_text(RUSSIAN)
    expect(page).to_have_title(f"{RUSSIAN} · narabot")
    busy = "window.busy = []; new MutationObserver((all) => all.forEach((one) => window.busy.push("
    busy += "one.target.ariaBusy))).observe(document.querySelector('[role=log]'), "
    page.evaluate(busy + "{attributes: true, attributeFilter: ['aria-busy']})")
    turn = ask(page, ROLL)
    expect(log).to_have_attribute("aria-busy", "false")
    assert "true" in page.evaluate("window.busy")
    expect(turn.locator("[lang=ru]")).to_have_count(0)
    expect(turn.locator("[lang='']")).to_have_count(1)
    assert "Edit" not in words(page.locator("[lang=ru]"))
    expect(turn.locator("[aria-live=off]").first).to_be_attached()
    page.goto(f"{app}/?naId={RECORD}")
    expect(page).to_have_title("An Act for the Temporary Relief of Hamet Caramalli · narabot")
    expect(page.get_by_role("log")).to_have_count(0)
    settle(page)
    page.get_by_role("button", name="Back to").or_(
        page.get_by_role("button", name="Ask a question")
    ).click()
    page.goto(f"{app}/?view=list")
    expect(page).to_have_title("My list · narabot")


def check_focus(page: Page) -> None:
    """Check that the focused element has a visible ring and is not covered after scrolling."""
    for _ in range(200):
        hidden = page.evaluate(HIDDEN_FOCUS)
        if not hidden:
            return
        page.wait_for_timeout(50)
    raise AssertionError(hidden)


def tab_to(page: Page, target: Locator, most: int = 60) -> None:
    """Press Tab until the target has the focus, and check the focus at each stop."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement !== document.body"):
            check_focus(page)
        if target.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {target}")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_everything_works_by_keyboard_alone(app: str, browser: Browser, scheme: Any) -> None:
    with browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    ) as context:
        page = new_page(context)
        open_page(page, app)
        tab_to(page, page.get_by_test_id("stChatInput").locator("textarea"))
        page.keyboard.type(SHOW)
        page.keyboard.press("Enter")
        turn = page.locator(".st-key-turn-0")
        expect(turn.get_by_text("records, best match")).to_be_visible()
        settle(page)
        walk(page, turn)


def walk(page: Page, turn: Locator) -> None:
    """Use the controls of a turn that shows a list, by keyboard only."""
    share = turn.get_by_role("button", name="Share")
    tab_to(page, share, most=200)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Create link")).to_be_visible()
    settle(page)  # until the focus is in the popover
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Create link")).to_be_hidden()
    expect(share).to_be_focused()
    tab_to(page, turn.get_by_role("radio", name="Thumbs up"))
    page.keyboard.press("Enter")
    expect(turn.get_by_role("button", name="Why?")).to_be_visible()
    settle(page)
    edit = turn.get_by_role("button", name="Edit")
    tab_to(page, edit, most=200)
    page.keyboard.press("Enter")
    box = turn.get_by_label("Your question")
    expect(box).to_be_visible()
    settle(page)
    tab_to(page, box, most=200)
    tab_to(page, turn.get_by_role("button", name="Cancel"))
    page.keyboard.press("Space")
    expect(box).to_have_count(0)
    settle(page)
    use_list(page, turn)


def use_list(page: Page, turn: Locator) -> None:
    """Page through a list, open a record, return, and filter the list, all by keyboard."""
    level = turn.get_by_role("toolbar", name="Level").get_by_role("button").first
    expect(level).to_be_visible()
    second = turn.get_by_role("button", name="Page 2")
    tab_to(page, second, most=200)
    page.keyboard.press("Enter")
    expect(turn.locator("strong", has_text=re.compile(r"^11\.$"))).to_be_visible()
    settle(page)
    way = turn.locator("[class*=st-key-card-] a").first
    tab_to(page, way, most=200)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-record h2")).to_be_visible()
    settle(page)
    tab_to(page, page.get_by_role("button", name="Back to the conversation"), most=200)
    page.keyboard.press("Enter")
    expect(way).to_be_visible()
    settle(page)
    tab_to(page, level, most=200)
    page.keyboard.press("Space")
    expect(turn.get_by_role("toolbar", name="List filters")).to_be_visible()


@pytest.mark.parametrize(("width", "height", "zoom"), [(640, 450, 2), (320, 700, 1)])
def test_page_works_zoomed_in_and_without_motion(
    app: str, browser: Browser, width: int, height: int, zoom: int
) -> None:
    with browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=zoom,
        reduced_motion="reduce",
    ) as context:
        page = new_page(context)
        open_page(page, app)
        turn = ask(page, SHOW)
        facets(page, turn)
        settle(page)
        fits(page, f"access-list-{width}")
        page.goto(f"{app}/?naId={RECORD}")
        expect(page.locator(".st-key-record h2")).to_be_visible()
        settle(page)
        fits(page, f"access-record-{width}")
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].map((one) => getComputedStyle(one)).filter("
            "(style) => /[1-9]/.test(style.transitionDuration + style.animationDuration)"
            " || style.scrollBehavior === 'smooth').length"
        )
        assert moving == 0


def fits(page: Page, name: str) -> None:
    """Check that nothing overflows sideways and that the input box is in the lower half."""
    screenshot(page, name)
    for part in ("document.documentElement", "document.querySelector('[data-testid=stMain]')"):
        assert page.evaluate(f"{part}.scrollWidth <= {part}.clientWidth")
    bottom = page.get_by_test_id("stBottom").bounding_box()
    assert bottom is not None
    assert bottom["y"] >= (page.viewport_size or {})["height"] / 2
