"""Tests of write sessions: batches stay in order, and nothing is written after a failure."""

from collections.abc import Callable
from threading import Event

import pytest

from ingest.write.batch import Batch, Outcome
from ingest.write.writers import MAX_WAITING_BATCHES, SESSIONS, Writers


class Recorder:
    """Records which batches are written and finished. One batch may fail."""

    def __init__(self, failing: int | None = None) -> None:
        self.failing = failing
        self.written: list[str] = []
        self.finished = 0

    def write(self, batch: Batch) -> Outcome:
        (number,) = batch.begins
        if number == str(self.failing):
            raise ValueError(number)
        self.written.append(number)
        return Outcome()

    def finish(self, wait: Callable[[], Outcome]) -> None:
        wait()
        self.finished += 1


def batch(number: int) -> Batch:
    return Batch(begins=(str(number),))


def test_batches_of_a_shard_are_written_in_order() -> None:
    recorder = Recorder()
    with Writers(recorder.write, recorder.finish, Event()) as writers:
        for number in range(20):
            writers.write("a", batch(number))
            assert number + 1 - recorder.finished <= MAX_WAITING_BATCHES
    assert recorder.written == [str(number) for number in range(20)]
    assert recorder.finished == 20


def test_nothing_is_written_after_a_failed_batch() -> None:
    recorder = Recorder(failing=3)
    stopping = Event()
    with (
        pytest.raises(ValueError, match="3"),
        Writers(recorder.write, recorder.finish, stopping) as writers,
    ):
        for number in range(MAX_WAITING_BATCHES + 2):
            writers.write("a", batch(number))
    assert recorder.written == ["0", "1", "2"]
    assert stopping.is_set()


def test_external_error_stops_the_sessions() -> None:
    recorder = Recorder()
    begun, stopping = Event(), Event()

    def write(_: Batch) -> Outcome:
        begun.set()
        assert stopping.wait(60)
        return Outcome()

    with (
        pytest.raises(KeyboardInterrupt),
        Writers(write, recorder.finish, stopping) as writers,
    ):
        writers.write("a", batch(1))
        assert begun.wait(60)
        raise KeyboardInterrupt
    assert recorder.finished == 0


def test_shards_are_written_in_parallel_sessions() -> None:
    together = [Event() for _ in range(SESSIONS)]

    def write(one: Batch) -> Outcome:
        (number,) = one.begins
        together[int(number)].set()
        assert all(event.wait(60) for event in together)
        return Outcome()

    with Writers(write, Recorder().finish, Event()) as writers:
        for number in range(SESSIONS):
            writers.write(f"shard {number}", batch(number))


def test_empty_batches_are_not_written() -> None:
    recorder = Recorder()
    with Writers(recorder.write, recorder.finish, Event()) as writers:
        writers.write("a", Batch())
    assert recorder.written == []
