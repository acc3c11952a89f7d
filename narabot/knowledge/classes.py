"""The classes of entities and relations, which are defined in `classes.toml`.

This module is pure.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("classes.toml")


@dataclass(frozen=True, slots=True)
class RelationClass:
    """A class of relations, with the entity classes that such relations may connect."""

    name: str
    subjects: frozenset[str]
    """Entity classes allowed as the subject. An empty set allows all."""
    objects: frozenset[str]
    is_functional: bool
    """Whether the relation allows only one object for each subject."""

    def fits(self, subject: str, object_: str) -> bool:
        """Return whether the relation may connect entities of these two classes."""
        return (not self.subjects or subject in self.subjects) and (
            not self.objects or object_ in self.objects
        )


@dataclass(frozen=True, slots=True)
class Classes:
    """All entity and relation classes."""

    entities: frozenset[str]
    """NEREL's 29 entity classes."""
    entities_of_ours: frozenset[str]
    relations: Mapping[str, RelationClass]
    """NEREL's 49 relation classes, keyed by name."""
    relations_of_ours: Mapping[str, RelationClass]

    @property
    def all_entities(self) -> frozenset[str]:
        """NEREL's entity classes and narabot's own."""
        return self.entities | self.entities_of_ours

    @property
    def all_relations(self) -> Mapping[str, RelationClass]:
        """NEREL's relation classes and narabot's own, keyed by name."""
        return {**self.relations, **self.relations_of_ours}


@cache
def classes() -> Classes:
    """Return the classes defined in the file."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))

    def with_parts(names: list[str]) -> frozenset[str]:
        return frozenset(names).union(*(read["parts"].get(name, ()) for name in names))

    def relations(table: str) -> dict[str, RelationClass]:
        return {
            name: RelationClass(
                name,
                with_parts(told.get("subject", [])),
                with_parts(told.get("object", [])),
                told.get("is_functional", False),
            )
            for name, told in read[table].items()
        }

    return Classes(
        frozenset(read["entities"]),
        frozenset(read["entities_of_ours"]),
        relations("relations"),
        relations("relations_of_ours"),
    )
