"""Tests of plain-language descriptions of strategies and of the differences between two results."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from narabot.models import COMPUTED, Response
from narabot.presentation.strategy_comparison import (
    differences,
    duration_text,
    exclusive_records,
    record_line,
)
from narabot.presentation.strategy_labels import (
    STRATEGY_WORDS,
    group_choices,
    strategy_choice,
    strategy_text,
)
from narabot.presentation.strings import RUSSIAN, set_page_language
from narabot.retrieval import STRATEGIES, RegisteredStrategy
from narabot.retrieval.strategies import hybrid
from narabot.words import CYRILLIC
from tests.unit.test_rendering_records import passage, record, response, sentence


def registered(name: str, needs: str = "both indexes") -> RegisteredStrategy:
    return RegisteredStrategy(name, hybrid.search_hybrid, "along a beam alone", needs)


@pytest.fixture
def russian() -> Iterator[None]:
    set_page_language(None, RUSSIAN)
    yield
    set_page_language(None)


def found(*na_ids: int, on: tuple[int, ...] = ()) -> Response:
    """Return a response with these records and an answer that cites the records in `on`."""
    return response(*(sentence(f"In {na_id}.", na_id) for na_id in on), na_ids=na_ids)


def test_every_strategy_has_a_label() -> None:
    assert STRATEGIES.keys() - STRATEGY_WORDS.keys() == set()


@pytest.mark.usefixtures("russian")
def test_every_strategy_label_is_translated_into_russian() -> None:
    for name in STRATEGY_WORDS:
        choice = strategy_choice(registered(name))
        assert CYRILLIC.search(choice.title)
        assert CYRILLIC.search(choice.description)


def test_variant_label_combines_strategy_and_variant_names() -> None:
    choice = strategy_choice(registered("triplets:deep_wells"))
    assert (choice.title, choice.description) == ("Step by step: deep wells", "Along a beam alone.")
    assert strategy_choice(registered("agent_tea_leaves")).title == (
        "Try several methods: tea leaves"
    )
    assert strategy_choice(registered("by_smell")).title == "By smell"


def test_unavailable_strategy_shows_a_plain_reason() -> None:
    assert strategy_choice(registered("words")).unavailable_reason == ""
    choice = strategy_choice(
        registered("hipporag", "names and statements"), "run `narabot knowledge build`"
    )
    assert (
        choice.unavailable_reason == "Names have not been extracted from the texts of this catalog."
    )
    other = strategy_choice(registered("global", "a desk"), "there is no desk")
    assert other.unavailable_reason == "There is no desk."


def test_recommended_strategies_come_first_and_unknown_ones_last() -> None:
    names = [
        "by_smell",
        "document",
        "triplets:beam",
        "words",
        "triplets:up",
        "hybrid_search",
        "hybrid",
    ]
    first, more = group_choices(strategy_choice(registered(name)) for name in names)
    assert [one.strategy for one in first] == ["hybrid", "words"]
    assert [one.strategy for one in more] == [
        "hybrid_search",
        "document",
        "triplets:beam",
        "by_smell",
        "triplets:up",
    ]


def test_records_cited_in_answers_are_compared() -> None:
    one, both, other = found(1, 2, on=(1,)), found(1, 2, on=(1, 2)), found(1, 2, on=(2,))
    assert differences(one, one).startswith("Both answers cite the same record. ")
    assert differences(both, both).startswith("Both answers cite the same records. ")
    assert differences(one, both).startswith("Both answers cite some of the same records. ")
    assert differences(one, other).startswith("The other answer cites a different record. ")
    assert differences(found(1, 2, 3, on=(3,)), both).startswith(
        "The other answer cites different "
    )


def test_comparison_states_which_method_found_an_answer() -> None:
    refused, answered = found(1, 2), found(1, 2, on=(1,))
    assert differences(refused, refused).startswith("Neither method finds an answer. ")
    assert differences(refused, answered).startswith("Only the other method finds an answer. ")
    assert differences(answered, refused).startswith("The other method finds no answer. ")


def test_records_in_two_lists_are_compared() -> None:
    first, other = (replace(found(*na_ids), answer=None) for na_ids in ((1, 2, 3), (3, 4)))
    expected = (
        "Records found by both methods: 1; only by the first method: 2; only by the other "
        "method: 1."
    )
    assert differences(first, other) == expected
    assert exclusive_records(first, other) == {1, 2}
    assert exclusive_records(other, first) == {4}
    turned = replace(found(3, 2, 1), answer=None)
    assert differences(first, turned) == (
        "Both methods find the same 3 records, in a different order."
    )
    assert differences(first, first) == "Both methods find the same 3 records."
    none = replace(found(), answer=None)
    assert differences(none, none) == "Neither method finds a record."
    alone = replace(found(1), answer=None)
    assert differences(alone, alone) == "Both methods find the same record."


def test_records_in_a_computation_are_not_compared() -> None:
    answered = found(1, 2, on=(1,))
    assert answered.answer is not None
    computed = replace(answered, answer=replace(answered.answer, answerer=COMPUTED))
    expected = (
        "The first answer is computed from all records. The other method searches for records."
    )
    assert differences(computed, found(7)) == expected
    assert exclusive_records(computed, found(7)) == exclusive_records(found(7), computed) == set()
    assert strategy_text(computed) == "Computed from all records"


def test_strategy_and_duration_are_shown() -> None:
    plain = found(1)
    assert duration_text(plain) == ""
    trace = replace(plain.trace, retrieval="words", timings_ms={"retrieve": 300.0, "read": 1050.0})
    timed = replace(plain, trace=trace)
    assert duration_text(timed) in {"1.4 seconds", "1.3 seconds"}
    assert strategy_text(timed) == "Full-text search"
    gone = replace(plain, trace=replace(trace, retrieval="by_smell"))
    assert strategy_text(gone) == "by smell"


def test_record_line_links_to_the_record_and_escapes_markdown() -> None:
    shown = record_line(passage(record(7, "Log *of* [a](b)")), is_only_here=True)
    assert "](?naId=7) :small[File unit · found only here]" in shown
    assert "*of*" not in shown
    assert "found only here" not in record_line(passage(), is_only_here=False)
