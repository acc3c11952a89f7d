"""Tests of the strategy registry, the strategy files, and the query from the seed document."""

from pathlib import Path

import pytest
from pydantic import ValidationError

import narabot.retrieval.strategies
from narabot.api.bodies import AskBody, SearchBody
from narabot.api.problems import validation_faults
from narabot.errors import StrategyError
from narabot.graph import load_query
from narabot.models import Chunk
from narabot.retrieval import DEFAULT_STRATEGY, STRATEGIES, Budget, Steps, find_strategy
from narabot.retrieval.strategies.document import window
from tests.shared import needs_shared, seed_retrieval_query

FOLDER = Path(narabot.retrieval.strategies.__file__).parent


FILES = sorted(file for file in FOLDER.glob("*.py") if file.stem != "__init__")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_strategy_file_is_short(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 120


def test_every_strategy_has_file_description_and_requirements() -> None:
    files = {file.stem for file in FOLDER.glob("*.py")} - {"__init__"}
    bases = {name.partition(":")[0] for name, one in STRATEGIES.items() if not one.router}
    assert {"global_search" if base == "global" else base for base in bases} == files
    assert all(
        one.description and one.needs and name == one.name for name, one in STRATEGIES.items()
    )
    assert DEFAULT_STRATEGY == "hybrid"


def test_unknown_strategy_error_lists_available_strategies() -> None:
    with pytest.raises(StrategyError, match=r"'magic'.*hybrid, vector, words, doc"):
        find_strategy("magic")


@pytest.mark.parametrize("body", [AskBody, SearchBody])
def test_request_with_unknown_strategy_lists_available_strategies(
    body: type[AskBody | SearchBody],
) -> None:
    assert body.model_validate({"query": "x"}).strategy == DEFAULT_STRATEGY
    assert body.model_validate({"query": "x", "strategy": "words"}).strategy == "words"
    with pytest.raises(ValidationError, match=r"unknown strategy; .*hybrid, vector, words, doc"):
        body.model_validate({"query": "x", "strategy": "magic"})


def test_message_about_an_unknown_strategy_is_not_cut() -> None:
    with pytest.raises(ValidationError) as raised:
        AskBody.model_validate({"query": "x", "strategy": "magic"})
    assert validation_faults(raised.value.errors()).endswith(f", {list(STRATEGIES)[-1]}")


@needs_shared
def test_document_query_matches_the_seed_verbatim() -> None:
    lines = str(load_query("narabot", "document_retrieval")).splitlines()
    own = [line for line in lines if not line.startswith("//")]
    assert own == seed_retrieval_query().strip("\n").splitlines()


CHUNKS = tuple(Chunk(f"7-{number}", text) for number, text in enumerate("abcab"))


@pytest.mark.parametrize(
    ("text", "places"),
    [("a\nb", [0, 1]), ("b\nc\na", [1, 2, 3]), ("c", [2]), ("nowhere", [0])],
)
def test_window_finds_the_chunks_of_a_text(text: str, places: list[int]) -> None:
    assert list(window(CHUNKS, text)) == [CHUNKS[place] for place in places]


def test_step_records_how_many_results_it_found() -> None:
    steps = Steps()
    assert steps.take("Counting", lambda: [1, 2]) == [1, 2]
    assert steps.take("Thinking", lambda: 42) == 42
    assert [(step.name, step.found) for step in steps.taken] == [
        ("Counting", 2),
        ("Thinking", None),
    ]
    assert all(step.ms >= 0 for step in steps.taken)


def test_larger_budget_requests_more_chunks() -> None:
    assert (Budget(8).chunks, Budget(300).chunks) == (200, 600)
