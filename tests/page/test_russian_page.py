"""The page in Russian, because of the browser's preference or the reader's choice.

All of narabot's own text on the page is in Russian. Exports and other outgoing text are in English.
"""

import html
import re
from collections.abc import Callable, Iterator

import pytest
from babel.messages.pofile import read_po
from streamlit.testing.v1 import AppTest

from narabot.presentation.strings import BUNDLED_TRANSLATIONS, set_page_language
from narabot.presentation.terms import TERMS
from tests.page.questions import ROLL, ask

CYRILLIC = re.compile("[А-Яа-яЁё]")

OURS = 3
"""Minimum number of words in a message that is distinguishable from a record's text."""


REQUESTS = {
    "Show me records about {words}",
    "Show the records by {name}",
    "Show the records by or about {name}",
}
"""Request templates that may appear in English, because examples use the records' language."""


@pytest.fixture
def page(sample_script: AppTest) -> Iterator[AppTest]:
    """Yield the page in a browser that prefers Russian, before its first run.

    This thread also needs the language, because AppTest formats the widgets' options in it.
    """
    sample_script.context = {"locale": "ru-RU"}
    set_page_language(None, "ru")
    yield sample_script
    set_page_language(None)


def english() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield each English message with a pattern that accepts any values for its placeholders."""
    with (BUNDLED_TRANSLATIONS / "ru.po").open("rb") as file:
        translated = [one for one in read_po(file, locale="ru") if one.id]
    for one in translated:
        for words in [one.id] if isinstance(one.id, str) else one.id:
            plain = re.sub(r"\{\w*\}", "", words)
            if words not in one.string and re.search("[a-z]{3}", plain):
                parts = map(re.escape, re.split(r"\{\w*\}", words.replace("**", "")))
                yield words, re.compile(".+".join(parts))


def shown(page: AppTest) -> list[str]:
    """Return every text and label on the page."""
    texts = [one.value for one in (*page.markdown, *page.caption, *page.header, *page.subheader)]
    texts += [one.value for one in (*page.info, *page.warning, *page.error)]
    labeled = (*page.button, *page.selectbox, *page.toggle, *page.text_input, *page.expander)
    texts += [one.label for one in (*labeled, *page.radio, *page.button_group)]
    texts += [one.help for one in page.button if one.help]
    texts += [option for one in (*page.selectbox, *page.button_group) for option in one.options]
    texts += [one.placeholder for one in page.chat_input]
    return [html.unescape(one).replace("**", "") for one in texts if one]


def left_in_english(page: AppTest) -> set[str]:
    """Return the English messages on the page, each as a whole text or as a sentence within a text.

    A field label within a text does not count, because records' own text contains such labels.
    """
    texts = shown(page)
    return {
        words
        for words, pattern in english()
        if words not in REQUESTS
        and any(
            pattern.fullmatch(text) or (is_sentence(words) and pattern.search(text))
            for text in texts
        )
    }


def is_sentence(words: str) -> bool:
    """Return whether a message can be distinguished from a record's text."""
    return words not in TERMS and len(re.sub(r"\{\w*\}", "", words).split()) >= OURS


@pytest.mark.slow
def test_first_screen_uses_the_browser_language(page: AppTest) -> None:
    page.run()
    assert page.header[0].value == "Примеры вопросов"
    assert page.button(key="new").label == "Новая беседа"
    assert page.chat_input[0].placeholder == "Спросите о документах архива США"
    assert left_in_english(page) == set()


@pytest.mark.slow
@pytest.mark.parametrize("na_id", ["299829", "no-number"])
def test_record_page_is_in_russian(page: AppTest, na_id: str) -> None:
    page.query_params["naId"] = na_id
    page.run()
    assert not page.exception
    assert left_in_english(page) == set()


@pytest.mark.slow
def test_language_switch_overrides_the_browser_language(page: AppTest) -> None:
    page.run()
    [switch] = [one for one in page.button_group if one.options == ["English", "Русский"]]
    assert switch.value == "ru"
    switch.set_value("en").run()
    assert page.button(key="new").label == "New conversation"
    page.run()
    assert page.button(key="new").label == "New conversation", "the choice was lost"
    assert 'window.narabotWords = {"language": "en", "chosen": "en"' in script_of(page)


def script_of(page: AppTest) -> str:
    """Return the script that sends the page's language to the browser."""
    return next(one.value for one in page.get("html") if "narabotWords" in str(one.value))


@pytest.mark.slow
def test_exported_files_are_in_english(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Callable[[], bytes]] = []
    monkeypatch.setattr("streamlit.download_button", lambda *_, data, **__: made.append(data))
    ask(page.run(), ROLL)
    [conversation] = made
    assert CYRILLIC.search(page.selectbox[0].label)
    assert not CYRILLIC.search(conversation().decode())
    assert "## Question 1" in conversation().decode()
