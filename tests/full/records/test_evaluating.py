"""Complete evaluations on throwaway servers, which never use the user's folder or NEO4J_URI."""

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from narabot.chat import Chat
from narabot.cli.catalogs import IngestedCatalog
from narabot.evaluation import evaluate_folders, read_folder_tests
from narabot.evaluation.asking import check_quotes
from narabot.evaluation.evaluations import TopicOutcome
from narabot.evaluation.folders import rank_file_units
from narabot.evaluation.scores import list_score
from narabot.graph import Graph
from narabot.models import REFUSAL, Wording
from tests.commands import call
from tests.conftest import small_settings
from tests.evaluation_examples import raw_question, write_lines
from tests.records import SAMPLE, ancestor, line, raw_record
from tests.retrieval import find_passages

ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
QUESTIONS = [
    raw_question(id="right", query=ROLL, gold_naIds=[210835707], answer=["ROLL 9"]),
    raw_question(id="wrong", query=ROLL, gold_naIds=[210835707], answer=["roll 9", "roll 77"]),
    raw_question(
        id="nothing",
        query="What did the astronauts of Apollo 11 eat for breakfast?",
        gold_naIds=[],
        answer=[],
        answerable=False,
    ),
    raw_question(
        id="list",
        query="Show me photographs of the Civil War",
        **{"class": "show_records"},
        gold_naIds=[524925, 530483, 530481, 530478],
        answer=[],
    ),
    raw_question(id="long", query="kite " * 3000),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evaluation")


@pytest.fixture(scope="module")
def done(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run an evaluation with an unreachable NEO4J_URI and a separate data folder."""
    small = small_settings(folder).model_dump(include={"neo4j_heap", "neo4j_page_cache"})
    own = {
        "NARABOT_DATA_DIR": str(folder / "mine"),
        "NEO4J_URI": "bolt://127.0.0.1:9",
        "NEO4J_PASSWORD": "sesame",
        "LLM_PROVIDER": "none",
    }
    tests = write_lines(folder / "questions.jsonl", *QUESTIONS)
    command = ["evaluate", "questions", str(tests), "--data", str(SAMPLE), "--json", "out.json"]
    environment = {name.upper(): value for name, value in small.items()} | own
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        return call(environment, folder, *command)


@pytest.fixture(scope="module")
def written(done: "subprocess.CompletedProcess[str]", folder: Path) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return found


def outcome(written: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in written["outcomes"] if one["id"] == name)


def test_questions_are_scored_on_the_products_answers(written: dict[str, Any]) -> None:
    right, wrong, nothing, listed, long = (
        outcome(written, one) for one in ("right", "wrong", "nothing", "list", "long")
    )
    assert right["right"] is True
    assert 1 <= right["gold_ranks"]["210835707"] <= 5
    assert "roll 9" in right["answer"]
    assert (right["quotes"] > 0, right["bad_quotes"]) == (True, [])
    assert (wrong["right"], wrong["why"]) == (False, "lacks 'roll 77'")
    assert (nothing["right"], nothing["answer"], nothing["refused"]) == (True, REFUSAL, True)
    assert (listed["right"], listed["class"]) == (None, "show_records")
    assert 0 < listed["scores"]["listed"] <= 1
    assert (long["right"], long["class"]) == (False, None)
    assert "10,000" in long["why"]


def test_measures_match_the_stored_rankings(written: dict[str, Any]) -> None:
    listed, right = (outcome(written, one) for one in ("list", "right"))
    assert len(listed["ranking"]) > 8  # more than the number of passages that a question gets
    gold = [int(na_id) for na_id in listed["gold_ranks"]]
    assert list_score(gold, (), listed["ranking"]) == listed["scores"]["listed"]
    assert right["ranking"].index(210835707) + 1 == right["gold_ranks"]["210835707"]
    assert outcome(written, "long")["ranking"] == []


def test_table_and_result_file_agree(
    written: dict[str, Any], done: "subprocess.CompletedProcess[str]"
) -> None:
    values = {(row["group"], row["name"]): row for row in written["measures"]}
    own = values["English, own words", "answer correct"]
    assert (own["count"], own["value"]) == (3, pytest.approx(1 / 3))
    assert values["all", "verified quotations"]["value"] == 1
    assert values["unanswerable", "correctly refused"]["value"] == 1
    assert "English, own words" in done.stdout
    assert "0.333" in done.stdout


def test_result_file_has_provenance_and_no_password(written: dict[str, Any]) -> None:
    facts = written["provenance"]
    assert facts["loaded"]["rejected"] == 0
    assert facts["loaded"]["records"] >= 140
    assert len(facts["data"]["sha256"]) == len(facts["tests"]["sha256"]) == 64
    assert facts["models"]["embedding"]["dimension"] == 384
    assert "sesame" not in json.dumps(written)


def test_evaluation_cleans_up_and_leaves_users_folder_alone(
    written: dict[str, Any], folder: Path
) -> None:
    assert not (folder / "mine").exists()
    assert list(folder.glob("narabot-throwaway-*")) == []


def test_quotation_is_compared_with_the_stored_text(graph: Graph) -> None:
    graph.write("CREATE (:record:recordWithText {naId: 7, chunkId: '7-0', text: 'Kites fly.'})")
    good = {"naId": 7, "chunkId": "7-0", "start": 0, "end": 5, "quote": "Kites"}
    changes = [{}, {"start": 1}, {"naId": 8}, {"chunkId": "7-1"}, {"start": 5, "quote": ""}]
    sentences = [{"quotes": [good | change]} for change in changes]
    quoted = check_quotes(graph, [*sentences, {"quotes": []}])
    assert (quoted.sentences, quoted.sentences_quoted, quoted.quotes) == (6, 5, 5)
    assert quoted.bad == ("7-0", "7-0", "7-1", "7-0")


def test_folders_are_ranked_by_each_samples_own_items(tmp_path: Path) -> None:
    units = [raw_record(f"Folder {n}", naId=n, levelOfDescription="fileUnit") for n in (1, 2)]
    titles = {11: ("Honey bees and their keepers", 1), 12: ("Boilers of locomotives", 2)}
    items = [
        raw_record(title, naId=n, ancestors=[ancestor(unit, "fileUnit", 1, title=f"Folder {unit}")])
        for n, (title, unit) in titles.items()
    ]
    content = b"\n".join(line(raw) for raw in (*units, *items))
    (tmp_path / "records.jsonl").write_bytes(content)
    topics = [{"id": "T1", "title": "Beekeeping", "description": "Find who kept bees."}]
    for name, value in [
        ("topics", topics),
        ("qrels", {"T1": {"1": 2, "2": 1}}),
        ("samples", [[11], [12]]),
    ]:
        (tmp_path / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    seen: list[set[int]] = []

    def ranker(chat: Chat, request: str) -> Sequence[int]:
        seen.append({found.na_id for found in find_passages(chat.retriever, Wording(request), 100)})
        return rank_file_units(chat, request)

    found = evaluate_folders(
        small_settings(tmp_path), read_folder_tests(tmp_path), IngestedCatalog, print, ranker
    )
    assert seen == [{1, 2, 11}, {1, 2, 12}]
    topic = found.outcomes[0]
    assert isinstance(topic, TopicOutcome)
    assert topic.first_folders[0] == (1, 2)
    assert topic.by_sample[0] == 1
    assert topic.scores["ndcg"] == pytest.approx(sum(topic.by_sample) / 2)
    assert found.measures[0].value == topic.scores["ndcg"]
