"""A turn as it is kept: its JSON, compressed; a question, what came of it, how it is looked at."""

import logging
import zlib
from datetime import datetime
from typing import ClassVar

import msgspec

from narabot.conversations.shapes.parts import (
    KeptFilters,
    Shape,
    Values,
    by_field,
    by_kept_name,
)
from narabot.conversations.shapes.responses import KeptPlace, KeptResponse
from narabot.conversations.shapes.upcasting import VERSION, upcast
from narabot.models import ListOrder, ListView, Turn

logger = logging.getLogger(__name__)


class KeptView(Shape[ListView], frozen=True):
    """How a list is looked at; an order that there is no more is passed over."""

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

    def restored_values(self) -> Values:
        """Return what a view is made of."""
        order = ListOrder(self.order) if self.order in set(ListOrder) else ListOrder.RELEVANCE
        return {**super().restored_values(), "order": order}


class KeptTurn(Shape[Turn], frozen=True, kw_only=True):
    """A question, and its response or what went wrong."""

    PART = Turn
    OWN: ClassVar = frozenset({"version"})

    version: int
    id: str
    question: str
    asked: datetime
    view: KeptView
    response: KeptResponse | None = None
    problem: str | None = None
    can_retry: bool = False
    added: KeptFilters = KeptFilters()
    narrowed: KeptFilters = KeptFilters()
    removed: dict[str, str] = {}  # noqa: RUF012  # msgspec gives each its own
    is_alone: bool = False
    places: tuple[KeptPlace, ...] | str | None = None
    rating: int | None = None
    reason: str | None = None
    note: str | None = None

    @classmethod
    def kept_values(cls, part: Turn) -> Values:
        """Return what a turn is made of, with the version of its shape."""
        removed = by_kept_name(part.removed)
        return {**super().kept_values(part), "version": VERSION, "removed": removed}

    def restored_values(self) -> Values:
        """Return what a turn is made of, without filters that there are no more."""
        return {**super().restored_values(), "removed": by_field(self.removed)}


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
        logger.warning("A kept turn cannot be read", exc_info=True)
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
