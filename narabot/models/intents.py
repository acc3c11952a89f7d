"""What a request asks to be computed, and which of its words say what: intent and slots."""

from dataclasses import dataclass
from enum import StrEnum


class Operation(StrEnum):
    """What is to be computed."""

    COUNT = "count"
    TOTAL = "total"
    GROUP = "group"
    TOP = "top"
    COMPARE = "compare"
    DAYS = "days"
    LIST = "list"
    TELL = "tell"
    NEXT = "next"
    OPEN = "open"
    COMMON = "common"
    OVERVIEW = "overview"
    NONE = "none"
    """Nothing: it is a question for the text of a record, or something else."""


OF_NUMBERS = frozenset(
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
"""Operations whose results no record states."""


class SlotKind(StrEnum):
    """What some words of a request say."""

    TOPIC = "T"
    """What titles must have."""
    RECORD = "REC"
    """One record, named or described."""
    CONTAINER = "IN"
    """What holds the records that are meant: a series, a class of files, a box, a record group."""
    CREATOR = "BY"
    SENDER = "FROM"
    RECIPIENT = "TO"
    KIND = "KIND"
    """Of a document: telegram, letter."""
    LEVEL = "LEVEL"
    TYPE = "TYPE"
    """Of materials: photographs, maps."""
    PERIOD = "WHEN"
    FACET = "FACET"
    """By what records are grouped."""
    ONLINE = "ONLINE"
    OFFLINE = "OFFLINE"
    SIZE = "NUM"
    """A bound on the documents of a folder."""
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
    """Words of a request that say something of a kind."""

    kind: SlotKind
    start: int
    end: int
    """Characters of the request."""
    is_excluded: bool = False
    """Whether what they say is not wanted."""


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
"""An operation, by what is measured, and of what end; in the order of the model's outputs."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What a request asks to be computed."""

    operation: Operation
    measure: str | None
    """By what there is most, or of what end: the second word of one of INTENTS."""
    is_least: bool
    likelihood: float
    """Of the operation, 0 to 1."""
    slots: tuple[Slot, ...]
    """In the order of the request."""

    def of(self, *kinds: SlotKind) -> list[Slot]:
        """Return the slots of some kinds that are not excluded."""
        return [one for one in self.slots if one.kind in kinds and not one.is_excluded]

    def excluded(self, *kinds: SlotKind) -> list[Slot]:
        """Return the slots of some kinds that are excluded."""
        return [one for one in self.slots if one.kind in kinds and one.is_excluded]


def named_intent(name: str, likelihood: float, slots: tuple[Slot, ...]) -> Intent:
    """Return one of INTENTS with its slots."""
    operation, *rest = name.split()
    measure = rest[0] if rest else None
    return Intent(Operation(operation), measure, rest[1:] == ["least"], likelihood, slots)
