"""Code that a Ray cluster's workers run in tests. The workers cannot import test modules."""

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
    """An embedder that calls a function in the middle of a shard, once per run."""

    flag: Path
    do: Callable[[], object]

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        if len(texts) > 1:  # a shard, because the probe has only one text
            once(self.flag, self.do)
        return super().embed_array(texts)


def once(flag: Path, do: Callable[[], object]) -> None:
    """Call a function unless this or another process has already called it."""
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
    """A tokenizer that kills its process in the middle of the first shard."""

    flag: Path
    inner: Any

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        once(self.flag, die)
        return deepcopy(self.inner)


def other_after_first(flag: Path, _: Settings) -> WordEmbedder:
    """Open one model where the job starts, and a different model everywhere else."""
    try:
        flag.touch(exist_ok=False)
    except FileExistsError:
        return OtherModel()
    return WordEmbedder()


class SlowEmbedder(WordEmbedder):
    """A slow embedder that creates a file for each process that embeds texts."""

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
