"""`narabot evaluate strategies` on all kinds of collections, an existing graph, and new graphs."""

import json
from pathlib import Path
from typing import Any

import pytest

from narabot.chat import Models, open_chat
from narabot.errors import GraphUnavailableError
from narabot.evaluation.asking_strategies import fresh_chat
from narabot.evaluation.graphs import existing_graph_chat
from narabot.evaluation.searching import find_file_units
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.retrieval import STRATEGIES, Budget, Evidence, RegisteredStrategy, Retriever
from narabot.settings import Settings
from narabot.understanding import ParsedRequest
from tests.commands import call
from tests.evaluation_examples import raw_question, write_lines
from tests.hops import write_hops
from tests.topics import BEES, write_topics

ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
ACT = 210835707
TALK = {
    "id": "c1",
    "turns": ["Which treaty was made with Tripoli?", ROLL],
    "lang": "en",
    "kind": "followup",
    "want": "answer",
    "gold_naIds": [ACT],
    "answer": ["roll 9"],
}
NAMES = ("words+plan", "vector", "blind", "lame", "broken")


def blind(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Find nothing, whatever the request."""
    return Evidence()


def broken(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Fail during the search."""
    raise GraphUnavailableError("the wire is cut")


@pytest.fixture(scope="module")
def written(
    api_settings: Settings, sample_server: Connection, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Run the command with strategies that win, lose, are unavailable, or fail."""
    folder = tmp_path_factory.mktemp("strategies")
    tests = folder / "tests"
    (tests / "hops").mkdir(parents=True)
    write_lines(
        tests / "asked.jsonl",
        raw_question(id="roll", query=ROLL, gold_naIds=[ACT], answer=["ROLL 9"]),
    )
    write_lines(tests / "talked.jsonl", TALK)
    write_hops(tests / "hops")
    write_topics(tests / "places")
    command = [
        *("evaluate", "strategies", str(tests), "--graph", str(api_settings.narabot_data_dir)),
        *("--strategy", ",".join(NAMES), "--no-names", "--json", "out.json"),
    ]
    small = api_settings.model_dump(include={"neo4j_heap", "neo4j_page_cache"})
    own = {"NARABOT_DATA_DIR": str(folder / "mine"), "LLM_PROVIDER": "none"}
    with pytest.MonkeyPatch.context() as patch:
        for name, find in (("blind", blind), ("broken", broken)):
            patch.setitem(STRATEGIES, name, RegisteredStrategy(name, find, "something", "nothing"))
        lame = RegisteredStrategy("lame", blind, "nothing", "a leg", lambda _: "it has no leg")
        patch.setitem(STRATEGIES, "lame", lame)
        done = call({name.upper(): value for name, value in small.items()} | own, folder, *command)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return found | {"stdout": done.stdout}


def run(written: dict[str, Any], collection: str, strategy: str) -> dict[str, Any]:
    [found] = [
        one
        for one in written["runs"]
        if (one["collection"], one["strategy"]) == (collection, strategy)
    ]
    return found  # type: ignore[no-any-return]


def test_every_strategy_runs_on_every_collection(written: dict[str, Any]) -> None:
    assert [(one["collection"], one["strategy"]) for one in written["runs"]] == [
        (collection, name) for name in NAMES for collection in ("asked", "hops", "places", "talked")
    ]


def test_answers_and_conversations_are_scored_per_strategy(
    written: dict[str, Any],
) -> None:
    for collection, key in (("asked", "score"), ("talked", "right")):
        scores = {
            name: run(written, collection, name)["outcomes"][0]["scores"]
            for name in ("words+plan", "blind")
        }
        assert (scores["words+plan"][key], scores["blind"][key]) == (1, 0), collection
        assert scores["words+plan"]["seconds"] > 0
        assert scores["words+plan"]["calls"] == 0


def test_multi_hop_passages_are_loaded_and_found(written: dict[str, Any]) -> None:
    assert written["collections"]["hops"]["loaded"]["records"] == 3
    [found] = run(written, "hops", "words+plan")["outcomes"]
    assert found["scores"]["perfect"] == 1
    assert set(found["gold_ranks"].values()) == {1, 2}
    [nothing] = run(written, "hops", "blind")["outcomes"]
    assert nothing["scores"] | {"seconds": 0} == {
        **{"recall": 0, "gain": 0, "perfect": 0, "seconds": 0, "calls": 0}
    }


def test_folders_are_ranked_using_only_the_sample(written: dict[str, Any]) -> None:
    [found] = run(written, "places", "words+plan")["outcomes"]
    assert found["first_folders"][0][0] == BEES
    assert (found["scores"]["ndcg"], found["scores"]["calls"]) == (1, 0)
    [nothing] = run(written, "places", "blind")["outcomes"]
    assert nothing["scores"]["ndcg"] == 0
    assert "the wire is cut" in run(written, "places", "broken")["lacking"]


def test_unavailable_and_failing_strategies_report_the_reason(
    written: dict[str, Any],
) -> None:
    assert "it has no leg" in run(written, "asked", "lame")["lacking"]
    assert "the wire is cut" in run(written, "hops", "broken")["lacking"]
    assert "No results: lame on asked, hops, places, talked" in written["stdout"]


def test_existing_graph_is_named_and_not_reloaded(written: dict[str, Any]) -> None:
    assert "kept" in written["collections"]["asked"]
    assert "loaded" not in written["collections"]["asked"]


def test_file_units_come_from_the_records_found(
    api_settings: Settings, models: Models, sample_server: Connection
) -> None:
    with open_graph(sample_server) as graph:
        chat = open_chat(api_settings, models, graph)
        found = find_file_units(
            chat.using("words"), "Act for the Temporary Relief of Hamet Caramalli"
        )
    assert found[0] == 210835704
    assert len(found) <= 5


def test_only_the_plan_suffix_enables_computation(
    api_settings: Settings, models: Models, sample_server: Connection
) -> None:
    with open_graph(sample_server) as graph:
        chat = open_chat(api_settings, models, graph)
        found = {name: fresh_chat(chat, name) for name in ("hybrid", "hybrid+plan", "words+plan")}
        assert [one.is_computing for one in found.values()] == [False, True, True]
        assert [one.strategy for one in found.values()] == ["hybrid", "hybrid", "words"]
        assert [chat.is_computing, chat.using("words").is_computing] == [True, False]


def test_existing_graph_is_opened_from_its_folder(
    api_settings: Settings, models: Models, sample_server: Connection
) -> None:
    elsewhere = Settings(narabot_data_dir=Path("nowhere"), neo4j_uri="bolt://127.0.0.1:9")
    with existing_graph_chat(elsewhere, models, api_settings.narabot_data_dir, print) as (
        chat,
        facts,
    ):
        assert chat.retriever.graph.read("RETURN 1 AS one") == [{"one": 1}]
    assert facts["kept"]["folder"] == api_settings.narabot_data_dir.name
