"""The job and the runs for a comparison of strategies.

A run applies one strategy to one collection. A comparison reuses runs from earlier evaluations of
the same tests, so an interrupted comparison can continue.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from narabot.errors import EvaluationFileError
from narabot.evaluation.collections import Collection
from narabot.evaluation.evaluations import EvaluationKind, Outcome
from narabot.evaluation.graphs import Catalog, Facts
from narabot.evaluation.measures import Group
from narabot.retrieval import canonical_name

WITH_PLAN = "+plan"
"""Suffix that marks a strategy's name: narabot first tries to compute the answer."""

RENAMED_GROUPS = {
    "half to choose by": Group.TUNING_HALF,
    "half to tell of": Group.REPORTING_HALF,
}
"""Group name in evaluations of version 0.1.0 → current name."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """The outcomes of one strategy on one collection."""

    collection: str
    what: EvaluationKind
    strategy: str
    lacking: str | None = None
    """Reason why the run is missing or incomplete, or `None`."""
    outcomes: tuple[Outcome, ...] = ()


class StrategyRuns(msgspec.Struct, frozen=True, kw_only=True):
    """All runs with their provenance."""

    provenance: dict[str, Any]
    collections: dict[str, dict[str, Any]]
    """Name of a collection → facts that identify its tests and graph."""
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class GraphSources:
    """Existing graphs, or data to load into temporary graphs."""

    catalog: Catalog | None
    """Catalog lines to load, or `None` if `kept` is an existing graph."""
    kept: Path | None
    """Data folder of an existing graph with the catalog."""
    kept_passages: Path | None
    """Data folder of an existing graph with the multi-hop passages, or `None` to load them."""
    catalog_of: Callable[[Path], Catalog]
    """Creates a catalog from a file that belongs to the tests."""


@dataclass(frozen=True, slots=True)
class ComparisonJob:
    """The collections, strategies, and graphs to evaluate."""

    collections: tuple[Collection, ...]
    strategies: tuple[str, ...]
    """Strategies to compare. The first strategy is the baseline."""
    graphs: GraphSources
    earlier: tuple[StrategyRuns, ...] = ()


def earlier_runs(job: ComparisonJob) -> StrategyRuns:
    """Return the runs from earlier evaluations.

    Raise EvaluationFileError if the tests in a collection have changed.
    """
    known = {one.name: one.identity for one in job.collections}
    runs: dict[tuple[str, str], Run] = {}
    for old in job.earlier:
        for name, facts in old.collections.items():
            if test_identity(known.setdefault(name, facts)) != test_identity(facts):
                raise EvaluationFileError(
                    f"The tests in {name} differ from the tests in the earlier run."
                )
            known[name] = facts
        for one in old.runs:
            run = rename_run(one)
            runs.setdefault((run.collection, run.strategy), run)
    return StrategyRuns(provenance={}, collections=known, runs=tuple(runs.values()))


def rename_run(run: Run) -> Run:
    """Return a run with the current names of its strategy and groups."""
    outcomes = tuple(
        msgspec.structs.replace(
            one, groups=tuple(RENAMED_GROUPS.get(group, group) for group in one.groups)
        )
        for one in run.outcomes
    )
    return msgspec.structs.replace(run, strategy=current_name(run.strategy), outcomes=outcomes)


def current_name(strategy: str) -> str:
    """Return the current name of a strategy, with its suffix if it has one."""
    name = strategy.removesuffix(WITH_PLAN)
    return canonical_name(name) + strategy[len(name) :]


def add_run(runs: StrategyRuns, run: Run, facts: Facts) -> StrategyRuns:
    """Return the runs with one run added. The new run replaces a failed run of the same tests."""
    place = (run.collection, run.strategy)
    others = [one for one in runs.runs if (one.collection, one.strategy) != place]
    known = runs.collections | {run.collection: runs.collections[run.collection] | facts}
    return msgspec.structs.replace(runs, collections=known, runs=(*others, run))


def sort_runs(runs: StrategyRuns, job: ComparisonJob) -> StrategyRuns:
    """Return the runs in the job's order of strategies and collections. Other runs come last."""
    strategies = list(dict.fromkeys([*job.strategies, *(one.strategy for one in runs.runs)]))
    names = list(dict.fromkeys([*(one.name for one in job.collections), *runs.collections]))
    ordered = sorted(
        runs.runs,
        key=lambda one: (strategies.index(one.strategy), names.index(one.collection)),
    )
    return msgspec.structs.replace(runs, runs=tuple(ordered))


def test_identity(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts that identify a collection's tests."""
    graph_facts = {"loaded", "data", "kept"}
    return {name: value for name, value in facts.items() if name not in graph_facts}
