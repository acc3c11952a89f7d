"""What searches found is kept for as long as the index is the same."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache, TTLCache

from narabot.graph import Graph, load_query

Found = TypeVar("Found")

FRESH_S = 1.0
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

    def found(self, key: Hashable, find: Callable[[], Found]) -> tuple[Found, bool]:
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


@dataclass(slots=True)
class IndexState:
    """When the last records were loaded into a graph, looked up no more often than need be."""

    graph: Graph
    _last: TTLCache[str, str] = field(default_factory=lambda: TTLCache(1, FRESH_S))
    _lock: Lock = field(default_factory=Lock)

    def __call__(self) -> str:
        """Return it, with the number of files that were loaded. Raises GraphUnavailableError."""
        with self._lock:
            if "state" in self._last:
                return self._last["state"]
        [row] = self.graph.read(load_query("narabot", "index_state"))
        with self._lock:
            self._last["state"] = str(row["state"])
        return str(row["state"])
