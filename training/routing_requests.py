"""Requests with their types, on which the router's tiers are fitted: ours, and open questions.

Types of what was written for other readers follow from what these were to read. Where that leaves
the type open, or words speak of another, the request is left out.
"""

import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from narabot.models.intents import SlotKind
from narabot.models.routing import QueryType
from training.made import FOLDER, rows_of
from training.requests import MarkedRequest, read_requests
from training.sources import rows

TABLE = tomllib.loads(Path(__file__).with_name("routing.toml").read_text(encoding="utf-8"))
"""What intents and open questions are of, how many are taken, and words that speak of types."""

OF_INTENT: dict[str, str] = TABLE["intents"]
OF_QUESTION: dict[str, str] = TABLE["questions"]
MOST: dict[str, int] = TABLE["most"]
SPEAKING = re.compile("|".join(TABLE["speaking"]["words"]), re.IGNORECASE)
OF_AMOUNTS = re.compile("|".join(TABLE["speaking"]["amounts"]), re.IGNORECASE)
ALL_OF_IT = re.compile("|".join(TABLE["speaking"]["all"]), re.IGNORECASE)

TEMPLATES = tomllib.loads(
    Path(__file__).with_name("routing_templates.toml").read_text(encoding="utf-8")
)
SLOT = re.compile(r"\{(\w+)\}")
EACH_TEMPLATE = 4

CHAINED = {
    SlotKind.ASK_PREDECESSOR,
    SlotKind.ASK_OTHER_SERIES,
    SlotKind.ASK_ESTABLISHED,
    SlotKind.ASK_ABOLISHED,
}
"""What a record says of its maker alone, and so through it."""

OWN = {SlotKind.ASK_BOX, SlotKind.ASK_DOCUMENTS}

WRITTEN = "routing"
"""The source of the requests that were written for the router."""

GROUPS = 20
"""Of questions of one source, so that some can be held out together."""


@dataclass(frozen=True, slots=True)
class TypedRequest:
    """A request and its type."""

    text: str
    lang: str
    query_type: QueryType
    source: str
    group: str
    """None of a group is held out while others of it are fitted on: its writer, else a part."""


def typed_requests(folder: Path, seed: int = 5) -> list[TypedRequest]:
    """Return the requests, of each source and type as many as are wanted.

    `folder` has the open data. Raises OSError, ChangedDataError.
    """
    pool = [*computed(), *asked_of_records(), *open_questions(folder), *made(seed)]
    return [*written(), *drawn(pool, seed)]


def drawn(pool: Sequence[TypedRequest], seed: int) -> Iterator[TypedRequest]:
    """Yield of each source, language and type at most as many as are wanted."""
    kinds: dict[tuple[str, str, QueryType], dict[str, TypedRequest]] = {}
    for one in pool:
        kinds.setdefault((one.source, one.lang, one.query_type), {})[one.text] = one
    for (source, lang, query_type), found in sorted(kinds.items()):
        wanted = MOST[f"{source}_{lang}"]
        rng = random.Random(f"{source} {lang} {query_type} {seed}")
        yield from rng.sample(list(found.values()), min(wanted, len(found)))


def written() -> list[TypedRequest]:
    """Return the requests that were written for the router."""
    return [
        TypedRequest(row["text"], row["lang"], QueryType(row["type"]), WRITTEN, row["writer"])
        for row in rows_of(FOLDER / "routing.jsonl")
    ]


def computed() -> Iterator[TypedRequest]:
    """Yield the requests that were written for the reader of requests."""
    for one in read_requests():
        if told := type_of(one):
            yield TypedRequest(one.text, one.lang, told, "requests", one.group)


def type_of(one: MarkedRequest) -> QueryType | None:
    """Return the type of a request with marks, `None` where it is open."""
    if one.intent == "tell":
        asked = {slot.kind for slot in one.slots if slot.kind.name.startswith("ASK_")}
        if asked & CHAINED:
            return QueryType.MULTI_HOP
        return QueryType.SIMPLE if asked and asked <= OWN else None
    if one.intent == "none" and (SPEAKING.search(one.text) or ALL_OF_IT.search(one.text)):
        return None
    told = OF_INTENT.get(one.intent)
    return QueryType(told) if told else None


def asked_of_records() -> Iterator[TypedRequest]:
    """Yield questions about what a record says, but for those whose words speak of other types."""
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        for row in rows_of(path):
            if row["style"] == "leaning" or SPEAKING.search(row["question"]):
                continue
            group = f"{path.stem}-{abs(row['naId']) % GROUPS}"
            yield TypedRequest(row["question"], row["lang"], QueryType.SIMPLE, "records", group)


def made(seed: int) -> Iterator[TypedRequest]:
    """Yield requests made by templates, each some times; a template is a group of its own."""
    rng = random.Random(seed)
    names: dict[str, list[str]] = TEMPLATES["names"]
    for lang in ("en", "ru"):
        for query_type, templates in TEMPLATES[lang].items():
            for template in templates:
                for _ in range(EACH_TEMPLATE):
                    text = SLOT.sub(lambda slot: rng.choice(names[slot[1]]), template)
                    yield TypedRequest(text, lang, QueryType(query_type), "templates", template)


def open_questions(folder: Path) -> Iterator[TypedRequest]:
    """Yield open questions by the type of their answers. Raises OSError, ChangedDataError."""
    for place, row in enumerate(rows(folder, "question_types.jsonl.gz")):
        told = OF_QUESTION.get(row["type"])
        if not told or row["source"].startswith("mintaka"):
            continue  # of mintaka's many are superlatives and chains, and none says which
        asked, query_type = row["question"], QueryType(told)
        if query_type is QueryType.SIMPLE and SPEAKING.search(asked):
            continue
        if query_type is QueryType.AGGREGATE and not OF_AMOUNTS.search(asked):
            continue  # of rubq's numbers many are years
        lang = "ru" if re.search("[а-яё]", asked, re.IGNORECASE) else "en"
        yield TypedRequest(asked, lang, query_type, "open", f"open-{place % GROUPS}")
