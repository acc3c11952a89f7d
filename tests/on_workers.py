"""What the workers of a Ray cluster do in tests: they import it, as they cannot import a test."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from narabot.embedding import Vectors
from narabot.errors import ModelUnavailableError
from narabot.settings import Settings
from tests.embedders import OtherModel, WordEmbedder


def open_words(_: Settings) -> WordEmbedder:
    return WordEmbedder()


@dataclass
class DoesOnce(WordEmbedder):
    """Does something in the middle of a shard, once in a run; a later process does not again."""

    flag: Path
    do: Callable[[], object]

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        if len(texts) > 1:  # a shard; the probe is one text
            once(self.flag, self.do)
        return super().embed_array(texts)


def once(flag: Path, do: Callable[[], object]) -> None:
    """Do something unless it has been done, here or elsewhere."""
    try:
        flag.touch(exist_ok=False)
    except FileExistsError:
        return
    do()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(error: Exception) -> None:
    raise error


def does_once(flag: Path, do: Callable[[], object], _: Settings) -> WordEmbedder:
    return DoesOnce(flag, do)


@dataclass
class SharpTokenizer:
    """A tokenizer that kills the process which reads the first shard, in the middle of it."""

    flag: Path
    inner: Any

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        once(self.flag, die)
        return deepcopy(self.inner)


def other_after_first(flag: Path, _: Settings) -> WordEmbedder:
    """Open one model where the job is made, and another everywhere else."""
    try:
        flag.touch(exist_ok=False)
    except FileExistsError:
        return OtherModel()
    return WordEmbedder()


class SlowEmbedder(WordEmbedder):
    """Leaves a trace of each process at work, and takes its time."""

    def __init__(self, traces: Path) -> None:
        self.traces = traces

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        (self.traces / f"{os.getppid()}").touch()
        time.sleep(0.05)
        return super().embed_array(texts)


def slowly(traces: Path, _: Settings) -> WordEmbedder:
    return SlowEmbedder(traces)


def unopened(_: Settings) -> WordEmbedder:
    raise ModelUnavailableError("no such model")


class DeadlyEmbedder(WordEmbedder):
    def embed_array(self, texts: Sequence[str]) -> Vectors:
        return super().embed_array(texts) if len(texts) == 1 else os._exit(1)


def deadly(_: Settings) -> WordEmbedder:
    return DeadlyEmbedder()
