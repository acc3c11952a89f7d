"""`narabot doctor`: looks at settings, database, index, models and device; says what to do."""

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
from narabot.retrieval import DEFAULT_STRATEGY, Budget, Retriever, open_retriever, opened
from narabot.settings import Settings
from narabot.terminal import sentences, tell
from narabot.understanding import plain_request
from narabot.versions import stored_identity

TRIAL = plain_request(Wording("records"))
"""Searched for, to see whether anything is found."""

LEAST_FREE = 2 * 2**30
"""Bytes that the data folder's disk should have left."""

NEEDED = {
    "database": ("neo4j_", "narabot_data_dir", "narabot_cache_dir"),
    "embedding model": ("embedding_", "hf_token", "narabot_cache_dir"),
    "graph and index": ("retrieval_candidates",),
    "language model": ("llm_", "hf_token"),
}
"""How the settings begin that a check needs."""

Opened = TypeVar("Opened")
Faults = Mapping[str, str]
"""What is wrong with settings, by their names."""
Finding = tuple[str, str, bool]
"""What was looked at, what was found, and whether it is good."""


@sentences()
def doctor() -> None:
    """Check everything that a question needs, and say what is wrong and what to do."""
    failures = 0
    for name, found, is_good in findings():
        failures += not is_good
        typer.echo(f"{'ok   ' if is_good else 'WRONG'}  {name}: {found}")
    if failures:
        raise typer.Exit(1)


def findings() -> Iterator[Finding]:
    """Yield one finding after the other; the embedded database is started for this long."""
    settings, faults = Settings.with_faults()
    yield settings_finding(settings, faults)
    if "narabot_data_dir" not in faults:
        yield disk(settings)
    with ExitStack() as stack:
        database = looked_at(
            "database", faults, partial(opened_graph, settings, stack), server_words
        )
        yield from database[1]
        embedding = looked_at(
            "embedding model",
            faults,
            partial(fitting_embeddings, settings, database[0]),
            device_words,
        )
        yield from embedding[1]
        if database[0] is not None and embedding[0] is not None:
            yield from index(settings, faults, database[0], embedding[0])
        yield from looked_at(
            "language model", faults, partial(open_language_model, settings), model_words
        )[1]


def settings_finding(settings: Settings, faults: Faults) -> Finding:
    """Return the finding about the settings: all that cannot be used."""
    if not faults:
        return "settings", f"data in {settings.narabot_data_dir}", True
    return "settings", f"{' '.join(faults.values())} What needs it is not looked at.", False


def looked_at(
    name: str, faults: Faults, look: Callable[[], Opened], words: Callable[[Opened], str]
) -> tuple[Opened | None, list[Finding]]:
    """Return what was opened, `None` if it could not be, and the finding about it.

    Nothing is opened and found where a setting that it needs cannot be used.
    """
    if any(setting.startswith(NEEDED[name]) for setting in faults):
        return None, []
    try:
        opened = look()
        return opened, [(name, words(opened), True)]
    except NarabotError as error:
        return None, [(name, str(error), False)]


def disk(settings: Settings) -> Finding:
    """Return the finding about the data folder's disk."""
    folder = settings.narabot_data_dir
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    words = f"{free / 2**30:,.1f} GiB free at {folder}"
    is_good = free >= LEAST_FREE
    return "disk", words if is_good else f"{words}: make room, or move NARABOT_DATA_DIR", is_good


def opened_graph(settings: Settings, stack: ExitStack) -> Graph:
    """Return the graph, open until the stack is left."""
    return stack.enter_context(open_graph(stack.enter_context(serving(settings, tell))))


def server_words(graph: Graph) -> str:
    """Return the server's version and address."""
    return f"Neo4j {check_server(graph)} with APOC at {graph.connection.place}"


def fitting_embeddings(settings: Settings, graph: Graph | None) -> Embeddings:
    """Return the embedding model, as the graph was made if there is one."""
    return open_embeddings(settings, None if graph is None else stored_identity(graph))


def device_words(embeddings: Embeddings) -> str:
    """Return the model with backend and precision, and where it runs."""
    words = f"{embeddings.identity} on {embeddings.device}"
    if embeddings.computed == embeddings.identity.precision:
        return words
    return f"{words}, computed in {embeddings.computed} for want of {embeddings.identity.precision}"


def model_words(answering: AnsweringModel) -> str:
    """Return who answers; a model is asked for a word, so that a silent server is found out."""
    if answering.model is not None:
        read_reply(answering.model, "Say yes.", max_new_tokens=1)
    return answering.note


def index(
    settings: Settings, faults: Faults, graph: Graph, embeddings: Embeddings
) -> list[Finding]:
    """Return the finding about the graph and its index."""
    _, found = looked_at(
        "graph and index",
        faults,
        lambda: open_retriever(graph, embeddings, settings.retrieval_candidates),
        lambda retriever: f"online, {found_on_trial(retriever)} passages found on trial",
    )
    return found


def found_on_trial(retriever: Retriever) -> int:
    """Return how many passages a search finds."""
    return len(opened(DEFAULT_STRATEGY, retriever)(TRIAL, Budget(10)).passages)
