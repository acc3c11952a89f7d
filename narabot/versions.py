"""The version of a graph, and the check that it matches the settings."""

from dataclasses import asdict, dataclass

from narabot.embedding import EmbeddingIdentity, Probe, is_same_model
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query

SCHEMA_VERSION = 4
"""Version of the labels, properties, and relationships. After a change, old graphs are unusable."""

TEXT_VERSION = 1
"""Version of the composition and chunking of `text`. After a change, old and new texts differ."""

DEFAULT_CHUNKER = "default"
"""Default chunker. Graphs without a chunker property were also built with it."""


@dataclass(frozen=True, slots=True)
class GraphVersion:
    """Properties that describe how a graph was created."""

    schema: int
    text: int
    model: str
    backend: str
    precision: str
    dimension: int
    chunker: str = DEFAULT_CHUNKER
    """The chunker used for the graph's texts (setting INGEST_CHUNKER)."""

    def __str__(self) -> str:
        """Return the version as one phrase."""
        made = f"schema {self.schema}, text {self.text}, chunker {self.chunker}"
        return f"{made}, embeddings {self.identity}"

    @property
    def identity(self) -> EmbeddingIdentity:
        """The embedding model."""
        return EmbeddingIdentity(self.model, self.backend, self.precision, self.dimension)


def current_version(identity: EmbeddingIdentity, chunker: str = DEFAULT_CHUNKER) -> GraphVersion:
    """Return the version that a graph created now would have."""
    return GraphVersion(SCHEMA_VERSION, TEXT_VERSION, **asdict(identity), chunker=chunker)


def stored_version(graph: Graph) -> GraphVersion | None:
    """Return the version of the graph, or `None` if narabot did not create the database."""
    rows = graph.read(load_query("narabot", "graph_version"))
    return GraphVersion(**rows[0]) if rows else None


def stored_identity(graph: Graph) -> EmbeddingIdentity | None:
    """Return the graph's embedding model, or `None` if narabot did not create the database."""
    stored = stored_version(graph)
    return stored.identity if stored else None


def stored_probe(graph: Graph) -> Probe | None:
    """Return the probe of the graph's embedding model, or `None` if no probe is stored."""
    rows = graph.read(load_query("narabot", "graph_probe"))
    probe = rows[0]["probe"] if rows else None
    return None if probe is None else tuple(probe)


def is_being_emptied(graph: Graph) -> bool:
    """Return whether a rebuild is emptying the graph, so that its content is incomplete."""
    return bool(graph.read(load_query("narabot", "graph_emptying")))


def check_not_being_emptied(graph: Graph) -> None:
    """Raise IndexUnavailableError if a rebuild of the graph is running or was interrupted."""
    if is_being_emptied(graph):
        raise IndexUnavailableError(
            f"A rebuild of the graph at {graph.connection.place} is running or was interrupted. "
            "If it was interrupted, run `narabot ingest PATH…` again with all paths."
        )


def check_version(
    graph: Graph, identity: EmbeddingIdentity, chunker: str | None = None
) -> GraphVersion:
    """Check the graph's version and return it. Without `chunker`, any chunker is valid.

    Raise IndexUnavailableError if the database is empty or is being emptied. Raise
    IndexMismatchError if the versions differ. Its message contains both versions.
    """
    stored = stored_version(graph)
    if stored is None:
        raise IndexUnavailableError(
            f"The database at {graph.connection.place} is empty. Load records with "
            "`narabot ingest PATH`."
        )
    check_not_being_emptied(graph)
    ours = current_version(identity, stored.chunker if chunker is None else chunker)
    if stored != ours:
        raise IndexMismatchError(
            f"The graph was created with {stored}, but the settings require {ours}. Correct "
            "the settings, or rebuild the graph with `narabot ingest --rebuild PATH`."
        )
    return stored


def check_model(
    graph: Graph, identity: EmbeddingIdentity, probe: Probe, chunker: str | None = None
) -> GraphVersion:
    """Check the graph's version and probe, and return the version.

    Raise the errors of `check_version` and `check_probe`.
    """
    version = check_version(graph, identity, chunker)
    check_probe(stored_probe(graph), probe)
    return version


def check_probe(stored: Probe | None, probe: Probe) -> None:
    """Raise IndexMismatchError if the graph was created with different files of the same model.

    A graph without a stored probe passes the check.
    """
    if stored is not None and not is_same_model(stored, probe):
        raise IndexMismatchError(
            "The graph was created with an embedding model of the same name that computes "
            "different vectors. Use the same model files (EMBEDDING_MODEL), or rebuild the graph "
            "with `narabot ingest --rebuild PATH`."
        )
