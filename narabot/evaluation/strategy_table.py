"""One table of all strategies over all collections, each compared with the first. Pure.

A collection has one main measure, whose mean over the collections is the macro mean; the others
stand beside it. Seconds and calls are those of a request.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from narabot.evaluation.evaluations import Outcome, What
from narabot.evaluation.measures import Group, Measure, in_measure, values_of
from narabot.evaluation.resampling import (
    Difference,
    Part,
    bootstrapped,
    macro_difference,
    macro_mean,
    mean,
    mean_of_kinds,
    median,
    paired_difference,
    percentile_95,
)
from narabot.evaluation.strategy_runs import Run

HEADLINES: dict[What, tuple[Measure, ...]] = {
    "questions": (
        Measure("right, lists by their share", Group.ALL, mean, ("score",)),
        Measure("answer right", Group.ANSWERABLE, mean, ("right",)),
        Measure("gold in the first 5", Group.ANSWERABLE, mean, ("found",)),
        Measure("list: gold in the first 20", Group.ALL, mean, ("listed",)),
        Measure("refused as it should be", Group.UNANSWERABLE, mean, ("right",)),
    ),
    "graph-questions": (
        Measure("right, mean of kinds", Group.ALL, mean_of_kinds, ("right", "kind")),
        Measure("wrong without saying so", Group.ALL, mean, ("said_wrong",)),
    ),
    "chat": (Measure("right, mean of kinds", Group.ALL, mean_of_kinds, ("right", "kind")),),
    "where-to-look": (Measure("nDCG@5", Group.ALL, mean, ("ndcg",)),),
    "multi-hop": tuple(
        Measure(name, group, mean, (key,))
        for group in (Group.ALL, Group.HALF_TO_CHOOSE, Group.HALF_TO_TELL)
        for key, name in (("perfect", "perfect@8"), ("recall", "Recall@5"), ("gain", "nDCG@10"))
    ),
}
"""By what is evaluated; the first is the main measure."""

COSTS = (
    Measure("seconds, median", Group.ALL, median, ("seconds",)),
    Measure("seconds, 95th percentile", Group.ALL, percentile_95, ("seconds",)),
    Measure("calls of a language model", Group.ALL, mean, ("calls",)),
)


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A measure of a strategy, and how it differs from that of the first."""

    count: int
    """Tests, or for a mean over collections these."""
    value: float
    low: float
    high: float
    change: Difference | None = None
    """`None` for the first strategy itself, and where nothing is compared."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A measure of a collection, of all strategies that have it."""

    collection: str
    group: str
    measure: str
    is_main: bool = False
    cells: dict[str, Cell]


class Lacking(msgspec.Struct, frozen=True, kw_only=True):
    """Why a strategy was not asked some collections."""

    strategy: str
    collections: tuple[str, ...]
    why: str


