"""What a comparison of strategies is made of: what is asked, and the runs that come of it. Pure.

A run is a strategy on a collection. What an earlier evaluation has asked of the same tests stands
for it, so that one that was stopped goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from narabot.errors import EvaluationFileError
from narabot.evaluation.collections import Collection
from narabot.evaluation.evaluations import Outcome, What
from narabot.evaluation.graphs import Catalogue, Facts

WITH_PLAN = "+plan"
"""What ends the name of a strategy before which what can be computed is computed."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A strategy on a collection."""

    collection: str
    what: What
    strategy: str
    lacking: str | None = None
    """Why it was not asked, or not to the end; `None` where it was."""
    outcomes: tuple[Outcome, ...] = ()


class StrategyRuns(msgspec.Struct, frozen=True, kw_only=True):
    """All runs, and what they were made with."""

    provenance: dict[str, Any]
    collections: dict[str, dict[str, Any]]
    """By name, which tests they are and of which graph they were asked."""
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Graphs:
    """Where the graphs are, or what is to be loaded into throwaway ones."""

    catalogue: Catalogue | None
    """Lines to load; `None` where a graph with them is kept."""
    kept: Path | None
    """The data folder of a graph with the catalogue."""
    kept_passages: Path | None
    """That of one with the passages of the multi-hop questions; `None` loads them."""
    catalogue_of: Callable[[Path], Catalogue]
    """From a file that tests bring to its way into a graph."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be asked, of what and by what."""

    collections: tuple[Collection, ...]
    strategies: tuple[str, ...]
    """The others are compared with the first."""
    graphs: Graphs
    earlier: tuple[StrategyRuns, ...] = ()


def earlier_runs(order: Order) -> StrategyRuns:
    """Return what is known before anything is asked.

    Raises EvaluationFileError where a collection's tests are not those of then.
    """
    known = {one.name: one.identity for one in order.collections}
    runs: dict[tuple[str, str], Run] = {}
    for old in order.earlier:
        for name, facts in old.collections.items():
            if tests_of(known.setdefault(name, facts)) != tests_of(facts):
                raise EvaluationFileError(f"The tests of {name} are not those of the earlier run.")
            known[name] = facts
        for one in old.runs:
            runs.setdefault((one.collection, one.strategy), one)
    return StrategyRuns(provenance={}, collections=known, runs=tuple(runs.values()))


def with_run(runs: StrategyRuns, run: Run, facts: Facts) -> StrategyRuns:
    """Return the runs with one more, in place of one that came to nothing."""
    place = (run.collection, run.strategy)
    others = [one for one in runs.runs if (one.collection, one.strategy) != place]
    known = runs.collections | {run.collection: runs.collections[run.collection] | facts}
    return msgspec.structs.replace(runs, collections=known, runs=(*others, run))


def in_order(runs: StrategyRuns, order: Order) -> StrategyRuns:
    """Return the runs by strategy and collection as they were given; others behind them."""
    strategies = list(dict.fromkeys([*order.strategies, *(one.strategy for one in runs.runs)]))
    names = list(dict.fromkeys([*(one.name for one in order.collections), *runs.collections]))
    ordered = sorted(
        runs.runs,
        key=lambda one: (strategies.index(one.strategy), names.index(one.collection)),
    )
    return msgspec.structs.replace(runs, runs=tuple(ordered))


def tests_of(facts: dict[str, Any]) -> dict[str, Any]:
    """Return what of a collection's facts tells which tests they are."""
    beside = {"loaded", "data", "kept"}
    return {name: value for name, value in facts.items() if name not in beside}
