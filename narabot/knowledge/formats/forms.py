"""The forms that EXTRACTOR_PROMPT chooses from: a prompt and the reader of its replies. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from narabot.knowledge.classes import classes
from narabot.knowledge.formats.artifacts import read_artifacts
from narabot.knowledge.formats.reply import Reply
from narabot.knowledge.formats.theses import read_theses
from narabot.knowledge.formats.triplets import read_triplets
from narabot.knowledge.formats.tuples import RECORD_DELIMITER, TUPLE_DELIMITER, read_tuples


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """A form of replies."""

    prompt: str
    """The name of the prompt that asks for it."""
    read: Callable[[str], Reply]
    """Returns what a reply says. Raises ReplyNotReadError."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Of the prompt's names but the text and the fault."""


def class_lists() -> dict[str, str]:
    """Return the names of NEREL's classes for a prompt."""
    told = classes()
    return {
        "entity_classes": ", ".join(sorted(told.entities)),
        "relation_classes": ", ".join(sorted(told.relations)),
    }


def reply_forms() -> dict[str, ReplyForm]:
    """Return the forms by the value of EXTRACTOR_PROMPT."""
    delimiters = {"tuple_delimiter": TUPLE_DELIMITER, "record_delimiter": RECORD_DELIMITER}
    return {
        "artifacts": ReplyForm("artifacts_extractor", read_artifacts, class_lists()),
        "tuples": ReplyForm("tuples_extractor", read_tuples, {**class_lists(), **delimiters}),
        "triplets": ReplyForm("triplets_extractor", read_triplets),
        "theses": ReplyForm("theses_extractor", read_theses),
    }
