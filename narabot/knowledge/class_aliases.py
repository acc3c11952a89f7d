"""Map a language model's class names to NEREL's classes.

Aliases are in `class_aliases.toml`. This module is pure.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from narabot.knowledge.classes import RelationClass, classes
from narabot.models.knowledge import SUBJECT

FILE = Path(__file__).with_name("class_aliases.toml")

UNCLASSED = SUBJECT
"""The class for entities in reply formats without classes. Such entities are only topics."""

SEPARATOR = re.compile(r"[\W_]+")


@cache
def aliases() -> Mapping[str, str]:
    """Return the class for each alias."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {alias: name for name, others in read.items() for alias in others}


def class_of_entity(written: str | None) -> str | None:
    """Return the NEREL entity class that a word denotes, or `None` if there is no such class."""
    if written is None:
        return UNCLASSED
    name = class_identifier(written)
    name = aliases().get(name, name)
    return name if name in classes().entities else None


def class_of_relation(written: str) -> RelationClass | None:
    """Return the NEREL relation class that a word denotes, or `None` if there is no such class."""
    return classes().relations.get(class_identifier(written))


def class_identifier(written: str) -> str:
    """Return a phrase in the form of a class name: `Date of birth` becomes `DATE_OF_BIRTH`."""
    return SEPARATOR.sub("_", written).strip("_").upper()
