"""What a language model's reply says of a text, in whatever form. Pure."""

import re
from dataclasses import dataclass

from narabot.errors import ReplyNotReadError

MOST_STRENGTH = 5.0
"""Of a relation, as document 001 and its reference count it: 0 to 5."""

NOTHING = re.compile(r"none[.;]?", re.IGNORECASE)
"""What stands for an empty list in the forms of lines."""

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


def read_strength(written: str) -> float:
    """Return a relation's strength. Raises ReplyNotReadError for what is no number up to 5."""
    if not STRENGTH.fullmatch(written) or float(written) > MOST_STRENGTH:
        raise ReplyNotReadError(f"A strength is a number from 0 to 5, not {written[:40]!r}.")
    return float(written)
