"""The way of catalogue lines into the graphs of evaluations: ingest's, and that of the layer."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event

from ingest.pipeline import run_ingest
from ingest.progress import patience, progress_bar
from ingest.read.sources import find_sources
from ingest.write.material import Mode
from narabot.chat import Models
from narabot.cli.knowing import names_of
from narabot.errors import UnreadableSourceError
from narabot.evaluation import Loaded
from narabot.graph import Graph
from narabot.knowledge.building import begin_build, behind, run_build
from narabot.knowledge.communities.building import build_communities
from narabot.knowledge.names_on_demand import NamesOnDemand
from narabot.knowledge.vectors import PHRASES, REPORTS, embed_all
from narabot.settings import Settings


class IngestedCatalogue:
    """Catalogue lines in and under some paths, as `narabot ingest` loads them."""

    def __init__(self, *paths: Path) -> None:
        """Take the paths."""
        self.paths = paths

    def files(self) -> set[Path]:
        """Return the files with the lines. Raises UnreadableSourceError if there is none."""
        return {source.path for source in find_sources(self.paths)}

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Load the lines, in place of what was there. Raises UnreadableSourceError."""
        mode = Mode(rebuild=True)
        report = run_ingest(settings, graph, models.embeddings, self.paths, mode)
        if report.unreadable:
            raise UnreadableSourceError(report.unreadable[0])
        if not report.is_success:
            names = ", ".join(str(path) for path in self.paths)
            raise UnreadableSourceError(f"No record could be read from {names}.")
        records = sum(report.graph_records.values())
        return Loaded(records, report.graph_chunks, report.rejected, report.seconds)


@dataclass(slots=True)
class Layering:
    """How the layer is built in the graphs of one evaluation: its models are opened once."""

    with_names: bool
    """Whether the reader of names reads the texts as well."""
    _names: tuple[NamesOnDemand | None] | None = None

    def names(self, settings: Settings) -> NamesOnDemand | None:
        """Return what reads names; `None` where that is not wanted, or nothing does."""
        if not self.with_names:
            return None
        if self._names is None:
            self._names = (names_of(settings),)
        return self._names[0]


class LayeredCatalogue(IngestedCatalogue):
    """Catalogue lines with the layer of names and statements, as `narabot knowledge build`."""

    def __init__(self, layering: Layering, *paths: Path) -> None:
        """Take the paths, and how the layer is built."""
        super().__init__(*paths)
        self.layering = layering

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Load the lines, build the layer and its reports. Raises UnreadableSourceError."""
        loaded = super().load(settings, graph, models)
        retrying = patience(settings.ingest_patience_s, Event())
        names, told = self.layering.names(settings), settings.told_classes
        run = begin_build(graph, retrying, names=names, told=told)
        with progress_bar(behind(run).records_behind, " records") as bar:
            report = run_build(run, bar.update)
        embed_all(graph, PHRASES, lambda: models.embeddings, retrying)
        counts = build_communities(graph, retrying)
        embed_all(graph, REPORTS, lambda: models.embeddings, retrying)
        return replace(loaded, seconds=loaded.seconds + report.seconds + counts.seconds)


def layered(layering: Layering) -> partial[LayeredCatalogue]:
    """Return what makes the catalogue of some paths, with the layer."""
    return partial(LayeredCatalogue, layering)
