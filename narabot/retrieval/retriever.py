"""What all looking shares: one graph, the embedding model, and what is kept of searches."""

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
"""So long an index is taken for that which it was when it was last looked at."""


@dataclass(slots=True)
class Cache:
    """Keeps what was used last, and counts; safe to use from several threads."""

    most: int
    """Entries; none are kept with 0."""
    hits: int = 0
    misses: int = 0
    _kept: LRUCache[Hashable, Any] = field(init=False)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        """Begin empty."""
        self._kept = LRUCache(self.most)

    def __len__(self) -> int:
        """Return how many entries are kept."""
        return len(self._kept)

    def found(self, key: Hashable, find: Callable[[], Result]) -> tuple[Result, bool]:
        """Return what is kept under a key, else what is found now, and whether it was kept."""
        with self._lock:
            if key in self._kept:
                self.hits += 1
                return self._kept[key], True
            self.misses += 1
        found = find()
        with self._lock:
            if self.most:
                self._kept[key] = found
        return found, False


def index_state(graph: Graph) -> Callable[[], str]:
    """Return what tells when records were last loaded into a graph, and its layer built.

    It is looked up no more often than need be. Raises GraphUnavailableError.
    """

    @cached(TTLCache(1, INDEX_STATE_TTL_S), lock=Lock())
    def state() -> str:
        [row] = graph.read(load_query("narabot", "index_state"))
        return str(row["state"])

    return state


QUERY_TIMEOUT_S = 30.0
"""The server ends a search that takes longer."""


@dataclass(frozen=True, slots=True)
class Retriever:
    """One graph with one embedding model; `open_retriever` makes it."""

    graph: Graph
    embeddings: Embeddings
    version: GraphVersion
    candidates: int
    """Neighbours asked of the vector index; it takes their number as the width of its search."""
    cache: Cache
    index_state: Callable[[], str]
    language_model: "LanguageModel | None" = None
    """Lent to those strategies that ask one; each does without."""

    def watched(self, watch: StatementObserver, timeout_s: float = QUERY_TIMEOUT_S) -> "Retriever":
        """Return the same retriever, whose statements are bounded, and somebody told of them."""
        return replace(self, graph=replace(self.graph, watch=watch, read_timeout_s=timeout_s))

    def cached(
        self, search: tuple[Hashable, ...], find: Callable[[], list[Result]]
    ) -> tuple[Result, ...]:
        """Return what a search found in the index as it is, or finds now."""
        if not self.cache.most:
            return tuple(find())
        began = perf_counter()
        key = (self.index_state(), *search)
        found, is_kept = self.cache.found(key, lambda: tuple(find()))
        if is_kept and self.graph.watch is not None:
            name = f"{search[0]} (kept)"
            self.graph.watch(name, len(found), began, perf_counter() - began)
        return found


def open_retriever(
    graph: Graph, embeddings: Embeddings, candidates: int, most_kept: int = 0
) -> Retriever:
    """Return a retriever on a graph that was made with this embedding model.

    What so many searches found is kept.

    Raises IndexUnavailableError for an empty graph and for an index that is missing or still
    being built, IndexMismatchError for a graph made with another model or version.
    """
    graph = replace(graph, read_timeout_s=QUERY_TIMEOUT_S)
    version = check_model(graph, embeddings.identity, embeddings.probe)
    check_indexes(graph, version.dimension)
    return Retriever(graph, embeddings, version, candidates, Cache(most_kept), index_state(graph))


def check_indexes(graph: Graph, dimension: int) -> None:
    """Raise IndexUnavailableError or IndexMismatchError unless all indexes can be used."""
    rows = graph.read(load_query("narabot", "indexes"), names=list(SEARCHED_INDEXES))
    known = {row["name"]: row for row in rows}
    for name, what in SEARCHED_INDEXES.items():
        if name not in known:
            raise IndexUnavailableError(
                f"The {what} index is missing: an ingest is at work, or was stopped. Run `narabot "
                "ingest PATH` again; it makes what is missing."
            )
        if known[name]["state"] != "ONLINE":
            raise IndexUnavailableError(
                f"The {what} index is {known[name]['state'].lower()} "
                f"({known[name]['percent']:.0f} % built). Wait a little and try again."
            )
    if known[VECTOR_INDEX]["dimension"] != dimension:
        raise IndexMismatchError(
            f"The vector index has {known[VECTOR_INDEX]['dimension']} dimensions, the embedding "
            f"model {dimension}. Remake the graph with `narabot ingest --rebuild PATH`."
        )
