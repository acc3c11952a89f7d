"""Variation of labeled texts for NER training: other names, letter cases, and line breaks."""

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
from training.named_texts import MarkedName, NamedText

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
"""Names that can be inserted into other texts."""


Names = Mapping[str, Sequence[str]]
"""Interchangeable names, grouped by class."""


def names_by_class(texts: Sequence[NamedText]) -> dict[str, list[str]]:
    """Return the plain names that have exactly one class, grouped by class."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in texts:
        for name in one.names:
            name_text = one.text[name.start : name.end]
            if len(name.classes) == 1 and PLAIN_NAME.fullmatch(name_text):
                found[min(name.classes)].add(name_text)
    return {kind: sorted(name_text) for kind, name_text in sorted(found.items())}


@dataclass(frozen=True, slots=True)
class Variation:
    """Probability of each variation of a text."""

    swap: float
    small: float
    large: float
    label: float
    titles: float
    """Number of generated titles, as a share of the number of texts."""
    misread: float = 0.0


def vary_texts(
    texts: Sequence[NamedText], how: Variation, rng: random.Random
) -> list[Sequence[NamedText]]:
    """Return one epoch of texts and generated titles, varied and joined."""
    table = tomllib.loads(TITLES.read_text(encoding="utf-8"))
    names = with_random_names(names_by_class(texts), table, rng)
    lines, words = table["lines"], table["words"]
    titles = [
        random_title(rng.choice(lines), names, words, rng)
        for _ in range(int(how.titles * len(texts)))
    ]
    mixed = [swap_names(one, names, how.swap, rng) for one in texts] + titles
    rng.shuffle(mixed)
    return list(
        join_texts(
            [add_ocr_errors(change_case(one, how, rng), how, rng) for one in mixed], how, rng
        )
    )


def with_random_names(
    names: Names, table: Mapping[str, Any], rng: random.Random
) -> dict[str, list[str]]:
    """Return the names plus half as many generated names, built from the forms in a table."""
    families = [name.split()[-1] for name in names.get("PERSON", ()) if " " in name]
    initials = list(string.ascii_uppercase)
    parts = {**table["words"], **names, "FAMILY": families or ["Aa"], "INITIAL": initials}
    return {
        kind: [*own, *(random_name(table["forms"][kind], parts, rng) for _ in own[::2])]
        if kind in table["forms"]
        else list(own)
        for kind, own in names.items()
    }


def random_name(forms: Sequence[str], parts: Names, rng: random.Random) -> str:
    """Return a name generated from a random form."""
    return re.sub(r"\{([A-Z]+)\}", lambda part: rng.choice(parts[part[1]]), rng.choice(forms))


def random_title(form: str, names: Names, words: Names, rng: random.Random) -> NamedText:
    """Return a title or heading with random names and words filled in."""
    text, marked, rest = "", [], form
    while match := re.search(r"\{([A-Z_]+)(!?)\}", rest):
        text += rest[: match.start()]
        rest = rest[match.end() :]
        if match[1] in words:
            text += rng.choice(words[match[1]])
            continue
        name, years = heading(rng.choice(names[match[1]]), rng, is_turned=bool(match[2]))
        marked.append(MarkedName(len(text), len(text) + len(name), frozenset({match[1]})))
        text += name + years
    return NamedText(text + rest, tuple(marked), "titles")


def heading(name: str, rng: random.Random, *, is_turned: bool) -> tuple[str, str]:
    """Return a name and the years to place after the name.

    If `is_turned`, the surname comes first, as in an archivist's heading. Otherwise, there are no
    years.
    """
    if not is_turned:
        return name, ""
    if " " in name:
        first, last = name.rsplit(" ", 1)
        name = f"{last}, {first}"
    born = rng.randrange(1780, 1930)
    return name, rng.choice((f", {born}-{born + rng.randrange(40, 90)}", f", {born}-", ""))


def swap_names(one: NamedText, names: Names, chance: float, rng: random.Random) -> NamedText:
    """Return a text in which some names are replaced by other names of the same class."""
    text, marked, at = "", [], 0
    for name in one.names:
        text += one.text[at : name.start]
        name_text, at = one.text[name.start : name.end], name.end
        kinds = sorted(name.classes - {"O"})
        if len(name.classes) == 1 and rng.random() < chance and names.get(kinds[0]):
            name_text = rng.choice(names[kinds[0]])
        marked.append(MarkedName(len(text), len(text) + len(name_text), name.classes))
        text += name_text
    return replace(one, text=text + one.text[at:], names=tuple(marked))


def change_case(one: NamedText, how: Variation, rng: random.Random) -> NamedText:
    """Return a text unchanged, or in all lowercase or uppercase if that preserves its length."""
    chance = rng.random()
    if chance < how.small:
        text = one.text.lower()
    elif chance < how.small + how.large:
        text = one.text.upper()
    else:
        return one
    return replace(one, text=text) if len(text) == len(one.text) else one


SIMILAR_CHARACTERS = str.maketrans("OIlSBcehuntr015", "0l158ecbnuifOlS")
"""Characters that OCR confuses. Each replacement is a single character."""


def add_ocr_errors(one: NamedText, how: Variation, rng: random.Random) -> NamedText:
    """Return a text unchanged, or with simulated OCR errors and broken lines."""
    if rng.random() >= how.misread:
        return one
    return replace(one, text="".join(misread_character(sign, rng) for sign in one.text))


def misread_character(character: str, rng: random.Random) -> str:
    """Return a character or, occasionally, a similar one. A space may become a line break."""
    if character == " ":
        return "\n" if rng.random() < 0.08 else character
    return character.translate(SIMILAR_CHARACTERS) if rng.random() < 0.03 else character


SHORTEST, LONGEST = 40, 420
"""Range of a joined text's length, in characters, before the last part is added."""


def join_texts(
    texts: Sequence[NamedText], how: Variation, rng: random.Random
) -> Iterator[Sequence[NamedText]]:
    """Yield sequences of parts. Each sequence forms one text. Some parts are line labels."""
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
