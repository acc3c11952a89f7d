"""Tests that old strategy names are accepted wherever a user can specify a strategy."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from narabot.api.bodies import AskBody, SearchBody
from narabot.chat.opening import Chat
from narabot.cli.strategy_comparison import strategy_names
from narabot.deprecations import warn_renamed
from narabot.evaluation.comparison import provenance_notes
from narabot.evaluation.evaluations import Outcome
from narabot.evaluation.measures import Group
from narabot.evaluation.strategy_runs import (
    ComparisonJob,
    GraphSources,
    Run,
    StrategyRuns,
    earlier_runs,
)
from narabot.models.routing import QueryType
from narabot.presentation.provenance import strategy_text
from narabot.presentation.strategy_labels import strategy_title, strategy_used
from narabot.retrieval import STRATEGIES, available_strategies, canonical_name, find_strategy
from narabot.retrieval.registry import OLD_NAMES
from narabot.routing import suitability
from tests.unit.test_rendering_records import response

OLD = pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())

GRAPH = cast("Any", SimpleNamespace(read=lambda *_, **__: [{"name": "phrase_vectors"}]))
"""A graph with a knowledge layer."""


def test_old_names_map_to_registered_strategies() -> None:
    assert OLD_NAMES.keys() & STRATEGIES.keys() == set()
    assert set(OLD_NAMES.values()) <= STRATEGIES.keys()
    assert all(canonical_name(name) == name for name in STRATEGIES)


@OLD
def test_old_name_finds_the_strategy_with_a_warning(
    old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    warn_renamed.cache_clear()
    assert find_strategy(old) is STRATEGIES[new]
    assert f"the strategy {old} was renamed to {new}." in capsys.readouterr().err
    assert find_strategy(new) is STRATEGIES[new]
    assert capsys.readouterr().err == ""


@OLD
def test_commands_requests_and_chats_accept_an_old_name(old: str, new: str) -> None:
    assert strategy_names(f"{old}+plan, {old},hybrid") == [f"{new}+plan", new, "hybrid"]
    for body in (AskBody, SearchBody):
        assert body.model_validate({"query": "x", "strategy": old}).strategy == new
    retriever = cast("Any", SimpleNamespace(graph=GRAPH))
    chat = Chat(cast("Any", None), cast("Any", None), retriever, cast("Any", None))
    assert chat.using(old).strategy == new
    assert available_strategies(GRAPH, (old, "words")) == (new, "words")


@OLD
def test_suitability_table_accepts_an_old_name(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "suitability.toml"
    file.write_text("".join(f'{name} = ["{old}", "hybrid"]\n' for name in QueryType))
    monkeypatch.setattr(suitability, "FILE", file)
    read = suitability.read_suitability.__wrapped__
    assert set(map(tuple, read().values())) == {(new, "hybrid")}


@OLD
def test_stored_response_with_an_old_name_shows_its_strategy(old: str, new: str) -> None:
    found = response(na_ids=(1,))
    stored = replace(found, trace=replace(found.trace, retrieval=old))
    assert strategy_used(stored) == new
    assert strategy_title(old) == strategy_title(new) != old
    assert strategy_text(stored.trace) == f"{strategy_title(new)} ({new})"


@OLD
def test_earlier_evaluation_continues_under_the_new_name(old: str, new: str) -> None:
    runs = tuple(
        Run(collection="asked", what="questions", strategy=name) for name in (old, f"{old}+plan")
    )
    earlier = StrategyRuns(provenance={}, collections={"asked": {}}, runs=runs)
    job = ComparisonJob((), (new,), cast("GraphSources", None), (earlier,))
    assert [one.strategy for one in earlier_runs(job).runs] == [new, f"{new}+plan"]
    assert not list(provenance_notes({"strategy": old}, {"strategy": new}))


def test_earlier_evaluation_continues_with_renamed_groups() -> None:
    halves = ("half to choose by", "half to tell of")
    outcomes = tuple(
        Outcome(id=half, query="", groups=(Group.ALL, half), scores={}) for half in halves
    )
    run = Run(collection="hops", what="multi-hop", strategy="words", outcomes=outcomes)
    earlier = StrategyRuns(provenance={}, collections={"hops": {}}, runs=(run,))
    job = ComparisonJob((), ("words",), cast("GraphSources", None), (earlier,))
    [found] = earlier_runs(job).runs
    assert [one.groups for one in found.outcomes] == [
        (Group.ALL, Group.TUNING_HALF),
        (Group.ALL, Group.REPORTING_HALF),
    ]
