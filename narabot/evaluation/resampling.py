"""Bootstrap intervals for measures, and significance tests for differences.

Differences are tested on the same questions. A measure's values have the shape `(questions,
columns)`. A statistic reduces the last two axes, so it computes all resamples in one call.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Statistic = Callable[[Values], Values]

RESAMPLES = 10_000
SEED = 20_260_415
PERCENTILES = (2.5, 97.5)
"""Percentiles that enclose 95% of the resamples."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference (new minus old) with its 95% interval and p-value."""

    change: Interval
    p: float


def mean(values: Values) -> Values:
    """Return the mean of the only column."""
    return np.asarray(values[..., 0].mean(axis=-1))


def mean_of_kinds(values: Values) -> Values:
    """Return the mean of the kinds' means.

    The second column contains the kind numbers.
    """
    scores, kinds = values[..., 0], values[..., 1]
    means = []
    for kind in np.unique(kinds):
        own = kinds == kind
        with np.errstate(invalid="ignore"):
            means.append((scores * own).sum(axis=-1) / own.sum(axis=-1))
    return np.asarray(np.nanmean(np.stack(means), axis=0))


def ratio(values: Values) -> Values:
    """Return the sum of the first column divided by the sum of the second column."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(values[..., 0].sum(axis=-1) / values[..., 1].sum(axis=-1))


def median(values: Values) -> Values:
    """Return the median of the only column."""
    return np.asarray(np.median(values[..., 0], axis=-1))


def percentile_95(values: Values) -> Values:
    """Return the 95th percentile of the only column."""
    return np.asarray(np.percentile(values[..., 0], 95, axis=-1))


def area_under_curve(values: Values) -> Values:
    """Return the probability that a positive ranks above a negative. A tie counts as one half.

    The first column is the ranked score, and the second column is 1 or 0. The area is the
    Mann-Whitney U statistic divided by the number of pairs, or NaN without positives or negatives.
    """
    from scipy.stats import rankdata

    ranked, positive = rankdata(values[..., 0], axis=-1), values[..., 1]
    positives = positive.sum(axis=-1)
    negatives = positive.shape[-1] - positives
    above = (ranked * positive).sum(axis=-1) - positives * (positives + 1) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(above / (positives * negatives))


def bootstrap(statistic: Statistic, values: Values) -> Interval:
    """Return a statistic with its percentile bootstrap interval over questions."""
    drawn = resample_indices(len(values))
    return interval(float(statistic(values)), statistic(values[drawn]))


def paired_difference(statistic: Statistic, old: Values, new: Values) -> Difference:
    """Return the change in a statistic between old and new values.

    Both arrays contain the same questions in the same order. The interval comes from the paired
    bootstrap. The p-value comes from the two-sided randomization test, which swaps the old and new
    values of each question at random.
    """
    return macro_difference([Part(statistic, new, old)])


@dataclass(frozen=True, slots=True)
class Part:
    """A collection's values for a mean over collections, with the old values for a comparison."""

    statistic: Statistic
    new: Values
    old: Values | None = None


def macro_mean(parts: Sequence[Part]) -> Interval:
    """Return the mean of the collections' statistics. Each collection is resampled separately."""
    values = [float(part.statistic(part.new)) for part in parts]
    resampled = [
        part.statistic(part.new[resample_indices(len(part.new), number)])
        for number, part in enumerate(parts)
    ]
    return interval(float(np.mean(values)), np.mean(resampled, axis=0))


def macro_difference(parts: Sequence[Part]) -> Difference:
    """Return the change in the mean over collections.

    For each collection, the old and new values must cover the same questions in the same order. The
    randomization test swaps old and new values at random in all collections.
    """
    changes = [
        paired_changes(part, number) for number, part in enumerate(parts) if part.old is not None
    ]
    observed = float(np.mean([one[0] for one in changes]))
    change = interval(observed, np.mean([one[1] for one in changes], axis=0))
    by_chance = np.mean([one[2] for one in changes], axis=0)
    as_extreme = np.abs(by_chance) >= abs(observed) - 1e-12
    return Difference(change, float((1 + as_extreme.sum()) / (1 + RESAMPLES)))


def paired_changes(part: Part, number: int = 0) -> tuple[float, Values, Values]:
    """Return the observed change, the resampled changes, and the changes after random swaps."""
    statistic, new, old = part.statistic, part.new, part.new if part.old is None else part.old
    drawn = resample_indices(len(new), number)
    resampled = statistic(new[drawn]) - statistic(old[drawn])
    swapped = generator(number).random((RESAMPLES, len(new), 1)) < 0.5
    by_chance = statistic(np.where(swapped, old, new)) - statistic(np.where(swapped, new, old))
    return float(statistic(new) - statistic(old)), resampled, by_chance


def resample_indices(count: int, number: int = 0) -> NDArray[np.int64]:
    """Return resample indices, with shape `(RESAMPLES, count)`. The seed depends on `number`."""
    return generator(number).integers(0, count, (RESAMPLES, count))


def generator(number: int = 0) -> np.random.Generator:
    """Return a new random generator, whose seed depends on `number`."""
    return np.random.default_rng(SEED + number)


def interval(value: float, resampled: NDArray[Any]) -> Interval:
    """Return a value with the percentile bounds of its resamples. Skip undefined resamples."""
    finite = resampled[np.isfinite(resampled)]
    if not finite.size:
        return Interval(value, float("nan"), float("nan"))
    low, high = np.percentile(finite, PERCENTILES)
    return Interval(value, float(low), float(high))
