"""What a language model's word for a class means; aliases are in `class_aliases.toml`. Pure."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from narabot.knowledge.classes import RelationClass, classes
from narabot.models.knowledge import SUBJECT

FILE = Path(__file__).with_name("class_aliases.toml")

UNCLASSED = SUBJECT
"""The class of what a text names where the form of a reply has no classes: a matter, no more."""

BETWEEN = re.compile(r"[\W_]+")


@cache
def aliases() -> Mapping[str, str]:
    """Return the class that each other word for one means."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {alias: name for name, others in read.items() for alias in others}


def class_of_entity(written: str | None) -> str | None:
    """Return NEREL's class of an entity that a word means, `None` for none of the 29."""
    if written is None:
        return UNCLASSED
    name = in_capitals(written)
    name = aliases().get(name, name)
    return name if name in classes().entities else None


def class_of_relation(written: str) -> RelationClass | None:
    """Return NEREL's class of relations that a word means, `None` for none of the 49."""
    return classes().relations.get(in_capitals(written))


def in_capitals(written: str) -> str:
    """Return words as the classes are written: `Date of birth` as `DATE_OF_BIRTH`."""
    return BETWEEN.sub("_", written).strip("_").upper()
