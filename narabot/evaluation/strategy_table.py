"""One table of all strategies and collections, with the first strategy as the baseline.

Each collection has one main measure. The macro mean is the mean of the main measures over
collections. Times are in seconds per request, and model calls are counted per request.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from narabot.evaluation.evaluations import EvaluationKind, Outcome
from narabot.evaluation.measures import Group, Measure, in_measure, values_of
from narabot.evaluation.resampling import (
    Difference,
    Part,
    bootstrap,
    macro_difference,
    macro_mean,
    mean,
    mean_of_kinds,
    median,
    paired_difference,
    percentile_95,
)
from narabot.evaluation.strategy_runs import Run

HEADLINES: dict[EvaluationKind, tuple[Measure, ...]] = {
    "questions": (
        Measure("correct, lists by share", Group.ALL, mean, ("score",)),
        Measure("answer correct", Group.ANSWERABLE, mean, ("right",)),
        Measure("gold in top 5", Group.ANSWERABLE, mean, ("found",)),
        Measure("list: gold in top 20", Group.ALL, mean, ("listed",)),
        Measure("correctly refused", Group.UNANSWERABLE, mean, ("right",)),
    ),
    "graph-questions": (
        Measure("correct, mean of kinds", Group.ALL, mean_of_kinds, ("right", "kind")),
        Measure("wrong but not refused", Group.ALL, mean, ("said_wrong",)),
    ),
    "chat": (Measure("correct, mean of kinds", Group.ALL, mean_of_kinds, ("right", "kind")),),
    "where-to-look": (Measure("nDCG@5", Group.ALL, mean, ("ndcg",)),),
    "multi-hop": tuple(
        Measure(name, group, mean, (key,))
        for group in (Group.ALL, Group.TUNING_HALF, Group.REPORTING_HALF)
        for key, name in (("perfect", "perfect@8"), ("recall", "Recall@5"), ("gain", "nDCG@10"))
    ),
}
"""Kind of evaluation → measures. The first measure is the main measure."""

COSTS = (
    Measure("seconds, median", Group.ALL, median, ("seconds",)),
    Measure("seconds, 95th percentile", Group.ALL, percentile_95, ("seconds",)),
    Measure("language model calls", Group.ALL, mean, ("calls",)),
)


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A strategy's value for a measure, and its difference from the baseline."""

    count: int
    """Number of tests, or number of collections for a macro mean."""
    value: float
    low: float
    high: float
    change: Difference | None = None
    """`None` for the baseline, or if there is no comparison."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One measure on one collection, with a cell for each strategy that has results."""

    collection: str
    group: str
    measure: str
    is_main: bool = False
    cells: dict[str, Cell]


class Unavailable(msgspec.Struct, frozen=True, kw_only=True):
    """The reason why a strategy has no results for some collections."""

    strategy: str
    collections: tuple[str, ...]
    why: str


class StrategyTable(msgspec.Struct, frozen=True, kw_only=True):
    """The complete comparison table."""

    strategies: tuple[str, ...]
    collections: tuple[str, ...]
    rows: tuple[TableRow, ...]
    """For each collection, the quality measures and then the cost measures."""
    macro: dict[str, Cell]
    """Strategy → macro mean over the collections for which the strategy has results."""
    costs: tuple[TableRow, ...]
    """Cost measures over all requests."""
    lacking: tuple[Unavailable, ...]

    @property
    def comparisons(self) -> int:
        """The number of differences that were tested for significance."""
        cells = [cell for row in self.rows for cell in row.cells.values()]
        return sum(cell.change is not None for cell in [*cells, *self.macro.values()])


def strategy_table(runs: Sequence[Run]) -> StrategyTable:
    """Return a table of runs in the supplied order. The first run's strategy is the baseline."""
    found = RunIndex(runs)
    return StrategyTable(
        strategies=found.strategies,
        collections=found.collections,
        rows=tuple(row for name in found.collections for row in collection_rows(found, name)),
        macro={name: cell for name in found.strategies if (cell := macro_cell(found, name))},
        costs=tuple(cost_row(found, measure) for measure in COSTS),
        lacking=tuple(unavailable_strategies(runs)),
    )


