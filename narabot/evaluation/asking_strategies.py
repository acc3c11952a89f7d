"""Run every test collection with every strategy.

If a strategy is unavailable, the reason is recorded. Each graph is opened once for all strategies.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
from tqdm import tqdm

from narabot.chat import Chat, Models, open_chat, open_models
from narabot.database import Report
from narabot.errors import EvaluationFileError, NarabotError, StrategyError
from narabot.evaluation.asking import ask_graph_question, ask_question
from narabot.evaluation.collections import Collection
from narabot.evaluation.conversing import ask_conversation
from narabot.evaluation.counting_model import count_calls
from narabot.evaluation.evaluations import Outcome
from narabot.evaluation.folders import FolderTests, TimedRanking, timed_ranking, topic_outcomes
from narabot.evaluation.graphs import (
    Facts,
    catalog_chat,
    chat_of_lines,
    existing_graph_chat,
    sample_chats,
)
from narabot.evaluation.multi_hop import HopTests
from narabot.evaluation.questions import TestFile
from narabot.evaluation.run import start_provenance, with_call_count
from narabot.evaluation.searching import ask_hop_question, find_file_units
from narabot.evaluation.strategy_runs import (
    WITH_PLAN,
    ComparisonJob,
    GraphSources,
    Run,
    StrategyRuns,
    add_run,
    earlier_runs,
    sort_runs,
)
from narabot.retrieval import open_strategy
from narabot.retrieval.operators.by_id import read_records
from narabot.settings import Settings

WARM_UP_TESTS = 3
"""Number of untimed tests before each run, so that every strategy starts with a warm database."""


@dataclass(frozen=True, slots=True)
class StrategyContext:
    """Data that all runs share."""

    settings: Settings
    models: Models
    strategies: tuple[str, ...]
    graphs: GraphSources
    report: Report
    done: frozenset[tuple[str, str]]
    """Pairs of a collection and a strategy with results from an earlier run."""

    def wanted(self, collection: str) -> list[str]:
        """Return the strategies that have no results for a collection yet."""
        return [one for one in self.strategies if (collection, one) not in self.done]


def run_strategies(
    settings: Settings,
    job: ComparisonJob,
    report: Report,
    so_far: Callable[[StrategyRuns], object] = lambda _: None,
) -> StrategyRuns:
    """Return the runs of all tests with all strategies, including results from earlier runs.

    After each run, call `so_far` with all runs so far. Raise NarabotError, or EvaluationFileError
    if tests need a missing catalog or differ from the earlier tests.
    """
    runs = earlier_runs(job)
    done = frozenset((one.collection, one.strategy) for one in runs.runs if one.outcomes)
    check_catalog(job, done)
    models = count_calls(open_models(settings))
    context = StrategyContext(settings, models, job.strategies, job.graphs, report, done)
    before = [old.provenance for old in job.earlier]
    runs = msgspec.structs.replace(
        runs, provenance=start_provenance(settings, models) | {"earlier": before}
    )
    for run, facts in iterate_runs(context, job.collections):
        runs = add_run(runs, run, facts)
        so_far(runs)
    return sort_runs(runs, job)


def check_catalog(job: ComparisonJob, done: frozenset[tuple[str, str]]) -> None:
    """Raise EvaluationFileError if tests need a catalog and there is none."""
    is_needed = any(
        isinstance(one.tests, TestFile) and (one.name, strategy) not in done
        for one in job.collections
        for strategy in job.strategies
    )
    if is_needed and job.graphs.catalog is None and job.graphs.kept is None:
        raise EvaluationFileError(
            "These tests need a catalog. Supply its lines (--data) or a graph folder (--graph)."
        )


def iterate_runs(
    context: StrategyContext, collections: Sequence[Collection]
) -> Iterator[tuple[Run, Facts]]:
    """Yield each run with facts about its graph. Collections that share a graph are consecutive."""
    pending = [one for one in collections if context.wanted(one.name)]
    catalog_tests = [one for one in pending if isinstance(one.tests, TestFile)]
    if catalog_tests:
        with configured_catalog_chat(context) as (chat, facts):
            for one in catalog_tests:
                for strategy in context.wanted(one.name):
                    yield run_strategy(chat, one, strategy), facts
    for one in pending:
        match one.tests:
            case HopTests() as tests:
                with passages_chat(context, tests) as (chat, facts):
                    for strategy in context.wanted(one.name):
                        yield run_strategy(chat, one, strategy), facts
            case FolderTests() as tests:
                yield from ((run, {}) for run in folder_runs(context, one.name, tests))


def configured_catalog_chat(context: StrategyContext) -> AbstractContextManager[tuple[Chat, Facts]]:
    """Return a context manager for a chat about the catalog."""
    graphs = context.graphs
    if graphs.kept is not None:
        return existing_graph_chat(context.settings, context.models, graphs.kept, context.report)
    assert graphs.catalog is not None  # noqa: S101  # checked in `run_strategies`
    return catalog_chat(context.settings, context.models, graphs.catalog, context.report)


def passages_chat(
    context: StrategyContext, tests: HopTests
) -> AbstractContextManager[tuple[Chat, Facts]]:
    """Return a context manager for a chat about the passages of multi-hop questions."""
    graphs = context.graphs
    if graphs.kept_passages is not None:
        return existing_graph_chat(
            context.settings, context.models, graphs.kept_passages, context.report
        )
    lines, catalog_of = tests.record_lines(), graphs.catalog_of
    return chat_of_lines(context.settings, context.models, lines, catalog_of, context.report)


def run_strategy(chat: Chat, collection: Collection, strategy: str) -> Run:
    """Run a strategy on a collection, and return the outcomes or the reason for a failure."""
    run = partial(Run, collection=collection.name, what=collection.what, strategy=strategy)
    if (why := unavailable_reason(chat, strategy)) is not None:
        return run(lacking=why)
    entries, ask = tests_and_function(chat, collection)
    try:
        for entry in entries[:WARM_UP_TESTS]:
            ask(fresh_chat(chat, strategy), entry)
        own_chat = fresh_chat(chat, strategy)
        outcomes = [
            with_call_count(own_chat, partial(ask, own_chat, entry))
            for entry in tqdm(entries, f"{collection.name} {strategy}", disable=None)
        ]
    except NarabotError as error:
        return run(lacking=f"it failed: {error}")
    return run(outcomes=tuple(outcomes))


def unavailable_reason(chat: Chat, strategy: str) -> str | None:
    """Return the reason why a strategy is unavailable, or `None`."""
    try:
        open_strategy(strategy.removesuffix(WITH_PLAN), chat.retriever)
    except StrategyError as error:
        return str(error)
    return None


def fresh_chat(chat: Chat, strategy: str) -> Chat:
    """Return a chat for a strategy, with an empty cache.

    The chat computes answers only if the strategy's name ends in `+plan`.
    """
    own_chat = open_chat(chat.settings, chat.models, chat.retriever.graph)
    own_chat = replace(own_chat, computes=strategy.endswith(WITH_PLAN))
    return own_chat.using(strategy.removesuffix(WITH_PLAN))


def tests_and_function(
    chat: Chat, collection: Collection
) -> tuple[Sequence[Any], Callable[[Chat, Any], Outcome]]:
    """Return a collection's tests and the function that runs one test."""
    tests = collection.tests
    if isinstance(tests, HopTests):
        gold = check_gold(chat, tests)
        return tests.questions.entries, lambda own_chat, one: ask_hop_question(
            own_chat, one, gold[one.id]
        )
    if not isinstance(tests, TestFile):
        raise AssertionError("tests of file units use samples, not one graph")
    entries: Sequence[Any] = tests.entries
    if collection.what == "chat":
        kinds = list(dict.fromkeys(one.kind for one in entries))
        return entries, partial(ask_conversation, kinds=kinds)
    return entries, ask_question if collection.what == "questions" else ask_graph_question


