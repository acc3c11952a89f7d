"""A cache of record sets, which is valid until more records are loaded into the graph."""

from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache

from narabot.errors import ComputationLimitError
from narabot.plans.algebra import RecordSet
from narabot.plans.facts import RecordFacts

MAX_CACHED_RECORDS = 120_000
"""Maximum size of the cache: the number of records plus the number of sets. A record takes about 1
KB."""


CachedSet = tuple[RecordFacts, ...] | ComputationLimitError
"""The records in a set, or the error raised because the set has too many records."""


def size_of(kept: CachedSet) -> int:
    """Return how much space a set takes up in the cache. An empty set also takes up space."""
    return 1 if isinstance(kept, ComputationLimitError) else len(kept) + 1


class SetCache:
    """A cache of recently used sets from one graph. The cache is thread-safe."""

    def __init__(self, state: Callable[[], str], most: int = MAX_CACHED_RECORDS) -> None:
        """Create an empty cache. `state` returns a value that changes when records are loaded."""
        self._state = state
        self._cache: LRUCache[tuple[str, RecordSet], CachedSet] = LRUCache(most, getsizeof=size_of)
        self._lock = Lock()

    def get(
        self, wanted: RecordSet, read: Callable[[], tuple[RecordFacts, ...]]
    ) -> tuple[RecordFacts, ...]:
        """Return the records of a set, from the cache or by reading them.

        Errors raised by `read` propagate. The cache also records that a set is too large, because
        determining this takes as long as reading a set.
        """
        key = (self._state(), wanted)
        with self._lock:
            kept = self._cache.get(key)
        if isinstance(kept, ComputationLimitError):
            raise ComputationLimitError(str(kept))
        if kept is not None:
            return kept
        try:
            found = read()
        except ComputationLimitError as error:
            self._store(key, error)
            raise
        self._store(key, found)
        return found

    def _store(self, key: tuple[str, RecordSet], found: CachedSet) -> None:
        """Store a result if it fits."""
        with self._lock:
            if size_of(found) <= self._cache.maxsize:
                self._cache[key] = found
