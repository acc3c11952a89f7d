"""Tests of statistics, confidence intervals, and significance tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.evaluation.resampling import (
    RESAMPLES,
    area_under_curve,
    bootstrap,
    mean,
    mean_of_kinds,
    median,
    paired_difference,
    percentile_95,
    ratio,
)


def column(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)[:, None]


def test_ratio_divides_sums() -> None:
    assert ratio(np.array([[1.0, 1.0], [0.0, 3.0]])) == 0.25


def test_mean_of_kinds_weights_kinds_equally() -> None:
    scores = np.array([[1, 0], [1, 0], [0, 1], [0, 1], [0, 1], [1, 1]], dtype=np.float64)
    assert mean_of_kinds(scores) == pytest.approx((1 + 0.25) / 2)
    # the second resample contains only one kind
    drawn = np.stack([scores, scores[[0, 0, 0, 1, 1, 1]]])
    assert mean_of_kinds(drawn) == pytest.approx([0.625, 1])


def test_median_and_95th_percentile_summarize_times() -> None:
    seconds = column(*range(101))
    assert (median(seconds), percentile_95(seconds)) == (50, 95)


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.2, 0.5, 0.9]), st.booleans()), min_size=2))
def test_area_under_curve_is_share_of_correctly_ordered_pairs(
    pairs: list[tuple[float, bool]],
) -> None:
    positives = [score for score, is_positive in pairs if is_positive]
    negatives = [score for score, is_positive in pairs if not is_positive]
    found = area_under_curve(np.array(pairs, dtype=np.float64))
    if not positives or not negatives:
        assert np.isnan(found)
        return
    won = [(a > b) + (a == b) / 2 for a in positives for b in negatives]
    assert found == pytest.approx(sum(won) / len(won))


@pytest.mark.parametrize("statistic", [mean, ratio, median, percentile_95, area_under_curve])
def test_statistic_handles_all_resamples_at_once(statistic: object) -> None:
    values = np.random.default_rng(1).integers(0, 2, (3, 8, 2)).astype(np.float64)
    together = statistic(values)  # type: ignore[operator]
    one_by_one = [statistic(one) for one in values]  # type: ignore[operator]
    np.testing.assert_allclose(together, one_by_one)


def test_bootstrap_interval_of_proportion_matches_normal_approximation() -> None:
    found = bootstrap(mean, column(*[1.0] * 80, *[0.0] * 20))
    deviation = 1.96 * (0.8 * 0.2 / 100) ** 0.5
    assert found.value == pytest.approx(0.8)
    assert found.low == pytest.approx(0.8 - deviation, abs=0.015)
    assert found.high == pytest.approx(0.8 + deviation, abs=0.015)


def test_bootstrap_is_deterministic() -> None:
    values = column(0.0, 1.0, 1.0, 0.5)
    assert bootstrap(mean, values) == bootstrap(mean, values)


def test_undefined_statistic_has_nan_interval() -> None:
    found = bootstrap(ratio, np.zeros((4, 2)))
    assert np.isnan([found.value, found.low, found.high]).all()


def test_uniform_gain_is_significant() -> None:
    old = column(*np.linspace(0, 0.5, 20))
    found = paired_difference(mean, old, old + 0.1)
    assert found.change.value == pytest.approx(0.1)
    assert (found.change.low, found.change.high) == pytest.approx((0.1, 0.1))
    assert found.p == pytest.approx(1 / (1 + RESAMPLES), abs=1e-3)


def test_no_change_has_p_value_one() -> None:
    values = column(0.0, 1.0, 1.0)
    found = paired_difference(mean, values, values)
    assert (found.change.value, found.p) == (0, 1)


def test_gain_on_one_of_many_questions_is_not_significant() -> None:
    old = column(*[0.0] * 30)
    new = column(1.0, *[0.0] * 29)
    found = paired_difference(mean, old, new)
    assert found.p > 0.9
    assert found.change.low == 0


def test_difference_is_new_minus_old() -> None:
    better = paired_difference(mean, column(0.0, 0.0, 0.0), column(1.0, 1.0, 0.0))
    worse = paired_difference(mean, column(1.0, 1.0, 0.0), column(0.0, 0.0, 0.0))
    assert better.change.value == -worse.change.value > 0
    assert better.p == worse.p
