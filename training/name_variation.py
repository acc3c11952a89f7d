"""How texts with marked names are varied before they are read: other names, cases, lines."""

import random
import re
import string
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from narabot.models.lines import LINE_KINDS, TRANSCRIPTION, PageSection
from training.named_texts import Marked, NamedText

TITLES = Path(__file__).with_name("titles.toml")

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

PLAIN_NAME = re.compile(r"[A-Z][^\W\d_]*\.?(?:[ -](?:[^\W\d_]+\.?|&))*")
"""What may be put into other texts."""


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
    misread: float = 0.0


def varied(
    texts: Sequence[NamedText], how: Variation, rng: random.Random
) -> list[Sequence[NamedText]]:
    """Return texts and made titles as they are read once: swapped, in other cases, as lines."""
    table = tomllib.loads(TITLES.read_text(encoding="utf-8"))
    names = with_made(names_by_class(texts), table, rng)
    lines, words = table["lines"], table["words"]
    titles = [
        made_title(rng.choice(lines), names, words, rng)
        for _ in range(int(how.titles * len(texts)))
    ]
    mixed = [swapped(one, names, how.swap, rng) for one in texts] + titles
    rng.shuffle(mixed)
    return list(packed([misread(in_case(one, how, rng), how, rng) for one in mixed], how, rng))


def with_made(names: Names, table: Mapping[str, Any], rng: random.Random) -> dict[str, list[str]]:
    """Return names with half as many made ones, of the forms of a table."""
    families = [name.split()[-1] for name in names.get("PERSON", ()) if " " in name]
    initials = list(string.ascii_uppercase)
    parts = {**table["words"], **names, "FAMILY": families or ["Aa"], "INITIAL": initials}
    return {
        kind: [*own, *(made_name(table["forms"][kind], parts, rng) for _ in own[::2])]
        if kind in table["forms"]
        else list(own)
        for kind, own in names.items()
    }


def made_name(forms: Sequence[str], parts: Names, rng: random.Random) -> str:
    """Return a name of one of some forms."""
    return re.sub(r"\{([A-Z]+)\}", lambda part: rng.choice(parts[part[1]]), rng.choice(forms))


def made_title(form: str, names: Names, words: Names, rng: random.Random) -> NamedText:
    """Return a title or heading with names and words put in."""
    text, marked, rest = "", [], form
    while match := re.search(r"\{([A-Z_]+)(!?)\}", rest):
        text += rest[: match.start()]
        rest = rest[match.end() :]
        if match[1] in words:
            text += rng.choice(words[match[1]])
            continue
        name, years = heading(rng.choice(names[match[1]]), rng, is_turned=bool(match[2]))
        marked.append(Marked(len(text), len(text) + len(name), frozenset({match[1]})))
        text += name + years
    return NamedText(text + rest, tuple(marked), "titles")


def heading(name: str, rng: random.Random, *, is_turned: bool) -> tuple[str, str]:
    """Return a name and the years behind it, as an archivist writes both if it is turned."""
    if not is_turned:
        return name, ""
    if " " in name:
        first, last = name.rsplit(" ", 1)
        name = f"{last}, {first}"
    born = rng.randrange(1780, 1930)
    return name, rng.choice((f", {born}-{born + rng.randrange(40, 90)}", f", {born}-", ""))


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


ALIKE = str.maketrans("OIlSBcehuntr015", "0l158ecbnuifOlS")
"""Signs that a machine reads for others; as many signs as before."""


def misread(one: NamedText, how: Variation, rng: random.Random) -> NamedText:
    """Return a text as it is, or with broken lines and some signs that a machine misread."""
    if rng.random() >= how.misread:
        return one
    return replace(one, text="".join(misread_sign(sign, rng) for sign in one.text))


def misread_sign(sign: str, rng: random.Random) -> str:
    """Return a sign, now and then another that looks like it, or for a blank a new line."""
    if sign == " ":
        return "\n" if rng.random() < 0.08 else sign
    return sign.translate(ALIKE) if rng.random() < 0.03 else sign


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
