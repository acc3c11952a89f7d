"""Our own words on the page, in the reader's language: gettext's way, by Babel.

The words stand in the code, in English; `words/` has those of other languages. An institution puts
its own in their place by a file `en.po` or `ru.po` (`PAGE_WORDS_DIR`). Each is read once; one that
cannot be read is told to the log and changes nothing. Where no page has said in which language it
speaks, as in files and on the command line, it is English.
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
"""Those of the page, each by its own name."""

SHIPPED = Path(__file__).with_name("words")
"""The folder with the words of the other languages."""

LANGUAGE: ContextVar[str] = ContextVar("LANGUAGE", default=ENGLISH)
"""In which the page speaks."""

OWN: ContextVar[Path | None] = ContextVar("OWN", default=None)
"""The folder with the institution's words."""

Made = TypeVar("Made")

logger = logging.getLogger(__name__)


def use_words(own: Path | None, language: str = ENGLISH) -> None:
    """Let a language be spoken from now on, in this thread, in the words of an institution."""
    OWN.set(own)
    LANGUAGE.set(language)


def spoken() -> str:
    """Return the language that is spoken."""
    return LANGUAGE.get()


@contextmanager
def english() -> Iterator[None]:
    """Let English be spoken, in our own words: for files, which others than the reader read."""
    own, language = OWN.get(), LANGUAGE.get()
    use_words(None)
    try:
        yield
    finally:
        use_words(own, language)


def in_english(make: Callable[[], Made]) -> Made:
    """Return what a function makes while English is spoken."""
    with english():
        return make()


def later(words: str) -> str:
    """Return words as they are: this marks those that are said when they are shown."""
    return words


def several_later(one: str, several: str) -> tuple[str, str]:
    """Return words for one thing and for several as they are, marked like those of `later`."""
    return one, several


def translated(words: str) -> str:
    """Return words as they are said on the page, their places left open."""
    return translations(OWN.get(), spoken()).gettext(words)


def say(words: str, /, **values: object) -> str:
    """Return words as they are said on the page, with values in their places."""
    return filled(translated(words), words, values)


def say_as(what: str, words: str, /, **values: object) -> str:
    """Return words that mean different things, said as what they are here."""
    said = translations(OWN.get(), spoken()).pgettext(what, words)
    return filled(str(said), words, values)


def say_many(one: str, several: str, count: int, /, **values: object) -> str:
    """Return words for so many things, which `{count}` in them names."""
    said = translations(OWN.get(), spoken()).ngettext(one, several, count)
    return filled(said, one if count == 1 else several, {**values, "count": count})


def filled(said: str, ours: str, values: dict[str, object]) -> str:
    """Return words with values in their places, ours where the others have places of their own."""
    written = {name: number(one) if isinstance(one, int) else one for name, one in values.items()}
    try:
        return said.format(**written)
    except (KeyError, IndexError, ValueError):
        return ours.format(**written)


def number(value: int) -> str:
    """Return a whole number as the language writes it: `1,234`."""
    return format_decimal(value, locale=spoken())


@cache
def translations(own: Path | None, language: str) -> NullTranslations:
    """Return the words of a language: an institution's first, then ours."""
    ours = read_words(SHIPPED, language)
    if own is None:
        return ours
    theirs = read_words(own, language)
    theirs.add_fallback(ours)
    return theirs


def read_words(folder: Path, language: str) -> NullTranslations:
    """Return the words of a file, none where there is no file or it cannot be read."""
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
