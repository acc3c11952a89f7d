"""A turn as it is kept: its JSON, compressed; a question, what came of it, how it is looked at."""

import zlib
from datetime import datetime

import msgspec

from narabot.conversations.shapes.parts import (
    FILTER_FIELDS,
    FILTER_NAMES,
    KeptFilters,
    Shape,
    known,
)
from narabot.conversations.shapes.passages import KeptPlace
from narabot.conversations.shapes.responses import KeptResponse
from narabot.conversations.shapes.upcasting import VERSION, upcast
from narabot.models import ListOrder, ListView, PlaceToLook, TableColumn, Turn


class KeptView(Shape, frozen=True):
    """How a list is looked at; an order or a column that there is no more is passed over."""

    order: str
    page: int
    columns: tuple[str, ...]
    with_nearest: bool = False
    is_grouped: bool = False
    opened: tuple[int, ...] = ()
    is_table: bool = False

    @classmethod
    def of(cls, view: ListView) -> "KeptView":
        """Return a view as it is kept."""
        return cls(
            order=view.order,
            columns=view.columns,
            page=view.page,
            with_nearest=view.with_nearest,
            is_grouped=view.is_grouped,
            opened=view.opened,
            is_table=view.is_table,
        )

    def restored(self) -> ListView:
        """Return the view."""
        return ListView(
            order=ListOrder(self.order) if self.order in set(ListOrder) else ListOrder.RELEVANCE,
            page=self.page,
            with_nearest=self.with_nearest,
            is_grouped=self.is_grouped,
            opened=self.opened,
            is_table=self.is_table,
            columns=tuple(TableColumn(one) for one in self.columns if one in set(TableColumn)),
        )


class KeptTurn(Shape, frozen=True, kw_only=True):
    """A question, and its response or what went wrong."""

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
    places: tuple[KeptPlace, ...] | str | None = None
    rating: int | None = None
    reason: str | None = None

    @classmethod
    def of(cls, turn: Turn) -> "KeptTurn":
        """Return a turn as it is kept."""
        return cls(
            version=VERSION,
            id=turn.id,
            question=turn.question,
            asked=turn.asked,
            view=KeptView.of(turn.view),
            response=KeptResponse.of(turn.response) if turn.response else None,
            problem=turn.problem,
            can_retry=turn.can_retry,
            added=KeptFilters.of(turn.added),
            narrowed=KeptFilters.of(turn.narrowed),
            removed={FILTER_NAMES[one]: words for one, words in turn.removed.items()},
            places=kept_places(turn.places),
            rating=turn.rating,
            reason=turn.reason,
        )

    def restored(self) -> Turn:
        """Return the turn. Raises ValueError for a record without a type."""
        return Turn(
            id=self.id,
            question=self.question,
            asked=self.asked,
            view=self.view.restored(),
            response=self.response.restored() if self.response else None,
            problem=self.problem,
            can_retry=self.can_retry,
            added=self.added.restored(),
            narrowed=self.narrowed.restored(),
            removed={FILTER_FIELDS[name]: self.removed[name] for name in known(self.removed)},
            places=restored_places(self.places),
            rating=self.rating,
            reason=self.reason,
        )


def kept_places(
    places: tuple[PlaceToLook, ...] | str | None,
) -> tuple[KeptPlace, ...] | str | None:
    """Return where to look, or why that is not known, as it is kept."""
    return tuple(KeptPlace.of(one) for one in places) if isinstance(places, tuple) else places


def restored_places(
    places: tuple[KeptPlace, ...] | str | None,
) -> tuple[PlaceToLook, ...] | str | None:
    """Return where to look, or why that is not known."""
    return tuple(one.restored() for one in places) if isinstance(places, tuple) else places


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
