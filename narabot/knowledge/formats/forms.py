"""The formats that EXTRACTOR_PROMPT can select, each with a prompt and a parser.

This module is pure.
"""

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
    """A reply format."""

    prompt: str
    """Name of the prompt that requests this format."""
    read: Callable[[str], Reply]
    """Returns the content of a reply. Raises InvalidReplyError."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Values of the prompt's variables, except for `text` and `fault`."""


def class_lists() -> dict[str, str]:
    """Return the names of NEREL's classes as prompt variables."""
    told = classes()
    return {
        "entity_classes": ", ".join(sorted(told.entities)),
        "relation_classes": ", ".join(sorted(told.relations)),
    }


def reply_forms() -> dict[str, ReplyForm]:
    """Return the formats, keyed by the value of EXTRACTOR_PROMPT."""
    delimiters = {"tuple_delimiter": TUPLE_DELIMITER, "record_delimiter": RECORD_DELIMITER}
    return {
        "artifacts": ReplyForm("artifacts_extractor", read_artifacts, class_lists()),
        "tuples": ReplyForm("tuples_extractor", read_tuples, {**class_lists(), **delimiters}),
        "triplets": ReplyForm("triplets_extractor", read_triplets),
        "theses": ReplyForm("theses_extractor", read_theses),
    }
