"""Translate the page's text with gettext and Babel.

The source strings in the code are English. The translations are in `words/`. An institution can
override any text with an `en.po` or `ru.po` file in `PAGE_TRANSLATIONS_DIR`. Each file is loaded
once. If a file cannot be parsed, it is logged and ignored. The language is English unless a page
sets it, for example in exports and on the command line.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations

ENGLISH, RUSSIAN = "en", "ru"

LANGUAGES = {ENGLISH: "English", RUSSIAN: "Русский"}
"""Page languages by code, each with its own name."""

BUNDLED_TRANSLATIONS = Path(__file__).with_name("words")
"""Folder that contains narabot's own translations."""

PAGE_LANGUAGE: ContextVar[str] = ContextVar("PAGE_LANGUAGE", default=ENGLISH)
"""Language code of the current page."""

CUSTOM_TRANSLATIONS: ContextVar[Path | None] = ContextVar("CUSTOM_TRANSLATIONS", default=None)
"""Folder of the institution's translation files."""

Result = TypeVar("Result")

logger = logging.getLogger(__name__)


def set_page_language(own: Path | None, language: str = ENGLISH) -> None:
    """Set the language and the custom translations of the current thread."""
    CUSTOM_TRANSLATIONS.set(own)
    PAGE_LANGUAGE.set(language)


def page_language() -> str:
    """Return the code of the current page language."""
    return PAGE_LANGUAGE.get()


@contextmanager
def english() -> Iterator[None]:
    """Switch to English and the bundled text temporarily, for files that other people will read."""
    own, language = CUSTOM_TRANSLATIONS.get(), PAGE_LANGUAGE.get()
    set_page_language(None)
    try:
        yield
    finally:
        set_page_language(own, language)


def in_english(make: Callable[[], Result]) -> Result:
    """Call a function while the page language is English and return its result."""
    with english():
        return make()


def later(words: str) -> str:
    """Mark a string for translation and return it unchanged.

    The string is translated when it is displayed.
    """
    return words


def several_later(one: str, several: str) -> tuple[str, str]:
    """Mark a singular and a plural for translation and return them unchanged."""
    return one, several


def translate(words: str) -> str:
    """Return the translation of a string, without filling its placeholders."""
    return translations(CUSTOM_TRANSLATIONS.get(), page_language()).gettext(words)


def say(words: str, /, **values: object) -> str:
    """Return the translation of a string, with its placeholders filled in."""
    return fill_placeholders(translate(words), words, values)


def say_as(what: str, words: str, /, **values: object) -> str:
    """Return the translation of a string that is ambiguous without its context."""
    translation = translations(CUSTOM_TRANSLATIONS.get(), page_language()).pgettext(what, words)
    return fill_placeholders(str(translation), words, values)


def say_many(one: str, several: str, count: int, /, **values: object) -> str:
    """Return the translation of a singular or plural, chosen by `count`.

    `{count}` is a placeholder in both strings.
    """
    translation = translations(CUSTOM_TRANSLATIONS.get(), page_language()).ngettext(
        one, several, count
    )
    return fill_placeholders(
        translation, one if count == 1 else several, {**values, "count": count}
    )


def fill_placeholders(translation: str, english_text: str, values: dict[str, object]) -> str:
    """Fill in the placeholders of a translation.

    Use the English text if the translation contains unknown placeholders.
    """
    formatted = {name: number(one) if isinstance(one, int) else one for name, one in values.items()}
    try:
        return translation.format(**formatted)
    except (KeyError, IndexError, ValueError):
        return english_text.format(**formatted)


def number(value: int) -> str:
    """Return an integer formatted for the page language, such as `1,234`."""
    return format_decimal(value, locale=page_language())


@cache
def translations(own: Path | None, language: str) -> NullTranslations:
    """Return the translations for a language.

    The institution's translations take precedence over the bundled translations.
    """
    ours = load_translations(BUNDLED_TRANSLATIONS, language)
    if own is None:
        return ours
    theirs = load_translations(own, language)
    theirs.add_fallback(ours)
    return theirs


def load_translations(folder: Path, language: str) -> NullTranslations:
    """Load a language's file, or return no translations if the file is missing or invalid."""
    path = folder / f"{language}.po"
    if not path.is_file():
        return NullTranslations()
    compiled = BytesIO()
    try:
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=language, abort_invalid=True))
    except (OSError, ValueError, PoFileError) as error:
        logger.warning("%s cannot be read: %s", path, error)
        return NullTranslations()
    compiled.seek(0)
    return Translations(compiled)
