"""More of other search methods: what is cached, canceled, or kept out of conversations."""

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

import narabot.pages.other_strategies
from narabot.graph import Graph
from narabot.models import COMPUTED, HELP
from tests.page.questions import ROLL, SHOW, conversation_of, turns_of
from tests.page.test_other_ways import (
    Looked,
    answered_by,
    ask,
    choose,
    keys,
    looked,
    opened,
    page,
    text,
)

__all__ = ["looked", "page"]


@pytest.mark.slow
def test_a_way_of_which_the_needs_are_not_met_is_told_with_the_reason(page: AppTest) -> None:
    turn_id = ask(page, ROLL)
    opened(page, turn_id)
    assert page.button(key=f"go-way-{turn_id}-vector_search").disabled
    assert "Names have not been extracted from the texts of this catalog." in text(page)


@pytest.mark.slow
def test_the_database_is_asked_which_ways_there_are_once_a_reader_wants_them(
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


@pytest.mark.slow
def test_it_is_closed_and_another_takes_its_place(page: AppTest, looked: Looked) -> None:
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


@pytest.mark.slow
def test_a_rerun_and_another_turn_look_nothing_up_again(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    choose(page, turn_id, "words")
    page.run()
    ask(page, SHOW)
    assert looked == [("words", ROLL)]
    assert "**Other method**: Full-text search" in text(page)


@pytest.mark.slow
def test_no_conversation_keeps_what_another_way_has_found(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    before = turns_of(page)[0].state
    revision = conversation_of(page).revision
    choose(page, turn_id, "words")
    page.button(key=f"close-ways-{turn_id}").click().run()
    assert looked
    assert turns_of(page)[0].state == before
    assert conversation_of(page).revision == revision


@pytest.mark.slow
def test_a_reader_who_does_not_wait_has_the_answer_alone(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    looked.problem = StopException()
    choose(page, turn_id, "words")
    page.run()
    assert len(looked) == 1
    assert "Other method" not in text(page)
    assert "roll 9" in text(page)


@pytest.mark.slow
def test_what_another_way_has_found_goes_when_the_turn_is_asked_anew(
    page: AppTest, looked: Looked
) -> None:
    turn_id = ask(page, ROLL)
    choose(page, turn_id, "words")
    turns_of(page)[0].reword(SHOW)
    page.run()
    assert turns_of(page)[0].id == turn_id
    assert "Other method" not in text(page)
    assert len(looked) == 1


@pytest.mark.slow
def test_what_was_computed_is_looked_up_instead(page: AppTest, looked: Looked) -> None:
    turn_id = answered_by(page, COMPUTED)
    choose(page, turn_id, "hybrid")
    assert looked == [("hybrid", ROLL)]
    shown = text(page)
    assert "**Original answer**: Computed from all records" in shown
    assert "**Other method**: Hybrid search" in shown
    assert "The first answer is computed from all records. The other method searches" in shown
    assert "found only here" not in shown


@pytest.mark.slow
def test_what_narabot_says_of_itself_has_no_other_ways(page: AppTest) -> None:
    turn_id = answered_by(page, HELP)
    opened(page, turn_id)
    assert not [key for key in keys(page) if key.startswith("go-way-")]
