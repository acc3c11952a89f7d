"""Linear probes on a message's embedding, for small talk, names, broad questions, and follow-ups.

A broad question asks which records could help, or describes what someone is looking for. A
follow-up depends on the previous turn.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TypedDict

PROBES_FILE = Path(__file__).with_name("talk.json")
"""The weights, written by `python -m training.message_probes`."""

MAX_CACHED_VECTORS = 64
"""Maximum number of cached message embeddings. All probes use the same embedding of a message."""

Embed = Callable[[str], Sequence[float]]
"""Returns a message's unit vector."""


class Probe(TypedDict):
    """The weights and bias of a linear probe."""

    weights: list[float]
    bias: float


class MessageProbes:
    """Classifies messages based on their embeddings.

    If the probes were not fitted to the encoder, no message is classified.
    """

    def __init__(self, embed: Embed, model: str) -> None:
        """Store the embedding function, and check whether the probes fit the encoder."""
        self._embed = lru_cache(maxsize=MAX_CACHED_VECTORS)(embed)
        self._is_supported = read_probes()["model"] == model

    def is_small_talk(self, message: str) -> bool:
        """Return whether a message greets, thanks, or asks about narabot, and is not a name."""
        if not self._is_supported or self._score("named", message) > 0:
            return False
        likely = self._score("help", message)
        return likely > 0 and likely >= self._score("leans", message)

    def is_broad(self, message: str) -> bool:
        """Return whether a message asks where to look, rather than for something that a record
        states.

        Such a message tells a story, names a topic, or asks which records of a kind exist.
        """
        return (
            self._is_supported
            and max(self._score(name, message) for name in ("broad", "seeks")) > 0
        )

    def depends_on_earlier(self, message: str) -> float | None:
        """Return the log odds that a message depends on an earlier one, or `None` if they are
        unknown."""
        return self._score("leans", message) if self._is_supported else None

    def _score(self, name: str, message: str) -> float:
        probe: Probe = read_probes()[name]
        vector = self._embed(message)
        return probe["bias"] + sum(a * b for a, b in zip(probe["weights"], vector, strict=True))


@cache
def read_probes() -> dict:  # type: ignore[type-arg]
    """Return the probes, keyed by name, and the `model` that the probes are fitted to."""
    return json.loads(PROBES_FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]
