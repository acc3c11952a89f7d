"""Tests of finding names in requests with a language model and one retry after an invalid reply."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from narabot.errors import ModelUnavailableError
from narabot.llm import LanguageModel, open_language_model
from narabot.retrieval.operators.query_parser import MOST_ENTITIES, ParsedQuery, parse_query
from narabot.settings import Settings
from tests.chat_server import ChatServer, Reply, chat_server, refuse
from tests.payloads import PAYLOADS, Payload
from tests.scripted_model import ScriptedModel

REQUEST = "What did Captain Ruth Vane's crew write to the Lighthouse Board about the fog signal?"
RIGHT = json.dumps({"entities": ["Ruth Vane", "lighthouse  board", "Ruth Vane"]})
NAMES = ("Ruth Vane", "lighthouse board")


@contextmanager
def served(*replies: str | Callable[[Reply], None]) -> Iterator[tuple[LanguageModel, ChatServer]]:
    """Yield a language model and the local server that sends its replies in this order."""
    left = iter(replies)

    def script(reply: Reply) -> None:
        one = next(left)
        if callable(one):
            one(reply)
            return
        reply.begin()
        reply.send_piece(one)
        reply.complete()

    with chat_server(script) as server:
        values = {"llm_provider": "openai-compatible", "llm_base_url": server.url, "llm_model": "m"}
        model = open_language_model(Settings.model_validate(values), retries=0).model
        assert model is not None
        yield model, server


def test_parsing_without_a_model_makes_no_call() -> None:
    assert parse_query(None, REQUEST) == ParsedQuery()


def test_model_finds_names_with_one_call() -> None:
    with served(RIGHT) as (model, server):
        assert parse_query(model, REQUEST) == ParsedQuery(NAMES, 1)
    assert len(server.requests) == 1
    assert REQUEST in json.dumps(server.requests[0].body)


def test_request_may_have_no_names() -> None:
    with served('{"entities": []}') as (model, _):
        parsed = parse_query(model, "When was it?")
    assert (parsed.entities, len(parsed)) == ((), 0)


FAULTS = [
    ("Ruth Vane and the Board", "malformed"),
    (RIGHT[:-3], "truncated"),
    ('{"names": ["Ruth Vane"]}', "names"),
    ('{"entities": ["Ruth Vane"], "cypher": "MATCH (n) DETACH DELETE n"}', "cypher"),
    ('{"entities": ["Ruth Vane", 7]}', "int"),
    ('{"entities": ["Helen Grey"]}', "'Helen Grey' is not in the request"),
    ('{"entities": ["Ruth Van"]}', "'Ruth Van' is not in the request"),
    ('{"entities": [" "]}', "' ' is not in the request"),
    ('{"entities": ["Управление маяков"]}', "is not in the request"),
    (json.dumps({"entities": ["Ruth"] * (MOST_ENTITIES + 1)}), f"more than {MOST_ENTITIES}"),
    ("", "truncated"),
]


@pytest.mark.parametrize(("reply", "fault"), FAULTS)
def test_invalid_reply_is_retried_once_with_the_error(reply: str, fault: str) -> None:
    model = ScriptedModel([reply, RIGHT])
    assert parse_query(model, REQUEST) == ParsedQuery(NAMES, 2)
    assert fault in model.prompts[1]
    assert "refused" not in model.prompts[0]
    twice = parse_query(ScriptedModel([reply, reply]), REQUEST)
    assert (twice.entities, twice.calls) == (None, 2)
    assert "did not return a valid list" in twice.unread[0]


@pytest.mark.parametrize("fenced", [f"```json\n{RIGHT}\n```", f"<think>Who?</think>\n{RIGHT}"])
def test_text_around_the_json_object_is_ignored(fenced: str) -> None:
    assert parse_query(ScriptedModel([fenced]), REQUEST) == ParsedQuery(NAMES, 1)


def test_server_failure_is_reported() -> None:
    for replies, calls in (([refuse(500, "out")], 1), ([FAULTS[0][0], refuse(429, "busy")], 2)):
        with served(*replies) as (model, server):
            parsed = parse_query(model, REQUEST)
        assert (parsed.entities, parsed.calls) == (None, calls)
        assert "did not reply" in parsed.unread[0]
        assert len(server.requests) == calls
    late = parse_query(ScriptedModel([ModelUnavailableError("too slow")]), REQUEST)
    assert (late.entities, late.calls) == (None, 1)


@pytest.mark.parametrize("payload", PAYLOADS[:20])
def test_hostile_request_stays_on_one_prompt_line(payload: Payload) -> None:
    model = ScriptedModel(['{"entities": []}'])
    parse_query(model, payload.text)
    request_lines = [one for one in model.prompts[0].splitlines() if one.startswith("Request: ")]
    assert request_lines[-1] == f"Request: {' '.join(payload.text.split())}"
    assert model.prompts[0].splitlines()[-1] == "JSON:"
