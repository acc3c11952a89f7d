"""Turns and conversations, and the user's view of each list."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from narabot.models.answers import Response
from narabot.models.filters import NO_FILTERS, FilterChoice, Filters, drop_filters, merge_filters
from narabot.models.passages import Passage, PlaceToLook

STOPPED = "You stopped this answer."


def new_turn_id() -> str:
    """Return an ID that is unique across all conversations."""
    return secrets.token_hex(8)


class ListOrder(StrEnum):
    """The order of a list."""

    RELEVANCE = "relevance"
    CATALOG = "catalogue"
    """Catalog order: each record comes after its parent."""
    OLDEST = "oldest"
    NEWEST = "newest"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class ListView:
    """The user's view of a list."""

    order: ListOrder = ListOrder.RELEVANCE
    page: int = 1
    with_nearest: bool = False
    """Whether the list includes records that lack some of the words.

    This matters only if other records have all of the words."""
    is_grouped: bool = False
    """Whether the list is grouped by series."""
    opened: tuple[int, ...] = ()
    """The naIds of the series that are fully expanded."""
    is_table: bool = False
    columns: tuple[str, ...] = ()
    """Names of the table columns that the user chose. If empty, the default columns are shown."""
    chosen: tuple[tuple[str, str], ...] = ()
    """Pairs of a facet key and a value key.

    For each facet, a record must have one of the chosen values.
    """
    find: str = ""
    """Words that every shown record contains."""

    @property
    def is_narrowed(self) -> bool:
        """Whether the view hides part of the list."""
        return bool(self.chosen or self.find)


@dataclass(slots=True)
class Turn:
    """A question, and its response or problem once there is one."""

    question: str
    response: Response | None = None
    problem: str | None = None
    """The sentence to show instead of a response."""
    can_retry: bool = False
    """Whether the same question may succeed later."""
    view: ListView = ListView()
    """The view of the turn's list."""
    added: Filters = NO_FILTERS
    """Filters that were set with the question. They replace the filters from the question's words.
    """
    narrowed: Filters = NO_FILTERS
    """Filters that were set in the results. They are added to the filters from the question's
    words."""
    removed: dict[str, str] = field(default_factory=dict)
    """Filters that the user removed: field → text of the filter."""
    is_alone: bool = False
    """Whether the question ignores the previous turns."""
    places: tuple[PlaceToLook, ...] | str | None = None
    """Places to look, once the user has requested them, or the reason why there are none."""
    asked: datetime = field(default_factory=lambda: datetime.now(UTC))
    """When the question was first asked."""
    rating: int | None = None
    """The user's rating of the answer: 1 is thumbs up, 0 is thumbs down."""
    reason: str | None = None
    """The reason for the rating, in the user's words."""
    note: str | None = None
    """The user's private note."""
    id: str = field(default_factory=new_turn_id)

    @property
    def is_open(self) -> bool:
        """Whether the turn has neither a response nor a problem yet."""
        return self.response is None and self.problem is None

    @property
    def state(self) -> tuple[object, ...]:
        """A value that changes whenever the turn changes.

        Two such values can be compared quickly.
        """
        return (
            self.question,
            self.response,
            self.problem,
            self.can_retry,
            self.view,
            self.added,
            self.narrowed,
            tuple(self.removed.items()),
            self.is_alone,
            self.places,
            self.rating,
            self.reason,
            self.note,
        )

    @property
    def choice(self) -> FilterChoice:
        """The filters that the user set or removed.

        If filters were set with the question, the question's words set none.
        """
        unread = Filters.__dataclass_fields__ if self.added else self.removed
        chosen = merge_filters(self.added, self.narrowed)
        return FilterChoice(drop_filters(chosen, self.removed), frozenset(unread))

    @property
    def listed(self) -> tuple[Passage, ...]:
        """The records in the list that the view covers."""
        if self.response is None:
            return ()
        return self.response.records if self.view.with_nearest else self.response.matching

    def keep_filters(self, texts: Mapping[str, str], kept: Collection[str]) -> None:
        """Ask the question again with only the kept filters."""
        self.removed = {name: text for name, text in texts.items() if name not in kept}
        self.ask_again()

    def narrow(self, filters: Filters) -> None:
        """Ask the question again with added filters. They replace filters on the same fields."""
        self.narrowed = merge_filters(self.narrowed, filters)
        self.removed = {
            name: text for name, text in self.removed.items() if name not in filters.in_force
        }
        self.ask_again()

    def reword(self, question: str) -> None:
        """Ask a new question instead. Filters and facets chosen in the old results are cleared."""
        self.question = question
        self.narrowed, self.removed = NO_FILTERS, {}
        self.is_alone = False
        self.places = None
        self.change_view(chosen=(), find="")
        self.ask_again()

    def respell(self, question: str) -> None:
        """Ask the question again with corrected spelling. The user's choices stay."""
        self.question = question
        self.places = None
        self.ask_again()

    def ask_as_follow_up(self) -> None:
        """Ask the question again as part of the conversation, so that it can be a follow-up."""
        self.is_alone = False
        self.places = None
        self.ask_again()

    def ask_alone(self) -> None:
        """Ask the question again without the previous turns.

        Filters set in the results are cleared.
        """
        self.is_alone = True
        self.narrowed = NO_FILTERS
        self.places = None
        self.ask_again()

    def stop(self) -> None:
        """Record that the user stopped the answer."""
        self.fail(STOPPED, can_retry=True)

    def ask_again(self) -> None:
        """Reset the turn so that its question can be asked again.

        The response and its rating are cleared.
        """
        self.response, self.problem, self.can_retry = None, None, False
        self.rating, self.reason = None, None
        self.change_view(opened=())

    def fail(self, problem: str, *, can_retry: bool) -> None:
        """Record a problem as the sentence that describes it."""
        self.problem, self.can_retry = problem, can_retry

    def change_view(self, **changes: Any) -> None:
        """Change the view of the list. Unless `changes` sets a page, return to the first page."""
        self.view = replace(self.view, **{"page": 1, **changes})


@dataclass(frozen=True, slots=True)
class ConversationHeading:
    """A conversation as an entry in its owner's list."""

    id: str
    name: str
    changed: datetime
    """Time of the last change, in UTC."""


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """A conversation that matches a search."""

    heading: ConversationHeading
    line: str | None
    """The line, from a question, an answer, or a note, that contains the most search words.

    `None` if only the name matches."""


@dataclass(slots=True)
class Conversation:
    """A conversation with its turns, oldest first."""

    id: str
    name: str
    turns: list[Turn] = field(default_factory=list)
    revision: int = 0
    """Number that increases with each change. Browser windows compare revisions to detect stale
    content."""

    def accept_revision(self, revision: int | None) -> None:
        """Accept the stored revision if it results from this window's own change.

        If another window has changed or deleted the conversation, the old revision stays. The next
        comparison then reloads everything.
        """
        if revision == self.revision + 1:
            self.revision = revision


@dataclass(frozen=True, slots=True)
class SharedTurn:
    """A turn as it was when its owner shared it."""

    id: str
    turn: Turn
    record_hashes: dict[int, str]
    """naId → hash of the record at the time of sharing."""
    shared: datetime
    """Time of sharing, in UTC."""
