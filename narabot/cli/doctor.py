"""The command `narabot doctor`: check settings, database, index, and models."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

import typer

from narabot.database import serving
from narabot.embedding import Embeddings, open_embeddings
from narabot.errors import NarabotError
from narabot.graph import Graph, check_server, open_graph
from narabot.llm import AnsweringModel, open_language_model, read_reply
from narabot.models import Wording
from narabot.retrieval import DEFAULT_STRATEGY, Budget, Retriever, open_retriever, open_strategy
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors
from narabot.understanding import plain_request
from narabot.versions import stored_identity

TRIAL_REQUEST = plain_request(Wording("records"))
"""A search that tests whether the index returns passages."""

MIN_FREE_BYTES = 2 * 2**30
"""Recommended free space on the data folder's disk, in bytes."""

REQUIRED_SETTINGS = {
    "database": ("neo4j_", "narabot_data_dir", "narabot_cache_dir"),
    "embedding model": ("embedding_", "hf_token", "narabot_cache_dir"),
    "graph and index": ("vector_top_k",),
    "language model": ("llm_", "hf_token"),
}
"""Check → prefixes of the settings that it requires."""

Opened = TypeVar("Opened")
Faults = Mapping[str, str]
"""Setting → description of its fault."""
Finding = tuple[str, str, bool]
"""Name of the check, result, and whether the check passed."""


@report_errors()
def doctor() -> None:
    """Check settings, database, index, and models, and explain how to fix problems."""
    failures = 0
    for name, found, is_good in findings():
        failures += not is_good
        typer.echo(f"{'ok   ' if is_good else 'ERROR'}  {name}: {found}")
    if failures:
        raise typer.Exit(1)


def findings() -> Iterator[Finding]:
    """Yield the findings. The embedded database runs until the last finding."""
    settings, faults = Settings.with_faults()
    yield settings_finding(settings, faults)
    if "narabot_data_dir" not in faults:
        yield disk_finding(settings)
    with ExitStack() as stack:
        database = check(
            "database", faults, partial(start_and_open_graph, settings, stack), server_summary
        )
        yield from database[1]
        embedding = check(
            "embedding model",
            faults,
            partial(matching_embeddings, settings, database[0]),
            embedding_summary,
        )
        yield from embedding[1]
        if database[0] is not None and embedding[0] is not None:
            yield from index_finding(settings, faults, database[0], embedding[0])
        yield from check(
            "language model", faults, partial(open_language_model, settings), language_model_summary
        )[1]


def settings_finding(settings: Settings, faults: Faults) -> Finding:
    """Return the finding about the settings, with all invalid values."""
    if not faults:
        return "settings", f"data in {settings.narabot_data_dir}", True
    return (
        "settings",
        f"{' '.join(faults.values())} Checks that need these settings are skipped.",
        False,
    )


def check(
    name: str, faults: Faults, look: Callable[[], Opened], words: Callable[[Opened], str]
) -> tuple[Opened | None, list[Finding]]:
    """Return the opened object, or `None` on failure, and the finding about it.

    Skip the check if a required setting is invalid.
    """
    if any(setting.startswith(REQUIRED_SETTINGS[name]) for setting in faults):
        return None, []
    try:
        opened = look()
        return opened, [(name, words(opened), True)]
    except NarabotError as error:
        return None, [(name, str(error), False)]


def disk_finding(settings: Settings) -> Finding:
    """Return the finding about free disk space."""
    folder = settings.narabot_data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free / 2**30:,.1f} GiB free at {folder}"
    is_good = free >= MIN_FREE_BYTES
    return (
        "disk",
        words if is_good else f"{words}. Free disk space, or move NARABOT_DATA_DIR.",
        is_good,
    )


def start_and_open_graph(settings: Settings, stack: ExitStack) -> Graph:
    """Open the graph. The exit stack closes it."""
    return stack.enter_context(open_graph(stack.enter_context(serving(settings, print_status))))


def server_summary(graph: Graph) -> str:
    """Return the server's version and address."""
    return f"Neo4j {check_server(graph)} with APOC at {graph.connection.place}"


def matching_embeddings(settings: Settings, graph: Graph | None) -> Embeddings:
    """Return the embedding model that matches the graph, or the configured model."""
    return open_embeddings(settings, None if graph is None else stored_identity(graph))


def embedding_summary(embeddings: Embeddings) -> str:
    """Return a summary of the embedding model and its device."""
    words = f"{embeddings.identity} on {embeddings.device}"
    if embeddings.computed == embeddings.identity.precision:
        return words
    reason = f"the hardware does not support {embeddings.identity.precision}"
    return f"{words}, computed in {embeddings.computed} because {reason}"


def language_model_summary(answering: AnsweringModel) -> str:
    """Return a summary of the language model. A short test request shows whether the server
    responds."""
    if answering.model is not None:
        read_reply(answering.model, "Say yes.", max_new_tokens=1)
    return answering.note


def index_finding(
    settings: Settings, faults: Faults, graph: Graph, embeddings: Embeddings
) -> list[Finding]:
    """Return the finding about the graph and its vector index."""
    _, found = check(
        "graph and index",
        faults,
        lambda: open_retriever(graph, embeddings, settings.vector_top_k),
        lambda retriever: (
            f"online, {count_trial_passages(retriever)} passages found by a test search"
        ),
    )
    return found


def count_trial_passages(retriever: Retriever) -> int:
    """Return the number of passages that a test search finds."""
    return len(open_strategy(DEFAULT_STRATEGY, retriever)(TRIAL_REQUEST, Budget(10)).passages)
