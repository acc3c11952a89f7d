"""Where what is shown comes from: what was loaded, who wrote an answer, how it was found. Pure."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from narabot.dates import day
from narabot.models import (
    COMPUTED,
    EXTRACTIVE,
    GUIDE,
    HELP,
    Answer,
    Passage,
    Quote,
    RequestClass,
    Response,
    Trace,
)
from narabot.presentation.lists import filters_said
from narabot.presentation.records import name
from narabot.presentation.trace_json import MOST_SCORES
from narabot.retrieval import Loaded
from narabot.retrieval.records.text import joined_chunks, text_lines

VERY_LIKELY, LIKELY = 0.9, 0.8
"""Least confidence: it is fitted to be the share that is right (`training/decide.py`)."""


def provenance(response: Response) -> str:
    """Return a line on an answer: who wrote it, and how far it can be trusted; or ""."""
    answer = response.answer
    if answer is None or answer.is_refused or answer.is_help:
        return ""
    if answer.is_guide:
        return "In the words of the records; which to look in is narabot's judgement."
    if answer.is_computed:
        return "Computed from all records loaded here; no language model has written it."
    if answer.is_by_model:
        return f"Written by {answer.answerer}. {checked(answer)}"
    return f"{how_sure(answer)} In the words of the record; no language model has written it."


def how_sure(answer: Answer) -> str:
    """Return how sure the sentences of a record are to answer the question."""
    if answer.confidence >= VERY_LIKELY:
        return "Very likely right."
    if answer.confidence >= LIKELY:
        return "Likely right."
    return "May be right, and may be beside the point: read the record."


def checked(answer: Answer) -> str:
    """Return what became of a language model's sentences when they were checked."""
    said = "Each sentence was checked against the words of the records"
    if answer.confidence >= 1:
        return f"{said}."
    is_replaced = any(one.text in {quote.quote for quote in one.quotes} for one in answer.sentences)
    instead = ", and the record's own words stand in its place" if is_replaced else ""
    return f"{said}; what did not stand in them was left out{instead}."


def is_machine_read(response: Response) -> bool:
    """Return whether an answer quotes words that a machine has read off a page."""
    quotes = response.answer.quotes if response.answer else ()
    return any(
        stands_in_machine_read(quote, passage)
        for quote in quotes
        for passage in response.passages
        if passage.na_id == quote.na_id
    )


def stands_in_machine_read(quote: Quote, passage: Passage) -> bool:
    """Return whether a quote stands in a line that a machine has read, as far as a passage tells.

    The line's label may stand in the chunk before.
    """
    if quote.chunk_id not in (chunk.chunk_id for chunk in passage.chunks):
        return False
    before = takewhile(lambda chunk: chunk.chunk_id != quote.chunk_id, passage.chunks)
    own = next(chunk.text for chunk in passage.chunks if chunk.chunk_id == quote.chunk_id)
    text = joined_chunks([*(chunk.text for chunk in before), own[: quote.end]])
    lines = text_lines(text, passage.record.record_type)
    return bool(lines) and lines[-1].is_machine_read


DECIDED = {
    "rules": "by its first words",
    "examples": "by its likeness to examples",
    "model": "by the language model",
}


def trace_lines(response: Response) -> list[str]:
    """Return what a trace says that is no table."""
    trace = response.trace
    said = {
        "Trace": trace.trace_id,
        "Asked": f"{trace.began:%Y-%m-%d %H:%M:%S} UTC" if trace.began else "",
        "Taken for": request_said(response),
        "Searched for": response.searched_as or response.asked,
        "Within": filters_said(response),
        "Looked up by": trace.retrieval,
        "Records found": f"{len(response.records):,}",
        "Not looked at": " ".join(trace.unseen),
        "Answer": answer_said(trace),
        "Index": trace.index,
    }
    return [f"{label}: {text}" for label, text in said.items() if text]


def request_said(response: Response) -> str:
    """Return as which kind of request it was taken, and why."""
    is_list = response.request_class is RequestClass.SHOW_RECORDS
    kind = "an order for a list" if is_list else "a question"
    decided = DECIDED.get(response.trace.classifier)
    return f"{kind}, {decided}" if decided else kind


def answer_said(trace: Trace) -> str:
    """Return who wrote the answer; "" for a list."""
    if trace.answerer == HELP:
        return "what narabot says of itself"
    if trace.answerer == GUIDE:
        return "where to look, and sentences of the records, by no language model"
    if trace.answerer == COMPUTED:
        return "computed over the graph, by no language model"
    if trace.answerer == EXTRACTIVE:
        return "sentences of the records, by no language model"
    if trace.prompt is None:
        return ""
    return f"{trace.answerer}, by the prompt {trace.prompt}"


def steps_table(trace: Trace) -> dict[str, list[Any]]:
    """Return the steps, how much each found, and how long it took."""
    return {
        "Step": [step.name for step in trace.steps],
        "Found": ["" if step.found is None else f"{step.found:,}" for step in trace.steps],
        "Milliseconds": [f"{step.ms:,.1f}" for step in trace.steps],
    }


def queries_table(trace: Trace) -> dict[str, list[Any]]:
    """Return what the database ran, in the order in which it began."""
    queries = sorted(trace.queries, key=lambda query: query.began_ms)
    return {
        "Statement": [query.name for query in queries],
        "Rows": [query.rows for query in queries],
        "Began after (ms)": [f"{query.began_ms:,.1f}" for query in queries],
        "Milliseconds": [f"{query.ms:,.1f}" for query in queries],
    }


def scores_table(response: Response) -> dict[str, list[Any]]:
    """Return the scores of the best records: that of the strategy, and the cosine."""
    best = response.records[:MOST_SCORES]
    return {
        "Record": [name(one.record) for one in best],
        "naId": [one.na_id for one in best],
        "Score": [f"{one.score:.4f}" for one in best],
        "By meaning": [f"{one.meaning:.2f}" for one in best],
    }


RUSSIAN = "Где хранятся фотографии?"
"""A question that a model for English only cannot read."""


def catalogue_said(loaded: Loaded, *, reads_russian: bool) -> Iterator[str]:
    """Yield sentences on what narabot knows."""
    files = "one file" if loaded.files == 1 else f"{loaded.files:,} files"
    when = f", last on {day(loaded.on)}" if loaded.on else ""
    yield f"{loaded.records:,} records were loaded from {files}{when}. narabot knows nothing else."
    if not reads_russian:
        yield (
            "Its search by meaning reads English only. A question in Russian is searched for in "
            "English words, which the answer shows."
        )
