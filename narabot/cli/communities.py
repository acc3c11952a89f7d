"""The last step of `narabot knowledge build`: communities and their reports."""

from threading import Event

from tenacity import Retrying

from narabot.cli.interrupts import interruptible
from narabot.embedding import Embeddings, open_embeddings
from narabot.errors import ModelUnavailableError
from narabot.graph import Graph
from narabot.knowledge.building import Within
from narabot.knowledge.communities.building import (
    COMPUTED_REPORTS,
    CommunityCounts,
    ReportMethod,
    build_communities,
)
from narabot.knowledge.communities.written_reports import ReportWriter
from narabot.knowledge.extractors.llm import ExtractionClient
from narabot.knowledge.vectors import REPORT_NODES, embed_nodes
from narabot.settings import Settings
from narabot.terminal import print_status
from narabot.versions import stored_identity


def update_communities(
    settings: Settings,
    graph: Graph,
    retrying: Retrying,
    within: Within,
    stopping: Event,
    writer: ReportMethod = COMPUTED_REPORTS,
) -> CommunityCounts:
    """Create missing communities and reports, update changed communities, and embed the reports.

    Raise GraphUnavailableError if the database is unreachable.
    """
    print_status("updating communities and their reports")
    counts = build_communities(
        graph, retrying, within, writer, interruptible(lambda _: None, stopping)
    )

    def model() -> Embeddings:
        print_status("computing embeddings of the reports")
        return open_embeddings(settings, stored_identity(graph), is_for_index=True)

    try:
        embed_nodes(graph, REPORT_NODES, model, retrying, interruptible(lambda _: None, stopping))
    except ModelUnavailableError as error:
        print_status(f"no report embeddings were computed: {error}")
    return counts


def report_writer(
    settings: Settings, reader: ExtractionClient | None, budget: int | None
) -> ReportMethod:
    """Return a writer that uses the language model within its remaining call budget.

    Without a model, return the writer that computes reports. Raise PromptError if a prompt is
    invalid.
    """
    if reader is None:
        return COMPUTED_REPORTS
    left = None if budget is None else max(budget - reader.counts.calls, 0)
    print_status(f"{reader.model_name} writes reports, with at most two calls per report")
    return ReportWriter(reader.model, settings, most_calls=left).writer


def communities_summary(counts: CommunityCounts) -> str:
    """Return a summary of the updated communities."""
    return (
        f"{counts.catalog:,} communities from the hierarchy, {counts.detected:,} detected among "
        f"names, {counts.reports:,} reports written in {counts.seconds:.1f} s."
    )
