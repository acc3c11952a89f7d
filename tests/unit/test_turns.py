"""Tests of a batch request's messages: a single question or a conversation."""

import pytest

from narabot.cli.asking import conversation_turns


@pytest.mark.parametrize(
    ("request_", "turns"),
    [
        ({"query": "Who?"}, ["Who?"]),
        ({"turns": ["Who?", "And when?"]}, ["Who?", "And when?"]),
        ({"turns": ["Who?"], "query": "What?"}, ["Who?"]),
        ({"turns": []}, []),
        ({"turns": "Who?"}, []),
        ({"turns": ["Who?", 7]}, []),
        ({"query": 7}, []),
        ({}, []),
    ],
)
def test_conversation_turns_are_read_from_a_request(
    request_: dict[str, object], turns: list[str]
) -> None:
    assert conversation_turns(request_) == turns
