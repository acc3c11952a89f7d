"""The content of a language model's reply about a text, in any format.

This module is pure.
"""

import re
from dataclasses import dataclass

from narabot.errors import InvalidReplyError

MAX_STRENGTH = 5.0
"""Maximum strength of a relation. Document 001 and its reference use a scale of 0 to 5."""

NOTHING = re.compile(r"none[.;]?", re.IGNORECASE)
"""Matches the word that represents an empty list in the line-based formats."""

STRENGTH = re.compile(r"\d{1,3}(?:\.\d{1,9})?")


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """A name, its class as worded in the reply, and its description."""

    name: str
    entity_class: str | None = None
    """`None` in formats without classes."""
    description: str = ""


@dataclass(frozen=True, slots=True)
class NamedRelation:
    """A relation between two names."""

    source: str
    target: str
    relation: str
    """A class, keywords, or a verb, as worded in the reply."""
    description: str
    strength: float = MAX_STRENGTH


@dataclass(frozen=True, slots=True)
class NamedThesis:
    """A complete statement and the names that it mentions."""

    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """The content of a reply."""

    entities: tuple[NamedEntity, ...] = ()
    relations: tuple[NamedRelation, ...] = ()
    theses: tuple[NamedThesis, ...] = ()


def read_strength(written: str) -> float:
    """Return a relation's strength. Raise InvalidReplyError if the text is not a number from 0 to
    5."""
    if not STRENGTH.fullmatch(written) or float(written) > MAX_STRENGTH:
        raise InvalidReplyError(f"A strength must be a number from 0 to 5, not {written[:40]!r}.")
    return float(written)
