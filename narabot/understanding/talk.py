"""What kind of message it is, linear in the encoder's vector: small talk, a name, broad, a turn.

A broad question asks which records could help, or tells what somebody seeks; a turn leans on the
one before it.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TypedDict

FILE = Path(__file__).with_name("talk.json")
"""The weights, by `python -m training.talk`."""

KEPT = 64
"""Vectors of messages that are kept, since every kind is told from the same one."""

Embed = Callable[[str], Sequence[float]]
"""Gives a message's unit vector."""


class Probe(TypedDict):
    """Weights of a vector's numbers, and a bias."""

    weights: list[float]
    bias: float


class Talk:
    """Tells kinds of messages apart by their vectors; with another encoder it knows none."""

    def __init__(self, embed: Embed, model: str) -> None:
        """Take what turns a message into a vector, and the encoder's name."""
        self._embed = lru_cache(maxsize=KEPT)(embed)
        self._knows = read_probes()["model"] == model

    def is_help(self, message: str) -> bool:
        """Return whether a message greets, thanks, or asks about narabot itself; not a name."""
        if not self._knows or self._score("named", message) > 0:
            return False
        likely = self._score("help", message)
        return likely > 0 and likely >= self._score("leans", message)

    def is_broad(self, message: str) -> bool:
        """Return whether a message asks where to look, and not for something that a record says.

        It tells a story or a topic, or asks which records there are of some sort.
        """
        return self._knows and max(self._score(name, message) for name in ("broad", "seeks")) > 0

    def leans(self, message: str) -> float | None:
        """Return the log odds that a message cannot be understood alone; `None` if unknown."""
        return self._score("leans", message) if self._knows else None

    def _score(self, name: str, message: str) -> float:
        probe: Probe = read_probes()[name]
        vector = self._embed(message)
        return probe["bias"] + sum(a * b for a, b in zip(probe["weights"], vector, strict=True))


@cache
def read_probes() -> dict:  # type: ignore[type-arg]
    """Return the probes by their names, and the `model` that they are fitted to."""
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]
