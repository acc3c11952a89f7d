"""Tests of scores for counting, comparison, path, and overview questions."""

from typing import Any

import msgspec
import pytest

from narabot.evaluation.graph_questions import (
    GraphQuestion,
    GraphReply,
    graph_question_fault,
    graph_score,
    wrong_answer_score,
)
from tests.evaluation_examples import raw_question


def question(**fields: Any) -> GraphQuestion:
    return msgspec.convert(raw_question(**({"kind": "count"} | fields)), GraphQuestion)


def reply(answer: str = "", *, listed: tuple[int, ...] = (), quoted: tuple[int, ...] = ()) -> Any:
    return GraphReply(answer, answer == "no", listed, frozenset(quoted))


@pytest.mark.parametrize(
    ("answer", "wanted", "score"),
    [
        ("14 kites", "14", 1),
        ("(14)", "14", 1),
        ("114 kites", "14", 0),
        ("1,14 kites", "14", 0),
        ("14-2 kites", "14", 0),
        ("in 1944", "1944", 1),
        ("1944-05-06", "1944", 1),
        ("Telegrams", "Telegram", 1),
        ("a rebox", "Box", 0),
        ("two boxes", "Box", 1),
        ("Boxwood", "Box", 0),
        ("No. 3 of 5", "no. 3 of 5", 1),
    ],
)
def test_numbers_match_whole_and_words_may_be_plural(answer: str, wanted: str, score: int) -> None:
    assert graph_score(question(answer=[wanted]), reply(answer)) == score


def test_answer_must_be_short_complete_and_quote_required_records() -> None:
    asked = question(answer=["Miller", "3"], answer_alt={"3": ["three"]}, cite=[7, [8, 9]])
    assert graph_score(asked, reply("Miller, three", quoted=(7, 9))) == 1
    assert graph_score(asked, reply("Miller, three", quoted=(8, 9))) == 0
    assert graph_score(asked, reply("Miller", quoted=(7, 9))) == 0
    assert graph_score(asked, reply("Miller, three" + " " * 600, quoted=(7, 9))) == 0


def test_comparison_answer_must_name_winner_first_and_nothing_false() -> None:
    asked = question(kind="compare", answer=["Miller"], rival=["Smith"], answer_not=["equal"])
    assert graph_score(asked, reply("Miller, then Smith")) == 1
    assert graph_score(asked, reply("Smith, then Miller")) == 0
    assert graph_score(asked, reply("Miller and Smith are equal")) == 0


def test_list_score_combines_precision_and_recall() -> None:
    asked = question(kind="set", scored="set", gold_naIds=[1, 2, 3], gold_optional=[9], answer=[])
    assert graph_score(asked, reply(listed=(1, 2), quoted=(3, 9))) == 1
    assert graph_score(asked, reply(listed=(1, 4))) == pytest.approx(0.4)
    assert graph_score(asked, reply(listed=(*range(10, 60), 1))) == 0
    assert wrong_answer_score(asked, reply("no")) is None


def test_overview_score_is_share_of_early_key_points() -> None:
    points = [["Miller"], ["wind", "mill"], ["1900"]]
    asked = question(kind="global", answer=[], key_points=points)
    assert graph_score(asked, reply("Miller's mills")) == pytest.approx(2 / 3)
    assert graph_score(asked, reply(" " * 1500 + "Miller")) == 0


def test_unanswerable_question_must_be_refused() -> None:
    asked = question(kind="absent_graph", answer=[], answerable=False)
    assert graph_score(asked, reply("no")) == 1
    assert (wrong_answer_score(asked, reply("no")), wrong_answer_score(asked, reply("Miller"))) == (
        0,
        1,
    )


def test_refusal_of_answerable_question_is_neither_correct_nor_wrong() -> None:
    asked = question(answer=["no"])
    assert (graph_score(asked, reply("no")), wrong_answer_score(asked, reply("no"))) == (0, 0)
    assert (graph_score(asked, reply("yes")), wrong_answer_score(asked, reply("yes"))) == (0, 1)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"answer": []}, "`answer` is empty"),
        ({"scored": "set", "gold_naIds": []}, "`gold_naIds`"),
        ({"kind": "global"}, "`key_points`"),
        ({"rival": [" "]}, "a string"),
        ({"query": " "}, "`query`"),
    ],
)
def test_invalid_question_reports_the_faulty_field(fields: dict[str, Any], fault: str) -> None:
    assert fault in (graph_question_fault(question(**fields)) or "")
