"""More tests of the page in Russian, and English for all unsupported languages."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from narabot.database import EmbeddedDatabase
from narabot.pages.resources import SCRIPT
from tests.page.questions import REFUSED, ROLL, SHOW, ask
from tests.page.test_russian_page import left_in_english, page, shown

__all__ = ["page"]


@pytest.mark.parametrize("question", [SHOW, ROLL, REFUSED])
def test_russian_page_shows_responses_in_russian(page: AppTest, question: str) -> None:
    ask(page.run(), question)
    assert left_in_english(page) == set()


@pytest.mark.parametrize(
    ("context", "label"),
    [
        ({"locale": "ru"}, "Новая беседа"),
        ({"locale": "de-DE"}, "New conversation"),
        ({}, "New conversation"),
    ],
)
def test_page_language_follows_the_browser_or_is_english(
    sample_script: AppTest, context: dict[str, str], label: str
) -> None:
    sample_script.context = context
    sample_script.run()
    assert sample_script.button(key="new").label == label


def test_two_readers_can_use_different_languages(page: AppTest, database: EmbeddedDatabase) -> None:
    page.run()
    other = AppTest.from_file(str(SCRIPT), default_timeout=120)
    assert other.run().button(key="new").label == "New conversation"
    assert page.run().button(key="new").label == "Новая беседа"


def test_list_and_table_are_in_russian(page: AppTest) -> None:
    ask(page.run(), SHOW)
    said = "\n".join(shown(page))
    assert re.search(r"\d+ запис(ь|и|ей), сначала самые близкие к запросу", said)
    assert "Единица хранения" in said
    [looks] = [one for one in page.button_group if one.label == "Показать как"]
    assert looks.options == ["Список", "Таблица"]
    looks.set_value("table").run()
    assert not page.exception
    assert {"Заголовок", "Уровень", "Даты"} <= set(page.dataframe[0].value.columns)
    assert left_in_english(page) == set()
