"""A turn as bytes, and back: the JSON of its shape, compressed. Pure."""

import zlib

import msgspec

from narabot.conversations.shapes import VERSION, KeptTurn, upcast
from narabot.models import Turn

UNREADABLE = (
    "This answer was kept by another version of narabot and cannot be shown any more. Ask again."
)


def turn_bytes(turn: Turn) -> bytes:
    """Return a turn as compressed JSON."""
    return zlib.compress(msgspec.json.encode(KeptTurn.of(turn)))


def turn_from(content: bytes, turn_id: str, question: str) -> Turn:
    """Return the turn that some bytes hold; of bytes that cannot be read, the question alone."""
    try:
        return kept_turn(content).restored()
    except (msgspec.MsgspecError, zlib.error, ValueError):
        return Turn(question, problem=UNREADABLE, can_retry=True, id=turn_id)


def kept_turn(content: bytes) -> KeptTurn:
    """Return what some bytes hold, of any version up to ours.

    Raises zlib.error, msgspec.MsgspecError, ValueError.
    """
    raw = upcast(msgspec.json.decode(zlib.decompress(content)))
    kept = msgspec.convert(raw, KeptTurn)
    if kept.version != VERSION:
        raise ValueError("a newer version of narabot has kept this turn")
    return kept
