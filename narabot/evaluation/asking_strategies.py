"""Ask every strategy every collection of tests; where one cannot be asked, say why.

The graphs are opened once each, and all strategies are asked of them.
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
from narabot.evaluation.asking import asked, graph_asked
from narabot.evaluation.collections import Collection
from narabot.evaluation.conversing import chat_asked
from narabot.evaluation.counted_model import counting_calls
from narabot.evaluation.evaluations import Outcome
from narabot.evaluation.folders import FolderTests, Timed, timed_ranking, topic_outcomes
from narabot.evaluation.graphs import (
    Facts,
    chat_of_lines,
    kept_chat,
    loaded_chat,
    sampled_chats,
)
from narabot.evaluation.multi_hop import HopTests
from narabot.evaluation.questions import TestFile
from narabot.evaluation.run import begun, counted
from narabot.evaluation.searching import folders_found, hop_asked
from narabot.evaluation.strategy_runs import (
    WITH_PLAN,
    Graphs,
    Order,
    Run,
    StrategyRuns,
    earlier_runs,
    in_order,
    with_run,
)
from narabot.retrieval import opened
from narabot.retrieval.operators.by_id import read_records
from narabot.settings import Settings

WARM_UP = 3
"""Tests that are asked before the time is taken: no strategy pays for a cold database."""


@dataclass(frozen=True, slots=True)
class Asking:
    """What all runs share."""

    settings: Settings
    models: Models
    strategies: tuple[str, ...]
    graphs: Graphs
    report: Report
    done: frozenset[tuple[str, str]]
    """Collections and strategies that were asked before."""

    def wanted(self, collection: str) -> list[str]:
        """Return the strategies that a collection is still to be asked by."""
        return [one for one in self.strategies if (collection, one) not in self.done]


def run_strategies(
    settings: Settings,
    order: Order,
    report: Report,
    so_far: Callable[[StrategyRuns], object] = lambda _: None,
) -> StrategyRuns:
    """Return what comes of all tests by all strategies, with what is known from earlier.

    After each run `so_far` is told of all there are. Raises NarabotError; EvaluationFileError for
    tests of a catalogue where there is none, and for tests that are not those of then.
    """
    runs = earlier_runs(order)
    done = frozenset((one.collection, one.strategy) for one in runs.runs if one.outcomes)
    check_catalogue(order, done)
    models = counting_calls(open_models(settings))
    asking = Asking(settings, models, order.strategies, order.graphs, report, done)
    before = [old.provenance for old in order.earlier]
    runs = msgspec.structs.replace(runs, provenance=begun(settings, models) | {"earlier": before})
    for run, facts in runs_of(asking, order.collections):
        runs = with_run(runs, run, facts)
        so_far(runs)
    return in_order(runs, order)


def check_catalogue(order: Order, done: frozenset[tuple[str, str]]) -> None:
    """Raise EvaluationFileError for tests of a catalogue where there is none."""
    is_needed = any(
        isinstance(one.tests, TestFile) and (one.name, strategy) not in done
        for one in order.collections
        for strategy in order.strategies
    )
    if is_needed and order.graphs.catalogue is None and order.graphs.kept is None:
        raise EvaluationFileError(
            "These tests are asked of a catalogue: give its lines, or the folder of a graph."
        )


def runs_of(asking: Asking, collections: Sequence[Collection]) -> Iterator[tuple[Run, Facts]]:
    """Yield each run with what its graph holds; the collections of one graph follow each other."""
    open_ones = [one for one in collections if asking.wanted(one.name)]
    worded = [one for one in open_ones if isinstance(one.tests, TestFile)]
    if worded:
        with catalogue_chat(asking) as (chat, facts):
            for one in worded:
                for strategy in asking.wanted(one.name):
                    yield asked_run(chat, one, strategy), facts
    for one in open_ones:
        match one.tests:
            case HopTests() as tests:
                with passages_chat(asking, tests) as (chat, facts):
                    for strategy in asking.wanted(one.name):
                        yield asked_run(chat, one, strategy), facts
            case FolderTests() as tests:
                yield from ((run, {}) for run in folder_runs(asking, one.name, tests))


def catalogue_chat(asking: Asking) -> AbstractContextManager[tuple[Chat, Facts]]:
    """Return what opens a chat over the catalogue."""
    graphs = asking.graphs
    if graphs.kept is not None:
        return kept_chat(asking.settings, asking.models, graphs.kept, asking.report)
    assert graphs.catalogue is not None  # noqa: S101  # `run_strategies` has looked
    return loaded_chat(asking.settings, asking.models, graphs.catalogue, asking.report)


def passages_chat(asking: Asking, tests: HopTests) -> AbstractContextManager[tuple[Chat, Facts]]:
    """Return what opens a chat over the passages of multi-hop questions."""
    graphs = asking.graphs
    if graphs.kept_passages is not None:
        return kept_chat(asking.settings, asking.models, graphs.kept_passages, asking.report)
    lines, catalogue_of = tests.record_lines(), graphs.catalogue_of
    return chat_of_lines(asking.settings, asking.models, lines, catalogue_of, asking.report)


def asked_run(chat: Chat, collection: Collection, strategy: str) -> Run:
    """Return what comes of a collection by a strategy; where that is not to be had, why."""
    run = partial(Run, collection=collection.name, what=collection.what, strategy=strategy)
    if (why := lacking(chat, strategy)) is not None:
        return run(lacking=why)
    entries, ask = asking_of(chat, collection)
    try:
        for entry in entries[:WARM_UP]:
            ask(fresh(chat, strategy), entry)
        ours = fresh(chat, strategy)
        outcomes = [
            counted(ours, partial(ask, ours, entry))
            for entry in tqdm(entries, f"{collection.name} {strategy}", disable=None)
        ]
    except NarabotError as error:
        return run(lacking=f"it failed: {error}")
    return run(outcomes=tuple(outcomes))


def lacking(chat: Chat, strategy: str) -> str | None:
    """Return why a chat's graph cannot be looked at by a strategy, `None` where it can."""
    try:
        opened(strategy.removesuffix(WITH_PLAN), chat.retriever)
    except StrategyError as error:
        return str(error)
    return None


