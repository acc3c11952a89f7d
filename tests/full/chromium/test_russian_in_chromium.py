"""The page in a browser that prefers Russian: screen reader text and the language switch."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.page.chromium import ask_in_russian, new_page, screenshot, settle
from tests.page.questions import SHOW

WIDER = """() => [...document.querySelectorAll("button, p, label, [class*='st-key-card-']")].filter(
  (one) => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility()
    && one.closest("[data-testid=stMain]"))
  .map((one) => one.textContent)"""
"""JavaScript function that returns all texts that overflow on the right."""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_page_and_labels_are_in_russian(app: str, browser: Browser, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with browser.new_context(locale="ru-RU", viewport=viewport) as context:  # type: ignore[arg-type]
        page = new_page(context)
        page.goto(app)
        expect(page.get_by_text("Примеры вопросов")).to_be_visible()
        settle(page)
        screenshot(page, f"russian-start-{size[0]}")
        assert page.evaluate("document.documentElement.lang") == "ru"
        example = page.locator("[class*=st-key-ask-example-] button").first
        expect(example).to_have_attribute("lang", "en")
        ask_in_russian(page, SHOW)
        screenshot(page, f"russian-list-{size[0]}")
        expect(page.get_by_role("log", name="Беседа")).to_be_visible()
        expect(page.get_by_role("navigation", name="Страницы списка к вопросу 1")).to_be_attached()
        question = page.locator("[lang=en]").filter(has_text=SHOW)
        expect(question.first).to_be_visible()
        expect(page.locator("[class*=st-key-card-] a[href^='?naId=']").first).to_have_attribute(
            "lang", "en"
        )
        assert page.evaluate(WIDER) == []


def test_selected_language_is_remembered(app: str, browser: Browser) -> None:
    with browser.new_context(locale="ru-RU") as context:
        page = new_page(context)
        page.goto(app)
        expect(page.get_by_text("Примеры вопросов")).to_be_visible()
        ask_in_russian(page, SHOW)
        table = page.get_by_role("radio", name="Таблица")
        table.click()
        settle(page)
        page.get_by_role("radio", name="English").click()
        expect(page.get_by_text("records, best match first")).to_be_visible()
        settle(page)
        expect(page.get_by_role("radio", name="Table")).to_be_checked()
        assert page.evaluate("document.documentElement.lang") == "en"
        expect(
            page.locator("[class*=st-key-deeds-]").get_by_text("Cite and export")
        ).to_be_visible()
        other = new_page(context)
        other.goto(app)
        expect(other.get_by_text("Example questions")).to_be_visible()
        kept = {one["name"]: one["value"] for one in context.cookies()}
        assert kept["narabot_language"] == "en"
        assert re.search("[?&]conversation=", page.url)
