"""Where things stand in NARA's bucket; its names are in `shared/design/data-model.md`. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.errors import SettingsError

RECORD_GROUPS = "descriptions/record-groups/"
COLLECTIONS = "descriptions/collections/"
COLLECTION = "coll_"
"""How a collection's folder begins."""

AUTHORITIES = "authority-records/"
DESCRIPTIONS = "descriptions/"

IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9 &'()+,._-]*")
"""A collection's identifier, such as FDR-FDRMSF; nothing that could lead out of its folder."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """A choice of what the bucket holds."""

    record_groups: Sequence[int] = ()
    collections: Sequence[str] = ()
    has_authorities: bool = False
    is_everything: bool = False

    def __post_init__(self) -> None:
        """Raise SettingsError for a collection that cannot be one."""
        for name in self.collections:
            if not IDENTIFIER.fullmatch(name):
                raise SettingsError(
                    f"{name!r} is no collection's identifier; they look like FDR-FDRMSF."
                )

    @property
    def prefixes(self) -> list[tuple[str, str]]:
        """How the names of the chosen files begin, each once, and in what words it is told."""
        return list(dict.fromkeys(self._named()))

    def _named(self) -> Iterator[tuple[str, str]]:
        if self.is_everything:
            yield DESCRIPTIONS, "descriptions"
            yield AUTHORITIES, "authorities"
            return
        for number in self.record_groups:
            yield f"{RECORD_GROUPS}rg_{number}/", f"record group {number}"
        for name in self.collections:
            yield f"{COLLECTIONS}{COLLECTION}{name}/", f"collection {name}"
        if self.has_authorities:
            yield AUTHORITIES, "authorities"
