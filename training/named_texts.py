"""Texts with marked names: the open data in our classes."""

import hashlib
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from training.sources import rows

TABLE = Path(__file__).with_name("names.toml")

BLOCK, ONE_IN = 25, 10
"""Sentences that follow each other in a source are of one document or of like ones: so many are a
group, and one group in so many is held out."""

NO_SPACE_BEFORE = re.compile(r"[,.;:!?)\]%]|'(?:s|S|ll|re|ve|m|d)?|n't|’s?")
NO_SPACE_BEHIND = frozenset("([$#@")


@dataclass(frozen=True, slots=True)
class Marked:
    """Words `text[start:end]` that name one of some classes; "O" among them: or none."""

    start: int
    end: int
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text with its names, in their order."""

    text: str
    names: tuple[Marked, ...]
    source: str
    group: str = ""
    unmarked: frozenset[str] = frozenset()
    """Classes of which names may stand unmarked in it."""

    @property
    def is_held_out(self) -> bool:
        """Return whether it is for scores alone; all of a group are, or none."""
        digest = hashlib.sha256(self.group.encode()).digest()
        return int.from_bytes(digest[:4], "big") % ONE_IN == 0


def named_texts(folder: Path) -> list[NamedText]:
    """Return all sentences of the open data. Raises OSError, ChangedDataError."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    seen: dict[str, int] = defaultdict(int)
    found = []
    for row in rows(folder, "ner.jsonl.gz"):
        source = row["source"]
        group = f"{source} {seen[source] // BLOCK}"
        seen[source] += 1
        found.append(replace(named_text(row, table[source]), group=group))
    return found


def named_text(row: Mapping[str, Any], how: Mapping[str, Any]) -> NamedText:
    """Return a row's tokens as a text, with the names that its tags say in our classes."""
    text, places = joined(row["tokens"])
    names = []
    for first, last, tag in tagged(row["tags"]):
        if tag in how["tags"]:
            start, end = places[first][0], places[last][1]
            names.append(Marked(start, end, frozenset(how["tags"][tag])))
    return NamedText(text, tuple(names), row["source"], unmarked=frozenset(how["unmarked"]))


def joined(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """Return tokens as people write them, and the place of each."""
    text, places = "", []
    for token in tokens:
        is_close = NO_SPACE_BEFORE.fullmatch(token) or text[-1:] in NO_SPACE_BEHIND
        text += token if is_close or not text else f" {token}"
        places.append((len(text) - len(token), len(text)))
    return text, places


def tagged(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield first and last token and tag of each name, in IOB1 or IOB2."""
    first, own = 0, ""
    for place, tag in enumerate([*tags, "O"]):
        kind = tag[2:]
        if tag.startswith("I-") and kind == own:
            continue
        if own:
            yield first, place - 1, own
        first, own = place, kind