def check_gold(chat: Chat, tests: HopTests) -> dict[str, tuple[int, ...]]:
    """Return a mapping from question ID to the naIds of the required records.

    Raise EvaluationFileError if the graph has different records with these naIds.
    """
    gold = {one.id: tests.gold(one) for one in tests.questions.entries}
    wanted = {
        na_id: title
        for one in tests.questions.entries
        for na_id, title in zip(gold[one.id], one.gold_titles, strict=True)
    }
    stored = read_records(chat.retriever.graph, list(wanted))
    if {one.na_id: one.record.name for one in stored} != wanted:
        raise EvaluationFileError(f"The graph does not contain the passages of {tests.folder}.")
    return gold


def folder_runs(context: StrategyContext, name: str, tests: FolderTests) -> Iterator[Run]:
    """Yield each strategy's run on the topics. Each sample has its own graph."""
    strategies = context.wanted(name)
    ranked: dict[str, list[list[TimedRanking]]] = {one: [] for one in strategies}
    missing: dict[str, str] = {}
    for chat in sample_chats(
        context.settings, context.models, tests, context.graphs.catalog_of, context.report
    ):
        for strategy in strategies:
            if strategy not in missing:
                try:
                    ranked[strategy].append(rank_topics(fresh_chat(chat, strategy), tests))
                except NarabotError as error:
                    missing[strategy] = str(error)
    for strategy in strategies:
        run = partial(Run, collection=name, what="where-to-look", strategy=strategy)
        if strategy in missing:
            yield run(lacking=missing[strategy])
        else:
            yield run(outcomes=tuple(topic_outcomes(tests, ranked[strategy])))


def rank_topics(chat: Chat, tests: FolderTests) -> list[TimedRanking]:
    """Return the ranking of file units for each topic."""
    return [timed_ranking(chat, topic.request, find_file_units) for topic in tests.topics]
