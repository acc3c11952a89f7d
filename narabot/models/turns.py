"""A turn of a conversation, how its reader looks at it, and conversations as they are kept."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from narabot.models.answers import Response
from narabot.models.filters import EVERYTHING, FilterChoice, Filters, joined, without
from narabot.models.passages import Passage, PlaceToLook

STOPPED = "You stopped this answer."


def new_turn_id() -> str:
    """Return an id that no other turn of any conversation has."""
    return secrets.token_hex(8)


class ListOrder(StrEnum):
    """In which order a list stands."""

    RELEVANCE = "relevance"
    CATALOGUE = "catalogue"
    """As the records are arranged: each below what it is kept in."""
    OLDEST = "oldest"
    NEWEST = "newest"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class ListView:
    """How a reader looks at a list."""

    order: ListOrder = ListOrder.RELEVANCE
    page: int = 1
    with_nearest: bool = False
    """With the records that lack some of the words, if any has them all."""
    is_grouped: bool = False
    """By series."""
    opened: tuple[int, ...] = ()
    """Series, by naId, that are shown whole."""
    is_table: bool = False
    columns: tuple[str, ...] = ()
    """Names of the table's columns that the reader chose; without any, the usual ones."""
    chosen: tuple[tuple[str, str], ...] = ()
    """Facets with a value each, by their keys: of one facet one value is enough."""
    find: str = ""
    """Words that each record has that is shown."""

    @property
    def is_narrowed(self) -> bool:
        """Whether only some of the list is shown."""
        return bool(self.chosen or self.find)


@dataclass(slots=True)
class Turn:
    """A question, and once it is known, its response or what went wrong."""

    question: str
    response: Response | None = None
    problem: str | None = None
    """The sentence to show instead of a response."""
    can_retry: bool = False
    """Whether the same question may fare better later."""
    view: ListView = ListView()
    """How its list is looked at."""
    added: Filters = EVERYTHING
    """Filters that were chosen with the question, in the place of its words."""
    narrowed: Filters = EVERYTHING
    """Filters that were chosen in what was found, beside its words."""
    removed: dict[str, str] = field(default_factory=dict)
    """Filters that the reader took away, in words, by their fields."""
    is_alone: bool = False
    """Whether it is asked by itself, whatever was asked before it."""
    places: tuple[PlaceToLook, ...] | str | None = None
    """Where to look, once it was asked for; or why that is not known."""
    asked: datetime = field(default_factory=lambda: datetime.now(UTC))
    """When it was first asked."""
    rating: int | None = None
    """What the reader thinks of the answer: 1 is a thumb up, 0 a thumb down."""
    reason: str | None = None
    """Why, in the reader's words."""
    note: str | None = None
    """What the reader has written down about it, for no one else."""
    id: str = field(default_factory=new_turn_id)

    @property
    def is_open(self) -> bool:
        """Whether nothing has come of the question yet."""
        return self.response is None and self.problem is None

    @property
    def state(self) -> tuple[object, ...]:
        """What tells whether the turn has changed: equal if it has not, and fast to compare."""
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
        """What the reader chose beside the words; where that is all, these are not read."""
        unread = Filters.__dataclass_fields__ if self.added else self.removed
        chosen = joined(self.added, self.narrowed)
        return FilterChoice(without(chosen, self.removed), frozenset(unread))

    @property
    def listed(self) -> tuple[Passage, ...]:
        """The records of its list that the reader looks at."""
        if self.response is None:
            return ()
        return self.response.records if self.view.with_nearest else self.response.matching

    def keep_filters(self, texts: Mapping[str, str], kept: Collection[str]) -> None:
        """Ask again within only those of the filters that are kept."""
        self.removed = {name: text for name, text in texts.items() if name not in kept}
        self.ask_again()

    def narrow(self, filters: Filters) -> None:
        """Ask again within filters too, in the place of others of the same fields."""
        self.narrowed = joined(self.narrowed, filters)
        self.removed = {
            name: text for name, text in self.removed.items() if name not in filters.in_force
        }
        self.ask_again()

    def reword(self, question: str) -> None:
        """Ask in other words; what the reader chose in what the first words found is forgotten."""
        self.question = question
        self.narrowed, self.removed = EVERYTHING, {}
        self.is_alone = False
        self.places = None
        self.change_view(chosen=(), find="")
        self.ask_again()

    def respell(self, question: str) -> None:
        """Ask again with some words spelled otherwise; what the reader chose stays."""
        self.question = question
        self.places = None
        self.ask_again()

    def ask_in_turn(self) -> None:
        """Ask again, with what was asked before if it leans on that."""
        self.is_alone = False
        self.places = None
        self.ask_again()

    def ask_alone(self) -> None:
        """Ask again without what was asked before, nor what was chosen in what that found."""
        self.is_alone = True
        self.narrowed = EVERYTHING
        self.places = None
        self.ask_again()

    def stop(self) -> None:
        """Keep that the reader did not wait for the end of the answer."""
        self.fail(STOPPED, can_retry=True)

    def ask_again(self) -> None:
        """Let the question be asked again, and what came of it be forgotten."""
        self.response, self.problem, self.can_retry = None, None, False
        self.rating, self.reason = None, None
        self.change_view(opened=())

    def fail(self, problem: str, *, can_retry: bool) -> None:
        """Keep the sentence that says what went wrong."""
        self.problem, self.can_retry = problem, can_retry

    def change_view(self, **changes: Any) -> None:
        """Look at the list in another way, from its first page if no other is named."""
        self.view = replace(self.view, **{"page": 1, **changes})


@dataclass(frozen=True, slots=True)
class ConversationHeading:
    """A conversation in the list of its reader's."""

    id: str
    name: str
    changed: datetime
    """In UTC."""


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """A conversation that has the words of a search."""

    heading: ConversationHeading
    line: str | None
    """Of a question, an answer or a note, that has most of them; `None` if only its name has."""


@dataclass(slots=True)
class Conversation:
    """A conversation with its turns, oldest first."""

    id: str
    name: str
    turns: list[Turn] = field(default_factory=list)
    revision: int = 0
    """Grows with each change, so that two windows can tell whether they show the same."""

    def follow(self, revision: int | None) -> None:
        """Take over the revision that a change of ours has led to.

        Where another window has changed or deleted it, ours stays, so that all is read again.
        """
        if revision == self.revision + 1:
            self.revision = revision


@dataclass(frozen=True, slots=True)
class SharedTurn:
    """One turn as it was when its reader shared it."""

    id: str
    turn: Turn
    record_hashes: dict[int, str]
    """The hash of each of its records at that time, by naId."""
    shared: datetime
    """In UTC."""
