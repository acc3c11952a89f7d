"""The page's script in this process: stored state, questions, and errors."""

import html
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

import narabot.pages.chat
from narabot.chat import Chat, stream_response
from narabot.errors import GraphUnavailableError
from narabot.models import Conversation, FilterChoice, Response, Turn
from tests.page.questions import REFUSED, ROLL, SHOW, ask, text, turns_of


class Asked(list[str]):
    """Stands in for `stream_response` and records the questions."""

    problem: Exception | None = None

    def __call__(
        self, chat: Chat, question: str, earlier: Response | None, choice: FilterChoice
    ) -> Iterator[object]:
        """Stream a response, or raise `problem` if it is set."""
        self.append(question)
        if self.problem is not None:
            raise self.problem
        return stream_response(chat, question, earlier, choice)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    questions = Asked()
    monkeypatch.setattr(narabot.pages.chat, "stream_response", questions)
    return questions


@pytest.fixture
def page(sample_script: AppTest) -> AppTest:
    return sample_script


def turn_id(page: AppTest, number: int = 0) -> str:
    """Return the ID of a turn in the conversation."""
    return turns_of(page)[number].id


def button(page: AppTest, name: str, number: int) -> Button:
    """Return a turn's button."""
    return page.button(key=f"{name}-{turn_id(page, number)}")


def numbered(page: AppTest) -> int:
    """Return the number of list records on the screen."""
    return sum(
        element.value.startswith("**") and "." in element.value[:6] for element in page.markdown
    )


@pytest.mark.slow
def test_start_page_names_the_answerer_and_has_working_examples(
    page: AppTest,
) -> None:
    page.run()
    assert any("quoted from the records" in one.value for one in page.caption)
    examples = [button.key or "" for button in page.button if "example-" in (button.key or "")]
    assert len(examples) >= 2, "examples that need no intent model are missing"
    for key in examples:
        page.button(key=key).click().run()
        [turn] = turns_of(page)
        assert turn.response is not None
        assert turn.response.answer is None or not turn.response.answer.is_refused
        assert turn.response.records or turn.places
        page.button(key="new").click().run()


@pytest.mark.slow
def test_rerun_does_not_repeat_questions(page: AppTest, asked: Asked) -> None:
    ask(page.run(), ROLL)
    before = text(page)
    page.run()
    assert asked == [ROLL]
    assert text(page) == before


def test_interrupted_question_is_answered_on_the_next_run(page: AppTest, asked: Asked) -> None:
    page.session_state["conversation"] = Conversation("", "", [Turn(REFUSED)])
    page.run()
    assert asked == [REFUSED]
    assert len(page.chat_message) == 2


@pytest.mark.slow
def test_unexpected_error_is_logged_but_not_shown(
    page: AppTest, asked: Asked, caplog: pytest.LogCaptureFixture
) -> None:
    asked.problem = RuntimeError("the bottom fell out")
    ask(page.run(), ROLL)
    assert "Something went wrong" in page.error[0].value
    assert "bottom" not in text(page)
    assert "the bottom fell out" in caplog.text
    asked.problem = None
    button(page, "retry", 0).click().run()
    assert not page.error
    assert "roll 9" in text(page)


@pytest.mark.slow
def test_page_reconnects_after_losing_the_database(page: AppTest, asked: Asked) -> None:
    asked.problem = GraphUnavailableError("It does not answer. Start it.")
    ask(page.run(), ROLL)
    assert page.error[0].value.startswith("It does not answer")
    asked.problem = None
    ask(page, ROLL)
    assert "roll 9" in text(page)
    assert page.error, "the error is missing from the conversation"


@pytest.mark.slow
def test_filter_from_the_request_can_be_removed_and_restored(page: AppTest, asked: Asked) -> None:
    ask(page.run(), "Show me photographs of the Civil War that are not online")
    chips = page.button_group[0]
    assert [html.unescape(chip) for chip in chips.options] == [
        "Photographs and other Graphic Materials :material/close:",
        "Not online :material/close:",
    ]
    [turn] = turns_of(page)
    within_both = len(turn.response.records)
    chips.set_value(["records_types"]).run()
    assert len(turn.response.records) > within_both > 0
    page.button_group[0].set_value(["records_types", "is_online"]).run()
    assert len(turn.response.records) == within_both
    assert len(asked) == 3


@pytest.mark.slow
def test_follow_up_filters_the_previous_list(page: AppTest) -> None:
    ask(ask(page.run(), SHOW), "only those from the 1530s")
    assert "Searched for: " + SHOW in text(page)
    assert "No records were found with these filters: 1530 – 1539." in text(page)


@pytest.mark.slow
def test_trace_is_shown_on_request(page: AppTest, asked: Asked) -> None:
    ask(page.run(), ROLL)
    response = turns_of(page)[0].response
    assert response is not None
    assert response.trace.trace_id not in text(page)
    page.session_state[f"trace-{turn_id(page)}"] = True
    page.run()
    assert f"Trace: {response.trace.trace_id}" in text(page)
    assert "Request type: a question" in text(page)
    tables = [table.value for table in page.table]
    steps = [
        "Running a vector search",
        "Running a full-text search",
        "Fusing the ranks from both searches",
    ]
    assert set(steps) < set(tables[0]["Step"])
    assert tables[1]["NAID"][0] == response.records[0].na_id
    statements = list(tables[2]["Query"])
    assert "given_hits+retrieval" in statements
    assert asked == [ROLL]
