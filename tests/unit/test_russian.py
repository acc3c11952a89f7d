"""Tests of translating Russian requests: lexicon, dates, identifiers, and transliterated names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.retrieval.operators.words import lucene_query
from narabot.understanding.query_rewriting import in_english, lexicon, question_words
from narabot.understanding.question import parse_question
from narabot.words import WORD


def test_english_request_is_not_translated() -> None:
    assert in_english("Where is the logbook of 1891?") is None


@pytest.mark.parametrize(
    ("russian", "english"),
    [
        ("Где хранится карта?", "where held map?"),
        ("Письма президента Линкольна", "letter president lincoln"),
        ("Кто подписал договор 3 мая 1872 года?", "who signed treaty 3 may 1872 year?"),
        ("папка AB-12 03/04/1955", "folder AB-12 03/04/1955"),
        ("Покажи отчёты", "report"),
    ],
)
def test_lexicon_words_numbers_and_identifiers_are_translated(russian: str, english: str) -> None:
    request = in_english(russian)
    assert request is not None
    assert request.text == english


def test_name_is_transliterated_and_searched_fuzzily() -> None:
    request = in_english("дневник Кеттеринга")
    assert request is not None
    assert request.text == "diary kettering"
    assert lucene_query(request) == "diary kettering~2"


def test_unknown_word_is_used_only_for_searching() -> None:
    request = in_english("сколько лобстеров")
    assert request is not None
    assert (request.text, request.loose) == ("how many", ("lobster",))


def test_compound_is_translated_whole_or_by_parts() -> None:
    whole, parts = in_english("Нью-Йорк"), in_english("Орегон-Техас")
    assert whole is not None
    assert parts is not None
    assert (whole.text, parts.text) == ("new york", "oregon texas")


def test_russian_question_requests_the_same_field_as_english() -> None:
    request = in_english("В каком ящике лежит карта?")
    assert request is not None
    assert "Container" in parse_question(request.text).labels


@given(st.text(max_size=200))
def test_any_request_can_be_translated(text: str) -> None:
    request = in_english(text)
    if request is not None:
        assert lucene_query(request) is None or request.text or request.loose


def test_lexicon_translations_are_lowercase_ascii() -> None:
    for english in {**question_words(), **lexicon()}.values():
        assert all(word.isascii() and word.islower() for word in WORD.findall(english))
