"""Tests of request parsing by a language model, which must follow a schema and quote requests."""

import json

import pytest

from narabot.chat.planning import intent_by_model
from narabot.models.intents import Operation, SlotKind
from tests.payloads import PAYLOADS
from tests.scripted_model import ScriptedModel

REQUEST = "How many series in record group 26 did the Lighthouse Board create, but not of 1900?"
SLOTS = [
    {"kind": "BY", "words": "the lighthouse board"},
    {"kind": "LEVEL", "words": "series"},
    {"kind": "IN", "words": "record group 26"},
    {"kind": "WHEN", "words": "of 1900", "excluded": True},
]
RIGHT = json.dumps({"intent": "count", "slots": SLOTS})


def test_slots_quote_the_request_verbatim() -> None:
    model = ScriptedModel([f"```json\n{RIGHT}\n```"])
    intent = intent_by_model(model, REQUEST)
    assert intent is not None
    assert intent.operation is Operation.COUNT
    quoted = [(one.kind, REQUEST[one.start : one.end], one.is_excluded) for one in intent.slots]
    assert quoted == [
        (SlotKind.LEVEL, "series", False),
        (SlotKind.CONTAINER, "record group 26", False),
        (SlotKind.CREATOR, "the Lighthouse Board", False),
        (SlotKind.PERIOD, "of 1900", True),
    ]
    assert REQUEST in model.prompts[0]
    assert "next after" in model.prompts[0]


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("I count 14.", "malformed"),
        ('{"intent": "delete"}', "no intent 'delete'"),
        ('{"intent": "count", "cypher": "MATCH (n) DETACH DELETE n"}', "cypher"),
        ('{"intent": "count", "slots": [{"kind": "CYPHER", "words": "series"}]}', "CYPHER"),
        ('{"intent": "count", "slots": [{"kind": "BY", "words": "the Navy"}]}', "'the Navy'"),
        ('{"intent": "count", "slots": [{"kind": "BY", "words": " "}]}', "''"),
        (
            '{"intent": "count", "slots": [{"kind": "BY", "words": "26"},'
            ' {"kind": "IN", "words": "26"}]}',
            "part of another slot",
        ),
    ],
)
def test_invalid_reply_is_retried_once_with_the_error(reply: str, fault: str) -> None:
    model = ScriptedModel([reply, RIGHT])
    assert intent_by_model(model, REQUEST) is not None
    assert fault in model.prompts[1]
    assert fault not in model.prompts[0]
    assert intent_by_model(ScriptedModel([reply, reply]), REQUEST) is None


@pytest.mark.slow
@pytest.mark.parametrize("payload", [one.text for one in PAYLOADS])
def test_hostile_request_stays_on_one_prompt_line(payload: str) -> None:
    model = ScriptedModel(['{"intent": "none"}'])
    intent = intent_by_model(model, payload)
    assert intent is not None and intent.operation is Operation.NONE
    line = " ".join(payload.split())
    assert f"Request: {line}\n" in model.prompts[0]
