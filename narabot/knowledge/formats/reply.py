"""What a language model's reply says of a text, in whatever form; and what is no part of the form.

Pure. A reply is the form and nothing else: one `<think>` block may stand before it, one fence
around it. Words before or behind it, a second fence, or a thought without an end are malformed.
"""

import re
from dataclasses import dataclass

from narabot.errors import ReplyNotReadError

LONGEST_REPLY = 40_000
"""Characters; what goes on for longer is no reply about one chunk."""

MOST_STRENGTH = 5.0
"""Of a relation, as document 001 and its reference count it: 0 to 5."""

NOTHING = re.compile(r"none[.;]?", re.IGNORECASE)
"""What stands for an empty list in the forms of lines."""

THOUGHT = re.compile(r"\s*<think>.*?</think>", re.DOTALL)
FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n(?P<body>.*)```", re.DOTALL)
STRENGTH = re.compile(r"\d{1,3}(?:\.\d{1,9})?")


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """A name, its class in the reply's words, what is said of it."""

    name: str
    entity_class: str | None = None
    """`None` in forms that have no classes."""
    description: str = ""


@dataclass(frozen=True, slots=True)
class NamedRelation:
    """What is said of two names."""

    source: str
    target: str
    relation: str
    """A class, keywords or a verb: a reply's own words."""
    description: str
    strength: float = MOST_STRENGTH


@dataclass(frozen=True, slots=True)
class NamedThesis:
    """A whole thought and the names in it."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """All that a reply says."""

    entities: tuple[NamedEntity, ...] = ()
    relations: tuple[NamedRelation, ...] = ()
    theses: tuple[NamedThesis, ...] = ()


def plain_reply(reply: str) -> str:
    """Return a reply without the thought before it and the fence around it.

    Raises ReplyNotReadError for one that is empty, too long, or has more of them.
    """
    if len(reply) > LONGEST_REPLY:
        raise ReplyNotReadError(f"It is longer than {LONGEST_REPLY:,} characters.")
    thought = THOUGHT.match(reply)
    text = (reply[thought.end() :] if thought else reply).strip()
    if text.startswith("<think>"):
        raise ReplyNotReadError("Its thought has no end.")
    fenced = FENCE.fullmatch(text)
    text = fenced["body"].strip() if fenced else text
    if "```" in text:
        raise ReplyNotReadError("Something stands beside the fence.")
    if not text:
        raise ReplyNotReadError("It is empty.")
    return text


def read_strength(written: str) -> float:
    """Return a relation's strength. Raises ReplyNotReadError for what is no number up to 5."""
    if not STRENGTH.fullmatch(written) or float(written) > MOST_STRENGTH:
        raise ReplyNotReadError(f"A strength is a number from 0 to 5, not {written[:40]!r}.")
    return float(written)
