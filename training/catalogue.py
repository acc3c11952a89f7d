"""Real records as the reader reads them, and which of them are kept for validation."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.parse.identity import read_line
from ingest.parse.record import parse_record
from narabot.errors import NarabotError
from narabot.reading.windows import Window, heading, windows

LONGEST_TEXT = 20_000
"""Characters of a record that are read."""

PARTS = 4
VALIDATION = 0
"""The part of the records of which nothing is trained on."""


@dataclass(frozen=True, slots=True)
class CatalogueText:
    """A record's text and where it stands."""

    na_id: int
    group: int
    """The folder of an item of a big series, else the record itself."""
    name: str
    above: tuple[str, ...]
    text: str

    @property
    def windows(self) -> list[Window]:
        """Its windows."""
        return windows(heading(self.name, self.above), self.text)

    @property
    def is_for_validation(self) -> bool:
        """Whether it is kept from training, with all of its group."""
        digest = hashlib.md5(f"reader-{self.group}".encode(), usedforsecurity=False).hexdigest()
        return int(digest, 16) % PARTS == VALIDATION


def catalogue_texts(*folders: Path) -> dict[int, CatalogueText]:
    """Return the records of all lines below some folders, by naId; the first of a naId counts."""
    found: dict[int, CatalogueText] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.jsonl")):
            for one in texts_in(path):
                found.setdefault(one.na_id, one)
    return found


def texts_in(path: Path) -> Iterator[CatalogueText]:
    """Yield the records of a file; lines that are none are passed over."""
    for number, content in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            line = read_line(content, path.name, number)
            record = parse_record(line, LONGEST_TEXT)
        except NarabotError:
            continue
        above = nearest_first(line.raw.get("ancestors"))
        is_of_folder = bool(above) and path.name.startswith("rg_059")
        name = record.properties.get("title") or record.properties.get("heading") or ""
        yield CatalogueText(
            na_id=record.na_id,
            group=int(above[0].get("naId") or 0) if is_of_folder else record.na_id,
            name=str(name),
            above=tuple(str(one["title"]) for one in above if one.get("title")),
            text=record.text,
        )


def nearest_first(given: Any) -> list[dict[str, Any]]:
    """Return the records above, the nearest first; without distances the root stands first."""
    above = [one for one in given or [] if isinstance(one, dict)]
    if all(one.get("distance") for one in above):
        return sorted(above, key=lambda one: int(one["distance"]))
    return above[::-1]
