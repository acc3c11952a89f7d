"""What a graph was made with, and whether it fits what we would ask of it."""

from dataclasses import asdict, dataclass

from narabot.embedding import EmbeddingIdentity, Probe, are_alike
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, load_query

SCHEMA_VERSION = 4
"""Of labels, properties and relations; a change makes old graphs unreadable."""

TEXT_VERSION = 1
"""Of the composition of `text` and of its chunks; a change makes texts old and new differ."""

DEFAULT_CHUNKER = "default"
"""What cuts texts unless another chunker was chosen; of graphs that do not say it too."""


@dataclass(frozen=True, slots=True)
class GraphVersion:
    """What a graph is made with."""

    schema: int
    text: int
    model: str
    backend: str
    precision: str
    dimension: int
    chunker: str = DEFAULT_CHUNKER
    """How its texts are cut; see the setting INGEST_CHUNKER."""

    def __str__(self) -> str:
        """Return the version as one phrase."""
        made = f"schema {self.schema}, text {self.text}, chunker {self.chunker}"
        return f"{made}, embeddings {self.identity}"

    @property
    def identity(self) -> EmbeddingIdentity:
        """The embedding model."""
        return EmbeddingIdentity(self.model, self.backend, self.precision, self.dimension)


def our_version(identity: EmbeddingIdentity, chunker: str = DEFAULT_CHUNKER) -> GraphVersion:
    """Return what a graph made now would be made with."""
    return GraphVersion(SCHEMA_VERSION, TEXT_VERSION, **asdict(identity), chunker=chunker)


def stored_version(graph: Graph) -> GraphVersion | None:
    """Return what the graph was made with, `None` for a database that is none of ours."""
    rows = graph.read(load_query("narabot", "graph_version"))
    return GraphVersion(**rows[0]) if rows else None


def stored_identity(graph: Graph) -> EmbeddingIdentity | None:
    """Return the embedding model that the graph was made with, `None` if it is none of ours."""
    stored = stored_version(graph)
    return stored.identity if stored else None


def stored_probe(graph: Graph) -> Probe | None:
    """Return the probe of the model that the graph was made with, `None` if it has none."""
    rows = graph.read(load_query("narabot", "graph_probe"))
    probe = rows[0]["probe"] if rows else None
    return None if probe is None else tuple(probe)


def is_being_emptied(graph: Graph) -> bool:
    """Return whether a graph is to be rebuilt, and what it holds is only what is left."""
    return bool(graph.read(load_query("narabot", "graph_emptying")))


def check_whole(graph: Graph) -> None:
    """Raise IndexUnavailableError for a graph of which a rebuild was stopped half-way."""
    if is_being_emptied(graph):
        raise IndexUnavailableError(
            f"A rebuild of the graph at {graph.connection.place} is at work, or was stopped while "
            "it emptied the graph. In that case run `narabot ingest PATH…` again with all paths."
        )


def check_version(
    graph: Graph, identity: EmbeddingIdentity, chunker: str | None = None
) -> GraphVersion:
    """Return the graph's version after a check. Who only reads takes a graph of any chunker.

    Raises IndexUnavailableError for a database that is empty or is being emptied,
    IndexMismatchError naming both versions when the graph was made with others.
    """
    stored = stored_version(graph)
    if stored is None:
        raise IndexUnavailableError(
            f"There is nothing in the database at {graph.connection.place} yet. Load records with "
            "`narabot ingest PATH`."
        )
    check_whole(graph)
    ours = our_version(identity, stored.chunker if chunker is None else chunker)
    if stored != ours:
        raise IndexMismatchError(
            f"The graph was made with {stored}, but the settings say {ours}. Correct the "
            "settings, or remake the graph with `narabot ingest --rebuild PATH`."
        )
    return stored


def check_model(
    graph: Graph, identity: EmbeddingIdentity, probe: Probe, chunker: str | None = None
) -> GraphVersion:
    """Return the graph's version after both checks; raises as they do."""
    version = check_version(graph, identity, chunker)
    check_probe(stored_probe(graph), probe)
    return version


def check_probe(stored: Probe | None, probe: Probe) -> None:
    """Raise IndexMismatchError where a graph was made with other files of a model of one name.

    `stored` is the graph's; one that has none passes.
    """
    if stored is not None and not are_alike(stored, probe):
        raise IndexMismatchError(
            "The graph was made with an embedding model of the same name that gives other "
            "vectors. Use the same files of the model (EMBEDDING_MODEL), or remake the graph with "
            "`narabot ingest --rebuild PATH`."
        )
