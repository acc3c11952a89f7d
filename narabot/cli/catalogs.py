"""Load catalog lines into graphs for evaluations, with or without the knowledge layer."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Event

from ingest.pipeline import run_ingest
from ingest.progress import database_retrying, progress_bar
from ingest.read.sources import find_sources
from ingest.write.load_input import LoadMode
from narabot.chat import Models
from narabot.cli.knowledge import open_ner_cache
from narabot.errors import UnreadableSourceError
from narabot.evaluation import Loaded
from narabot.graph import Graph
from narabot.knowledge.building import begin_build, read_backlog, run_build
from narabot.knowledge.communities.building import build_communities
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.knowledge.vectors import PHRASE_NODES, REPORT_NODES, embed_nodes
from narabot.settings import Settings


class IngestedCatalog:
    """Catalog lines in files or folders. `load` loads the lines as `narabot ingest` does."""

    def __init__(self, *paths: Path) -> None:
        self.paths = paths

    def files(self) -> set[Path]:
        """Return the files that contain the lines.

        Raise UnreadableSourceError if there are no files.
        """
        return {source.path for source in find_sources(self.paths)}

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Empty the graph and load the lines. Raise UnreadableSourceError on failure."""
        mode = LoadMode(rebuild=True)
        report = run_ingest(settings, graph, models.embeddings, self.paths, mode)
        if report.unreadable:
            raise UnreadableSourceError(report.unreadable[0])
        if not report.is_success:
            names = ", ".join(str(path) for path in self.paths)
            raise UnreadableSourceError(f"No record could be loaded from {names}.")
        records = sum(report.graph_records.values())
        return Loaded(records, report.graph_chunks, report.rejected, report.seconds)


@dataclass(slots=True)
class KnowledgeOptions:
    """Options for the knowledge layer in one evaluation. Each model is opened only once."""

    with_names: bool
    """Whether the NER model also extracts names."""
    _names: tuple[LazyNerCacheBuilder | None] | None = None

    def names(self, settings: Settings) -> LazyNerCacheBuilder | None:
        """Return the NER cache builder, or `None` if NER is disabled or unavailable."""
        if not self.with_names:
            return None
        if self._names is None:
            self._names = (open_ner_cache(settings),)
        return self._names[0]


class CatalogWithKnowledge(IngestedCatalog):
    """Catalog lines with the knowledge layer that `narabot knowledge build` creates."""

    def __init__(self, layering: KnowledgeOptions, *paths: Path) -> None:
        super().__init__(*paths)
        self.layering = layering

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Load the lines, then build the layer and its reports.

        Raise UnreadableSourceError on failure.
        """
        loaded = super().load(settings, graph, models)
        retrying = database_retrying(settings.ingest_retry_seconds, Event())
        names, told = self.layering.names(settings), settings.name_classes
        run = begin_build(graph, retrying, names=names, name_classes=told)
        with progress_bar(read_backlog(run).outdated_records, " records") as bar:
            report = run_build(run, bar.update)
        embed_nodes(graph, PHRASE_NODES, lambda: models.embeddings, retrying)
        counts = build_communities(graph, retrying)
        embed_nodes(graph, REPORT_NODES, lambda: models.embeddings, retrying)
        return replace(loaded, seconds=loaded.seconds + report.seconds + counts.seconds)


def catalog_factory(layering: KnowledgeOptions) -> partial[CatalogWithKnowledge]:
    """Return a function that creates, from paths, a catalog with the knowledge layer."""
    return partial(CatalogWithKnowledge, layering)
