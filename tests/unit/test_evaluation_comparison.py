"""Tests of comparing two evaluations: gains, losses, and evaluations that cannot be compared."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from msgspec.structs import replace

from narabot.errors import EvaluationFileError
from narabot.evaluation.comparison import compare
from narabot.evaluation.evaluations import Measured, Outcome, evaluation_json, read_stored
from narabot.evaluation.tables import comparison_table, evaluation_table
from tests.evaluation_examples import evaluation, outcome, stored


def test_comparison_lists_worse_and_better_tests_with_reasons() -> None:
    found = compare(
        stored(
            outcome("a", "complete", right=1.0),
            outcome("b", "lacks 'x'", right=0.0),
            outcome("c", right=1.0),
        ),
        evaluation(
            outcome("a", "lacks 'y'", right=0.0),
            outcome("b", "complete", right=1.0),
            outcome("c", right=1.0),
        ),
    )
    assert [(one.id, one.old, one.new, one.now) for one in found.worse] == [
        ("a", 1.0, 0.0, "lacks 'y'")
    ]
    assert [one.id for one in found.better] == ["b"]
    table = comparison_table(found)
    assert "Worse: 1" in table
    assert "a  right: 1.00 → 0.00 (complete → lacks 'y')" in table


def test_new_refusal_counts_as_worse_only_if_answerable() -> None:
    old = (
        outcome("a", refused=0.0, answerable=1.0),
        outcome("b", refused=0.0, answerable=0.0),
    )
    new = (
        outcome("a", refused=1.0, answerable=1.0),
        outcome("b", refused=1.0, answerable=0.0),
    )
    assert [one.id for one in compare(stored(*old), evaluation(*new)).worse] == ["a"]
    assert [one.id for one in compare(stored(*new), evaluation(*old)).better] == ["a"]


def test_lower_share_of_verified_quotations_is_worse() -> None:
    found = compare(
        stored(outcome("a", quotes=2.0, quotes_right=2.0)),
        evaluation(outcome("a", quotes=4.0, quotes_right=3.0)),
    )
    assert [(one.id, one.old, one.new) for one in found.worse] == [("a", 1.0, 0.75)]


def test_measures_are_compared_over_shared_tests() -> None:
    found = compare(
        stored(*(outcome(str(n), class_right=0.0) for n in range(12)), outcome("x", class_right=1)),
        evaluation(*(outcome(str(n), class_right=1.0) for n in range(12))),
    )
    assert found.shared == 12
    changed = found.measures[0]
    assert (changed.name, changed.count, changed.old, changed.new) == ("class correct", 12, 0, 1)
    assert changed.difference.p < 0.01


def test_same_id_with_different_query_is_a_different_test() -> None:
    reworded = Outcome(id="a", query="other words", groups=("all",), scores={"right": 0.0})
    with pytest.raises(EvaluationFileError, match="no question in common"):
        compare(stored(outcome("a", right=1.0)), evaluation(reworded))


def test_different_data_is_noted() -> None:
    found = compare(
        stored(outcome(right=1.0), data={"sha256": "1"}, models="m"),
        evaluation(outcome(right=1.0), data={"sha256": "2"}, models="m"),
    )
    assert found.notes == ("different from the earlier run: data",)


def test_changed_setting_is_noted_with_both_values() -> None:
    found = compare(
        stored(outcome(right=1.0), settings={"passages": 8, "device": "cpu"}, commit=None),
        evaluation(outcome(right=1.0), settings={"passages": 3, "device": "cpu"}, commit=None),
    )
    assert found.notes == ("settings.passages: 8 earlier, 3 now",)


def test_uncommitted_code_is_noted() -> None:
    commit = {"hash": "abc", "changed": True}
    found = compare(
        stored(outcome(right=1.0), commit=commit), evaluation(outcome(right=1.0), commit=commit)
    )
    assert found.notes == ("some files had uncommitted changes, so the code may differ",)


def test_test_with_several_changed_scores_is_listed_once() -> None:
    found = compare(
        stored(outcome("a", "refused", right=0.0, refused=1.0, answerable=1.0)),
        evaluation(outcome("a", "complete", right=1.0, refused=0.0, answerable=1.0)),
    )
    assert len(found.better) == 2
    shown = comparison_table(found).splitlines()
    place = shown.index("Better: 1")
    assert shown[place + 1 :] == [
        "  a  right: 0.00 → 1.00, refused: 1.00 → 0.00 (refused → complete)",
        "    query a",
    ]


def test_evaluations_of_different_types_cannot_be_compared() -> None:
    questions = replace(evaluation(outcome()), what="questions")
    with pytest.raises(
        EvaluationFileError, match="is of type classifier, but this one is of type questions"
    ):
        compare(stored(outcome()), questions)


def test_evaluation_json_round_trips(tmp_path: Path) -> None:
    now = evaluation(outcome("a", "why", right=1.0), commit=None)
    file = tmp_path / "old.json"
    file.write_text(evaluation_json(now), encoding="utf-8")
    assert read_stored(file) == stored(outcome("a", "why", right=1.0), commit=None)


def test_evaluation_json_contains_comparison_and_no_nan(tmp_path: Path) -> None:
    now = evaluation(outcome("a", right=1.0, quotes=0.0))
    compared = compare(stored(outcome("a", right=0.0)), now)
    nothing = Measured(group="all", name="x", count=1, value=float("nan"), low=0, high=0)
    text = evaluation_json(replace(now, measures=(nothing,)), asdict(compared))
    content = json.loads(text, parse_constant=pytest.fail)
    assert content["comparison"]["better"][0]["id"] == "a"
    assert content["measures"][0]["value"] is None


@pytest.mark.parametrize("content", ["", "{}", '{"what": "weather"}', "[]"])
def test_invalid_evaluation_file_raises_a_clear_error(tmp_path: Path, content: str) -> None:
    file = tmp_path / "old.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(EvaluationFileError, match=r"old\.json is invalid"):
        read_stored(file)


def test_evaluation_table_shows_confidence_intervals() -> None:
    row = Measured(group="English", name="class correct", count=9, value=0.5, low=0.25, high=0.75)
    shown = evaluation_table(replace(evaluation(), measures=(row,)))
    assert "English  class correct  9  0.500  0.250 – 0.750" in shown
    assert "10,000 resamples" in shown
