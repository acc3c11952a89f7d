"""Tests of interface text: numbers, plurals, and an institution's replacements."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narabot.presentation.display_dates import date_range
from narabot.presentation.strings import (
    in_english,
    number,
    page_language,
    say,
    say_as,
    say_many,
    set_page_language,
)

OWN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Cite and export"
msgstr "Take it with you"

msgid "{count} record of {place}"
msgid_plural "{count} records of {place}"
msgstr[0] "a single record of {place}"
msgstr[1] "{count} papers of {place}"
"""


@pytest.fixture(autouse=True)
def our_words_again() -> Iterator[None]:
    yield
    set_page_language(None)


def counted(count: int) -> str:
    return say_many("{count} record of {place}", "{count} records of {place}", count, place="Ohio")


def test_numbers_and_plurals_are_formatted() -> None:
    assert say("Page {page} of {pages}", page=1234, pages="many") == "Page 1,234 of many"
    assert [counted(count) for count in (0, 1, 2000)] == [
        "0 records of Ohio",
        "1 record of Ohio",
        "2,000 records of Ohio",
    ]


def test_institution_can_replace_strings(tmp_path: Path) -> None:
    (tmp_path / "en.po").write_text(OWN, encoding="utf-8")
    set_page_language(tmp_path)
    assert say("Cite and export") == "Take it with you"
    assert say("Where to look") == "Where to look"
    assert [counted(1), counted(5)] == ["a single record of Ohio", "5 papers of Ohio"]
    set_page_language(None)
    assert say("Cite and export") == "Cite and export"


def test_translation_with_unknown_placeholder_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "en.po").write_text('msgid "Page {page}"\nmsgstr "Sheet {sheet}"\n')
    set_page_language(tmp_path)
    assert say("Page {page}", page=2) == "Page 2"


@pytest.mark.parametrize("content", [b"msgid 'x", b"\xff\xfe", b""])
def test_unreadable_translation_file_changes_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "en.po").write_bytes(content)
    set_page_language(tmp_path)
    assert say("Cite and export") == "Cite and export"


def test_missing_folder_changes_nothing(tmp_path: Path) -> None:
    set_page_language(tmp_path / "nowhere")
    assert say("Cite and export") == "Cite and export"


def test_russian_formats_plurals_numbers_and_dates() -> None:
    set_page_language(None, "ru")
    texts = [say_many("{count} record", "{count} records", count) for count in (1, 3, 5, 21, 1234)]
    assert texts == ["1 запись", "3 записи", "5 записей", "21 запись", "1\xa0234 записи"]
    assert number(12345) == "12\xa0345"
    assert date_range("1942-05-25", "ca. 1943") == "25 мая 1942 – ок. 1943"
    assert date_range("1942-05", None) == "с мая 1942"
    assert date_range("1942-05", "1942-05") == "май 1942"
    assert date_range(None, "1899?") == "до 1899?"
    assert date_range(None, None) is None
    assert say("Words that nobody has translated") == "Words that nobody has translated"


def test_context_distinguishes_translations_of_the_same_string() -> None:
    set_page_language(None, "ru")
    assert say("Series") == "Серия"
    assert say_as("several", "Series") == "Серии"


def test_institution_russian_strings_override_bundled_strings(tmp_path: Path) -> None:
    (tmp_path / "ru.po").write_text(OWN.replace("Take it with you", "Взять с собой"), "utf-8")
    set_page_language(tmp_path, "ru")
    assert say("Cite and export") == "Взять с собой"
    assert say("Ask again") == "Спросить снова"
    assert say_many("{count} record", "{count} records", 2) == "2 записи"
    assert say_as("several", "Series") == "Серии"


def test_files_are_in_english_regardless_of_page_language(tmp_path: Path) -> None:
    (tmp_path / "en.po").write_text(OWN, encoding="utf-8")
    set_page_language(tmp_path, "ru")
    made = in_english(lambda: (say("Cite and export"), number(1234), date_range("1942-05", None)))
    assert made == ("Cite and export", "1,234", "from May 1942")
    assert page_language() == "ru"
