"""Check whether reports still match the records. Each sentence is looked up or computed again."""

from collections.abc import Iterator, Sequence

from narabot.errors import ComputationLimitError, InvalidPlanError
from narabot.graph import Graph, load_query
from narabot.knowledge.communities.findings import computed_finding
from narabot.knowledge.communities.sentence_support import is_fully_supported
from narabot.models import Quote
from narabot.models.communities import COMPUTED_REPORT, Finding, Report
from narabot.plans.plan_json import read_plan
from narabot.plans.sources import Sets, open_sets
from narabot.plans.values import CountBy


def unsupported_sentences(graph: Graph, report: Report) -> list[str]:
    """Return the sentences in a report that the current graph does not support.

    May raise GraphUnavailableError.
    """
    return list(failing_sentences(report, quoted_texts(graph, report), open_sets(graph)))


def quoted_texts(graph: Graph, report: Report) -> dict[str, str]:
    """Return the texts of the chunks that a report quotes, keyed by chunkId."""
    quotes = [*report.summary_quotes, *(quote for one in report.findings for quote in one.quotes)]
    chunk_ids = sorted({one.chunk_id for one in quotes})
    rows = graph.read(load_query("narabot.knowledge", "texts_of_chunks"), chunkIds=chunk_ids)
    return {row["chunkId"]: row["text"] for row in rows}


def failing_sentences(report: Report, texts: dict[str, str], sets: Sets) -> Iterator[str]:
    """Yield the unsupported sentences."""
    is_computed = report.method == COMPUTED_REPORT
    first = report.findings[0].explanation if report.findings else ""
    is_first = not report.summary_quotes and report.summary == first
    if not is_first and not is_supported_by(
        report.summary, report.summary_quotes, texts, is_computed
    ):
        yield report.summary
    for one in report.findings:
        if not (
            is_reproducible(one, sets)
            if one.plan
            else is_finding_supported(one, texts, is_computed)
        ):
            yield one.explanation


def is_finding_supported(one: Finding, texts: dict[str, str], is_computed: bool) -> bool:
    """Return whether a finding's quotations support the finding."""
    return is_supported_by(one.explanation, one.quotes, texts, is_computed)


def is_supported_by(
    said: str, quotes: Sequence[Quote], texts: dict[str, str], is_computed: bool
) -> bool:
    """Return whether quotations match the texts and support a sentence.

    In a computed report, the sentence must equal the quotations.
    """
    there = all(texts.get(one.chunk_id, "")[one.start : one.end] == one.quote for one in quotes)
    if not quotes or not there:
        return False
    return (
        said == " ".join(one.quote for one in quotes)
        if is_computed
        else is_fully_supported(said, quotes)
    )


def is_reproducible(one: Finding, sets: Sets) -> bool:
    """Return whether a finding's plan still yields the same value and sentences."""
    try:
        plan = read_plan(one.plan)
        return isinstance(plan, CountBy) and computed_finding(plan, sets.read(plan.of)) == one
    except (InvalidPlanError, ComputationLimitError):
        return False
