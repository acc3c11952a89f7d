"""Run one ingest at a time: lock the data folder, and open the database and the model."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from ingest.bucket import BucketPlace
from ingest.disk import locked_folder, writable
from ingest.estimate import Estimate, estimate_ingest
from ingest.pipeline import run_ingest
from ingest.prepared.loaded_records import EmptyGraph
from ingest.progress import NO_RETRY
from ingest.report import Report
from ingest.write.embed import EmbedderOnDemand
from ingest.write.load_input import INCREMENTAL, LoadMode
from ingest.write.loader import Loader
from narabot.database import EmbeddedDatabase, serving
from narabot.embedding import EmbeddingIdentity, TextEmbedder, open_embeddings
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from narabot.terminal import print_status
from narabot.versions import is_being_emptied, stored_identity, stored_probe


def locked_data_folder(settings: Settings) -> AbstractContextManager[None]:
    """Lock the data folder for one ingest at a time. Raise the same errors as `locked_folder`."""
    with writable(settings.narabot_data_dir):
        settings.narabot_data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    return locked_folder(settings.narabot_data_dir, "ingest.lock", "ingest")


def load_paths(
    settings: Settings,
    connection: Connection,
    paths: Sequence[Path | BucketPlace],
    mode: LoadMode = INCREMENTAL,
) -> Report:
    """Load the files at the specified paths with the settings' embedding model.

    Raise NarabotError.
    """
    with locked_data_folder(settings), open_graph(connection) as graph:
        embedder = embedder_for(settings, None if mode.rebuild else graph)
        print_status(f"loading {', '.join(str(path) for path in paths)}")
        return run_ingest(settings, graph, embedder, paths, mode)


def estimate_paths(
    settings: Settings, paths: Sequence[Path | BucketPlace], *, rebuild: bool
) -> Estimate:
    """Estimate the changes that loading the paths would make, without creating a database."""
    is_there = settings.neo4j_uri is not None or EmbeddedDatabase(settings).exists
    if rebuild or not is_there:
        return estimate_ingest(settings, EmptyGraph(), embedder_for(settings, None), paths)
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        embedder = embedder_for(settings, graph)
        return estimate_ingest(settings, Loader(graph, NO_RETRY), embedder, paths)


def embedder_for(settings: Settings, graph: Graph | None) -> TextEmbedder:
    """Return the embedding model.

    For a new graph, the model is loaded immediately. For an existing graph, the model is loaded
    when a new text needs a vector.
    """
    graph_model = None
    if graph is not None and not is_being_emptied(graph):
        graph_model = stored_identity(graph)

    def opened() -> TextEmbedder:
        print_status("loading the embedding model")
        return open_embeddings(settings, graph_model, is_for_index=True)

    if graph is None or graph_model is None or not settings_match(settings, graph_model):
        return opened()
    return EmbedderOnDemand(graph_model, stored_probe(graph), opened)


def settings_match(settings: Settings, graph_model: EmbeddingIdentity) -> bool:
    """Return whether the settings match a graph's embedding model."""
    return (
        settings.embedding_model == graph_model.model
        and settings.embedding_backend in {"auto", graph_model.backend}
        and settings.embedding_precision in {"auto", graph_model.precision}
    )
