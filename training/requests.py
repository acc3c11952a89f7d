"""Requests with marks, that were written for narabot, as examples of intents and slots.

A mark is `[[KIND|words]]`; `!` behind the kind excludes what the words say.
"""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from narabot.models.intents import INTENTS, Slot, SlotKind

MARK = re.compile(r"\[\[(?P<kind>[A-Z]+(?::[a-z_]+)?)(?P<excluded>!?)\|(?P<words>[^\[\]|]+)\]\]")

MADE = Path(__file__).with_name("made") / "requests.jsonl"


@dataclass(frozen=True, slots=True)
class MarkedRequest:
    """A request, what it asks for, and its slots."""

    text: str
    lang: str
    intent: str
    """One of INTENTS."""
    slots: tuple[Slot, ...]
    group: str
    """Who wrote it; none of a group is held out while others of it are trained on."""


def read_requests(file: Path = MADE) -> Iterator[MarkedRequest]:
    """Yield the requests of a file. Raises ValueError for one with an unknown intent or mark."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        entry = json.loads(line)
        intent = " ".join(
            one for one in (entry["op"], entry.get("measure"), entry.get("end")) if one
        )
        if intent not in INTENTS:
            raise ValueError(f"{file}:{number}: no intent {intent!r}")
        text, slots = unmarked(entry["text"])
        yield MarkedRequest(text, entry["lang"], intent, slots, entry["group"])


def unmarked(marked: str) -> tuple[str, tuple[Slot, ...]]:
    """Return a text without its marks, and the slots that they make."""
    text, slots, end = "", [], 0
    for said in MARK.finditer(marked):
        text += marked[end : said.start()]
        kind = SlotKind(said["kind"])
        slots.append(Slot(kind, len(text), len(text) + len(said["words"]), bool(said["excluded"])))
        text += said["words"]
        end = said.end()
    text += marked[end:]
    if "[[" in text or "]]" in text:
        raise ValueError(f"a mark is not closed: {marked}")
    return text, tuple(slots)


ASKED_OF_RECORDS = ("questions_en", "questions_ru", "questions_told", "questions_invented")
TALK = {"help", "broad", "question", "independent"}
"""Kinds of messages that ask for nothing to be computed."""

OF_CATALOGUE = re.compile(
    r"creat|box|container|series|dated?\b|file|folder|volume|record|catalog|archiv|items?\b|"
    r"созда|короб|ящик|сери|дат|папк|дел[оаеу]\b|том[аеу]?\b|архив|каталог",
    re.IGNORECASE,
)
"""Words of the catalogue: a question that has them may as well be computed, and is left out."""

MOST_PLAIN, LONGEST_PLAIN = 3000, 40
"""Questions and messages beside the requests that were written with marks, and their words."""


def plain_requests(seed: int = 3) -> list[MarkedRequest]:
    """Return questions for the text of a record, and talk: nothing of them is computed."""
    folder = MADE.parent
    said = [
        (entry["question"], entry["lang"])
        for name in ASKED_OF_RECORDS
        for entry in entries_of(folder / f"{name}.jsonl")
    ]
    said += [
        (entry["turns"][-1], entry["lang"])
        for entry in entries_of(folder / "talk.jsonl")
        if entry["kind"] in TALK
    ]
    kept = sorted(
        {
            (text, lang)
            for text, lang in said
            if len(text.split()) <= LONGEST_PLAIN and not OF_CATALOGUE.search(text)
        }
    )
    chosen = random.Random(seed).sample(kept, min(MOST_PLAIN, len(kept)))
    return [MarkedRequest(text, lang, "none", (), "plain") for text, lang in chosen]


def entries_of(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries of a JSONL file."""
    return map(json.loads, file.read_text(encoding="utf-8").splitlines())


