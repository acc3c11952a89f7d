"""Questions to begin with, made from what is in the catalogue, each tried before it is offered."""

from dataclasses import replace

from narabot.chat.opening import Chat
from narabot.chat.responding import respond
from narabot.llm import no_model
from narabot.retrieval.records.catalogue import example_records

FORMS = (
    ("Who created {}?", "series"),
    ("When was {} made?", "items"),
    ("Show the records by or about {}", "authorities"),
    ("What is {} about?", "items"),
)
"""Of each the first that gets what it is about."""


def example_questions(chat: Chat) -> tuple[str, ...]:
    """Return questions that the records answer, one of each form, fewer if there are none.

    No language model is asked: that would take minutes. Raises GraphUnavailableError.
    """
    chat = replace(chat, models=replace(chat.models, answering=no_model()))
    records = example_records(chat.retriever.graph)
    asked: set[int] = set()
    questions = []
    for form, kind in FORMS:
        for na_id, name in getattr(records, kind):
            question = form.format(name if kind == "authorities" else f"“{name}”")
            if na_id not in asked and is_answered(chat, question, na_id):
                asked.add(na_id)
                questions.append(question)
                break
    return tuple(questions)


def is_answered(chat: Chat, question: str, na_id: int) -> bool:
    """Return whether a question gets an answer from its record, or a list of some records."""
    response = respond(chat, question)
    if response.answer is None:
        return len(response.records) > 1
    return na_id in (quote.na_id for quote in response.answer.quotes)
