"""Labeled requests for fitting the router: narabot's own requests, and questions from open data.

The types of requests written for other models are inferred from the labels of those requests. A
request is skipped if its type is ambiguous or if its words suggest a different type.
"""

import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from narabot.models.intents import SlotKind
from narabot.models.routing import QueryType
from training.requests import MarkedRequest, read_requests
from training.sources import rows
from training.written_examples import FOLDER, rows_of

TABLE = tomllib.loads(Path(__file__).with_name("routing.toml").read_text(encoding="utf-8"))
"""Types of intents and open questions, maximum counts, and words that suggest a type."""

TYPE_BY_INTENT: dict[str, str] = TABLE["intents"]
TYPE_BY_ANSWER: dict[str, str] = TABLE["questions"]
MAX_REQUESTS: dict[str, int] = TABLE["most"]
TYPE_WORDS = re.compile("|".join(TABLE["speaking"]["words"]), re.IGNORECASE)
AMOUNT_WORDS = re.compile("|".join(TABLE["speaking"]["amounts"]), re.IGNORECASE)
WHOLE_CATALOG_WORDS = re.compile("|".join(TABLE["speaking"]["all"]), re.IGNORECASE)

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
"""Facts that are stated not in a record itself but in its creator's record."""

OWN = {SlotKind.ASK_BOX, SlotKind.ASK_DOCUMENTS}

WRITTEN = "routing"
"""The source of the requests that were written for the router."""

GROUPS = 20
"""Number of cross-validation groups for each source of questions."""


@dataclass(frozen=True, slots=True)
class TypedRequest:
    """A request and its type."""

    text: str
    lang: str
    query_type: QueryType
    source: str
    group: str
    """The writer, or a part of the source. Requests in one group are held out together."""


def typed_requests(folder: Path, seed: int = 5) -> list[TypedRequest]:
    """Return a sample of the requests from each source and for each type.

    `folder` contains the open data. Raise OSError or ChangedDataError.
    """
    pool = [
        *intent_requests(),
        *record_questions(),
        *open_questions(folder),
        *template_requests(seed),
    ]
    return [*router_requests(), *sample_requests(pool, seed)]


def sample_requests(pool: Sequence[TypedRequest], seed: int) -> Iterator[TypedRequest]:
    """Yield a random sample for each source, language, and type, limited by MAX_REQUESTS."""
    kinds: dict[tuple[str, str, QueryType], dict[str, TypedRequest]] = {}
    for one in pool:
        kinds.setdefault((one.source, one.lang, one.query_type), {})[one.text] = one
    for (source, lang, query_type), found in sorted(kinds.items()):
        wanted = MAX_REQUESTS[f"{source}_{lang}"]
        rng = random.Random(f"{source} {lang} {query_type} {seed}")
        yield from rng.sample(list(found.values()), min(wanted, len(found)))


def router_requests() -> list[TypedRequest]:
    """Return the requests that were written for the router."""
    return [
        TypedRequest(row["text"], row["lang"], QueryType(row["type"]), WRITTEN, row["writer"])
        for row in rows_of(FOLDER / "routing.jsonl")
    ]


def intent_requests() -> Iterator[TypedRequest]:
    """Yield the requests that were written for the intent model."""
    for one in read_requests():
        if query_type := type_of(one):
            yield TypedRequest(one.text, one.lang, query_type, "requests", one.group)


def type_of(one: MarkedRequest) -> QueryType | None:
    """Return the type of a labeled request, or `None` if the type is ambiguous."""
    if one.intent == "tell":
        asked = {slot.kind for slot in one.slots if slot.kind.name.startswith("ASK_")}
        if asked & CHAINED:
            return QueryType.MULTI_HOP
        return QueryType.SIMPLE if asked and asked <= OWN else None
    if one.intent == "none" and (
        TYPE_WORDS.search(one.text) or WHOLE_CATALOG_WORDS.search(one.text)
    ):
        return None
    query_type = TYPE_BY_INTENT.get(one.intent)
    return QueryType(query_type) if query_type else None


def record_questions() -> Iterator[TypedRequest]:
    """Yield questions about a record's text, unless the words suggest a different type."""
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        for row in rows_of(path):
            if row["style"] == "leaning" or TYPE_WORDS.search(row["question"]):
                continue
            group = f"{path.stem}-{abs(row['naId']) % GROUPS}"
            yield TypedRequest(row["question"], row["lang"], QueryType.SIMPLE, "records", group)


def template_requests(seed: int) -> Iterator[TypedRequest]:
    """Yield several requests per template. Each template is a separate group."""
    rng = random.Random(seed)
    names: dict[str, list[str]] = TEMPLATES["names"]
    for lang in ("en", "ru"):
        for query_type, templates in TEMPLATES[lang].items():
            for template in templates:
                for _ in range(EACH_TEMPLATE):
                    text = SLOT.sub(lambda slot: rng.choice(names[slot[1]]), template)
                    yield TypedRequest(text, lang, QueryType(query_type), "templates", template)


def open_questions(folder: Path) -> Iterator[TypedRequest]:
    """Yield open questions, with types inferred from the answers.

    Raise OSError or ChangedDataError.
    """
    for place, row in enumerate(rows(folder, "question_types.jsonl.gz")):
        type_name = TYPE_BY_ANSWER.get(row["type"])
        if not type_name or row["source"].startswith("mintaka"):
            continue  # many Mintaka questions are unlabeled superlative or multi-hop questions
        asked, query_type = row["question"], QueryType(type_name)
        if query_type is QueryType.SIMPLE and TYPE_WORDS.search(asked):
            continue
        if query_type is QueryType.AGGREGATE and not AMOUNT_WORDS.search(asked):
            continue  # many numeric answers in RuBQ are years
        lang = "ru" if re.search("[а-яё]", asked, re.IGNORECASE) else "en"
        yield TypedRequest(asked, lang, query_type, "open", f"open-{place % GROUPS}")
