"""Questions to begin with, made from what is in the catalogue, each tried before it is offered."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from narabot.chat.opening import Chat
from narabot.chat.responding import respond, where_to_look
from narabot.errors import TooMuchToComputeError
from narabot.llm import no_model
from narabot.models import Response
from narabot.plans.algebra import Below, These
from narabot.plans.topics import topics
from narabot.presentation.responses import quoted_na_ids
from narabot.retrieval.records.catalogue import Root, example_links, example_records
from narabot.understanding.query_rewriting import place_asked_for

TEXTS = Path(__file__).with_name("examples.toml")

MOST_TRIED = 4
"""Records or topics of a form that are tried."""

DATES = re.compile(r"[.,]? *\(?(?:ca\. *)?\d[^.]*\)?$")
"""At the end of a heading: when it was called so."""

Names = Mapping[str, Sequence[tuple[int | None, str]]]
"""What forms are filled with, by kind: naId, if the answer must be from that record, and name."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question to begin with."""

    kind: str
    """What it shows that can be asked: fact, list, count, path, places, overview."""
    question: str


def example_questions(chat: Chat, roots: Sequence[Root]) -> tuple[Example, ...]:
    """Return questions that the records answer, one of each kind, fewer if there are none.

    Takes the record groups and collections that hold most.
    No language model is asked: that would take minutes. Raises GraphUnavailableError.
    """
    chat = replace(chat, models=replace(chat.models, answering=no_model()))
    names = names_of(chat, roots)
    asked: set[str] = set()
    found: dict[str, Example] = {}
    for form in forms():
        if form["kind"] in found:
            continue
        for na_id, name in names[form["of"]][:MOST_TRIED]:
            question = form["text"].format(name)
            if name not in asked and is_answered(chat, form["kind"], question, na_id):
                asked.add(name)
                found[form["kind"]] = Example(form["kind"], question)
                break
    return tuple(found.values())


def names_of(chat: Chat, roots: Sequence[Root]) -> Names:
    """Return what questions may be about. Raises GraphUnavailableError."""
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
    """Return an organization as it is called: its heading's last part, without dates."""
    undated = DATES.sub("", heading)
    return undated.rpartition(". ")[2] or undated


def topics_in(chat: Chat, roots: Sequence[Root]) -> list[str]:
    """Return what the largest record group or collection that can be surveyed is about."""
    for root in roots:
        try:
            return topics(chat.sets.read(Below(These((root.na_id,)))))
        except TooMuchToComputeError:
            continue
    return []


def is_answered(chat: Chat, kind: str, question: str, na_id: int | None) -> bool:
    """Return whether a question gets what it is an example of."""
    if kind == "places":
        return bool(where_to_look(chat, place_asked_for(question) or question, 1))
    response = respond(chat, question)
    if kind == "list":
        return response.answer is None and len(response.matching) > 1
    return is_told(response, kind) and na_id in (None, *quoted_na_ids(response.answer))


def is_told(response: Response, kind: str) -> bool:
    """Return whether an answer is of a kind: read in a record, or computed."""
    answer = response.answer
    return (
        answer is not None
        and not (answer.is_refused or answer.is_help or answer.is_guide)
        and answer.is_computed == (kind != "fact")
    )


@cache
def forms() -> list[dict[str, str]]:
    """Return the forms of questions, in their order."""
    found: list[dict[str, str]] = tomllib.loads(TEXTS.read_text(encoding="utf-8"))["forms"]
    return found
