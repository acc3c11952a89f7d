"""Document 001's local and global searches, on letters that name six groups of people."""

import json
from collections.abc import Iterator

import pytest

from narabot.chat import Chat, respond
from narabot.chat.global_answers import (
    MODEL_FAILED,
    OUT_OF_TIME,
    meta_answers,
    read_meta_answer,
)
from narabot.errors import ModelUnavailableError
from narabot.graph import open_graph
from narabot.models import CallOutcome, Connection
from narabot.models.communities import GlobalContext, LocalContext
from narabot.retrieval import Evidence
from narabot.retrieval.strategies.global_search import MOST_REPORTS
from tests.communities import FIRST, chat_about_letters, name_of, spoken
from tests.retrieval import find_evidence
from tests.scripted_model import ScriptedModel, with_model

NAME = name_of(2, 5)
ASKED = f"Who wrote of the lamp with {spoken(2, 5)}?"


@pytest.fixture(scope="module")
def chat(server: Connection, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chat]:
    """Yield a chat without a language model."""
    with open_graph(server) as graph:
        yield chat_about_letters(graph, tmp_path_factory.mktemp("letters"))


def evidence_of(chat: Chat, way: str, words: str = ASKED) -> Evidence:
    """Return the evidence that a strategy finds for some words."""
    return find_evidence(chat.retriever, way, words)


def test_local_search_goes_from_names_to_their_texts(chat: Chat) -> None:
    evidence = evidence_of(chat, "local")
    assert spoken(2, 5) in evidence.passages[0].text
    context = evidence.context
    assert isinstance(context, LocalContext)
    assert (context.entities[0].name, context.entities[0].entity_class) == (NAME, "PERSON")
    assert context.summaries and all(context.summaries)
    assert context.texts == tuple(one.text for one in evidence.passages)
    assert [step.name for step in evidence.steps][:4] == [
        "Finding the names in the request",
        "Finding similar names",
        "Following relations",
        "Reading reports about these names",
    ]


def test_local_prompt_lists_context_parts_and_answer_is_verified(chat: Chat) -> None:
    [first] = evidence_of(chat, "local").passages[:1]
    true = first.text.split("Scope and content: ")[1].split("\n")[0]
    model = ScriptedModel([f"{true} The governor praised the lamp."])
    response = respond(with_model(chat, model).using("local"), ASKED)
    [prompt] = model.prompts
    assert f"**Entities**\n{NAME}, PERSON" in prompt
    assert prompt.index("**Entities**") < prompt.index("**Relations**") < prompt.index("**Texts**")
    assert response.answer is not None
    assert true in response.answer.text
    assert "governor" not in response.answer.text


def test_global_search_uses_reports_and_finds_their_records(chat: Chat) -> None:
    evidence = evidence_of(chat, "global")
    context = evidence.context
    assert isinstance(context, GlobalContext)
    assert 0 < len(context.reports) == len(context.meta_answers) <= MOST_REPORTS
    assert all(0 <= one.rating <= 10 for one in context.meta_answers)
    assert evidence.passages
    assert all(one.na_id >= FIRST or one.na_id == 500 for one in evidence.passages)


def meta(rating: float, response: str = "The lamp is told of.") -> str:
    """Return a meta answer in the format that a model writes."""
    return json.dumps({"reasoning": "r", "response": response, "rating": rating})


def test_model_is_called_per_report_and_once_for_answer(chat: Chat) -> None:
    evidence = evidence_of(chat, "global")
    assert isinstance(evidence.context, GlobalContext)
    count = len(evidence.context.reports)
    replies = [meta(3, "Third."), meta(0), meta(9, "Ninth."), "no JSON", *[meta(0)] * (count - 4)]
    true = "These letters tell of harbor lights."
    model = ScriptedModel([*replies, f"{true} The governor praised them."])
    response = respond(with_model(chat, model).using("global"), ASKED)
    assert len(model.prompts) == count + 1
    assert len(response.trace.calls) == count + 1
    outcomes = [one.outcome for one in response.trace.calls]
    assert outcomes.count(CallOutcome.MALFORMED) == 1
    last = model.prompts[-1]
    assert last.index("(9/10): Ninth.") < last.index("(3/10): Third.")
    assert "(0/10)" not in last
    assert response.answer is not None
    assert "governor" not in response.answer.text


def test_no_answer_is_requested_if_all_reports_rate_zero(chat: Chat) -> None:
    evidence = evidence_of(chat, "global")
    assert isinstance(evidence.context, GlobalContext)
    model = ScriptedModel([meta(0)] * len(evidence.context.reports))
    response = respond(with_model(chat, model).using("global"), ASKED)
    assert response.answer is not None and not response.answer.is_by_model


@pytest.mark.parametrize("after", [0, 2])
def test_failing_model_gives_the_answer_without_a_model(chat: Chat, after: int) -> None:
    down = ModelUnavailableError("The server is down.")
    model = ScriptedModel([*[meta(5)] * after, down])
    response = respond(with_model(chat, model).using("global"), ASKED)
    assert len(model.prompts) == after + 1
    assert MODEL_FAILED in response.trace.limitations
    own = respond(chat.using("global"), ASKED)
    assert response.answer == own.answer
    assert MODEL_FAILED not in own.trace.limitations


def test_reply_in_a_code_fence_is_parsed() -> None:
    fenced = f"```json\n{meta(7)}\n```"
    assert read_meta_answer(fenced) == read_meta_answer(meta(7))
    assert read_meta_answer(f"Here it is: {meta(7)}") is None


def test_no_model_calls_are_made_after_the_deadline(chat: Chat) -> None:
    evidence = evidence_of(chat, "global")
    assert isinstance(evidence.context, GlobalContext)
    model = ScriptedModel([meta(9)])
    answers, lacking = meta_answers(model, ASKED, evidence.context, seconds=-1.0)
    assert (answers, lacking, model.prompts) == (evidence.context.meta_answers, OUT_OF_TIME, [])


@pytest.mark.parametrize("way", ["local", "global", "community_search"])
def test_list_request_gets_a_list_from_each_strategy(chat: Chat, way: str) -> None:
    response = respond(chat.using(way), f"Show me letters of {spoken(2, 5)}")
    assert response.answer is None
    assert response.listing is not None
    assert any(spoken(2, 5) in one.text for one in response.passages)


def test_global_search_omits_records_without_an_embedding(chat: Chat) -> None:
    graph = chat.retriever.graph
    way = "MATCH (first:record {naId: 500, chunkSeqId: 0}) "
    [row] = graph.read(way + "RETURN first.embedding AS vector")
    graph.write(way + "REMOVE first.embedding")
    try:
        evidence = evidence_of(chat, "global")
    finally:
        graph.write(way + "SET first.embedding = $vector", vector=row["vector"])
    assert evidence.passages
    assert all(one.na_id != 500 for one in evidence.passages)
