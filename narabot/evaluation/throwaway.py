"""A graph of our own that goes away with the evaluation: never the user's, never NEO4J_URI's."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ingest.pipeline import run_ingest
from ingest.write.material import Mode
from narabot.chat import Models
from narabot.database import Report, throwaway_database
from narabot.errors import UnreadableSourceError
from narabot.graph import Graph, open_graph
from narabot.settings import Settings


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was loaded into the throwaway graph."""

    records: int
    chunks: int
    rejected: int
    seconds: float


@contextmanager
def throwaway_graph(settings: Settings, report: Report) -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings and the empty graph of a throwaway server."""
    with (
        throwaway_database(settings, report) as (own, connection),
        open_graph(connection) as graph,
    ):
        yield own, graph


def load(
    settings: Settings,
    graph: Graph,
    models: Models,
    paths: Sequence[Path],
    *,
    rebuild: bool = False,
) -> Loaded:
    """Load some files into a throwaway graph. Raises UnreadableSourceError for a broken one."""
    report = run_ingest(settings, graph, models.embeddings, paths, Mode(rebuild))
    if report.unreadable:
        raise UnreadableSourceError(report.unreadable[0])
    if not report.is_success:
        names = ", ".join(str(path) for path in paths)
        raise UnreadableSourceError(f"No record could be read from {names}.")
    return Loaded(
        sum(report.graph_records.values()), report.graph_chunks, report.rejected, report.seconds
    )
