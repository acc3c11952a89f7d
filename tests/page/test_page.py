"""The page's script, run in this process: stored state, questions, and errors."""

import html
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

import narabot.pages.chat
from narabot.chat import Chat, stream_response
from narabot.errors import GraphUnavailableError
from narabot.models import Conversation, FilterChoice, Response, Turn
from tests.page.questions import REFUSED, ROLL, SHOW, turns_of


class Asked(list[str]):
    """Stands in for `stream_response` and records the questions."""

    problem: Exception | None = None

    def __call__(
        self, chat: Chat, question: str, earlier: Response | None, choice: FilterChoice
    ) -> Iterator[object]:
        """Answer, or raise the problem."""
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


def ask(page: AppTest, question: str) -> AppTest:
    page.chat_input[0].set_value(question).run()
    assert not page.exception
    return page


def text(page: AppTest) -> str:
    written = (element.value for element in (*page.markdown, *page.error, *page.caption))
    return html.unescape("\n".join(written))


def turn_id(page: AppTest, number: int = 0) -> str:
    """Return the ID of a turn of the conversation."""
    return turns_of(page)[number].id


def button(page: AppTest, name: str, number: int) -> Button:
    """Return a button of a turn."""
    return page.button(key=f"{name}-{turn_id(page, number)}")


def numbered(page: AppTest) -> int:
    """Return the number of list records on the screen."""
    return sum(
        element.value.startswith("**") and "." in element.value[:6] for element in page.markdown
    )


@pytest.mark.slow
def test_the_first_page_says_who_answers_and_the_records_answer_each_example(
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
def test_a_rerun_shows_the_conversation_without_asking_again(page: AppTest, asked: Asked) -> None:
    ask(page.run(), ROLL)
    before = text(page)
    page.run()
    assert asked == [ROLL]
    assert text(page) == before


def test_a_question_whose_run_was_interrupted_is_answered_in_the_next(
    page: AppTest, asked: Asked
) -> None:
    page.session_state["conversation"] = Conversation("", "", [Turn(REFUSED)])
    page.run()
    assert asked == [REFUSED]
    assert len(page.chat_message) == 2


@pytest.mark.slow
def test_an_unforeseen_error_is_in_the_log_and_not_on_the_page(
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
def test_a_database_that_is_lost_is_opened_anew(page: AppTest, asked: Asked) -> None:
    asked.problem = GraphUnavailableError("It does not answer. Start it.")
    ask(page.run(), ROLL)
    assert page.error[0].value.startswith("It does not answer")
    asked.problem = None
    ask(page, ROLL)
    assert "roll 9" in text(page)
    assert page.error, "the error is missing from the conversation"


@pytest.mark.slow
def test_a_model_folder_that_is_damaged_is_told(
    page: AppTest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text("{")
    monkeypatch.setenv("EMBEDDING_MODEL", str(tmp_path))
    page.run()
    assert len(page.error) == 1
    assert not page.exception
    assert "Something went wrong" not in page.error[0].value


@pytest.mark.slow
def test_a_question_that_leans_on_the_turn_before_is_resolved_and_shown_so(page: AppTest) -> None:
    page.run()
    ask(page, ROLL)
    ask(page, "And when was it made?")
    captions = [one.value for one in page.caption]
    assert any("And when was it made" in one and "Caramalli" in one for one in captions)


@pytest.mark.slow
def test_a_filter_of_the_words_is_a_chip_that_can_be_taken_away_and_set_again(
    page: AppTest, asked: Asked
) -> None:
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
def test_a_list_is_narrowed_by_the_next_turn(page: AppTest) -> None:
    ask(ask(page.run(), SHOW), "only those from the 1530s")
    assert "Searched for: " + SHOW in text(page)
    assert "No records were found with these filters: 1530 – 1539." in text(page)


@pytest.mark.slow
def test_where_to_look_is_a_click_away_and_kept(page: AppTest, asked: Asked) -> None:
    ask(page.run(), SHOW)
    button(page, "where", 0).click().run()
    assert "**Where to look**" in text(page)
    places = text(page)
    page.run()
    assert text(page) == places
    assert asked == [SHOW]


def test_how_an_answer_was_found_is_told_on_demand(page: AppTest, asked: Asked) -> None:
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
