"""What a reader needs to see materials: who holds them, in which boxes, and what stands in the way.

What a record does not state itself is that of the nearest record above that does.
"""

from dataclasses import dataclass

from narabot.models.passages import Passage, PathRecord
from narabot.models.records import Restriction


@dataclass(frozen=True, slots=True)
class ReferenceUnit:
    """A part of NARA that holds materials and shows them."""

    name: str
    address: str | None
    """With telephone and e-mail, in NARA's words; `None` where it states none."""


@dataclass(frozen=True, slots=True)
class Stated:
    """Texts that a record states, or the nearest record above it."""

    texts: tuple[str, ...]
    stated_by: PathRecord


@dataclass(frozen=True, slots=True)
class HeldRecord:
    """A record with where it is held."""

    passage: Passage
    units: tuple[ReferenceUnit, ...] = ()
    containers: Stated | None = None
    microfilm: Stated | None = None
    """Publications, each with the roll if NARA states it."""
    handling: Stated | None = None
    """How materials are to be handled, such as with gloves, or only as a copy."""
    access: Restriction | None = None
    access_note: str | None = None
    """What the same record says beside its status."""
    use: Restriction | None = None

    @property
    def record(self) -> PathRecord:
        """The record itself."""
        return self.passage.record
