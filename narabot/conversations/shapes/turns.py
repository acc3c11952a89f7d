"""The stored form of a turn, as compressed JSON: the question, the response, and the view."""

import logging
import zlib
from datetime import datetime
from typing import ClassVar

import msgspec

from narabot.conversations.shapes.parts import (
    Shape,
    StoredFilters,
    Values,
    by_field,
    by_stored_name,
)
from narabot.conversations.shapes.responses import StoredPlace, StoredResponse
from narabot.conversations.shapes.upcasting import VERSION, upcast
from narabot.models import ListOrder, ListView, Turn

logger = logging.getLogger(__name__)


class StoredView(Shape[ListView], frozen=True):
    """A view of a list. An order that no longer exists becomes the order by relevance."""

    PART = ListView

    order: str
    page: int
    columns: tuple[str, ...]
    with_nearest: bool = False
    is_grouped: bool = False
    opened: tuple[int, ...] = ()
    is_table: bool = False
    chosen: tuple[tuple[str, str], ...] = ()
    find: str = ""

    def model_values(self) -> Values:
        """Return the fields of a view."""
        order = ListOrder(self.order) if self.order in set(ListOrder) else ListOrder.RELEVANCE
        return {**super().model_values(), "order": order}


class StoredTurn(Shape[Turn], frozen=True, kw_only=True):
    """A question with its response or problem."""

    PART = Turn
    OWN: ClassVar = frozenset({"version"})

    version: int
    id: str
    question: str
    asked: datetime
    view: StoredView
    response: StoredResponse | None = None
    problem: str | None = None
    can_retry: bool = False
    added: StoredFilters = StoredFilters()
    narrowed: StoredFilters = StoredFilters()
    removed: dict[str, str] = {}  # noqa: RUF012  # msgspec gives each its own
    is_alone: bool = False
    places: tuple[StoredPlace, ...] | str | None = None
    rating: int | None = None
    reason: str | None = None
    note: str | None = None

    @classmethod
    def stored_values(cls, part: Turn) -> Values:
        """Return the fields of a turn, with the version of its shape."""
        removed = by_stored_name(part.removed)
        return {**super().stored_values(part), "version": VERSION, "removed": removed}

    def model_values(self) -> Values:
        """Return the fields of a turn, without filters that no longer exist."""
        return {**super().model_values(), "removed": by_field(self.removed)}


UNREADABLE = (
    "Another version of narabot saved this answer, and this version cannot show it. Ask again."
)


def encode_turn(turn: Turn) -> bytes:
    """Return a turn as compressed JSON."""
    return zlib.compress(msgspec.json.encode(StoredTurn.of(turn)))


def decode_turn(content: bytes, turn_id: str, question: str) -> Turn:
    """Return the turn in stored bytes. If the bytes are unreadable, return a turn with only the
    question."""
    try:
        return decode_stored_turn(content).restore()
    except (msgspec.MsgspecError, zlib.error, ValueError):
        logger.warning("A stored turn cannot be decoded", exc_info=True)
        return Turn(question, problem=UNREADABLE, can_retry=True, id=turn_id)


def decode_stored_turn(content: bytes) -> StoredTurn:
    """Return the stored form in bytes of any version up to the current version.

    Raises zlib.error, msgspec.MsgspecError, or ValueError.
    """
    raw = upcast(msgspec.json.decode(zlib.decompress(content)))
    stored = msgspec.convert(raw, StoredTurn)
    if stored.version != VERSION:
        raise ValueError("a newer version of narabot saved this turn")
    return stored
