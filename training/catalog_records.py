"""Real records in the form that the reader sees, and the split into training and validation."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.parse.catalog_line import read_line
from ingest.parse.record import parse_record
from narabot.errors import NarabotError
from narabot.reading.windows import Window, split_into_windows, window_heading

MAX_TEXT_CHARS = 20_000
"""Maximum length of a record's text, in characters."""

PARTS = 4
VALIDATION = 0
"""The part of the records that is reserved for validation."""


@dataclass(frozen=True, slots=True)
class CatalogText:
    """A record's text and its position in the hierarchy."""

    na_id: int
    group: int
    """For items in a large series, the naId of the file unit. Otherwise, the record's own naId."""
    name: str
    above: tuple[str, ...]
    text: str

    @property
    def windows(self) -> list[Window]:
        """The windows of the record's text."""
        return split_into_windows(window_heading(self.name, self.above), self.text)

    @property
    def is_for_validation(self) -> bool:
        """Whether the record and its entire group are excluded from training."""
        digest = hashlib.md5(f"reader-{self.group}".encode(), usedforsecurity=False).hexdigest()
        return int(digest, 16) % PARTS == VALIDATION


def read_catalog_texts(*folders: Path) -> dict[int, CatalogText]:
    """Return the records in all shards in the folders, keyed by naId.

    If a naId occurs more than once, the first record wins.
    """
    found: dict[int, CatalogText] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*.jsonl")):
            for one in texts_in(path):
                found.setdefault(one.na_id, one)
    return found


def texts_in(path: Path) -> Iterator[CatalogText]:
    """Yield the records in a shard, without rejected lines."""
    for number, content in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            line = read_line(content, path.name, number)
            record = parse_record(line, MAX_TEXT_CHARS)
        except NarabotError:
            continue
        above = nearest_first(line.raw.get("ancestors"))
        is_of_folder = bool(above) and path.name.startswith("rg_059")
        name = record.properties.get("title") or record.properties.get("heading") or ""
        yield CatalogText(
            na_id=record.na_id,
            group=int(above[0].get("naId") or 0) if is_of_folder else record.na_id,
            name=str(name),
            above=tuple(str(one["title"]) for one in above if one.get("title")),
            text=record.text,
        )


def nearest_first(given: Any) -> list[dict[str, Any]]:
    """Return a record's ancestors, nearest first.

    Ancestors without a distance are listed from the root down, so their order is reversed.
    """
    above = [one for one in given or [] if isinstance(one, dict)]
    if all(one.get("distance") for one in above):
        return sorted(above, key=lambda one: int(one["distance"]))
    return above[::-1]
