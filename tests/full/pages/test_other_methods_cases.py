"""More tests of other search methods: caching, cancellation, and results that are not saved."""

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

import narabot.pages.other_strategies
from narabot.graph import Graph
from narabot.models import COMPUTED, HELP
from tests.page.questions import ROLL, SHOW, conversation_of, text, turns_of
from tests.page.test_other_methods import (
    NEXT,
    Looked,
    answered_by,
    ask,
    choose,
    keys,
    looked,
    opened,
    page,
)

__all__ = ["looked", "page"]


def test_unavailable_strategy_shows_the_reason(page: AppTest) -> None:
    turn_id = ask(page, ROLL)
    opened(page, turn_id)
    assert page.button(key=f"go-way-{turn_id}-vector_search").disabled
    assert "Names have not been extracted from the texts of this catalog." in text(page)


def test_available_strategies_are_queried_on_demand(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def lacking_in(graph: Graph) -> dict[str, str | None]:
        asked.append(str(graph.connection.uri))
        return dict.fromkeys(narabot.pages.other_strategies.STRATEGIES)

    monkeypatch.setattr(narabot.pages.other_strategies, "missing_requirements", lacking_in)
    turn_id = ask(page, ROLL)
    assert asked == []
    opened(page, turn_id)
    assert len(asked) == 1


def test_other_method_can_be_closed_or_replaced(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    choose(page, turn_id, "words")
    choose(page, turn_id, "vector")
    assert "**Other method**: Vector search" in text(page)
    assert "Full-text search" not in text(page)
    page.button(key=f"close-ways-{turn_id}").click().run()
    assert "Other method" not in text(page)
    assert "roll 9" in text(page)
    page.run()
    assert [strategy for strategy, _ in looked] == ["words", "vector"]


def test_reruns_and_new_turns_repeat_no_search(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    choose(page, turn_id, "words")
    page.run()
    ask(page, SHOW)
    assert looked == [("words", ROLL)]
    assert "**Other method**: Full-text search" in text(page)


def test_other_methods_results_are_not_saved(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    before = turns_of(page)[0].state
    revision = conversation_of(page).revision
    choose(page, turn_id, "words")
    page.button(key=f"close-ways-{turn_id}").click().run()
    assert looked
    assert turns_of(page)[0].state == before
    assert conversation_of(page).revision == revision


def test_canceled_search_leaves_only_the_answer(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    looked.problem = StopException()
    choose(page, turn_id, "words")
    page.run()
    assert len(looked) == 1
    assert "Other method" not in text(page)
    assert "roll 9" in text(page)


def test_editing_a_turn_removes_the_other_methods_results(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    choose(page, turn_id, "words")
    turns_of(page)[0].reword(SHOW)
    page.run()
    assert turns_of(page)[0].id == turn_id
    assert "Other method" not in text(page)
    assert len(looked) == 1


def test_computed_answer_can_be_compared_with_a_search(page: AppTest, looked: Looked) -> None:
    turn_id = answered_by(page, COMPUTED)
    choose(page, turn_id, "hybrid")
    assert looked == [("hybrid", ROLL)]
    shown = text(page)
    assert "**Original answer**: Computed from all records" in shown
    assert "**Other method**: Hybrid search" in shown
    assert "The first answer is computed from all records. The other method searches" in shown
    assert "found only here" not in shown


def test_help_answer_offers_no_other_methods(page: AppTest) -> None:
    turn_id = answered_by(page, HELP)
    opened(page, turn_id)
    assert not [key for key in keys(page) if key.startswith("go-way-")]


def test_other_strategy_uses_the_filters_and_previous_turn(page: AppTest, looked: Looked) -> None:
    ask(page, ROLL)
    turn_id = ask(page, NEXT)
    turn = turns_of(page)[1]
    turn.removed = {"years": "1806"}
    choose(page, turn_id, "words")
    assert looked.choice == turn.choice
    assert looked.earlier == turns_of(page)[0].response
