"""The graphs that tests are asked of: throwaway ones that are loaded for them, or one that is kept.

Knows no tests but those that bring their own records.
"""

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
"""What a graph holds, as an evaluation tells it."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What was loaded into a throwaway graph."""

    records: int
    chunks: int
    rejected: int
    seconds: float


class Catalogue(Protocol):
    """Catalogue lines, and their way into a graph, which is ingest's."""

    def files(self) -> Iterable[Path]:
        """Return the files with the lines. Raises UnreadableSourceError if there is none."""

    def load(self, settings: Settings, graph: Graph, models: Models) -> Loaded:
        """Load the lines, in place of what was there. Raises UnreadableSourceError."""


@contextmanager
def throwaway_graph(settings: Settings, report: Report) -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings and the empty graph of a throwaway server."""
    with (
        throwaway_database(settings, report) as (own, connection),
        open_graph(connection) as graph,
    ):
        yield own, graph


@contextmanager
def sample_file(settings: Settings, lines: Iterable[bytes]) -> Iterator[Path]:
    """Yield a file with the lines of one sample."""
    with tempfile.TemporaryDirectory(dir=settings.narabot_data_dir) as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"\n".join(lines) + b"\n")
        yield file


@contextmanager
def loaded_chat(
    settings: Settings, models: Models, catalogue: Catalogue, report: Report
) -> Iterator[tuple[Chat, Facts]]:
    """Yield a chat over catalogue lines in a throwaway graph, and what was loaded."""
    read = data_identity(catalogue.files())
    with throwaway_graph(settings, report) as (own, graph):
        loaded = catalogue.load(own, graph, models)
        yield open_chat(own, models, graph), {"data": read, "loaded": asdict(loaded)}


@contextmanager
def chat_of_lines(
    settings: Settings,
    models: Models,
    lines: Iterable[bytes],
    catalogue_of: Callable[[Path], Catalogue],
    report: Report,
) -> Iterator[tuple[Chat, Facts]]:
    """Yield a chat over lines that tests bring themselves, and what was loaded."""
    with throwaway_graph(settings, report) as (own, graph):
        with sample_file(own, lines) as file:
            loaded = catalogue_of(file).load(own, graph, models)
        yield open_chat(own, models, graph), {"loaded": asdict(loaded)}


@contextmanager
def kept_chat(
    settings: Settings, models: Models, folder: Path, report: Report
) -> Iterator[tuple[Chat, Facts]]:
    """Yield a chat over the graph of a data folder, which is only read.

    Its server is used if it runs, else started for this long.
    """
    own = settings.model_copy(
        update={"narabot_data_dir": folder, "neo4j_uri": None, "neo4j_password": None}
    )
    with serving(own, report) as connection, open_graph(connection) as graph:
        chat = open_chat(own, models, graph)
        yield chat, {"kept": {"folder": folder.name, "index": str(chat.retriever.version)}}


def sampled_chats(
    settings: Settings,
    models: Models,
    tests: FolderTests,
    catalogue_of: Callable[[Path], Catalogue],
    report: Report,
) -> Iterator[Chat]:
    """Yield for each sample a chat over a graph of nothing else; it ends with the next."""
    with throwaway_graph(settings, report) as (own, graph):
        for number, sample in enumerate(tests.samples, start=1):
            report(f"sample {number} of {len(tests.samples)}")
            with sample_file(own, tests.sample_lines(sample)) as file:
                catalogue_of(file).load(own, graph, models)
            yield open_chat(own, models, graph)
