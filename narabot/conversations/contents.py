"""A turn as bytes, and back. Pure."""

import zlib

from pydantic import TypeAdapter, ValidationError

from narabot.models import Turn

TURN = TypeAdapter(Turn)

UNREADABLE = (
    "This answer was kept by another version of narabot and cannot be shown any more. Ask again."
)


def turn_bytes(turn: Turn) -> bytes:
    """Return a turn as compressed JSON."""
    return zlib.compress(TURN.dump_json(turn))


def turn_from(content: bytes, turn_id: str, question: str) -> Turn:
    """Return the turn that some bytes hold; of bytes that cannot be read, the question alone."""
    try:
        return TURN.validate_json(zlib.decompress(content))
    except (ValidationError, zlib.error):
        return Turn(question, problem=UNREADABLE, can_retry=True, id=turn_id)
