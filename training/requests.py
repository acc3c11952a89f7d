"""Labeled requests that were written for narabot, as examples of intents and slots.

A slot is marked as `[[KIND|words]]`. A `!` after the kind means that the slot is excluded.
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

REQUESTS_FILE = Path(__file__).with_name("made") / "requests.jsonl"


@dataclass(frozen=True, slots=True)
class MarkedRequest:
    """A request with its intent and slots."""

    text: str
    lang: str
    intent: str
    """One of INTENTS."""
    slots: tuple[Slot, ...]
    group: str
    """The writer of the request. Either all requests by a writer are held out, or none are."""


def read_requests(file: Path = REQUESTS_FILE) -> Iterator[MarkedRequest]:
    """Yield the requests in a file. Raise ValueError for an unknown intent or mark."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        entry = json.loads(line)
        intent = " ".join(
            one for one in (entry["op"], entry.get("measure"), entry.get("end")) if one
        )
        if intent not in INTENTS:
            raise ValueError(f"{file}:{number}: unknown intent {intent!r}")
        text, slots = parse_marks(entry["text"])
        yield MarkedRequest(text, entry["lang"], intent, slots, entry["group"])


def parse_marks(marked: str) -> tuple[str, tuple[Slot, ...]]:
    """Return a text without its marks, and the slots that the marks define."""
    text, slots, end = "", [], 0
    for mark in MARK.finditer(marked):
        text += marked[end : mark.start()]
        kind = SlotKind(mark["kind"])
        slots.append(Slot(kind, len(text), len(text) + len(mark["words"]), bool(mark["excluded"])))
        text += mark["words"]
        end = mark.end()
    text += marked[end:]
    if "[[" in text or "]]" in text:
        raise ValueError(f"unclosed mark: {marked}")
    return text, tuple(slots)


QUESTION_FILES = ("questions_en", "questions_ru", "questions_told", "questions_invented")
UNCOMPUTED_KINDS = {"help", "broad", "question", "independent"}
"""Kinds of messages that do not require a computation."""

CATALOG_WORDS = re.compile(
    r"creat|box|container|series|dated?\b|file|folder|volume|record|catalog|archiv|items?\b|"
    r"созда|короб|ящик|сери|дат|папк|дел[оаеу]\b|том[аеу]?\b|архив|каталог",
    re.IGNORECASE,
)
"""Words about the catalog.

A question with such a word might require a computation, so the question is not used.
"""

MAX_PLAIN_REQUESTS, MAX_PLAIN_WORDS = 3000, 40
"""Maximum number of requests that need no computation, and their maximum length in words."""


def plain_requests(seed: int = 3) -> list[MarkedRequest]:
    """Return requests that need no computation: questions about a record's text, and small talk."""
    folder = REQUESTS_FILE.parent
    messages = [
        (entry["question"], entry["lang"])
        for name in QUESTION_FILES
        for entry in entries_of(folder / f"{name}.jsonl")
    ]
    messages += [
        (entry["turns"][-1], entry["lang"])
        for entry in entries_of(folder / "talk.jsonl")
        if entry["kind"] in UNCOMPUTED_KINDS
    ]
    kept = sorted(
        {
            (text, lang)
            for text, lang in messages
            if len(text.split()) <= MAX_PLAIN_WORDS and not CATALOG_WORDS.search(text)
        }
    )
    chosen = random.Random(seed).sample(kept, min(MAX_PLAIN_REQUESTS, len(kept)))
    return [MarkedRequest(text, lang, "none", (), "plain") for text, lang in chosen]


def entries_of(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries in a JSON Lines file."""
    return map(json.loads, file.read_text(encoding="utf-8").splitlines())


SWAPPABLE = (
    SlotKind.TOPIC,
    SlotKind.RECORD,
    SlotKind.CONTAINER,
    SlotKind.CREATOR,
    SlotKind.SENDER,
    SlotKind.RECIPIENT,
    SlotKind.PERIOD,
)
"""Slot kinds whose values are interchangeable."""


@dataclass(frozen=True, slots=True)
class RequestVariation:
    """Probability of each variation of a request."""

    swap: float
    """Probability of replacing a name with another name of the same kind and language."""
    small: float
    """Probability of changing the request to lowercase."""
    bare: float
    """Probability of removing the final punctuation."""
    story: float
    """Probability of prepending a sentence from a personal story."""


Names = dict[tuple[str, SlotKind], list[str]]
"""Slot values, grouped by language and kind."""

COUNTRIES = "CHILE PERU IRAN UAR IND JAPAN FR GER UK USSR VIET INDON CUBA MEX CAN ITALY".split()
CLASSES = "POL DEF ECON AID CUL SOC FT INCO".split()


def random_codes(count: int, rng: random.Random) -> list[str]:
    """Return file codes in the style of the State Department's central files.

    Some codes include a folder's date.
    """
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
    """Return the names, with random file codes added for records and containers."""
    found = dict(names)
    for (lang, kind), own in names.items():
        if kind in {SlotKind.RECORD, SlotKind.CONTAINER}:
            found[lang, kind] = own + random_codes(int(share * len(own)), rng)
    return found


def read_stories() -> dict[str, list[str]]:
    """Return the first sentences of messages that tell a story, grouped by language."""
    found: dict[str, list[str]] = {"en": [], "ru": []}
    for entry in entries_of(REQUESTS_FILE.parent / "questions_told.jsonl"):
        first = re.match(r"[^?]{20,160}?[.!](?= )", entry["question"])
        if first:
            found[entry["lang"]].append(first[0])
    return found


def names_of(requests: Sequence[MarkedRequest]) -> Names:
    """Return the values of all slots, grouped by language and kind."""
    found: Names = {}
    for one in requests:
        for slot in one.slots:
            words = one.text[slot.start : slot.end]
            found.setdefault((one.lang, slot.kind), []).append(words)
    return found


def vary_request(
    one: MarkedRequest,
    names: Names,
    stories: dict[str, list[str]],
    how: RequestVariation,
    rng: random.Random,
) -> MarkedRequest:
    """Return a variation of a request."""
    has_story = stories[one.lang] and rng.random() < how.story
    text, slots, end = (f"{rng.choice(stories[one.lang])} " if has_story else ""), [], 0
    for slot in one.slots:
        words = one.text[slot.start : slot.end]
        if slot.kind in SWAPPABLE and rng.random() < how.swap:
            words = rng.choice(names[one.lang, slot.kind])
        text += one.text[end : slot.start]
        slots.append(replace(slot, start=len(text), end=len(text) + len(words)))
        text += words
        end = slot.end
    text += one.text[end:]
    if rng.random() < how.small:
        lowered = text.lower()
        text = lowered if len(lowered) == len(text) else text
    if rng.random() < how.bare and not (slots and slots[-1].end == len(text)):
        text = text.rstrip("?.! ") or text
    return replace(one, text=text, slots=tuple(slots))
