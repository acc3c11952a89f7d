"""Tests of the scores for a single question."""

import math

import pytest

from narabot.evaluation.scores import (
    Reply,
    folder_score,
    found_score,
    gold_ranks,
    judge,
    list_score,
    question_scores,
    reciprocal_rank,
)
from narabot.models import REFUSAL, RequestClass
from tests.evaluation_examples import question, reply

LISTED = RequestClass.SHOW_RECORDS
REFUSED = reply(REFUSAL, refused=True, confidence=0.1)


def test_answer_requires_every_gold_string_ignoring_case() -> None:
    asked = question(answer=("Miller", "Roll 3"))
    assert judge(asked, reply("It was MILLER, on roll 3.")).is_right
    verdict = judge(asked, reply("It was Miller."))
    assert verdict.is_right is False
    assert verdict.why == "lacks 'Roll 3'"


def test_alternative_form_replaces_only_its_own_gold_string() -> None:
    asked = question(answer=("1901-02-03", "Miller"), answer_alt={"1901-02-03": ("3 FEBRUARY",)})
    assert judge(asked, reply("Miller, 3 February 1901")).is_right
    assert judge(asked, reply("3 February 1901")).why == "lacks 'Miller'"


def test_answer_over_400_characters_is_wrong() -> None:
    at_most = "Miller" + "." * 394
    assert judge(question(), reply(at_most)).is_right
    assert judge(question(), reply(at_most + ".")).why == "longer than 400 characters"


@pytest.mark.parametrize(
    ("judged_reply", "why"),
    [
        (REFUSED, "refused an answerable question"),
        (reply(None, request_class=LISTED), "listed instead of answered"),
        (reply(None, request_class=None), "rejected"),
    ],
)
def test_missing_answer_to_answerable_question_is_wrong(judged_reply: Reply, why: str) -> None:
    verdict = judge(question(answer=("cannot",)), judged_reply)
    assert (verdict.is_right, verdict.why) == (False, why)


def test_unanswerable_question_requires_the_exact_refusal() -> None:
    nothing = question(answerable=False, gold=(), answer=())
    assert judge(nothing, REFUSED).is_right is True
    assert judge(nothing, reply(REFUSAL + " Sorry.")).is_right is False
    assert judge(nothing, reply("Miller")).is_right is False
    assert judge(nothing, reply(None, request_class=LISTED)).is_right is False


def test_list_has_no_answer_to_judge() -> None:
    assert judge(question(request_class=LISTED), reply(None)).is_right is None


def test_found_score_covers_top_five() -> None:
    assert found_score((7, 8), (1, 2, 3, 4, 8)) == 1
    assert found_score((7, 8), (1, 2, 3, 4, 5, 8)) == 0
    assert found_score((7,), ()) == 0
    assert reciprocal_rank((7, 8), (1, 8, 7)) == 0.5


def test_gold_ranks_start_at_one() -> None:
    assert gold_ranks((8, 7, 9), (7, 1, 8)) == {8: 3, 7: 1, 9: None}


def test_short_list_scores_share_of_gold_found() -> None:
    assert list_score((1, 2), (), (9, 1, 8, 2)) == pytest.approx(1)
    assert list_score((1, 2), (), (9, 1)) == pytest.approx(0.5)
    assert list_score((1, 2), (), ()) == 0


def test_long_list_score_covers_only_top_twenty() -> None:
    gold = tuple(range(30))
    assert list_score(gold, (), gold) == pytest.approx(1)
    assert list_score(gold, (), (*range(100, 110), *gold)) == pytest.approx(0.5)


def test_optional_records_do_not_affect_list_score() -> None:
    optional = tuple(range(100, 130))
    assert list_score((1,), optional, (*optional, 1)) == pytest.approx(1)
    assert list_score((1,), (), (*optional, 1)) == 0
    assert list_score((1,), (1,), (1,)) == pytest.approx(1)


def test_folder_score_uses_linear_gain_over_top_five() -> None:
    grades = {1: 3, 2: 1, 3: 0}
    ideal = 3 + 1 / math.log2(3)
    assert folder_score(grades, (1, 2)) == pytest.approx(1)
    assert folder_score(grades, (3, 2, 1)) == pytest.approx((1 / math.log2(3) + 3 / 2) / ideal)
    assert folder_score(grades, (9, 8, 7, 6, 5, 1)) == 0


def scores(**fields: object) -> dict[str, float]:
    asked = question(**fields)
    judged_reply = reply()
    return question_scores(asked, judged_reply, judge(asked, judged_reply))


def test_scores_depend_on_question_type() -> None:
    answerable = scores()
    assert answerable.items() >= {"found": 1.0, "right": 1.0, "confidence": 0.8}.items()
    assert "found" not in scores(answerable=False, gold=(), answer=())
    listed = scores(request_class=LISTED)
    assert listed == {"class_right": 0.0, "listed": pytest.approx(1), "score": pytest.approx(1)}
