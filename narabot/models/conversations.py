"""A reader's conversations, as they are kept."""

from dataclasses import dataclass, field
from datetime import datetime

from narabot.models.turns import Turn


@dataclass(frozen=True, slots=True)
class ConversationHeading:
    """A conversation in the list of its reader's."""

    id: str
    name: str
    changed: datetime
    """In UTC."""


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