SWAPPED = (
    SlotKind.TOPIC,
    SlotKind.RECORD,
    SlotKind.CONTAINER,
    SlotKind.CREATOR,
    SlotKind.SENDER,
    SlotKind.RECIPIENT,
    SlotKind.PERIOD,
)
"""Kinds of which one says as much as another in its place."""


@dataclass(frozen=True, slots=True)
class Varied:
    """How a request is said otherwise: other names in it, small letters, no marks of quotation."""

    swap: float
    """How likely a name is swapped for another of its kind and language."""
    small: float
    """How likely all letters become small."""
    bare: float
    """How likely what stands at the end is left out: full stop, question mark."""
    story: float
    """How likely a sentence of somebody's story stands in front."""


Names = dict[tuple[str, SlotKind], list[str]]
"""What stands in slots, by language and kind."""

COUNTRIES = "CHILE PERU IRAN UAR IND JAPAN FR GER UK USSR VIET INDON CUBA MEX CAN ITALY".split()
CLASSES = "POL DEF ECON AID CUL SOC FT INCO".split()


def made_codes(count: int, rng: random.Random) -> list[str]:
    """Return file codes as State's central files have them, with the day of a folder or without."""
    codes = []
    for _ in range(count):
        number = "-".join(str(rng.randint(1, 33)) for _ in range(rng.choice((1, 1, 2))))
        country = "-".join(rng.sample(COUNTRIES, rng.choice((1, 1, 2))))
        day = f" {rng.randint(1, 12):02}/{rng.randint(1, 28):02}/{rng.randint(1960, 1974)}"
        part = rng.choice(("", "", f" ({rng.randint(1, 2)} of 2)"))
        kind = rng.choice(CLASSES)
        has_number, has_day = rng.random() < 0.85, rng.random() < 0.6
        codes.append(
            f"{kind}{f' {number}' if has_number else ''} {country}{day + part if has_day else ''}"
        )
    return codes


def with_codes(names: Names, share: float, rng: random.Random) -> Names:
    """Return names with file codes among those of records and containers."""
    found = dict(names)
    for (lang, kind), own in names.items():
        if kind in {SlotKind.RECORD, SlotKind.CONTAINER}:
            found[lang, kind] = own + made_codes(int(share * len(own)), rng)
    return found


def stories() -> dict[str, list[str]]:
    """Return the first sentences of messages that tell a story, by language."""
    found: dict[str, list[str]] = {"en": [], "ru": []}
    for entry in entries_of(MADE.parent / "questions_told.jsonl"):
        first = re.match(r"[^?]{20,160}?[.!](?= )", entry["question"])
        if first:
            found[entry["lang"]].append(first[0])
    return found


def names_of(requests: Sequence[MarkedRequest]) -> Names:
    """Return the words of all slots by language and kind."""
    found: Names = {}
    for one in requests:
        for slot in one.slots:
            said = one.text[slot.start : slot.end]
            found.setdefault((one.lang, slot.kind), []).append(said)
    return found


def varied(
    one: MarkedRequest, names: Names, told: dict[str, list[str]], how: Varied, rng: random.Random
) -> MarkedRequest:
    """Return a request said otherwise; `told` are stories by language."""
    has_story = told[one.lang] and rng.random() < how.story
    text, slots, end = (f"{rng.choice(told[one.lang])} " if has_story else ""), [], 0
    for slot in one.slots:
        said = one.text[slot.start : slot.end]
        if slot.kind in SWAPPED and rng.random() < how.swap:
            said = rng.choice(names[one.lang, slot.kind])
        text += one.text[end : slot.start]
        slots.append(replace(slot, start=len(text), end=len(text) + len(said)))
        text += said
        end = slot.end
    text += one.text[end:]
    if rng.random() < how.small:
        lowered = text.lower()
        text = lowered if len(lowered) == len(text) else text
    if rng.random() < how.bare and not (slots and slots[-1].end == len(text)):
        text = text.rstrip("?.! ") or text
    return replace(one, text=text, slots=tuple(slots))
