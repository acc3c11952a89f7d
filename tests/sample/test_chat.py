"""Answers, lists, and refusals on the sample records, with the real embedding model."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from narabot.chat import Chat, FoundRecords, Models, open_chat, respond, stream_response
from narabot.errors import InvalidQuestionError
from narabot.graph import Graph
from narabot.llm import AnsweringModel
from narabot.models import (
    FIRST_EXAMPLE_NA_ID,
    REFUSAL,
    CallOutcome,
    FilterChoice,
    RequestClass,
    Response,
)
from narabot.presentation.response_json import AskResponse
from narabot.presentation.response_text import response_text
from narabot.settings import Settings
from narabot.understanding.tokens import tokenize
from narabot.words import WORD
from tests.scripted_model import ScriptedModel

ROLL = "On which roll of microfilm is the Act for the Temporary Relief of Hamet Caramalli?"
CIVIL_WAR = "Show me photographs of the Civil War"
NOWHERE = "What did the astronauts of Apollo 11 eat for breakfast?"


@pytest.fixture(scope="module")
def chat(sample_graph: Graph, models: Models) -> Chat:
    return open_chat(Settings(), models, sample_graph)


def scripted(chat: Chat, *replies: str) -> tuple[Chat, ScriptedModel]:
    """Return a copy of the chat that uses a scripted model, and the scripted model."""
    model = ScriptedModel(list(replies))
    return replace(chat, models=replace(chat.models, answering=AnsweringModel(model, ""))), model


def stored_text(graph: Graph, chunk_id: str) -> str:
    rows = graph.read("MATCH (n:record {chunkId: $id}) RETURN n.text AS text", id=chunk_id)
    return str(rows[0]["text"])


def assert_quotes_check_out(response: Response, graph: Graph) -> None:
    assert response.answer is not None
    quotes = [quote for sentence in response.answer.sentences for quote in sentence.quotes]
    assert quotes
    for quote in quotes:
        assert stored_text(graph, quote.chunk_id)[quote.start : quote.end] == quote.quote


class CountingPattern:
    """A wrapper around the word pattern that records the scanned texts."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.texts: list[str] = []

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the matches in a text."""
        self.texts.append(text)
        return self.pattern.finditer(text)

    def findall(self, text: str) -> list[str]:
        """Return the matched strings."""
        return [match.group() for match in self.finditer(text)]


def counted_scans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects each text that narabot scans for words from now on."""
    counting = CountingPattern(WORD)
    for name, module in list(sys.modules.items()):
        if name.startswith("narabot.") and getattr(module, "WORD", None) is WORD:
            monkeypatch.setattr(module, "WORD", counting)
    tokenize.cache_clear()
    return counting.texts


def test_factual_question_is_answered_with_exact_quotations(
    chat: Chat, sample_graph: Graph
) -> None:
    response = respond(chat, ROLL)
    assert response.request_class is RequestClass.QUESTION
    assert response.answer is not None
    assert "roll 9" in response.answer.text
    assert response.answer.sentences[0].quotes[0].na_id == 210835707
    assert [one.text for one in response.answer.sentences] == [
        one.quotes[0].quote for one in response.answer.sentences
    ]
    assert_quotes_check_out(response, sample_graph)


def test_empty_list_names_the_filter_that_emptied_it(
    chat: Chat,
) -> None:
    query = "Show me records about the Civil War from the 1530s that are online"
    empty = respond(chat, query)
    assert (empty.records, empty.filters.in_force) == ((), ("years", "is_online"))
    assert list(empty.emptied_by) == ["years"]
    without = respond(chat, query, FilterChoice(removed=frozenset({"years"})))
    assert len(without.records) == empty.emptied_by["years"] > 0
    assert without.emptied_by == {}


def test_unanswerable_question_gets_the_exact_refusal(chat: Chat) -> None:
    response = respond(chat, NOWHERE)
    assert response.answer is not None
    assert response.answer.is_refused
    assert response.answer.text == REFUSAL
    assert response.records


def test_list_has_unique_records_with_full_matches_first(chat: Chat) -> None:
    response = respond(chat, CIVIL_WAR)
    assert response.request_class is RequestClass.SHOW_RECORDS
    assert response.answer is None
    numbers = [passage.na_id for passage in response.records]
    assert len(numbers) == len(set(numbers)) > 10
    assert {524925, 530483, 530481, 530478} & set(numbers[:8])
    have_all = len(response.matching)
    assert 0 < have_all < len(numbers)
    for part in (response.records[:have_all], response.records[have_all:]):
        scores = [passage.score for passage in part]
        assert scores == sorted(scores, reverse=True)


def test_stream_sends_records_before_the_answer_text(chat: Chat) -> None:
    events = list(stream_response(chat, ROLL))
    assert isinstance(events[0], FoundRecords)
    last = events[-1]
    assert isinstance(last, Response)
    assert last.answer is not None
    assert "".join(event for event in events if isinstance(event, str)) == last.answer.text


