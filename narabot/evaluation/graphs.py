"""Graphs for tests: temporary graphs that are loaded for the tests, or existing graphs."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from narabot.chat import Chat, Models, open_chat
from narabot.database import Report, serving, throwaway_database
from narabot.evaluation.evaluations import data_identity
from narabot.evaluation.folders import FolderTests
from narabot.graph import Graph, open_graph
from narabot.settings import Settings

Facts = dict[str, Any]
"""Facts about a graph, which the provenance records."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The results of loading lines into a temporary graph."""

    records: int
    chunks: int
    rejected: int
    seconds: float


class Catalog(Protocol):
    """Catalog lines that can be loaded into a graph."""

    def files(self) -> Iterable[Path]:
        """Return the files that contain the lines.

        Raise UnreadableSourceError if there are no files.
        """

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Replace the graph's content with the lines. Raise UnreadableSourceError."""


@contextmanager
def throwaway_graph(settings: Settings, report: Report) -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings for a temporary server and the empty graph on that server."""
    with (
        throwaway_database(settings, report) as (own, connection),
        open_graph(connection) as graph,
    ):
        yield own, graph


@contextmanager
def sample_file(settings: Settings, lines: Iterable[bytes]) -> Iterator[Path]:
    """Yield a temporary file with the lines."""
    with tempfile.TemporaryDirectory(dir=settings.narabot_data_dir) as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"\n".join(lines) + b"\n")
        yield file


@contextmanager
def catalog_chat(
    settings: Settings, models: Models, catalog: Catalog, report: Report
) -> Iterator[tuple[Chat, Facts]]:
    """Yield a chat about catalog lines in a temporary graph, with facts about the loaded data."""
    read = data_identity(catalog.files())
    with throwaway_graph(settings, report) as (own, graph):
        loaded = catalog.load(own, graph, models)
        yield open_chat(own, models, graph), {"data": read, "loaded": asdict(loaded)}


@contextmanager
def chat_of_lines(
    settings: Settings,
    models: Models,
    lines: Iterable[bytes],
    catalog_of: Callable[[Path], Catalog],
    report: Report,
) -> Iterator[tuple[Chat, Facts]]:
    """Yield a chat about the tests' own lines, with facts about the loaded data."""
    with throwaway_graph(settings, report) as (own, graph):
        with sample_file(own, lines) as file:
            loaded = catalog_of(file).load(own, graph, models)
        yield open_chat(own, models, graph), {"loaded": asdict(loaded)}


@contextmanager
def existing_graph_chat(
    settings: Settings, models: Models, folder: Path, report: Report
) -> Iterator[tuple[Chat, Facts]]:
    """Yield a chat about the graph in a data folder, without changing the graph.

    Start the database server for the folder if it is not running.
    """
    own = settings.model_copy(
        update={"narabot_data_dir": folder, "neo4j_uri": None, "neo4j_password": None}
    )
    with serving(own, report) as connection, open_graph(connection) as graph:
        chat = open_chat(own, models, graph)
        yield chat, {"kept": {"folder": folder.name, "index": str(chat.retriever.version)}}


def sample_chats(
    settings: Settings,
    models: Models,
    tests: FolderTests,
    catalog_of: Callable[[Path], Catalog],
    report: Report,
) -> Iterator[Chat]:
    """Yield a chat about each sample. Each sample replaces the previous sample in the graph."""
    with throwaway_graph(settings, report) as (own, graph):
        for number, sample in enumerate(tests.samples, start=1):
            report(f"sample {number} of {len(tests.samples)}")
            with sample_file(own, tests.sample_lines(sample)) as file:
                catalog_of(file).load(own, graph, models)
            yield open_chat(own, models, graph)