class StrategyTable(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    strategies: tuple[str, ...]
    collections: tuple[str, ...]
    rows: tuple[TableRow, ...]
    """Of quality, then of cost, collection by collection."""
    macro: dict[str, Cell]
    """The mean over collections of the main measures; of those that a strategy has."""
    costs: tuple[TableRow, ...]
    """Over all requests together."""
    lacking: tuple[Lacking, ...]

    @property
    def comparisons(self) -> int:
        """How many differences were tested."""
        cells = [cell for row in self.rows for cell in row.cells.values()]
        return sum(cell.change is not None for cell in [*cells, *self.macro.values()])


def strategy_table(runs: Sequence[Run]) -> StrategyTable:
    """Return the table of some runs; the strategy of the first one is what others are compared to.

    The order is that of the runs.
    """
    found = RunsByPlace(runs)
    return StrategyTable(
        strategies=found.strategies,
        collections=found.collections,
        rows=tuple(row for name in found.collections for row in collection_rows(found, name)),
        macro={name: cell for name in found.strategies if (cell := macro_cell(found, name))},
        costs=tuple(cost_row(found, measure) for measure in COSTS),
        lacking=tuple(lacking_told(runs)),
    )


class RunsByPlace:
    """Runs by collection and strategy."""

    def __init__(self, runs: Sequence[Run]) -> None:
        """Take the runs; those that came to nothing have no outcomes."""
        self.runs = runs
        self.strategies = tuple(dict.fromkeys(one.strategy for one in runs))
        self.collections = tuple(dict.fromkeys(one.collection for one in runs))

    @cached_property
    def _outcomes(self) -> dict[tuple[str, str], tuple[Outcome, ...]]:
        return {(one.collection, one.strategy): one.outcomes for one in self.runs if one.outcomes}

    @cached_property
    def _kinds(self) -> dict[str, What]:
        return {one.collection: one.what for one in self.runs}

    @property
    def first(self) -> str:
        """The strategy that others are compared with."""
        return self.strategies[0]

    def outcomes(self, collection: str, strategy: str) -> tuple[Outcome, ...]:
        """Return what came of a collection by a strategy; nothing where it was not asked."""
        return self._outcomes.get((collection, strategy), ())

    def what(self, collection: str) -> What:
        """Return what is evaluated in a collection."""
        return self._kinds[collection]

    def paired(self, collection: str, strategy: str, measure: Measure) -> Part | None:
        """Return a measure's values of the first strategy and of another, test by test."""
        if strategy == self.first:
            return None
        known = {one.id: one for one in self.outcomes(collection, self.first)}
        new = in_measure(measure, self.outcomes(collection, strategy))
        both = [(known[one.id], one) for one in new if one.id in known]
        both = [pair for pair in both if pair[0].scores.keys() >= set(measure.keys)]
        if not both:
            return None
        old, now = (values_of(measure, [pair[side] for pair in both]) for side in (0, 1))
        return Part(measure.statistic, now, old)


def collection_rows(found: RunsByPlace, collection: str) -> Iterator[TableRow]:
    """Yield the rows of a collection that any strategy has something for."""
    for number, measure in enumerate((*HEADLINES[found.what(collection)], *COSTS)):
        cells = {
            name: cell
            for name in found.strategies
            if (cell := cell_of(found, collection, name, measure))
        }
        if cells:
            yield TableRow(
                collection=collection,
                group=measure.group,
                measure=measure.name,
                is_main=number == 0,
                cells=cells,
            )


def cell_of(found: RunsByPlace, collection: str, strategy: str, measure: Measure) -> Cell | None:
    """Return a measure of a strategy, compared with the first; `None` where there is nothing."""
    taken = in_measure(measure, found.outcomes(collection, strategy))
    if not taken:
        return None
    own = bootstrapped(measure.statistic, values_of(measure, taken))
    pair = None if measure in COSTS else found.paired(collection, strategy, measure)
    change = None
    if pair is not None and pair.old is not None:
        change = paired_difference(pair.statistic, pair.old, pair.new)
    return Cell(count=len(taken), value=own.value, low=own.low, high=own.high, change=change)


def macro_cell(found: RunsByPlace, strategy: str) -> Cell | None:
    """Return the mean over collections of a strategy, compared with the first where both are."""
    main = {name: HEADLINES[found.what(name)][0] for name in found.collections}
    taken = {name: in_measure(one, found.outcomes(name, strategy)) for name, one in main.items()}
    parts = [
        Part(main[name].statistic, values_of(main[name], outcomes))
        for name, outcomes in taken.items()
        if outcomes
    ]
    if not parts:
        return None
    own = macro_mean(parts)
    pairs = [pair for name, one in main.items() if (pair := found.paired(name, strategy, one))]
    change = macro_difference(pairs) if pairs else None
    return Cell(count=len(parts), value=own.value, low=own.low, high=own.high, change=change)


def cost_row(found: RunsByPlace, measure: Measure) -> TableRow:
    """Return what a request costs by each strategy, over all collections that it was asked."""
    cells = {}
    for name in found.strategies:
        every = [one for where in found.collections for one in found.outcomes(where, name)]
        taken = in_measure(measure, every)
        if taken:
            own = bootstrapped(measure.statistic, values_of(measure, taken))
            cells[name] = Cell(count=len(taken), value=own.value, low=own.low, high=own.high)
    return TableRow(collection="all", group=measure.group, measure=measure.name, cells=cells)


def lacking_told(runs: Sequence[Run]) -> Iterator[Lacking]:
    """Yield why strategies were not asked, each reason once with its collections."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in runs:
        if one.lacking is not None:
            reasons.setdefault((one.strategy, one.lacking), []).append(one.collection)
    for (strategy, why), names in reasons.items():
        yield Lacking(strategy=strategy, collections=tuple(names), why=why)
