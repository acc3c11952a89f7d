"""Create example questions from the loaded catalog.

Each question is tested before it is offered.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from narabot.chat.opening import Chat
from narabot.chat.responding import respond, where_to_look
from narabot.errors import ComputationLimitError
from narabot.llm import no_model
from narabot.models import Response
from narabot.plans.algebra import Descendants, RecordsById
from narabot.plans.topics import topical_names
from narabot.presentation.responses import quoted_na_ids
from narabot.retrieval.records.catalog_overview import Root, example_links, example_records
from narabot.understanding.query_rewriting import place_asked_for

TEXTS = Path(__file__).with_name("examples.toml")

MAX_TRIED = 4
"""Maximum number of records or topics to try for each form of question."""

DATES = re.compile(r"[.,]? *\(?(?:ca\. *)?\d[^.]*\)?$")
"""The dates at the end of a heading."""

Names = Mapping[str, Sequence[tuple[int | None, str]]]
"""Values for the forms of questions, keyed by kind. Each value is a name, with the naId of its
record if the answer must come from that record."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example question."""

    kind: str
    """The capability that the question illustrates: fact, list, count, path, places, or
    overview."""
    question: str


def example_questions(chat: Chat, roots: Sequence[Root]) -> tuple[Example, ...]:
    """Return questions that the records answer, at most one of each kind.

    The questions are about the largest record groups and collections. No language model is called,
    because the calls would take minutes. Raises GraphUnavailableError.
    """
    chat = replace(chat, models=replace(chat.models, answering=no_model()))
    names = names_of(chat, roots)
    asked: set[str] = set()
    found: dict[str, Example] = {}
    for form in forms():
        if form["kind"] in found:
            continue
        for na_id, name in names[form["of"]][:MAX_TRIED]:
            question = form["text"].format(name)
            if name not in asked and is_answered(chat, form["kind"], question, na_id):
                asked.add(name)
                found[form["kind"]] = Example(form["kind"], question)
                break
    return tuple(found.values())


def names_of(chat: Chat, roots: Sequence[Root]) -> Names:
    """Return the names that questions can refer to. Raises GraphUnavailableError."""
    records = example_records(chat.retriever.graph)
    linked = example_links(chat.retriever.graph)
    return {
        "items": records.items,
        "series": records.series,
        "authorities": [(None, name) for _, name in records.authorities],
        "makers": [(None, spoken_name(name)) for _, name in linked.makers],
        "roots": [(None, one.title) for one in roots[1:] or roots if one.title],
        "pairs": [(None, f"“{one}” and “{other}”") for one, other in linked.pairs],
        "topics": [(None, topic) for topic in topics_in(chat, roots)],
    }


def spoken_name(heading: str) -> str:
    """Return the common name of an organization: the last part of its heading, without dates."""
    undated = DATES.sub("", heading)
    return undated.rpartition(". ")[2] or undated


def topics_in(chat: Chat, roots: Sequence[Root]) -> list[str]:
    """Return the topics of the largest record group or collection that can be summarized."""
    for root in roots:
        try:
            return topical_names(chat.sets.read(Descendants(RecordsById((root.na_id,)))))
        except ComputationLimitError:
            continue
    return []


def is_answered(chat: Chat, kind: str, question: str, na_id: int | None) -> bool:
    """Return whether a question gets the kind of response that it illustrates."""
    if kind == "places":
        return bool(where_to_look(chat, place_asked_for(question) or question, 1))
    response = respond(chat, question)
    if kind == "list":
        return response.answer is None and len(response.matching) > 1
    return is_answer_of_kind(response, kind) and na_id in (None, *quoted_na_ids(response.answer))


def is_answer_of_kind(response: Response, kind: str) -> bool:
    """Return whether a response has an answer of a kind: quoted from a record, or computed."""
    answer = response.answer
    return (
        answer is not None
        and not (answer.is_refused or answer.is_help or answer.is_guide)
        and answer.is_computed == (kind != "fact")
    )


@cache
def forms() -> list[dict[str, str]]:
    """Return the forms of questions, in order."""
    found: list[dict[str, str]] = tomllib.loads(TEXTS.read_text(encoding="utf-8"))["forms"]
    return found
