"""Tests of how language model calls are recorded: outcome and token counts, but no text."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from narabot.chat.planning import intent_by_model
from narabot.errors import ModelTooSlowError, ModelUnavailableError
from narabot.llm import QueuedModel, RecordedModel, mark_malformed, read_reply
from narabot.models import CallOutcome, ModelCall
from narabot.presentation.error_messages import error_text
from narabot.presentation.strings import set_page_language
from narabot.prompts import Prompt, fill_prompt
from narabot.settings import Settings
from narabot.understanding.request_class.classifier import classify_with_model
from tests.chat_server import Reply, chat_server, refuse, silence, two_words
from tests.scripted_model import ScriptedModel
from tests.unit.test_llm_server import model_at
from tests.unit.test_planning import REQUEST, RIGHT

ASKED = Prompt("weather", "Weather in $place?")


def calls(model: RecordedModel) -> list[ModelCall]:
    return [call.as_model_call() for call in model.calls]


def outcome(model: RecordedModel) -> CallOutcome:
    [call] = calls(model)
    return call.outcome


def counted(*usages: Any) -> Callable[[Reply], None]:
    """Return a script that sends two words and then token counts."""

    def script(reply: Reply) -> None:
        reply.begin()
        reply.send_piece("It ")
        reply.send_piece("snowed.")
        reply.send_piece(None, "stop")
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        for usage in usages:
            reply.send_event({**head, "choices": [], "usage": usage})
        reply.send("data: [DONE]\n\n")

    return script


TOKENS = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}


def test_token_counts_from_server_are_recorded_through_the_queue() -> None:
    with chat_server(counted(TOKENS)) as server:
        queue = QueuedModel(model_at(server.url), Settings(), 1)
        model = RecordedModel(queue)
        assert read_reply(model, fill_prompt(ASKED, place="Riga")) == "It snowed."
    assert "stream_options" not in server.requests[0].body
    [call] = calls(model)
    assert (call.prompt, call.outcome) == (ASKED.hash, CallOutcome.ANSWERED)
    assert (call.tokens_in, call.tokens_out) == (12, 3)
    assert call.ms > 0


@pytest.mark.parametrize("script", [two_words, counted(), counted(None)])
def test_token_counts_are_unknown_if_server_omits_them(script: Callable[[Reply], None]) -> None:
    with chat_server(script) as server:
        model = RecordedModel(model_at(server.url))
        read_reply(model, "Weather?")
    [call] = calls(model)
    assert (call.prompt, call.tokens_in, call.tokens_out) == ("", None, None)


def test_call_record_contains_no_text() -> None:
    model = RecordedModel(ScriptedModel(["It snowed."]))
    read_reply(model, fill_prompt(ASKED, place="Atlantis"))
    recorded = repr(calls(model))
    assert "Atlantis" not in recorded
    assert "snowed" not in recorded
    assert ASKED.hash in recorded


def test_silent_server_times_out_and_refusing_server_fails() -> None:
    with chat_server(silence) as server:
        late = RecordedModel(model_at(server.url, llm_timeout_s=0.1))
        with pytest.raises(ModelTooSlowError, match="did not respond in time"):
            read_reply(late, "Weather?")
    with chat_server(refuse(401, "no")) as server:
        failed = RecordedModel(model_at(server.url))
        with pytest.raises(ModelUnavailableError) as raised:
            read_reply(failed, "Weather?")
    assert not isinstance(raised.value, ModelTooSlowError)
    assert (outcome(late), outcome(failed)) == (CallOutcome.TIMEOUT, CallOutcome.FAILED)


def test_answer_over_the_time_limit_times_out() -> None:
    slow = QueuedModel(ScriptedModel(["One two."]), Settings(llm_answer_timeout_s=1e-9), 1)
    model = RecordedModel(slow)
    with pytest.raises(ModelTooSlowError):
        read_reply(model, "Count.")
    assert outcome(model) is CallOutcome.TIMEOUT


def test_abandoned_reply_is_answered_without_counting_reader_time() -> None:
    model = RecordedModel(ScriptedModel(["One two three."]))
    pieces = model.stream("Count.")
    next(pieces)
    time.sleep(0.2)
    pieces.close()
    [call] = calls(model)
    assert call.outcome is CallOutcome.ANSWERED
    assert call.ms < 100


def test_schema_violation_is_malformed_and_retry_is_separate_call() -> None:
    model = RecordedModel(ScriptedModel(["I count 14.", RIGHT]))
    assert intent_by_model(model, REQUEST) is not None
    assert [call.outcome for call in calls(model)] == [CallOutcome.MALFORMED, CallOutcome.ANSWERED]
    assert len({call.prompt for call in calls(model)}) == 1


def test_classification_by_a_model_is_recorded() -> None:
    model = RecordedModel(ScriptedModel(["question"]))
    classify_with_model(model, "Ledgers?")
    [call] = calls(model)
    assert len(call.prompt) == 8


def test_mark_malformed_is_harmless_without_a_recorded_call() -> None:
    mark_malformed(ScriptedModel(), "Count.")
    model = RecordedModel(ScriptedModel())
    model.mark_malformed("Count.")
    assert model.calls == []


def test_slow_model_error_is_translated() -> None:
    set_page_language(None, "ru")
    try:
        assert error_text(ModelTooSlowError("x")).startswith("Языковая модель отвечает слишком")
    finally:
        set_page_language(None)
