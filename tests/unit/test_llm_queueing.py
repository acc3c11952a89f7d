"""Tests of the request queue of a language model."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from narabot.errors import ModelUnavailableError
from narabot.llm import AnsweringModel, QueuedModel, no_model, read_reply, with_queue
from narabot.settings import Settings
from tests.scripted import ScriptedModel


class HeldModel(ScriptedModel):
    """A model that writes one word at once and the rest when released."""

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


def test_so_many_write_at_once_and_the_others_wait() -> None:
    model = HeldModel()
    queue = queued(model, llm_max_running=2)
    with ThreadPoolExecutor(5) as pool:
        replies = [pool.submit(read_reply, queue, "Count.") for _ in range(5)]
        soon(lambda: (queue.running, queue.waiting) == (2, 3))
        model.let_go.set()
        assert [reply.result(60) for reply in replies] == ["One two."] * 5
    assert model.most_at_once == 2
    assert (queue.running, queue.waiting) == (0, 0)


def test_who_would_wait_behind_too_many_is_told_at_once() -> None:
    model = HeldModel()
    queue = queued(model, llm_max_running=1, llm_max_waiting=0)
    reply = queue.stream("Count.")
    assert next(reply) == "One "
    with pytest.raises(ModelUnavailableError, match="busy with other requests"):
        read_reply(queue, "Count.")
    model.let_go.set()
    assert "".join(reply) == "two."
    assert read_reply(queue, "Count.") == "One two."


def test_nobody_waits_longer_than_an_answer_may_take() -> None:
    queue = queued(HeldModel(), llm_max_running=1, llm_answer_timeout_s=0.5)
    first = queue.stream("Count.")
    next(first)
    with pytest.raises(ModelUnavailableError, match="busy with other requests"):
        read_reply(queue, "Count.")
    assert queue.waiting == 0


def test_an_answer_that_takes_too_long_is_ended() -> None:
    model = HeldModel()
    queue = queued(model, llm_answer_timeout_s=0.5)
    reply = queue.stream("Count.")
    next(reply)
    time.sleep(0.6)
    with pytest.raises(ModelUnavailableError, match=r"after 0\.5 seconds") as kept:
        next(reply)
    assert (queue.running, model.at_once) == (0, 0)  # although the error holds its traceback
    assert kept.value


def test_a_reader_who_leaves_makes_place() -> None:
    model = HeldModel()
    queue = queued(model, llm_max_running=1)
    reply = queue.stream("Count.")
    next(reply)
    reply.close()  # type: ignore[attr-defined]
    assert (queue.running, model.at_once) == (0, 0)


def test_a_fault_of_the_model_makes_place() -> None:
    queue = queued(ScriptedModel([ModelUnavailableError("It is gone."), "Here."]))
    with pytest.raises(ModelUnavailableError, match="gone"):
        read_reply(queue, "Count.")
    assert read_reply(queue, "Count.") == "Here."


def test_the_queue_is_the_model_to_all_others() -> None:
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


def test_a_model_of_this_process_has_one_place() -> None:
    model = HeldModel()
    queue = with_queue(AnsweringModel(model, "", is_local=True), Settings(llm_max_running=4)).model
    assert isinstance(queue, QueuedModel)
    with ThreadPoolExecutor(3) as pool:
        replies = [pool.submit(read_reply, queue, "Count.") for _ in range(3)]
        soon(lambda: (queue.running, queue.waiting) == (1, 2))
        model.let_go.set()
        assert [reply.result(60) for reply in replies] == ["One two."] * 3
    assert model.most_at_once == 1
