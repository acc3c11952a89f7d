"""Resources that all searches share: a graph, the embedding model, and a cache of results."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from cachetools import LRUCache, TTLCache, cached

from narabot.embedding import Embeddings
from narabot.errors import IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, StatementObserver, load_query
from narabot.models import SEARCHED_INDEXES, VECTOR_INDEX
from narabot.versions import GraphVersion, check_model

if TYPE_CHECKING:
    from narabot.llm import LanguageModel

Result = TypeVar("Result")

INDEX_STATE_TTL_S = 1.0
"""How long the state of the index is cached, in seconds."""


@dataclass(slots=True)
class Cache:
    """An LRU cache with counters. It is thread-safe."""

    most: int
    """Maximum number of entries; 0 disables the cache."""
    hits: int = 0
    misses: int = 0
    _entries: LRUCache[Hashable, Any] = field(init=False)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        """Create an empty cache."""
        self._entries = LRUCache(self.most)

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)

    def get_or_compute(self, key: Hashable, compute: Callable[[], Result]) -> tuple[Result, bool]:
        """Return the cached or computed value for a key, and whether it was cached."""
        with self._lock:
            if key in self._entries:
                self.hits += 1
                return self._entries[key], True
            self.misses += 1
        value = compute()
        with self._lock:
            if self.most:
                self._entries[key] = value
        return value, False


def index_state(graph: Graph) -> Callable[[], str]:
    """Return a function whose result changes when records are loaded or the knowledge layer is
    rebuilt.

    The function queries the graph at most once per `INDEX_STATE_TTL_S`. It may raise
    GraphUnavailableError.
    """

    @cached(TTLCache(1, INDEX_STATE_TTL_S), lock=Lock())
    def state() -> str:
        [row] = graph.read(load_query("narabot", "index_state"))
        return str(row["state"])

    return state


QUERY_TIMEOUT_S = 30.0
"""Time limit for a search, in seconds. The server cancels a search that takes longer."""


@dataclass(frozen=True, slots=True)
class Retriever:
    """A graph with an embedding model, created by `open_retriever`."""

    graph: Graph
    embeddings: Embeddings
    version: GraphVersion
    vector_top_k: int
    """Number of vector neighbors to retrieve (top k). The index uses this number as its search
    width."""
    cache: Cache
    index_state: Callable[[], str]
    language_model: "LanguageModel | None" = None
    """Model for strategies that use a language model. All strategies also work without it."""

    def watched(self, watch: StatementObserver, timeout_s: float = QUERY_TIMEOUT_S) -> "Retriever":
        """Return a copy of the retriever with a statement timeout and a statement observer."""
        return replace(self, graph=replace(self.graph, watch=watch, read_timeout_s=timeout_s))

    def cached(
        self, search: tuple[Hashable, ...], run: Callable[[], list[Result]]
    ) -> tuple[Result, ...]:
        """Return a search's results. The search runs only if the results are not cached or the
        index has changed."""
        if not self.cache.most:
            return tuple(run())
        began = perf_counter()
        key = (self.index_state(), *search)
        found, is_cached = self.cache.get_or_compute(key, lambda: tuple(run()))
        if is_cached and self.graph.watch is not None:
            name = f"{search[0]} (cached)"
            self.graph.watch(name, len(found), began, perf_counter() - began)
        return found


def open_retriever(
    graph: Graph, embeddings: Embeddings, vector_top_k: int, cache_size: int = 0
) -> Retriever:
    """Return a retriever for a graph that was created with this embedding model.

    The results of up to `cache_size` searches are cached.

    Raises IndexUnavailableError if the graph is empty or an index is missing or under construction,
    and IndexMismatchError if the graph was created with a different model or version.
    """
    graph = replace(graph, read_timeout_s=QUERY_TIMEOUT_S)
    version = check_model(graph, embeddings.identity, embeddings.probe)
    check_indexes(graph, version.dimension)
    return Retriever(
        graph, embeddings, version, vector_top_k, Cache(cache_size), index_state(graph)
    )


def check_indexes(graph: Graph, dimension: int) -> None:
    """Raise IndexUnavailableError or IndexMismatchError unless all indexes are usable."""
    rows = graph.read(load_query("narabot", "indexes"), names=list(SEARCHED_INDEXES))
    known = {row["name"]: row for row in rows}
    for name, what in SEARCHED_INDEXES.items():
        if name not in known:
            raise IndexUnavailableError(
                f"The {what} index is missing because an ingest is running or was interrupted. "
                "Run `narabot ingest PATH` again to create it."
            )
        if known[name]["state"] != "ONLINE":
            raise IndexUnavailableError(
                f"The {what} index is {known[name]['state'].lower()} "
                f"({known[name]['percent']:.0f}% built). Wait a moment and try again."
            )
    if known[VECTOR_INDEX]["dimension"] != dimension:
        raise IndexMismatchError(
            f"The vector index has {known[VECTOR_INDEX]['dimension']} dimensions, but the "
            f"embedding model has {dimension}. Rebuild the graph with `narabot ingest --rebuild "
            "PATH`."
        )
