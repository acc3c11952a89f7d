"""Tests of the vocabulary for words in slots."""

import pytest

from narabot.models import LevelOfDescription, RecordsType
from narabot.plans.numbers import number_bounds, numbers_in
from narabot.plans.phrasing import load_sentences
from narabot.plans.relation_sentences import SHARED_TERMS
from narabot.plans.slot_conditions import VOLUME
from narabot.plans.values import Facet, Field
from narabot.plans.vocabulary import load_vocabulary, name_in, patterns


def test_vocabulary_tables_use_only_algebra_terms() -> None:
    assert set(patterns("levels")) <= {*LevelOfDescription, VOLUME}
    assert set(patterns("types")) == set(RecordsType)
    assert set(patterns("facets")) <= set(Facet)
    assert set(patterns("shared")) == set(SHARED_TERMS.values()) - {""}
    assert all(name.isdecimal() for name in (*patterns("numbers"), *patterns("decades")))


@pytest.mark.parametrize(
    ("table", "words", "term"),
    [
        ("levels", "Series", "series"),
        ("levels", "дел", "fileUnit"),
        ("levels", "diary volumes", "volume"),
        ("types", "aerial photographs", "Photographs and other Graphic Materials"),
        ("types", "чертежи", "Architectural and Engineering Drawings"),
        ("facets", "коробке", "box"),
        ("facets", "yearly", "year"),
        ("facets", "city", "sender"),
        ("facets", "kind of document", "kind of document"),
        ("kinds", "cables", "telegram"),
        ("kinds", "телеграммам", "telegram"),
        ("kinds", "mood", None),
        ("kinds", "Outgoing Telegram", "telegram"),
        ("kinds", "Circular Airgram", "airgram"),
        ("kinds", "Operations Memorandum", "memo"),
        ("kinds", "Cablegram", "cablegram"),
        ("beyond", "какова доля документов", "what"),
    ],
)
def test_words_map_to_vocabulary_terms(table: str, words: str, term: str | None) -> None:
    assert name_in(table, words) == term


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("more than 1,200 papers", [1200]),
        ("a hundred and twenty", [120]),
        ("two hundred", [200]),
        ("двести", [200]),
        ("between 5 and ten", [5, 10]),
        ("between five and ten", [5, 10]),
        ("two thousand five hundred", [2500]),
        ("eleven", [11]),
        ("two dozen", [24]),
        ("a dozen or so", [12]),
        ("a single one", [1]),
        ("две тысячи пятьсот двадцать три", [2523]),
        ("от пяти до десяти", [5, 10]),
        ("двадцать и тридцать", [20, 30]),
        ("20 тысяч", [20_000]),
        ("пятнадцать", [15]),
        ("двадцатью документами", [20]),
        ("many", []),
    ],
)
def test_numbers_are_parsed_from_words_and_digits(words: str, numbers: list[int]) -> None:
    assert numbers_in(words) == numbers


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("more than 5 documents", (6, None)),
        ("folders from Box 7 hold 3 documents", (3, 3)),
        ("no more than five", (None, 5)),
        ("не менее 5", (5, None)),
        ("fewer than ten", (None, 9)),
        ("five or more", (5, None)),
    ],
)
def test_comparison_words_set_bounds(words: str, bounds: tuple[int | None, int | None]) -> None:
    assert number_bounds(words, numbers_in(words)[-1:]) == bounds


def test_sentences_exist_in_both_languages() -> None:
    assert load_sentences()["en"].keys() == load_sentences()["ru"].keys()
    assert set(Field) <= load_sentences()["en"].keys()
    assert load_sentences()["en_nouns"].keys() == load_sentences()["ru_nouns"].keys()
    assert set(load_vocabulary()["kinds"]) - {"message"} <= load_sentences()["en_nouns"].keys()
