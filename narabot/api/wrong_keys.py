"""How many wrong keys came from where: who guesses is not listened to for a while."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from time import monotonic

from cachetools import TTLCache

from narabot.hosts import is_loopback

MOST_WRONG = 20
"""Wrong keys of one client within WINDOW_S seconds."""

WINDOW_S = 60.0
USED_S = 24 * 60 * 60.0
"""So long a key goes on being let in where it was used, whoever else guesses there."""

MOST_CLIENTS = 10_000
"""Of more the oldest are forgotten."""


@dataclass(slots=True)
class Guesses:
    """The wrong keys of a client since the first of them."""

    began: float
    count: int = 0


class WrongKeys:
    """Counts them; safe to use from several threads, and never larger than its bounds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Take the clock."""
        self._now = now
        self._guesses: TTLCache[str, Guesses] = TTLCache(MOST_CLIENTS, WINDOW_S, now)
        self._used: TTLCache[tuple[str, str], bool] = TTLCache(MOST_CLIENTS, USED_S, now)
        self._lock = Lock()

    def wait_s(self, client: str, key_name: str | None) -> int | None:
        """Return for how many seconds a key is refused unread, `None` if it is not.

        One that was used by this client before is not: behind a proxy all can be one client.
        """
        with self._lock:
            guesses = self._guesses.get(client)
            is_used = key_name is not None and (client, key_name) in self._used
        if guesses is None or guesses.count < MOST_WRONG or is_used:
            return None
        return max(1, round(guesses.began + WINDOW_S - self._now()))

    def count(self, client: str) -> None:
        """Count a wrong key."""
        with self._lock:
            self._guesses.setdefault(client, Guesses(self._now())).count += 1

    def note_use(self, client: str, key_name: str) -> None:
        """Remember that a client has a key that is known."""
        with self._lock:
            self._used[client, key_name] = True


def client_of(peer: str, headers: Mapping[str, str]) -> str:
    """Return who asks: the address, or of IPv6 its network, which one client has all of.

    A proxy on this machine tells for whom it asks; of what it tells the last is its own word.
    """
    told = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    try:
        address = ip_address(told if told and is_loopback(peer) else peer)
    except ValueError:
        return peer
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
    return str(address)
