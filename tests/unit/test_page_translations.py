"""Tests of page translations: complete, with the right placeholders, and without unused entries."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po

from narabot.conversations.shapes.upcasting import STEPS_1
from narabot.models.filters import FILTERS, AccessStatus, RecordsType
from narabot.models.lines import LINE_KINDS, MACHINE_READ, TRANSCRIPTION, PageSection
from narabot.models.relations import AUTHORITY_RELATIONS
from narabot.presentation.strings import BUNDLED_TRANSLATIONS, LANGUAGES
from narabot.presentation.terms import STEPS, TERMS

ROOT = Path(__file__).resolve().parents[2]
SPOKEN = (ROOT / "narabot/pages", ROOT / "narabot/presentation")
OTHERS = [language for language in LANGUAGES if language != "en"]
SAYING = {"say", "say_many", "say_as", "later", "several_later"}
SAID_BEFORE = {"kind"}
"""Placeholders that a translation may omit, because other words already show their values."""

CYRILLIC = re.compile("[А-Яа-яЁё]")


def keywords() -> dict[str, tuple[int | tuple[int, str], ...] | None]:
    """Return the gettext keywords that `make words` uses."""
    match = re.search(r"^SAID := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert match is not None
    return parse_keywords(one for one in shlex.split(match[1]) if one != "-k")


def code_strings() -> Catalog:
    """Return the translatable strings in the code, as `make words` finds them."""
    found = Catalog()
    for folder in SPOKEN:
        for _, _, words, _, context in extract_from_dir(
            folder, [("**.py", "python")], keywords=keywords()
        ):
            found.add(words, context=context)
    return found


def shipped(language: str) -> Catalog:
    """Return the bundled translations of a language."""
    with (BUNDLED_TRANSLATIONS / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def keys(catalog: Catalog) -> set[tuple[str | None, str]]:
    """Return the keys of the messages in a translation catalog."""
    return {(one.context, ours(one)[0]) for one in catalog if one.id}


def ours(message: Message) -> tuple[str, ...]:
    """Return the English string, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def theirs(message: Message) -> tuple[str, ...]:
    """Return all plural forms of the translation."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def places(words: str) -> set[str]:
    """Return the placeholder names in a string."""
    return {name for _, name, _, _ in Formatter().parse(words) if name is not None}


def literals() -> Iterator[tuple[str, str]]:
    """Yield each translatable string and its file name, found with a second, independent method."""
    for path in (path for folder in SPOKEN for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if not is_call or node.func.id not in SAYING:
                continue
            given = node.args[1 if node.func.id == "say_as" else 0]
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield path.name, given.value


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_every_string_is_translated_and_none_is_unused(language: str) -> None:
    assert keys(shipped(language)) == keys(code_strings())
    empty = [one.id for one in shipped(language) if one.id and not all(theirs(one))]
    assert empty == []
    assert not [one.id for one in shipped(language) if one.id and one.fuzzy]


@pytest.mark.slow
def test_extraction_finds_every_string() -> None:
    found = {words for _, words in keys(code_strings())}
    assert [one for one in literals() if one[1] not in found] == [], "is the string in an f-string?"


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_match_the_original(language: str) -> None:
    for one in shipped(language):
        if one.id:
            wanted = set.union(*map(places, ours(one)))
            for words in theirs(one):
                assert wanted - SAID_BEFORE <= places(words) <= wanted, one.id


@pytest.mark.parametrize("language", OTHERS)
def test_every_plural_form_is_translated(language: str) -> None:
    there = shipped(language)
    several = [one for one in there if one.pluralizable]
    assert several
    assert {len(theirs(one)) for one in several} == {there.num_plurals}


def test_russian_translations_are_in_cyrillic() -> None:
    latin = [
        one.id for one in shipped("ru") if one.id and not CYRILLIC.search("".join(theirs(one)))
    ]
    assert set(latin) <= {" in ", "archives.gov"}


def test_model_terms_are_translatable() -> None:
    relations = AUTHORITY_RELATIONS.values()
    model = {
        *PageSection,
        *LINE_KINDS,
        MACHINE_READ,
        TRANSCRIPTION,
        *(one.heading for one in relations),
        *(one.part for one in relations if one.part),
        *(one.words for one in FILTERS.values() if one.words not in {"{}", "Online"}),
        *AccessStatus,
        *RecordsType,
    }
    assert model - {""} == TERMS


def test_trace_steps_are_translatable() -> None:
    named = set(STEPS_1.values())
    for path in (*ROOT.glob("narabot/chat/*.py"), *ROOT.glob("narabot/retrieval/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                place = {"take": 0, "lap": 1}.get(node.func.attr)
                named |= (
                    {words_of(one) for one in node.args[place : place + 1]}
                    if place is not None
                    else set()
                )
    searches = ("both searches", "all three searches")
    assert {one.replace("{}", which) for one in named for which in searches} == STEPS


def words_of(node: ast.expr) -> str:
    """Return the text of a literal, with `{}` for each placeholder."""
    if isinstance(node, ast.JoinedStr):
        return "".join(one.value if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else ""
