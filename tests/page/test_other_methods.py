"""Trying a different strategy for the same request, in AppTest."""

import html
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

import narabot.pages.other_strategies
from narabot.chat import Chat, respond
from narabot.errors import GraphUnavailableError
from narabot.models import FilterChoice, Response
from tests.page.questions import ROLL, text, turns_of

NEXT = "And when was it made?"


class Looked(list[tuple[str, str]]):
    """Stands in for `respond` and records each strategy with its request."""

    problem: BaseException | None = None
    choice: FilterChoice | None = None
    earlier: Response | None = None

    def __call__(
        self,
        chat: Chat,
        question: str,
        choice: FilterChoice,
        earlier: Response | None,
    ) -> Response:
        """Respond, or raise `problem` if it is set."""
        assert not chat.is_computing
        self.append((chat.strategy, question))
        self.choice, self.earlier = choice, earlier
        if self.problem is not None:
            raise self.problem
        return respond(chat, question, choice, earlier)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    requests = Looked()
    monkeypatch.setattr(narabot.pages.other_strategies, "respond", requests)
    return requests


@pytest.fixture
def page(sample_script: AppTest) -> AppTest:
    return sample_script


def ask(page: AppTest, question: str) -> str:
    """Ask a question, and return the ID of the turn."""
    if not page.chat_input:
        page.run()
    page.chat_input[0].set_value(question).run()
    assert not page.exception
    return turns_of(page)[-1].id


def opened(page: AppTest, turn_id: str) -> AppTest:
    """Open the list of other methods for a turn."""
    page.session_state[f"other-ways-{turn_id}"] = True
    page.run()
    assert not page.exception
    return page


def choose(page: AppTest, turn_id: str, strategy: str) -> None:
    """Choose a method."""
    opened(page, turn_id).button(key=f"go-way-{turn_id}-{strategy}").click().run()
    assert not page.exception


def keys(page: AppTest) -> set[str]:
    """Return the keys of the buttons."""
    return {button.key or "" for button in page.button}


@pytest.mark.slow
def test_other_strategy_is_compared_with_the_original_answer(page: AppTest, looked: Looked) -> None:
    turn_id = ask(page, ROLL)
    choose(page, turn_id, "words")
    assert looked == [("words", ROLL)]
    shown = text(page)
    assert "**Original answer**: Hybrid search" in shown
    assert "**Other method**: Full-text search" in shown
    assert "Both answers cite the same record." in shown
    assert shown.count("> Microfilm: M337") == 3, "the answer, and both answers in the comparison"
    assert not page.session_state[f"other-ways-{turn_id}"]


@pytest.mark.slow
def test_used_strategy_is_marked_and_others_are_offered(page: AppTest) -> None:
    turn_id = ask(page, ROLL)
    assert not [key for key in keys(page) if key.startswith("go-way-")]
    opened(page, turn_id)
    assert page.button(key=f"go-way-{turn_id}-hybrid").disabled
    assert not page.button(key=f"go-way-{turn_id}-vector").disabled
    assert "This is the default. Used for this answer." in text(page)


@pytest.mark.slow
def test_failed_comparison_shows_an_error_and_keeps_the_conversation(
    page: AppTest, looked: Looked, caplog: pytest.LogCaptureFixture
) -> None:
    turn_id = ask(page, ROLL)
    looked.problem = RuntimeError("the bottom fell out")
    choose(page, turn_id, "words")
    assert html.unescape(page.error[0].value).startswith("**Full-text search**: Something went")
    assert "bottom" not in text(page)
    assert "the bottom fell out" in caplog.text
    assert "roll 9" in text(page)
    page.run()
    assert len(looked) == 1
    looked.problem = GraphUnavailableError("It does not answer. Start it.")
    choose(page, turn_id, "vector")
    assert "It does not answer" in page.error[0].value
    looked.problem = None
    choose(page, turn_id, "vector")
    assert not page.error
    assert "**Other method**: Vector search" in text(page)


def answered_by(page: AppTest, answerer: str) -> str:
    """Ask a question, replace the answerer in the answer, and return the ID of the turn."""
    turn_id = ask(page, ROLL)
    [turn] = turns_of(page)
    assert turn.response is not None
    assert turn.response.answer is not None
    answer = replace(turn.response.answer, answerer=answerer)
    turn.response = replace(turn.response, answer=answer)
    page.run()
    return turn_id