class RunIndex:
    """An index of runs, keyed by collection and strategy."""

    def __init__(self, runs: Sequence[Run]) -> None:
        """Index the runs. Failed runs have no outcomes."""
        self.runs = runs
        self.strategies = tuple(dict.fromkeys(one.strategy for one in runs))
        self.collections = tuple(dict.fromkeys(one.collection for one in runs))

    @cached_property
    def _outcomes(self) -> dict[tuple[str, str], tuple[Outcome, ...]]:
        return {(one.collection, one.strategy): one.outcomes for one in self.runs if one.outcomes}

    @cached_property
    def _kinds(self) -> dict[str, EvaluationKind]:
        return {one.collection: one.what for one in self.runs}

    @property
    def first(self) -> str:
        """The baseline strategy."""
        return self.strategies[0]

    def outcomes(self, collection: str, strategy: str) -> tuple[Outcome, ...]:
        """Return a strategy's outcomes on a collection, or an empty tuple."""
        return self._outcomes.get((collection, strategy), ())

    def what(self, collection: str) -> EvaluationKind:
        """Return the kind of a collection's tests."""
        return self._kinds[collection]

    def paired(self, collection: str, strategy: str, measure: Measure) -> Part | None:
        """Return a measure's paired values for the baseline and a different strategy, or `None`."""
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


def collection_rows(found: RunIndex, collection: str) -> Iterator[TableRow]:
    """Yield a collection's rows. Omit rows without a value for any strategy."""
    for number, measure in enumerate((*HEADLINES[found.what(collection)], *COSTS)):
        cells = {
            name: cell
            for name in found.strategies
            if (cell := strategy_cell(found, collection, name, measure))
        }
        if cells:
            yield TableRow(
                collection=collection,
                group=measure.group,
                measure=measure.name,
                is_main=number == 0,
                cells=cells,
            )


def strategy_cell(found: RunIndex, collection: str, strategy: str, measure: Measure) -> Cell | None:
    """Return a strategy's value for a measure, compared with the baseline, or `None`."""
    taken = in_measure(measure, found.outcomes(collection, strategy))
    if not taken:
        return None
    own = bootstrap(measure.statistic, values_of(measure, taken))
    pair = None if measure in COSTS else found.paired(collection, strategy, measure)
    change = None
    if pair is not None and pair.old is not None:
        change = paired_difference(pair.statistic, pair.old, pair.new)
    return Cell(count=len(taken), value=own.value, low=own.low, high=own.high, change=change)


def macro_cell(found: RunIndex, strategy: str) -> Cell | None:
    """Return a strategy's macro mean, compared with the baseline.

    The comparison covers the collections for which both strategies have results.
    """
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


def cost_row(found: RunIndex, measure: Measure) -> TableRow:
    """Return each strategy's cost per request over all collections."""
    cells = {}
    for name in found.strategies:
        every = [one for where in found.collections for one in found.outcomes(where, name)]
        taken = in_measure(measure, every)
        if taken:
            own = bootstrap(measure.statistic, values_of(measure, taken))
            cells[name] = Cell(count=len(taken), value=own.value, low=own.low, high=own.high)
    return TableRow(collection="all", group=measure.group, measure=measure.name, cells=cells)


def unavailable_strategies(runs: Sequence[Run]) -> Iterator[Unavailable]:
    """Yield each reason for missing results once, with the affected collections."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in runs:
        if one.lacking is not None:
            reasons.setdefault((one.strategy, one.lacking), []).append(one.collection)
    for (strategy, why), names in reasons.items():
        yield Unavailable(strategy=strategy, collections=tuple(names), why=why)
