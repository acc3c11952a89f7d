"""One run of ingest at a time: the data folder held, the database and the model opened for it."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from ingest.bucket import BucketPlace
from ingest.disk import alone_in, writable
from ingest.estimate import Estimate, estimate_ingest
from ingest.pipeline import run_ingest
from ingest.prepared.known import NothingKnown
from ingest.progress import AT_ONCE
from ingest.report import Report
from ingest.write.embed import EmbedderOnDemand
from ingest.write.load import Loader
from ingest.write.material import FILL, Mode
from narabot.database import EmbeddedDatabase, serving
from narabot.embedding import EmbeddingIdentity, TextEmbedder, open_embeddings
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from narabot.terminal import tell
from narabot.versions import is_being_emptied, stored_identity, stored_probe


def alone(settings: Settings) -> AbstractContextManager[None]:
    """Hold the data folder for one ingest at a time. Raises as `alone_in` does."""
    with writable(settings.narabot_data_dir):
        settings.narabot_data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    return alone_in(settings.narabot_data_dir, "ingest.lock", "ingest")


def load_paths(
    settings: Settings,
    connection: Connection,
    paths: Sequence[Path | BucketPlace],
    mode: Mode = FILL,
) -> Report:
    """Load some paths with the embedding model of the settings. Raises NarabotError."""
    with alone(settings), open_graph(connection) as graph:
        embedder = model_for(settings, None if mode.rebuild else graph)
        tell(f"reading {', '.join(str(path) for path in paths)}")
        return run_ingest(settings, graph, embedder, paths, mode)


def estimated(
    settings: Settings, paths: Sequence[Path | BucketPlace], *, rebuild: bool
) -> Estimate:
    """Return what loading some paths would do; a database that is not there is not made."""
    is_there = settings.neo4j_uri is not None or EmbeddedDatabase(settings).exists
    if rebuild or not is_there:
        return estimate_ingest(settings, NothingKnown(), model_for(settings, None), paths)
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        embedder = model_for(settings, graph)
        return estimate_ingest(settings, Loader(graph, AT_ONCE), embedder, paths)


def model_for(settings: Settings, graph: Graph | None) -> TextEmbedder:
    """Return the embedding model: at once for a new graph, else when there is something new."""
    made_with = None
    if graph is not None and not is_being_emptied(graph):
        made_with = stored_identity(graph)

    def opened() -> TextEmbedder:
        tell("loading the embedding model")
        return open_embeddings(settings, made_with, is_for_index=True)

    if graph is None or made_with is None or not fits(settings, made_with):
        return opened()
    return EmbedderOnDemand(made_with, stored_probe(graph), opened)


def fits(settings: Settings, made_with: EmbeddingIdentity) -> bool:
    """Return whether the settings leave a graph's embedding model as it is."""
    return (
        settings.embedding_model == made_with.model
        and settings.embedding_backend in {"auto", made_with.backend}
        and settings.embedding_precision in {"auto", made_with.precision}
    )
