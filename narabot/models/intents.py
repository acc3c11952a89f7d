"""The computation that a request asks for: its intent, and the slots that its words fill."""

from dataclasses import dataclass
from enum import StrEnum


class Operation(StrEnum):
    """The kind of computation."""

    COUNT = "count"
    TOTAL = "total"
    GROUP = "group"
    TOP = "top"
    COMPARE = "compare"
    DAYS = "days"
    LIST = "list"
    LOOKUP = "tell"
    NEXT = "next"
    OPEN = "open"
    COMMON = "common"
    OVERVIEW = "overview"
    NONE = "none"
    """No computation: the request is about the text of a record, or about something else."""


NUMERIC_OPERATIONS = frozenset(
    {
        Operation.COUNT,
        Operation.TOTAL,
        Operation.GROUP,
        Operation.TOP,
        Operation.COMPARE,
        Operation.COMMON,
        Operation.DAYS,
    }
)
"""Operations with results that no record states."""


class SlotKind(StrEnum):
    """The meaning of words in a request."""

    TOPIC = "T"
    """Words that titles must contain."""
    RECORD = "REC"
    """One record, named or described."""
    CONTAINER = "IN"
    """The container of the requested records: a series, a class of files, a box, or a record group.
    """
    CREATOR = "BY"
    SENDER = "FROM"
    RECIPIENT = "TO"
    KIND = "KIND"
    """Kind of document, such as a telegram or a letter."""
    LEVEL = "LEVEL"
    TYPE = "TYPE"
    """Type of materials, such as photographs or maps."""
    PERIOD = "WHEN"
    FACET = "FACET"
    """The property to group records by."""
    ONLINE = "ONLINE"
    OFFLINE = "OFFLINE"
    SIZE = "NUM"
    """A bound on the number of documents in a file unit."""
    LAST_ROLE = "ROLE:last"
    FORMER_ROLE = "ROLE:former"
    ASK_CREATOR = "ASK:creator"
    ASK_PREDECESSOR = "ASK:predecessor"
    ASK_SERIES = "ASK:series"
    ASK_ROOT = "ASK:root"
    ASK_FOLDER = "ASK:folder"
    ASK_BOX = "ASK:box"
    ASK_DOCUMENTS = "ASK:documents"
    ASK_DATES = "ASK:dates"
    ASK_ESTABLISHED = "ASK:established"
    ASK_ABOLISHED = "ASK:abolished"
    ASK_OTHER_SERIES = "ASK:other_series"
    ASK_TITLE = "ASK:title"


@dataclass(frozen=True, slots=True)
class Slot:
    """A group of words that have one meaning in a request."""

    kind: SlotKind
    start: int
    end: int
    """Character offsets in the request. The end is exclusive."""
    is_excluded: bool = False
    """Whether the request excludes what the words describe."""


INTENTS = (
    "count",
    "total",
    "group",
    "top earliest",
    "top latest",
    "top documents most",
    "top documents least",
    "top records most",
    "top records least",
    "top days most",
    "top days least",
    "compare earlier",
    "compare later",
    "compare documents most",
    "compare documents least",
    "compare records most",
    "compare records least",
    "compare days most",
    "compare days least",
    "days",
    "list",
    "tell",
    "next after",
    "next before",
    "open",
    "common",
    "overview",
    "none",
)
"""Each operation with its measure and its direction, in the order of the model's outputs."""


@dataclass(frozen=True, slots=True)
class Intent:
    """The computation that a request asks for."""

    operation: Operation
    measure: str | None
    """The second word of an entry in INTENTS: the quantity to rank by, or the end of a time range.
    """
    is_least: bool
    likelihood: float
    """Probability of the operation, from 0 to 1."""
    slots: tuple[Slot, ...]
    """The slots, in the order in which their words occur in the request."""

    def of(self, *kinds: SlotKind) -> list[Slot]:
        """Return the slots of the specified kinds that are not excluded."""
        return [one for one in self.slots if one.kind in kinds and not one.is_excluded]

    def excluded(self, *kinds: SlotKind) -> list[Slot]:
        """Return the slots of the specified kinds that are excluded."""
        return [one for one in self.slots if one.kind in kinds and one.is_excluded]


def named_intent(name: str, likelihood: float, slots: tuple[Slot, ...]) -> Intent:
    """Return the intent for an entry in INTENTS, with the slots."""
    operation, *rest = name.split()
    measure = rest[0] if rest else None
    return Intent(Operation(operation), measure, rest[1:] == ["least"], likelihood, slots)
