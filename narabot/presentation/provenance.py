"""Describe where displayed information comes from: the catalog, the answer, and the trace."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from narabot.llm import AnsweringModel
from narabot.models import (
    COMPUTED,
    ENUMERATION,
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
from narabot.presentation.display_dates import day_text
from narabot.presentation.list_summaries import filters_text
from narabot.presentation.records import name
from narabot.presentation.search_route import plan_text
from narabot.presentation.strategy_labels import strategy_title
from narabot.presentation.strings import ENGLISH, number, page_language, say, say_many
from narabot.presentation.terms import step_label
from narabot.presentation.trace_json import MAX_SCORES
from narabot.retrieval import STRATEGIES, LoadSummary, canonical_name
from narabot.retrieval.records.text import joined_chunks, text_lines

VERY_LIKELY, LIKELY = 0.9, 0.8
"""Minimum confidence for each of the two ratings.

Confidence is calibrated as the share of correct answers (`training/answer_confidence.py`).
"""


def provenance(response: Response) -> str:
    """Return a line on the origin and reliability of an answer, or "" if no line is needed."""
    answer = response.answer
    if answer is None or answer.is_refused or answer.is_help:
        return ""
    if answer.is_guide:
        return say("Quoted from the records. narabot chose which records to suggest.")
    if answer.is_computed:
        return say("Computed from all loaded records, without a language model.")
    if answer.is_by_model:
        written = say("Written by {model}.", model=answer.answerer)
        return f"{written} {verification_note(answer)}"
    own = say("Quoted from the record, without a language model.")
    return f"{confidence_note(answer)} {own}"


def answerer_note(answering: AnsweringModel) -> str:
    """Return a line that explains what produces the answers."""
    if page_language() == ENGLISH:
        return answering.note
    if answering.model is None:
        return say(
            "No language model writes answers. They are quoted from the records or computed from "
            "all loaded records."
        )
    return say("Answers are written by {model}.", model=answering.model.name)


def confidence_note(answer: Answer) -> str:
    """Return a note on how likely it is that the quoted sentences answer the question."""
    if answer.is_enumeration:
        return say(
            "These lines come only from the top results. Other records may contain more such lines."
        )
    if answer.confidence >= VERY_LIKELY:
        return say("Very likely correct.")
    if answer.confidence >= LIKELY:
        return say("Likely correct.")
    return say("This may be correct, or it may miss the point. Check the record.")


def verification_note(answer: Answer) -> str:
    """Return the result of verifying a language model's sentences."""
    if answer.confidence >= 1:
        return say("Each sentence was checked against the records.")
    if any(one.text in {quote.quote for quote in one.quotes} for one in answer.sentences):
        return say(
            "Each sentence was checked against the records. Unsupported sentences were replaced "
            "with quotations."
        )
    return say("Each sentence was checked against the records. Unsupported sentences were removed.")


def is_machine_read(response: Response) -> bool:
    """Return whether an answer quotes machine-read text."""
    quotes = response.answer.quotes if response.answer else ()
    return any(
        quotes_machine_text(quote, passage)
        for quote in quotes
        for passage in response.passages
        if passage.na_id == quote.na_id
    )


def quotes_machine_text(quote: Quote, passage: Passage) -> bool:
    """Return whether a passage shows that a quotation comes from a machine-read line.

    The line's label may be in the previous chunk.
    """
    if quote.chunk_id not in (chunk.chunk_id for chunk in passage.chunks):
        return False
    before = takewhile(lambda chunk: chunk.chunk_id != quote.chunk_id, passage.chunks)
    own = next(chunk.text for chunk in passage.chunks if chunk.chunk_id == quote.chunk_id)
    text = joined_chunks([*(chunk.text for chunk in before), own[: quote.end]])
    lines = text_lines(text, passage.record.record_type)
    return bool(lines) and lines[-1].is_machine_read