def fresh(chat: Chat, strategy: str) -> Chat:
    """Return a chat by a strategy that has nothing kept of what others searched.

    It computes nothing before it looks but where the strategy's name says so.
    """
    ours = open_chat(chat.settings, chat.models, chat.retriever.graph)
    ours = replace(ours, computes=strategy.endswith(WITH_PLAN))
    return ours.using(strategy.removesuffix(WITH_PLAN))


def asking_of(
    chat: Chat, collection: Collection
) -> tuple[Sequence[Any], Callable[[Chat, Any], Outcome]]:
    """Return the tests of a collection, and how one is asked."""
    tests = collection.tests
    if isinstance(tests, HopTests):
        gold = known_gold(chat, tests)
        return tests.questions.entries, lambda ours, one: hop_asked(ours, one, gold[one.id])
    if not isinstance(tests, TestFile):
        raise AssertionError("folders are asked of samples, not of one graph")
    entries: Sequence[Any] = tests.entries
    if collection.what == "chat":
        kinds = list(dict.fromkeys(one.kind for one in entries))
        return entries, partial(chat_asked, kinds=kinds)
    return entries, asked if collection.what == "questions" else graph_asked


def known_gold(chat: Chat, tests: HopTests) -> dict[str, tuple[int, ...]]:
    """Return the naIds that each question needs.

    Raises EvaluationFileError if the graph has other records under these numbers.
    """
    gold = {one.id: tests.gold(one) for one in tests.questions.entries}
    wanted = {
        na_id: title
        for one in tests.questions.entries
        for na_id, title in zip(gold[one.id], one.gold_titles, strict=True)
    }
    there = read_records(chat.retriever.graph, list(wanted))
    if {one.na_id: one.record.name for one in there} != wanted:
        raise EvaluationFileError(f"The graph does not hold the passages of {tests.folder}.")
    return gold


def folder_runs(asking: Asking, name: str, tests: FolderTests) -> Iterator[Run]:
    """Yield what comes of topics by each strategy, each sample in a graph of nothing else."""
    strategies = asking.wanted(name)
    ranked: dict[str, list[list[Timed]]] = {one: [] for one in strategies}
    missing: dict[str, str] = {}
    for chat in sampled_chats(
        asking.settings, asking.models, tests, asking.graphs.catalogue_of, asking.report
    ):
        for strategy in strategies:
            if strategy not in missing:
                try:
                    ranked[strategy].append(topics_ranked(fresh(chat, strategy), tests))
                except NarabotError as error:
                    missing[strategy] = str(error)
    for strategy in strategies:
        run = partial(Run, collection=name, what="where-to-look", strategy=strategy)
        if strategy in missing:
            yield run(lacking=missing[strategy])
        else:
            yield run(outcomes=tuple(topic_outcomes(tests, ranked[strategy])))


def topics_ranked(chat: Chat, tests: FolderTests) -> list[Timed]:
    """Return the folders of each topic by the chat's strategy."""
    return [timed_ranking(chat, topic.request, folders_found) for topic in tests.topics]
