"""How sure a measure is: bootstrap intervals, and tests of a difference on the same questions.

Pure; a measure's values have the shape `(questions, columns)`, and a statistic reduces the last
two axes, so that all resamples are computed at once.
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
COVERED = (2.5, 97.5)
"""Percentiles between which 95 % of the resamples lie."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """New minus old with its 95 % interval, and how often chance alone gives as much."""

    change: Interval
    p: float


def mean(values: Values) -> Values:
    """Return the mean of the one column."""
    return np.asarray(values[..., 0].mean(axis=-1))


def mean_of_kinds(values: Values) -> Values:
    """Return the mean over kinds of their means; the second column is the number of the kind."""
    scores, kinds = values[..., 0], values[..., 1]
    means = []
    for kind in np.unique(kinds):
        own = kinds == kind
        with np.errstate(invalid="ignore"):
            means.append((scores * own).sum(axis=-1) / own.sum(axis=-1))
    return np.asarray(np.nanmean(np.stack(means), axis=0))


def ratio(values: Values) -> Values:
    """Return the sum of the first column divided by that of the second."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(values[..., 0].sum(axis=-1) / values[..., 1].sum(axis=-1))


def median(values: Values) -> Values:
    """Return the median of the one column."""
    return np.asarray(np.median(values[..., 0], axis=-1))


def percentile_95(values: Values) -> Values:
    """Return the 95th percentile of the one column."""
    return np.asarray(np.percentile(values[..., 0], 95, axis=-1))


def area_under_curve(values: Values) -> Values:
    """Return how often a positive has more than a negative; a tie counts half.

    The first column is what is ranked, the second 1 or 0. It is the Mann-Whitney U statistic
    divided by the number of pairs; NaN where one of the two is missing.
    """
    from scipy.stats import rankdata

    ranked, positive = rankdata(values[..., 0], axis=-1), values[..., 1]
    positives = positive.sum(axis=-1)
    negatives = positive.shape[-1] - positives
    above = (ranked * positive).sum(axis=-1) - positives * (positives + 1) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(above / (positives * negatives))


def bootstrapped(statistic: Statistic, values: Values) -> Interval:
    """Return a statistic with the percentile bootstrap's interval over questions."""
    drawn = draws(len(values))
    return interval(float(statistic(values)), statistic(values[drawn]))


def paired_difference(statistic: Statistic, old: Values, new: Values) -> Difference:
    """Return how a statistic has changed on the same questions, in the same order.

    The interval is the paired bootstrap's; p is that of the two-sided randomisation test, which
    swaps old and new of each question at random.
    """
    return macro_difference([Part(statistic, new, old)])


@dataclass(frozen=True, slots=True)
class Part:
    """What one collection adds to a mean over collections: new, and old where they are compared."""

    statistic: Statistic
    new: Values
    old: Values | None = None


def macro_mean(parts: Sequence[Part]) -> Interval:
    """Return the mean over collections of their statistics; each is resampled by itself."""
    values = [float(part.statistic(part.new)) for part in parts]
    resampled = [
        part.statistic(part.new[draws(len(part.new), number)]) for number, part in enumerate(parts)
    ]
    return interval(float(np.mean(values)), np.mean(resampled, axis=0))


def macro_difference(parts: Sequence[Part]) -> Difference:
    """Return how the mean over collections has changed, on the same questions in the same order.

    The swaps of the randomisation test are drawn for all questions of all collections.
    """
    told = [paired(part, number) for number, part in enumerate(parts) if part.old is not None]
    observed = float(np.mean([one[0] for one in told]))
    change = interval(observed, np.mean([one[1] for one in told], axis=0))
    by_chance = np.mean([one[2] for one in told], axis=0)
    as_far = np.abs(by_chance) >= abs(observed) - 1e-12
    return Difference(change, float((1 + as_far.sum()) / (1 + RESAMPLES)))


def paired(part: Part, number: int = 0) -> tuple[float, Values, Values]:
    """Return the change of one part: as observed, of its resamples, and by chance alone."""
    statistic, new, old = part.statistic, part.new, part.new if part.old is None else part.old
    drawn = draws(len(new), number)
    resampled = statistic(new[drawn]) - statistic(old[drawn])
    swapped = generator(number).random((RESAMPLES, len(new), 1)) < 0.5
    by_chance = statistic(np.where(swapped, old, new)) - statistic(np.where(swapped, new, old))
    return float(statistic(new) - statistic(old)), resampled, by_chance


def draws(count: int, number: int = 0) -> NDArray[np.int64]:
    """Return the resamples, shape `(RESAMPLES, count)`; always the same for a number."""
    return generator(number).integers(0, count, (RESAMPLES, count))


def generator(number: int = 0) -> np.random.Generator:
    """Return a source of chance, at its beginning; another one for each number."""
    return np.random.default_rng(SEED + number)


def interval(value: float, resampled: NDArray[Any]) -> Interval:
    """Return a value with the bounds of its resamples; those that have none are left out."""
    known = resampled[np.isfinite(resampled)]
    if not known.size:
        return Interval(value, float("nan"), float("nan"))
    low, high = np.percentile(known, COVERED)
    return Interval(value, float(low), float(high))
