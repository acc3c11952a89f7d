"""Whether reports still say what the records say: each sentence is looked up or computed again."""

from collections.abc import Iterator, Sequence

from narabot.errors import PlanNotReadError, TooMuchToComputeError
from narabot.graph import Graph, load_query
from narabot.knowledge.communities.findings import finding
from narabot.knowledge.communities.sentence_support import borne_out
from narabot.models import Quote
from narabot.models.communities import COMPUTED_REPORT, Finding, Report
from narabot.plans.plan_json import read_plan
from narabot.plans.sources import Sets, open_sets
from narabot.plans.values import CountBy


def unsupported(graph: Graph, report: Report) -> list[str]:
    """Return the sentences of a report that the graph does not bear out as it is now.

    Raises GraphUnavailableError.
    """
    return list(failing(report, texts_of(graph, report), open_sets(graph)))


def texts_of(graph: Graph, report: Report) -> dict[str, str]:
    """Return the texts of the chunks that a report quotes, by chunkId."""
    quotes = [*report.summary_quotes, *(quote for one in report.findings for quote in one.quotes)]
    chunk_ids = sorted({one.chunk_id for one in quotes})
    rows = graph.read(load_query("narabot.knowledge", "texts_of_chunks"), chunkIds=chunk_ids)
    return {row["chunkId"]: row["text"] for row in rows}


def failing(report: Report, texts: dict[str, str], sets: Sets) -> Iterator[str]:
    """Yield the sentences that do not stand."""
    is_computed = report.method == COMPUTED_REPORT
    first = report.findings[0].explanation if report.findings else ""
    is_first = not report.summary_quotes and report.summary == first
    if not is_first and not stands(report.summary, report.summary_quotes, texts, is_computed):
        yield report.summary
    for one in report.findings:
        if not (computes(one, sets) if one.plan else quotes_stand(one, texts, is_computed)):
            yield one.explanation


def quotes_stand(one: Finding, texts: dict[str, str], is_computed: bool) -> bool:
    """Return whether a finding says what its quotes say."""
    return stands(one.explanation, one.quotes, texts, is_computed)


def stands(said: str, quotes: Sequence[Quote], texts: dict[str, str], is_computed: bool) -> bool:
    """Return whether quotes stand where they should, and are what is said or bear it out."""
    there = all(texts.get(one.chunk_id, "")[one.start : one.end] == one.quote for one in quotes)
    if not quotes or not there:
        return False
    return said == " ".join(one.quote for one in quotes) if is_computed else borne_out(said, quotes)


def computes(one: Finding, sets: Sets) -> bool:
    """Return whether a plan, run again, gives the same sentences and comes to the same."""
    try:
        plan = read_plan(one.plan)
        return isinstance(plan, CountBy) and finding(plan, sets.read(plan.of)) == one
    except (PlanNotReadError, TooMuchToComputeError):
        return False
