"""Texts with marked names: the open data in our classes, and how they are varied. Pure but for files."""

import hashlib
import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from narabot.models.lines import LINE_KINDS, TRANSCRIPTION, PageSection
from training.sources import rows

TABLE, TITLES = (Path(__file__).with_name(name) for name in ("names.toml", "titles.toml"))

BLOCK, ONE_IN = 25, 10
"""Sentences that follow each other in a source are of one document or of like ones: so many are a
group, and one group in so many is held out."""

LABELS = tuple(
    sorted(
        {
            label
            for label, kind in LINE_KINDS.items()
            if label and (kind.is_prose or kind.section is PageSection.NAMES)
        }
        | {f"{TRANSCRIPTION} of page {page}" for page in (1, 2, 14)}
    )
)

NO_SPACE_BEFORE = re.compile(r"[,.;:!?)\]%]|'(?:s|S|ll|re|ve|m|d)?|n't|’s?")
NO_SPACE_BEHIND = frozenset("([$#@")

PLAIN_NAME = re.compile(r"[A-Z][^\W\d_]*\.?(?:[ -](?:[^\W\d_]+\.?|&))*")
"""What may be put into other texts."""


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


Names = Mapping[str, Sequence[str]]
"""Names that may stand for each other, by class."""


def names_by_class(texts: Sequence[NamedText]) -> dict[str, list[str]]:
    """Return the plain names in texts that are of one class for certain."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in texts:
        for name in one.names:
            said = one.text[name.start : name.end]
            if len(name.classes) == 1 and PLAIN_NAME.fullmatch(said):
                found[min(name.classes)].add(said)
    return {kind: sorted(said) for kind, said in sorted(found.items())}


@dataclass(frozen=True, slots=True)
class Variation:
    """How likely a text is varied in each way."""

    swap: float
    small: float
    large: float
    label: float
    titles: float
    """Made titles, as a share of the texts."""


def varied(
    texts: Sequence[NamedText], how: Variation, rng: random.Random
) -> list[Sequence[NamedText]]:
    """Return texts and made titles as they are read once: swapped, in other cases, as lines."""
    names = names_by_class(texts)
    titles = tomllib.loads(TITLES.read_text(encoding="utf-8"))["lines"]
    made = [made_title(rng.choice(titles), names, rng) for _ in range(int(how.titles * len(texts)))]
    mixed = [swapped(one, names, how.swap, rng) for one in texts] + made
    rng.shuffle(mixed)
    return list(packed([in_case(one, how, rng) for one in mixed], how, rng))


def made_title(form: str, names: Names, rng: random.Random) -> NamedText:
    """Return a title or heading with names put in."""
    text, marked, rest = "", [], form
    while match := re.search(r"\{([A-Z_]+)(!?)\}", rest):
        text += rest[: match.start()]
        name = rng.choice(names[match[1]])
        end = len(text) + len(name)
        if match[2] and " " in name:
            first, last = name.rsplit(" ", 1)
            name, end = f"{last}, {first}", end + 1
        marked.append(Marked(len(text), end, frozenset({match[1]})))
        born = rng.randrange(1780, 1930)
        text += name + (f", {born}-{born + rng.randrange(40, 90)}" if match[2] else "")
        rest = rest[match.end() :]
    return NamedText(text + rest, tuple(marked), "titles")


def swapped(one: NamedText, names: Names, chance: float, rng: random.Random) -> NamedText:
    """Return a text with some of its names in the place of which others of the class stand."""
    text, marked, at = "", [], 0
    for name in one.names:
        text += one.text[at : name.start]
        said, at = one.text[name.start : name.end], name.end
        kinds = sorted(name.classes - {"O"})
        if len(name.classes) == 1 and rng.random() < chance and names.get(kinds[0]):
            said = rng.choice(names[kinds[0]])
        marked.append(Marked(len(text), len(text) + len(said), name.classes))
        text += said
    return replace(one, text=text + one.text[at:], names=tuple(marked))


def in_case(one: NamedText, how: Variation, rng: random.Random) -> NamedText:
    """Return a text as it is, or all in small or in large letters, where that keeps its places."""
    chance = rng.random()
    if chance < how.small:
        text = one.text.lower()
    elif chance < how.small + how.large:
        text = one.text.upper()
    else:
        return one
    return replace(one, text=text) if len(text) == len(one.text) else one


SHORTEST, LONGEST = 40, 420
"""Characters of what is read at once, before the last text is added."""


def packed(
    texts: Sequence[NamedText], how: Variation, rng: random.Random
) -> Iterator[Sequence[NamedText]]:
    """Yield parts that are read as one text, some of them labels of lines."""
    parts: list[NamedText] = []
    room = rng.randint(SHORTEST, LONGEST)
    for one in texts:
        is_line = rng.random() < how.label
        if is_line:
            parts.append(
                NamedText(f"{chr(10) if parts else ''}{rng.choice(LABELS)}: ", (), "label")
            )
        elif parts:
            parts.append(NamedText(rng.choice((" ", "\n")), (), "label"))
        parts.append(one)
        if sum(len(part.text) for part in parts) > room:
            yield parts
            parts, room = [], rng.randint(SHORTEST, LONGEST)
    if parts:
        yield parts
