"""Tests of the router's rule tier: whole words in both languages, and a single resulting type."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narabot.rules.evaluation import load_program, solve
from narabot.rules.facts import Constant, Fact, argument_tuples, fact
from narabot.rules.routing import (
    MAX_PHRASE_WORDS,
    PhraseMatch,
    QueryType,
    phrases,
    query_types,
    routing_table,
)
from narabot.words import CYRILLIC, fold

TRIGGERS = routing_table().triggers


@pytest.mark.parametrize(
    ("request_", "query_type", "fired"),
    [
        ("How many letters did she write?", QueryType.AGGREGATE, ("how many",)),
        ("Сколько писем она написала?", QueryType.AGGREGATE, ("сколько",)),
        ("How is the ferry connected with the mill?", QueryType.RELATION, ("connected",)),
        ("Как паром связан с мельницей", QueryType.RELATION, ("связан",)),
        ("Who led the office that built it?", QueryType.MULTI_HOP, ("the office that",)),
        ("Give an overview of the collection", QueryType.GLOBAL, ("overview",)),
        ("Перечислите темы писем", QueryType.GLOBAL, ("перечислите", "темы")),
        ("Letters before the flood", QueryType.TEMPORAL, ("before",)),
        ("КОГДА построили мост", QueryType.TEMPORAL, ("когда",)),
        ("Where is the mill", QueryType.SIMPLE, ("where", "where is")),
        ("Что такое паром?", QueryType.SIMPLE, ("что такое",)),
    ],
)
def test_trigger_words_determine_the_request_type(
    request_: str, query_type: QueryType, fired: tuple[str, ...]
) -> None:
    verdict = query_types(request_.split())
    assert verdict.query_type is query_type
    assert verdict.fired == fired


def test_request_without_trigger_words_has_no_type() -> None:
    for words in ((), ("ferry", "mill"), ("паром",), ("",), ("?!",)):
        assert query_types(words).query_type is None
        assert query_types(words).fired == ()


@pytest.mark.parametrize(
    ("word", "within"),
    [
        ("до", "документ 1940"),
        ("все", "совсем"),
        ("all", "overall"),
        ("all", "recall"),
        ("date", "update"),
        ("after", "afternoon"),
        ("most", "utmost"),
        ("век", "человек"),
        ("where", "nowhere"),
        ("how many", "how manyfold"),
        ("between", "in-betweens"),
    ],
)
def test_trigger_fires_only_as_a_whole_word(word: str, within: str) -> None:
    verdict = query_types(within.split())
    fired = {*verdict.fired, *(one.phrase for one in verdict.outranked)}
    assert word not in fired
    # but the whole word fires
    result = query_types([*word.split(), "1940"])
    assert word in {*result.fired, *(one.phrase for one in result.outranked)}


def test_every_type_has_triggers_in_both_languages() -> None:
    russian = {phrase for phrase in TRIGGERS if CYRILLIC.search(phrase)}
    assert len(TRIGGERS) >= 65
    assert len(russian) >= 65
    assert len(TRIGGERS.keys() - russian) >= 65
    for query_type in QueryType:
        of_it = {
            phrase
            for phrase, firings in TRIGGERS.items()
            if query_type in {one.query_type for one in firings}
        }
        assert of_it & russian
        assert of_it - russian


def test_every_trigger_in_the_table_can_fire() -> None:
    table = routing_table()
    for phrase, firings in {**table.triggers, **table.with_year}.items():
        assert len(phrase.split()) <= MAX_PHRASE_WORDS
        verdict = query_types([*phrase.split(), "1940"])
        fired = {*verdict.fired, *(one.phrase for one in verdict.outranked)}
        assert {one.phrase for one in firings} & fired


def test_each_trigger_belongs_to_one_type() -> None:
    assert all(len(firings) == 1 for firings in TRIGGERS.values())
    assert all(fold(one.phrase) == phrase for phrase, (one,) in TRIGGERS.items())


def test_highest_ranked_type_wins_and_others_are_listed() -> None:
    verdict = query_types("how many letters before the flood".split())
    assert verdict.query_type is QueryType.AGGREGATE
    assert verdict.outranked == (PhraseMatch(QueryType.TEMPORAL, "before"),)


def test_prepositions_with_a_year_indicate_a_temporal_request() -> None:
    assert query_types("between the mill and the ferry".split()).query_type is QueryType.RELATION
    assert query_types("between 1940 and 1945".split()).query_type is QueryType.TEMPORAL
    assert query_types("до мельницы".split()).query_type is None
    assert query_types("до 1945 года".split()).query_type is QueryType.TEMPORAL


def test_triggers_ignore_diacritics_and_case() -> None:
    assert query_types(["КАКОЙ", "ГОД"]).fired == ("какой год",)
    assert query_types([fold("какой"), "год"]).fired == ("какой год",)
    assert query_types(["BÉFORE"]).fired == ("before",)


def by_clingo(words: list[str]) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the verdicts and the fired rules, as computed by clingo."""
    table = routing_table()
    found = phrases(words)
    said = [
        fact("said", firing.phrase)
        for phrase, _ in found
        for firing in (*table.triggers.get(phrase, ()), *table.with_year.get(phrase, ()))
    ]
    years = [Fact("year_said")] if any(year for _, year in found) else []
    result = solve(load_program("routing"), [*said, *years], (("fired", 2), ("verdict", 1))).facts
    fired = {
        (one.name, str(p))
        for one, p in argument_tuples(result, "fired")
        if isinstance(one, Constant)
    }
    verdicts = {
        one.name for (one,) in argument_tuples(result, "verdict") if isinstance(one, Constant)
    }
    return verdicts, fired


@settings(max_examples=10)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(sorted([*TRIGGERS, "до", "between", "up to", "1940", "ferry"])),
            st.text(max_size=8),
        ),
        max_size=6,
    )
)
def test_table_lookup_agrees_with_the_rules(said: list[str]) -> None:
    words = " ".join(said).split()
    verdict = query_types(words)
    verdicts, fired = by_clingo(words)
    assert verdicts == ({str(verdict.query_type)} if verdict.query_type else set())
    of_winner = {(str(verdict.query_type), phrase) for phrase in verdict.fired}
    assert fired == of_winner | {(str(one.query_type), one.phrase) for one in verdict.outranked}


def test_triggers_name_no_specific_collection() -> None:
    named = re.compile(r"\d|treasury|morgenthau|relocation|fbi|nara\b|архив")
    assert not [phrase for phrase in TRIGGERS if named.search(phrase)]
