"""Build communities and reports that have changed since the last build.

Each step is a transaction that can be repeated, so an interrupted build can resume.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tenacity import Retrying

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE, Progress, Within
from narabot.knowledge.communities.catalog import (
    CatalogCommunity,
    catalog_community_rows,
    read_catalog_communities,
)
from narabot.knowledge.communities.detected import detect_in_home, naming_chunks, narrowest_units
from narabot.knowledge.communities.material import Material, community_row, read_material
from narabot.knowledge.communities.reports import computed_report
from narabot.models import Row
from narabot.models.communities import Report, findings_to_json, quotes_to_json
from narabot.plans.sources import open_sets

REPORTS_PER_TRANSACTION = 20
"""Number of reports in a transaction."""

SCHEMA_STATEMENTS = (
    "create_community_constraint",
    "create_report_constraint",
    "create_report_words_index",
)


@dataclass(slots=True)
class CommunityCounts:
    """The results of building communities."""

    catalog: int = 0
    detected: int = 0
    """Number of communities detected in this build."""
    reports: int = 0
    """Number of reports written."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ReportMethod:
    """The method that writes a community's report."""

    write: Callable[[Material], tuple[Report, bool]]
    """Returns a report, and whether the report is final. The next build retries a report that is
    not final."""
    asked: str | None = None
    """Identifier of the language model and the prompt, or `None` if no model is used."""


COMPUTED_REPORTS = ReportMethod(lambda material: (computed_report(material), True))
"""Computes reports without a language model."""


def build_communities(
    graph: Graph,
    retrying: Retrying,
    within: Within = None,
    writer: ReportMethod = COMPUTED_REPORTS,
    progress: Progress = lambda _: None,
) -> CommunityCounts:
    """Build all communities and reports that are missing or outdated.

    Raise GraphUnavailableError if the database does not respond for INGEST_RETRY_SECONDS.
    """
    began = time.monotonic()
    counts = CommunityCounts()
    for name in SCHEMA_STATEMENTS:
        retrying(graph.write, load_query(PACKAGE, name))
    given = retrying(read_catalog_communities, graph, within)
    counts.catalog = len(given)
    write_catalog_communities(graph, retrying, given, within)
    counts.detected = detect_communities(graph, retrying, given)
    done: list[str] = []
    while made := write_reports(graph, retrying, writer, done):
        done += made
        counts.reports += len(made)
        progress(len(made))
    retrying(graph.write, load_query(PACKAGE, "mark_layer"))
    counts.seconds = time.monotonic() - began
    return counts


def write_catalog_communities(
    graph: Graph, retrying: Retrying, given: Sequence[CatalogCommunity], within: Within
) -> None:
    """Write the catalog communities.

    Delete obsolete communities, along with everything derived from them.
    """
    kept = [one.community_id for one in given]
    gone = load_query(PACKAGE, "delete_catalog_communities")
    retrying(graph.write, gone, kept=kept, within=within)
    retrying(
        graph.write,
        load_query(PACKAGE, "write_catalog_communities"),
        rows=catalog_community_rows(given),
    )


def detect_communities(graph: Graph, retrying: Retrying, given: Sequence[CatalogCommunity]) -> int:
    """Detect communities in all catalog units that have changed. Return the number of communities
    detected."""
    rows = retrying(graph.read, load_query(PACKAGE, "existing_catalog_communities"))
    before = {row["naId"]: row for row in rows}
    units = {one.na_id: one for one in given if one.is_unit}
    found = 0
    for root in (one for one in units.values() if not one.above):
        if before[root.na_id]["searchedAs"] == root.digest:
            continue
        within = {one.na_id: one for one in units.values() if root.na_id in (one.na_id, *one.above)}
        found += detect_in_unit(graph, retrying, root, within, before)
    return found


def detect_in_unit(
    graph: Graph,
    retrying: Retrying,
    root: CatalogCommunity,
    units: dict[int, CatalogCommunity],
    before: dict[int, Row],
) -> int:
    """Detect communities in a unit and the catalog units within it. Return the number of
    communities detected."""
    chunks = retrying(naming_chunks, graph, root, list(units))
    able = narrowest_units(chunks, {na_id: len(one.above) for na_id, one in units.items()})
    others = [one.community_id for na_id, one in units.items() if na_id not in able]
    retrying(graph.write, load_query(PACKAGE, "delete_detected_communities"), homes=others, kept=[])
    found = sum(
        detect_in_home(graph, retrying, units[na_id], own)
        for na_id, own in sorted(able.items())
        if before[na_id]["foundFrom"] != units[na_id].digest
    )
    mark = load_query(PACKAGE, "mark_searched")
    retrying(graph.write, mark, home=root.community_id, digest=root.digest)
    return found


def write_reports(
    graph: Graph, retrying: Retrying, writer: ReportMethod, done: Sequence[str] = ()
) -> list[str]:
    """Write a batch of missing or outdated reports, except reports already written in this run.

    Return the identifiers of the communities that these reports describe.
    """
    query = load_query(PACKAGE, "outdated_reports")
    behind = retrying(
        graph.read, query, by=writer.asked, done=list(done), limit=REPORTS_PER_TRANSACTION
    )
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
    """Return the properties to store for a report.

    `told` contains the text of the findings, for search. Sentences from records precede counts,
    because vectors represent only the beginning of a text.
    """
    told = sorted(report.findings, key=lambda one: bool(one.plan))
    return {
        "title": report.title,
        "summary": report.summary,
        "summaryQuotes": quotes_to_json(report.summary_quotes),
        "rating": report.rating,
        "ratingExplanation": report.rating_explanation,
        "findings": findings_to_json(report.findings),
        "told": "\n".join(one.explanation for one in told),
        "method": report.method,
    }