@pytest.mark.parametrize("request_", ["210835707", "naId 210835707", "Show me record 210835707."])
def test_record_is_found_by_its_na_id(chat: Chat, request_: str) -> None:
    response = respond(chat, request_)
    assert response.request_class is RequestClass.SHOW_RECORDS
    assert [passage.na_id for passage in response.passages] == [210835707]


def test_unknown_number_is_treated_as_a_normal_request(chat: Chat) -> None:
    assert len(respond(chat, "12345").passages) > 1


def test_json_response_has_the_documented_fields(chat: Chat) -> None:
    found = json.loads(json.dumps(AskResponse.of(respond(chat, ROLL), "q1").to_json()))
    assert set(found) == {
        "id",
        "query",
        "class",
        "answer",
        "refused",
        "why",
        "confidence",
        "sentences",
        "span",
        "records",
        "filters",
        "names",
        "listing",
        "didYouMean",
        "trace",
        "pipeline_trace",
    }
    assert (found["id"], found["class"], found["refused"]) == ("q1", "question", False)
    record = next(one for one in found["records"] if one["naId"] == 210835707)
    assert [(above["naId"], above["levelOfDescription"]) for above in record["path"]] == [
        (340, "recordGroup"),
        (299811, "series"),
        (210835704, "fileUnit"),
    ]
    assert {one["authorityType"] for one in record["related_authorities"]} <= {
        "geographicPlaceName",
        "organization",
        "person",
        "specificRecordsType",
        "topicalSubject",
    }
    assert record["source"] == "https://catalog.archives.gov/id/210835707"
    assert 0 <= found["confidence"] <= 1
    assert set(found["trace"]["timings_ms"]) == {"classify", "names", "plan", "retrieve", "answer"}


def test_example_record_has_no_url_in_the_json(chat: Chat) -> None:
    found = AskResponse.of(respond(chat, "Show me example records of the survey office")).to_json()
    sources = {one["naId"]: one["source"] for one in found["records"]}
    assert any(na_id >= FIRST_EXAMPLE_NA_ID for na_id in sources)
    for na_id, source in sources.items():
        assert (source is None) == (na_id >= FIRST_EXAMPLE_NA_ID)


def test_terminal_text_includes_the_hierarchy_and_link(chat: Chat) -> None:
    text = response_text(respond(chat, ROLL))
    assert "General Records of the United States Government > Enrolled Acts" in text
    assert "https://catalog.archives.gov/id/210835707" in text


def test_language_model_answers_from_the_retrieved_records(chat: Chat, sample_graph: Graph) -> None:
    with_model, model = scripted(chat, "The act for Hamet Caramalli appears on roll 9.")
    response = respond(with_model, ROLL)
    assert response.answer is not None
    assert response.answer.answerer == model.name
    assert response.answer.text == "The act for Hamet Caramalli appears on roll 9."
    assert ROLL in model.prompts[-1]
    assert "Title: " in model.prompts[-1]


def test_trace_records_model_calls_without_their_content(chat: Chat) -> None:
    with_model, model = scripted(chat, "The act for Hamet Caramalli appears on roll 9.")
    trace = respond(with_model, ROLL).trace
    assert len(trace.calls) == len(model.prompts) == 1
    [call] = trace.calls
    assert (call.prompt, call.outcome) == (trace.prompt, CallOutcome.ANSWERED)
    assert "Caramalli" not in repr(trace.calls)
    assert respond(chat, ROLL).trace.calls == ()
    again, model = scripted(chat, "question", "I read it so.", "{}", REFUSAL)
    calls = respond(again, "the act for Hamet Caramalli, roll").trace.calls
    assert len(calls) == len(model.prompts) > 0


def test_model_refusal_falls_back_to_the_extractive_answer(chat: Chat) -> None:
    with_model, _ = scripted(chat, f"  {REFUSAL.upper()} Sorry.", REFUSAL)
    assert respond(with_model, ROLL).answer == respond(chat, ROLL).answer
    unanswerable = "Who tuned the pianos of the lighthouse keepers?"
    response = respond(with_model, unanswerable)
    assert response.answer is not None
    assert response.answer.text == REFUSAL


def test_list_request_never_calls_the_answering_model(chat: Chat) -> None:
    with_model, model = scripted(chat, "show_records")
    response = respond(with_model, CIVIL_WAR)
    assert response.answer is None
    assert all(CIVIL_WAR not in prompt or "Context:" not in prompt for prompt in model.prompts)


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "\x00\x07", "\u200b" * 3])
def test_empty_question_is_rejected(chat: Chat, question: str) -> None:
    with pytest.raises(InvalidQuestionError, match="empty"):
        respond(chat, question)


def test_overly_long_question_is_rejected(chat: Chat) -> None:
    with pytest.raises(InvalidQuestionError, match="100,000 characters"):
        respond(chat, "a" * 100_000)


def test_chat_cannot_write_to_the_graph(chat: Chat) -> None:
    with pytest.raises(Exception, match=r"(?i)write"):
        chat.retriever.graph.read("CREATE (:item)")