def trace_lines(response: Response) -> list[str]:
    """Return the parts of a trace that are not tables."""
    trace = response.trace
    values = {
        say("Trace"): trace.trace_id,
        say("Asked"): f"{trace.began:%Y-%m-%d %H:%M:%S} UTC" if trace.began else "",
        say("Request type"): classification_text(response),
        say("Searched for"): response.searched_as or response.asked,
        say("Filters"): filters_text(response),
        say("Method"): strategy_text(trace),
        say("Records found"): number(len(response.records)),
        say("Computed"): plan_text(response),
        say("Limitations"): " ".join(trace.limitations),
        say("Answer"): answer_source(trace),
        say("Index"): trace.index,
    }
    return [f"{label}: {text}" for label, text in values.items() if text]


def strategy_text(trace: Trace) -> str:
    """Return the strategy's title on the page and its name in commands."""
    name = canonical_name(trace.retrieval)
    return f"{strategy_title(name)} ({name})" if name in STRATEGIES else name


def classification_text(response: Response) -> str:
    """Return the class of a request and how the class was identified."""
    is_list = response.request_class is RequestClass.SHOW_RECORDS
    kind = say("a list request") if is_list else say("a question")
    match response.trace.classifier:
        case "rules":
            return say("{kind}, identified by its first words", kind=kind)
        case "examples":
            return say("{kind}, identified by similarity to examples", kind=kind)
        case "model":
            return say("{kind}, identified by the language model", kind=kind)
        case _:
            return kind


def answer_source(trace: Trace) -> str:
    """Return what produced the answer, or "" for a list."""
    if trace.answerer == HELP:
        return say("a built-in help text")
    if trace.answerer == GUIDE:
        return say("suggestions with quotations, without a language model")
    if trace.answerer == COMPUTED:
        return say("computed from the graph, without a language model")
    if trace.answerer in {EXTRACTIVE, ENUMERATION}:
        return say("quotations from the records, without a language model")
    if trace.prompt is None:
        return ""
    return say("{model}, with prompt {prompt}", model=trace.answerer, prompt=trace.prompt)


def steps_table(trace: Trace) -> dict[str, list[Any]]:
    """Return the steps with their numbers of results and durations, as table columns."""
    return {
        say("Step"): [step_label(step.name) for step in trace.steps],
        say("Found"): ["" if step.found is None else number(step.found) for step in trace.steps],
        say("Milliseconds"): [f"{step.ms:,.1f}" for step in trace.steps],
    }


def queries_table(trace: Trace) -> dict[str, list[Any]]:
    """Return the database queries in order of start time, as table columns."""
    queries = sorted(trace.queries, key=lambda query: query.began_ms)
    return {
        say("Query"): [query.name for query in queries],
        say("Rows"): [query.rows for query in queries],
        say("Start (ms)"): [f"{query.began_ms:,.1f}" for query in queries],
        say("Milliseconds"): [f"{query.ms:,.1f}" for query in queries],
    }


def scores_table(response: Response) -> dict[str, list[Any]]:
    """Return the best records' scores and cosine similarities, as table columns.

    The records of computed answers have no scores.
    """
    best = [one for one in response.records[:MAX_SCORES] if one.score]
    return {
        say("Record"): [name(one.record) for one in best],
        "NAID": [one.na_id for one in best],
        say("Score"): [f"{one.score:.4f}" for one in best],
        say("Cosine similarity"): [f"{one.meaning:.2f}" for one in best],
    }


RUSSIAN_QUESTION = "Где хранятся фотографии?"
"""A question that an English-only embedding model cannot represent."""


def catalog_sentences(loaded: LoadSummary, *, reads_russian: bool) -> Iterator[str]:
    """Yield sentences about the loaded records."""
    files = say_many("one file", "{count} files", loaded.files)
    if loaded.on:
        yield say(
            "{count} records were loaded from {files}, most recently on {day}. Answers use only "
            "these records.",
            count=loaded.records,
            files=files,
            day=day_text(loaded.on),
        )
    else:
        yield say(
            "{count} records were loaded from {files}. Answers use only these records.",
            count=loaded.records,
            files=files,
        )
    if not reads_russian:
        yield say(
            "Vector search supports only English. A question in Russian is translated into English "
            "search words, which the answer shows."
        )
