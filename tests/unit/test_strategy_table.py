"""Tests of computing and rendering the table that compares all strategies on all collections."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from narabot.errors import EvaluationFileError
from narabot.evaluation.asking_strategies import check_catalog
from narabot.evaluation.collections import Collection
from narabot.evaluation.evaluations import EvaluationKind, Outcome
from narabot.evaluation.graphs import Catalog
from narabot.evaluation.questions import TestFile
from narabot.evaluation.strategy_rendering import strategies_markdown, strategies_text
from narabot.evaluation.strategy_runs import (
    ComparisonJob,
    GraphSources,
    Run,
    StrategyRuns,
    add_run,
    earlier_runs,
    sort_runs,
)
from narabot.evaluation.strategy_table import StrategyTable, strategy_table


def run(
    collection: str,
    strategy: str,
    *scores: float,
    what: EvaluationKind = "questions",
    **beside: float,
) -> Run:
    """Return a run with these scores, in which test number n takes n seconds."""
    outcomes = tuple(
        outcome(f"q{number}", {"score": score, "ndcg": score, "seconds": float(number)} | beside)
        for number, score in enumerate(scores)
    )
    return Run(collection=collection, what=what, strategy=strategy, outcomes=outcomes)


def outcome(name: str, scores: dict[str, float]) -> Outcome:
    return Outcome(id=name, query=name, groups=("all",), scores=scores)


def absent(collection: str, strategy: str, what: EvaluationKind = "questions") -> Run:
    return Run(collection=collection, what=what, strategy=strategy, lacking="no leg")


LOSES = [1.0] * 4 + [0.0] * 6
WINS = [1.0] * 9 + [0.0]
TABLE = strategy_table(
    [
        run("asked", "plain", *LOSES),
        run("asked", "clever", *WINS, calls=2.0),
        absent("asked", "lame"),
        run("places", "plain", 0.5, 0.3, what="where-to-look"),
        run("places", "clever", 0.5, 0.3, what="where-to-look"),
        absent("places", "lame", "where-to-look"),
    ]
)


def cells(table: StrategyTable, collection: str, measure: str) -> dict[str, Any]:
    """Return the cells of one row."""
    [row] = [one for one in table.rows if (one.collection, one.measure) == (collection, measure)]
    return row.cells


def test_main_measure_is_compared_with_the_first_strategy() -> None:
    asked = cells(TABLE, "asked", "correct, lists by share")
    assert (asked["plain"].value, asked["clever"].value) == (0.4, 0.9)
    assert asked["plain"].change is None
    assert asked["clever"].change.change.value == pytest.approx(0.5)
    # All five changed tests improved: only 2 of the 2 ** 5 sign changes are as extreme.
    assert asked["clever"].change.p == pytest.approx(2 / 32, abs=0.01)
    assert asked["clever"].low < 0.9 <= asked["clever"].high
    places = cells(TABLE, "places", "nDCG@5")
    assert (places["clever"].value, places["clever"].change.p) == (pytest.approx(0.4), 1)


def test_macro_average_weights_collections_equally() -> None:
    assert TABLE.macro["plain"].value == pytest.approx((0.4 + 0.4) / 2)
    clever = TABLE.macro["clever"]
    assert (clever.count, clever.value) == (2, pytest.approx((0.9 + 0.4) / 2))
    assert clever.change is not None
    assert clever.change.change.value == pytest.approx(0.25)


def test_difference_covers_only_tests_with_matching_ids() -> None:
    first, second = run("asked", "a", 0.0, 1.0), run("asked", "b", 0.0, 1.0, 1.0, 1.0)
    turned = Run(collection="asked", what="questions", strategy="b", outcomes=second.outcomes[::-1])
    found = cells(strategy_table([first, turned]), "asked", "correct, lists by share")["b"]
    assert (found.value, found.change.change.value, found.change.p) == (0.75, 0, 1)


def test_costs_are_reported_without_significance_tests() -> None:
    seconds = cells(TABLE, "asked", "seconds, median")["clever"]
    assert (seconds.value, seconds.change) == (4.5, None)
    calls = {row.measure: row.cells for row in TABLE.costs}["language model calls"]
    assert calls["clever"].value == 2
    assert "plain" not in calls


def test_strategy_without_results_is_listed_with_the_reason() -> None:
    [one] = TABLE.lacking
    assert (one.strategy, one.collections, one.why) == ("lame", ("asked", "places"), "no leg")
    assert "lame" not in TABLE.macro
    text = strategies_text(TABLE)
    assert "No results: lame on asked, places: no leg" in text
    [line] = [line for line in text.splitlines() if line.startswith("lame ")]
    assert line.split() == ["lame", *"––––––"]


def test_text_table_shows_differences_and_their_count() -> None:
    text = strategies_text(TABLE)
    lines = text.splitlines()
    assert lines[1].split()[:3] == ["plain", "0.400", "0.400"]
    assert lines[2].split()[:3] == ["clever", "0.900", "(+0.500)"]
    assert "3 differences were tested" in text


def test_markdown_has_intervals_and_equal_row_lengths() -> None:
    lines = strategies_markdown(TABLE).splitlines()
    head = lines[0]
    assert "asked: correct, lists by share (n 10)" in head
    assert {line.count("|") for line in lines[:5]} == {head.count("|")}
    plain = next(line for line in lines if line.startswith("| `plain` |"))
    assert plain.split("|")[2].strip().startswith("0.400 [0.1")
    assert "| `lame` | – | – | – | – | – | – |" in lines


def test_significant_change_is_marked() -> None:
    runs = [run("asked", "a", *[0.0] * 12), run("asked", "b", *[1.0] * 12)]
    assert "1.000 (+1.000*)" in strategies_text(strategy_table(runs))


def runs_of(*runs: Run, sha256: str = "12", **facts: Any) -> StrategyRuns:
    """Return runs whose test file has this digest, with additional metadata."""
    identity = {"file": "tests", "sha256": sha256, "count": 0}
    known = {one.collection: identity | facts for one in runs}
    return StrategyRuns(provenance={}, collections=known, runs=runs)


def order(*earlier: StrategyRuns) -> ComparisonJob:
    """Return a job that runs strategies b and a on `asked` after earlier runs."""
    asked = Collection("asked", "questions", TestFile("tests", "12", ()))
    return ComparisonJob((asked,), ("b", "a"), GraphSources(None, None, None, no_catalog), earlier)


def no_catalog(_: object) -> Any:
    raise AssertionError("the catalog was opened")


def test_earlier_results_are_kept_and_failures_are_replaced() -> None:
    failed = absent("asked", "b")
    old = runs_of(run("asked", "a", 0.0), failed, run("more", "c", 0.5), kept={})
    now = add_run(earlier_runs(order(old)), run("asked", "b", 1.0), {"loaded": {"records": 3}})
    found = sort_runs(now, order(old))
    assert [(one.collection, one.strategy, len(one.outcomes)) for one in found.runs] == [
        ("asked", "b", 1),
        ("asked", "a", 1),
        ("more", "c", 1),
    ]
    assert found.collections["asked"]["loaded"] == {"records": 3}
    assert strategy_table(found.runs).strategies == ("b", "a", "c")


def test_catalog_is_required_only_by_pending_catalog_tests(tmp_path: Path) -> None:
    job = order()
    with pytest.raises(EvaluationFileError, match="need a catalog"):
        check_catalog(job, frozenset({("asked", "a")}))
    check_catalog(job, frozenset({("asked", "a"), ("asked", "b")}))
    for source in (
        GraphSources(cast(Catalog, object()), None, None, no_catalog),
        GraphSources(None, tmp_path, None, no_catalog),
    ):
        check_catalog(replace(job, graphs=source), frozenset())


def test_earlier_runs_with_different_tests_are_rejected() -> None:
    with pytest.raises(EvaluationFileError, match="The tests in asked"):
        earlier_runs(order(runs_of(run("asked", "b"), sha256="34")))
