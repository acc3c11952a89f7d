"""Sets that were read, kept as long as nothing is loaded into their graph."""

from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache

from narabot.errors import TooMuchToComputeError
from narabot.plans.algebra import RecordSet
from narabot.plans.facts import RecordFacts

MOST_KEPT = 120_000
"""Records of all sets together that are kept, and sets; 1 KB each, but sets may share records."""


Kept = tuple[RecordFacts, ...] | TooMuchToComputeError
"""The records of a set, or that there are too many."""


def size_of(kept: Kept) -> int:
    """Return how many records a set counts as; an empty one takes room too."""
    return 1 if isinstance(kept, TooMuchToComputeError) else len(kept) + 1


class SetCache:
    """Keeps the sets of one graph that were used last; safe to use from several threads."""

    def __init__(self, state: Callable[[], str], most: int = MOST_KEPT) -> None:
        """Begin with none; `state` tells when records were last loaded."""
        self._state = state
        self._kept: LRUCache[tuple[str, RecordSet], Kept] = LRUCache(most, getsizeof=size_of)
        self._lock = Lock()

    def of(
        self, wanted: RecordSet, read: Callable[[], tuple[RecordFacts, ...]]
    ) -> tuple[RecordFacts, ...]:
        """Return the records of a set, read now unless it is kept. Raises what reading raises.

        That a set is too large is kept too: it takes as long to find out.
        """
        key = (self._state(), wanted)
        with self._lock:
            kept = self._kept.get(key)
        if isinstance(kept, TooMuchToComputeError):
            raise TooMuchToComputeError(str(kept))
        if kept is not None:
            return kept
        try:
            found = read()
        except TooMuchToComputeError as error:
            self._keep(key, error)
            raise
        self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, RecordSet], found: Kept) -> None:
        """Keep what was found, if there is room for it at all."""
        with self._lock:
            if size_of(found) <= self._kept.maxsize:
                self._kept[key] = found
