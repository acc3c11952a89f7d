"""Texts with labeled names, from open data whose labels are mapped to narabot's classes."""

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
"""Number of consecutive sentences in a group. One group in ONE_IN is held out.
Consecutive sentences come from one document or from similar documents.
"""

NO_SPACE_BEFORE = re.compile(r"[,.;:!?)\]%]|'(?:s|S|ll|re|ve|m|d)?|n't|’s?")
NO_SPACE_AFTER = frozenset("([$#@")


@dataclass(frozen=True, slots=True)
class MarkedName:
    """A name at `text[start:end]` with its possible classes. "O" means "possibly not a name"."""

    start: int
    end: int
    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class NamedText:
    """A text with its names, in order."""

    text: str
    names: tuple[MarkedName, ...]
    source: str
    group: str = ""
    unmarked: frozenset[str] = frozenset()
    """Classes whose names may be unlabeled in this text."""

    @property
    def is_held_out(self) -> bool:
        """Whether the text is used only for scores. Texts in one group stay together."""
        digest = hashlib.sha256(self.group.encode()).digest()
        return int.from_bytes(digest[:4], "big") % ONE_IN == 0


def named_texts(folder: Path) -> list[NamedText]:
    """Return all sentences in the open data. Raise OSError or ChangedDataError."""
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
    """Return a row's tokens as a text, with its names mapped to narabot's classes."""
    text, places = join_tokens(row["tokens"])
    names = []
    for first, last, tag in tag_spans(row["tags"]):
        if tag in how["tags"]:
            start, end = places[first][0], places[last][1]
            names.append(MarkedName(start, end, frozenset(how["tags"][tag])))
    return NamedText(text, tuple(names), row["source"], unmarked=frozenset(how["unmarked"]))


def join_tokens(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """Return the tokens as a text with natural spacing, and the character range of each token."""
    text, places = "", []
    for token in tokens:
        is_close = NO_SPACE_BEFORE.fullmatch(token) or text[-1:] in NO_SPACE_AFTER
        text += token if is_close or not text else f" {token}"
        places.append((len(text) - len(token), len(text)))
    return text, places


def tag_spans(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the first token, last token, and tag of each name in IOB1 or IOB2 tags."""
    first, own = 0, ""
    for place, tag in enumerate([*tags, "O"]):
        kind = tag[2:]
        if tag.startswith("I-") and kind == own:
            continue
        if own:
            yield first, place - 1, own
        first, own = place, kind
