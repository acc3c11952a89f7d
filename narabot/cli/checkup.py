"""`narabot doctor`: looks at settings, database, index, models and device; says what to do."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import typer

from narabot.cli.errors import sentences
from narabot.database import connection
from narabot.embedding import Embeddings, open_embeddings
from narabot.errors import NarabotError
from narabot.graph import Graph, check_server, connect
from narabot.llm import open_language_model
from narabot.retrieval import open_retriever
from narabot.settings import Settings

LEAST_FREE = 2 * 2**30
"""Bytes that the data folder's disk should have left."""


@sentences()
def doctor() -> None:
    """Check everything that a question needs, and say what is wrong and what to do."""
    failures = 0
    for name, found, is_good in findings():
        failures += not is_good
        typer.echo(f"{'ok   ' if is_good else 'WRONG'}  {name}: {found}")
    if failures:
        raise typer.Exit(1)


def findings() -> Iterator[tuple[str, str, bool]]:
    """Yield what was looked at, what was found, and whether it is good."""
    settings = Settings.from_environment()
    yield "settings", f"data in {settings.narabot_data_dir}", True
    yield disk(settings)
    graph, finding = looked_at("database", lambda: connect(connection(settings)), server_words)
    yield finding
    embeddings, finding = looked_at("embedding model", lambda: open_embeddings(settings), device)
    yield finding
    if graph is not None and embeddings is not None:
        yield index(settings, graph, embeddings)
    _, finding = looked_at(
        "language model", lambda: open_language_model(settings), lambda answering: answering.note
    )
    yield finding
    if graph is not None:
        graph.close()


def looked_at(
    name: str, look: Callable[[], Any], words: Callable[[Any], str]
) -> tuple[Any, tuple[str, str, bool]]:
    """Return what was opened, `None` if it could not be, and the finding about it."""
    try:
        opened = look()
        return opened, (name, words(opened), True)
    except NarabotError as error:
        return None, (name, str(error), False)


def disk(settings: Settings) -> tuple[str, str, bool]:
    """Return the finding about the data folder's disk."""
    folder = settings.narabot_data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free / 2**30:,.1f} GiB free at {folder}"
    is_good = free >= LEAST_FREE
    return "disk", words if is_good else f"{words}: make room, or move NARABOT_DATA_DIR", is_good


def server_words(graph: Graph) -> str:
    """Return the server's version and address."""
    return f"Neo4j {check_server(graph)} with APOC at {graph.connection.uri}"


def device(embeddings: Embeddings) -> str:
    """Return the model and where it runs."""
    return f"{embeddings.identity} on {embeddings.device}"


def index(settings: Settings, graph: Graph, embeddings: Embeddings) -> tuple[str, str, bool]:
    """Return the finding about the graph and its index."""
    _, finding = looked_at(
        "graph and index",
        lambda: open_retriever(graph, embeddings, settings.retrieval_candidates),
        lambda retriever: (
            f"online, {len(retriever.find_passages('records', 10))} passages found on trial"
        ),
    )
    return finding
