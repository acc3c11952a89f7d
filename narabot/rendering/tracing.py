"""How a response was found, for those who want to know, or must report it. Pure."""

from typing import Any

from narabot.models import EXTRACTIVE, RequestClass, Response, Trace
from narabot.rendering.lists import filters_said
from narabot.rendering.records import name
from narabot.rendering.response_json import MOST_SCORES

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
