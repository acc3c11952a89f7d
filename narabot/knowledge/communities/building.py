"""Build communities and their reports: what has changed since the last build, and no more.

Each step is a transaction of its own that can be taken again: a build that is stopped goes on.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tenacity import Retrying

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Progress, Within
from narabot.knowledge.communities.found import homes, naming_chunks, sought_in
from narabot.knowledge.communities.given import Given, given_rows, read_given
from narabot.knowledge.communities.material import Material, community_row, read_material
from narabot.knowledge.communities.reports import computed_report
from narabot.models import Row
from narabot.models.communities import Report, written_findings, written_quotes
from narabot.plans.sources import open_sets

REPORTS_AT_ONCE = 20
"""In one transaction."""

SCHEMA_STATEMENTS = (
    "create_community_constraint",
    "create_report_constraint",
    "create_report_words_index",
)


@dataclass(slots=True)
class CommunityCounts:
    """What a build of communities has done."""

    given: int = 0
    found: int = 0
    """Communities that were found anew."""
    reports: int = 0
    """That were made."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes a report on a community."""

    write: Callable[[Material], tuple[Report, bool]]
    """Returns it, and whether this writer was asked: else it is in the next build."""
    asked: str | None = None
    """Names a language model and its prompt; `None` without any."""


COMPUTING = Writer(lambda material: (computed_report(material), True))
"""Nobody: reports are computed."""


def build_communities(
    graph: Graph,
    retrying: Retrying,
    within: Within = None,
    writer: Writer = COMPUTING,
    progress: Progress = lambda _: None,
) -> CommunityCounts:
    """Make all communities and reports that are missing or not as the records are now.

    Raises GraphUnavailableError when the database does not answer for INGEST_PATIENCE_S.
    """
    began = time.monotonic()
    counts = CommunityCounts()
    for name in SCHEMA_STATEMENTS:
        retrying(graph.write, load_query(PACKAGE, name))
    given = retrying(read_given, graph, within)
    counts.given = len(given)
    write_given(graph, retrying, given, within)
    counts.found = find_all(graph, retrying, given)
    done: list[str] = []
    while made := report_some(graph, retrying, writer, done):
        done += made
        counts.reports += len(made)
        progress(len(made))
    retrying(graph.write, load_query(PACKAGE, "mark_layer"))
    counts.seconds = time.monotonic() - began
    return counts


def write_given(graph: Graph, retrying: Retrying, given: Sequence[Given], within: Within) -> None:
    """Write the given communities; those that are no more go, with all that was made of them."""
    kept = [one.community_id for one in given]
    gone = load_query(PACKAGE, "delete_communities")
    retrying(graph.write, gone, kept=kept, within=within)
    retrying(graph.write, load_query(PACKAGE, "write_given"), rows=given_rows(given))


def find_all(graph: Graph, retrying: Retrying, given: Sequence[Given]) -> int:
    """Find communities of names in all given units that have changed; return how many."""
    rows = retrying(graph.read, load_query(PACKAGE, "given_before"))
    before = {row["naId"]: row for row in rows}
    units = {one.na_id: one for one in given if one.is_unit}
    found = 0
    for root in (one for one in units.values() if not one.above):
        if before[root.na_id]["searchedAs"] == root.digest:
            continue
        within = {one.na_id: one for one in units.values() if root.na_id in (one.na_id, *one.above)}
        found += find_in(graph, retrying, root, within, before)
    return found


def find_in(
    graph: Graph, retrying: Retrying, root: Given, units: dict[int, Given], before: dict[int, Row]
) -> int:
    """Find communities of names in a unit and the given units in it; return how many."""
    chunks = retrying(naming_chunks, graph, root, list(units))
    able = homes(chunks, {na_id: len(one.above) for na_id, one in units.items()})
    others = [one.community_id for na_id, one in units.items() if na_id not in able]
    retrying(graph.write, load_query(PACKAGE, "delete_found"), homes=others, kept=[])
    found = sum(
        sought_in(graph, retrying, units[na_id], own)
        for na_id, own in sorted(able.items())
        if before[na_id]["foundFrom"] != units[na_id].digest
    )
    mark = load_query(PACKAGE, "mark_searched")
    retrying(graph.write, mark, home=root.community_id, digest=root.digest)
    return found


def report_some(
    graph: Graph, retrying: Retrying, writer: Writer, done: Sequence[str] = ()
) -> list[str]:
    """Write some of the reports that are missing or of another state, but those of this run.

    Return the identifiers of their communities.
    """
    query = load_query(PACKAGE, "reports_behind")
    behind = retrying(graph.read, query, by=writer.asked, done=list(done), limit=REPORTS_AT_ONCE)
    sets = open_sets(graph)
    rows = []
    for one in map(community_row, behind):
        report, is_done = writer.write(retrying(read_material, graph, sets, one))
        rows.append(
            {
                "communityId": one.community_id,
                "digest": one.digest,
                "asked": writer.asked if is_done else None,
                "properties": report_properties(report),
            }
        )
    retrying(graph.write, load_query(PACKAGE, "write_reports"), rows=rows)
    return [row["communityId"] for row in behind]


def report_properties(report: Report) -> Row:
    """Return what is stored of a report; `told` are the words of its findings, to be searched.

    What records say comes before what is counted: vectors are of the first words.
    """
    told = sorted(report.findings, key=lambda one: bool(one.plan))
    return {
        "title": report.title,
        "summary": report.summary,
        "summaryQuotes": written_quotes(report.summary_quotes),
        "rating": report.rating,
        "ratingExplanation": report.rating_explanation,
        "findings": written_findings(report.findings),
        "told": "\n".join(one.explanation for one in told),
        "method": report.method,
    }
