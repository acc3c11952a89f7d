"""The end of `narabot knowledge build`: communities and their reports, told while they are made."""

from threading import Event

from tenacity import Retrying

from narabot.cli.stopping import stopping_here
from narabot.embedding import Embeddings, open_embeddings
from narabot.errors import ModelUnavailableError
from narabot.graph import Graph
from narabot.knowledge.building import Within
from narabot.knowledge.communities.building import (
    COMPUTING,
    CommunityCounts,
    Writer,
    build_communities,
)
from narabot.knowledge.communities.written_reports import ReportWriter
from narabot.knowledge.extractors.llm import LlmReader
from narabot.knowledge.vectors import REPORTS, embed_all
from narabot.settings import Settings
from narabot.terminal import tell
from narabot.versions import stored_identity


def communities(
    settings: Settings,
    graph: Graph,
    retrying: Retrying,
    within: Within,
    stopping: Event,
    writer: Writer = COMPUTING,
) -> CommunityCounts:
    """Make the communities and reports that are missing or have changed, and their vectors.

    Raises GraphUnavailableError.
    """
    tell("making communities and their reports, as far as records have changed")
    counts = build_communities(
        graph, retrying, within, writer, stopping_here(lambda _: None, stopping)
    )

    def model() -> Embeddings:
        tell("giving vectors to the reports")
        return open_embeddings(settings, stored_identity(graph), is_for_index=True)

    try:
        embed_all(graph, REPORTS, model, retrying, stopping_here(lambda _: None, stopping))
    except ModelUnavailableError as error:
        tell(f"no report gets a vector: {error}")
    return counts


def report_writer(settings: Settings, reader: LlmReader | None, budget: int | None) -> Writer:
    """Return who writes reports: the model that has read the texts, with what is left of its calls.

    Nobody where there is none. Raises PromptError.
    """
    if reader is None:
        return COMPUTING
    left = None if budget is None else max(budget - reader.counts.calls, 0)
    tell(f"{reader.model_name} writes reports, in two calls each at most")
    return ReportWriter(reader.model, settings, most_calls=left).writer


def communities_said(counts: CommunityCounts) -> str:
    """Return what was made in one sentence."""
    return (
        f"{counts.given:,} communities of the hierarchy; {counts.found:,} of names found anew; "
        f"{counts.reports:,} reports made, in {counts.seconds:.1f} s."
    )
