"""Tests of a language model's request queue."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from narabot.errors import ModelUnavailableError
from narabot.llm import AnsweringModel, QueuedModel, no_model, read_reply, with_queue
from narabot.settings import Settings
from tests.scripted_model import ScriptedModel


class HeldModel(ScriptedModel):
    """A model that writes one word immediately and the rest when released."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = Event()
        self.at_once = self.most_at_once = 0

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            yield "One "
            self.let_go.wait(60)
            yield "two."
        finally:
            self.at_once -= 1


def queued(model: ScriptedModel, **values: Any) -> QueuedModel:
    settings = Settings(**values)
    return QueuedModel(model, settings, settings.llm_max_running)


def soon(is_so: Any) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


def test_only_the_allowed_number_of_requests_run_concurrently() -> None:
    model = HeldModel()
    queue = queued(model, llm_max_running=2)
    with ThreadPoolExecutor(5) as pool:
        replies = [pool.submit(read_reply, queue, "Count.") for _ in range(5)]
        soon(lambda: (queue.running, queue.waiting) == (2, 3))
        model.let_go.set()
        assert [reply.result(60) for reply in replies] == ["One two."] * 5
    assert model.most_at_once == 2
    assert (queue.running, queue.waiting) == (0, 0)


def test_full_queue_rejects_a_request_immediately() -> None:
    model = HeldModel()
    queue = queued(model, llm_max_running=1, llm_max_waiting=0)
    reply = queue.stream("Count.")
    assert next(reply) == "One "
    with pytest.raises(ModelUnavailableError, match="busy with other requests"):
        read_reply(queue, "Count.")
    model.let_go.set()
    assert "".join(reply) == "two."
    assert read_reply(queue, "Count.") == "One two."


def test_waiting_ends_at_the_answer_timeout() -> None:
    queue = queued(HeldModel(), llm_max_running=1, llm_answer_timeout_s=0.5)
    first = queue.stream("Count.")
    next(first)
    with pytest.raises(ModelUnavailableError, match="busy with other requests"):
        read_reply(queue, "Count.")
    assert queue.waiting == 0


def test_slow_answer_is_ended_at_the_timeout() -> None:
    model = HeldModel()
    queue = queued(model, llm_answer_timeout_s=0.5)
    reply = queue.stream("Count.")
    next(reply)
    time.sleep(0.6)
    with pytest.raises(ModelUnavailableError, match=r"after 0\.5 seconds") as raised:
        next(reply)
    assert (queue.running, model.at_once) == (0, 0)  # even though the error still has its traceback
    assert raised.value


def test_closing_a_reply_frees_its_slot() -> None:
    model = HeldModel()
    queue = queued(model, llm_max_running=1)
    reply = queue.stream("Count.")
    next(reply)
    reply.close()  # type: ignore[attr-defined]
    assert (queue.running, model.at_once) == (0, 0)


def test_model_error_frees_its_slot() -> None:
    queue = queued(ScriptedModel([ModelUnavailableError("It is gone."), "Here."]))
    with pytest.raises(ModelUnavailableError, match="gone"):
        read_reply(queue, "Count.")
    assert read_reply(queue, "Count.") == "Here."


def test_queue_has_the_interface_of_its_model() -> None:
    model = ScriptedModel(["Yes."])
    answering = with_queue(AnsweringModel(model, "It answers."), Settings())
    assert answering.note == "It answers."
    assert answering.model is not None
    assert answering.model.name == "scripted"
    assert answering.model.max_input_tokens == model.max_input_tokens
    assert answering.model.count_tokens("one two") == 2
    assert read_reply(answering.model, "Are you?", max_new_tokens=7) == "Yes."
    assert model.limits == [7]
    assert with_queue(no_model(), Settings()).model is None


def test_local_model_runs_one_request_at_a_time() -> None:
    model = HeldModel()
    queue = with_queue(AnsweringModel(model, "", is_local=True), Settings(llm_max_running=4)).model
    assert isinstance(queue, QueuedModel)
    with ThreadPoolExecutor(3) as pool:
        replies = [pool.submit(read_reply, queue, "Count.") for _ in range(3)]
        soon(lambda: (queue.running, queue.waiting) == (1, 2))
        model.let_go.set()
        assert [reply.result(60) for reply in replies] == ["One two."] * 3
    assert model.most_at_once == 1
