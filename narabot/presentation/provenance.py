"""Where what is shown comes from: what was loaded, who wrote an answer, how it was found. Pure."""

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
from narabot.presentation.days import day
from narabot.presentation.lists import filters_said
from narabot.presentation.records import name
from narabot.presentation.search_route import plans_said
from narabot.presentation.strings import ENGLISH, number, say, say_many, spoken
from narabot.presentation.terms import step_said
from narabot.presentation.trace_json import MOST_SCORES
from narabot.presentation.ways import way_named
from narabot.retrieval import STRATEGIES, Loaded
from narabot.retrieval.records.text import joined_chunks, text_lines

VERY_LIKELY, LIKELY = 0.9, 0.8
"""Least confidence: it is fitted to be the share that is right (`training/decide.py`)."""


def provenance(response: Response) -> str:
    """Return a line on an answer: who wrote it, and how far it can be trusted; or ""."""
    answer = response.answer
    if answer is None or answer.is_refused or answer.is_help:
        return ""
    if answer.is_guide:
        return say("In the words of the records; which to look in is narabot's judgement.")
    if answer.is_computed:
        return say("Computed from all records loaded here; no language model has written it.")
    if answer.is_by_model:
        written = say("Written by {model}.", model=answer.answerer)
        return f"{written} {checked(answer)}"
    own = say("In the words of the record; no language model has written it.")
    return f"{how_sure(answer)} {own}"


def who_answers(answering: AnsweringModel) -> str:
    """Return a line on who writes answers."""
    if spoken() == ENGLISH:
        return answering.note
    if answering.model is None:
        return say(
            "No language model writes answers: they are sentences of the records, word for word, "
            "or computed from all of them."
        )
    return say("Answers are written by {model}.", model=answering.model.name)


def how_sure(answer: Answer) -> str:
    """Return how sure the sentences of a record are to answer the question."""
    if answer.is_enumeration:
        return say(
            "These lines are of the records that were read, those found first; there may be more."
        )
    if answer.confidence >= VERY_LIKELY:
        return say("Very likely right.")
    if answer.confidence >= LIKELY:
        return say("Likely right.")
    return say("May be right, and may be beside the point: read the record.")


def checked(answer: Answer) -> str:
    """Return what became of a language model's sentences when they were checked."""
    if answer.confidence >= 1:
        return say("Each sentence was checked against the words of the records.")
    if any(one.text in {quote.quote for quote in one.quotes} for one in answer.sentences):
        return say(
            "Each sentence was checked against the words of the records; what did not stand in "
            "them was left out, and the record's own words stand in its place."
        )
    return say(
        "Each sentence was checked against the words of the records; what did not stand in them "
        "was left out."
    )


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


def trace_lines(response: Response) -> list[str]:
    """Return what a trace says that is no table."""
    trace = response.trace
    said = {
        say("Trace"): trace.trace_id,
        say("Asked"): f"{trace.began:%Y-%m-%d %H:%M:%S} UTC" if trace.began else "",
        say("Taken for"): request_said(response),
        say("Searched for"): response.searched_as or response.asked,
        say("Within"): filters_said(response),
        say("Looked up by"): looked_up_by(trace),
        say("Records found"): number(len(response.records)),
        say("Computed"): plans_said(response),
        say("Not looked at"): " ".join(trace.unseen),
        say("Answer"): answer_said(trace),
        say("Index"): trace.index,
    }
    return [f"{label}: {text}" for label, text in said.items() if text]


def looked_up_by(trace: Trace) -> str:
    """Return by which way it was looked up: as the page calls it, and as commands do."""
    name = trace.retrieval
    return f"{way_named(name)} ({name})" if name in STRATEGIES else name


def request_said(response: Response) -> str:
    """Return as which kind of request it was taken, and why."""
    is_list = response.request_class is RequestClass.SHOW_RECORDS
    kind = say("an order for a list") if is_list else say("a question")
    match response.trace.classifier:
        case "rules":
            return say("{kind}, by its first words", kind=kind)
        case "examples":
            return say("{kind}, by its likeness to examples", kind=kind)
        case "model":
            return say("{kind}, by the language model", kind=kind)
        case _:
            return kind


def answer_said(trace: Trace) -> str:
    """Return who wrote the answer; "" for a list."""
    if trace.answerer == HELP:
        return say("what narabot says of itself")
    if trace.answerer == GUIDE:
        return say("where to look, and sentences of the records, by no language model")
    if trace.answerer == COMPUTED:
        return say("computed over the graph, by no language model")
    if trace.answerer in {EXTRACTIVE, ENUMERATION}:
        return say("sentences of the records, by no language model")
    if trace.prompt is None:
        return ""
    return say("{model}, by the prompt {prompt}", model=trace.answerer, prompt=trace.prompt)


def steps_table(trace: Trace) -> dict[str, list[Any]]:
    """Return the steps, how much each found, and how long it took."""
    return {
        say("Step"): [step_said(step.name) for step in trace.steps],
        say("Found"): ["" if step.found is None else number(step.found) for step in trace.steps],
        say("Milliseconds"): [f"{step.ms:,.1f}" for step in trace.steps],
    }


def queries_table(trace: Trace) -> dict[str, list[Any]]:
    """Return what the database ran, in the order in which it began."""
    queries = sorted(trace.queries, key=lambda query: query.began_ms)
    return {
        say("Statement"): [query.name for query in queries],
        say("Rows"): [query.rows for query in queries],
        say("Began after (ms)"): [f"{query.began_ms:,.1f}" for query in queries],
        say("Milliseconds"): [f"{query.ms:,.1f}" for query in queries],
    }


def scores_table(response: Response) -> dict[str, list[Any]]:
    """Return the scores of the best records: that of the strategy, and the cosine."""
    best = response.records[:MOST_SCORES]
    return {
        say("Record"): [name(one.record) for one in best],
        "NAID": [one.na_id for one in best],
        say("Score"): [f"{one.score:.4f}" for one in best],
        say("By meaning"): [f"{one.meaning:.2f}" for one in best],
    }


RUSSIAN_QUESTION = "Где хранятся фотографии?"
"""A question that a model for English only cannot read."""


def catalogue_said(loaded: Loaded, *, reads_russian: bool) -> Iterator[str]:
    """Yield sentences on what narabot knows."""
    files = say_many("one file", "{count} files", loaded.files)
    if loaded.on:
        yield say(
            "{count} records were loaded from {files}, last on {day}. narabot knows nothing else.",
            count=loaded.records,
            files=files,
            day=day(loaded.on),
        )
    else:
        yield say(
            "{count} records were loaded from {files}. narabot knows nothing else.",
            count=loaded.records,
            files=files,
        )
    if not reads_russian:
        yield say(
            "Its search by meaning reads English only. A question in Russian is searched for in "
            "English words, which the answer shows."
        )
