"""Who may ask what, and how often; who guesses keys is not listened to for a while."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from time import monotonic, time

from cachetools import TTLCache
from fastapi import Request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from narabot.api.problems import ProblemError
from narabot.errors import SettingsError
from narabot.hosts import is_loopback
from narabot.settings import Settings

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


HEADER = "X-API-Key"
SHORTEST_KEY = 16
PARTS = ("NAME", "KEY", "SCOPE+SCOPE", "RATE")


class Scope(StrEnum):
    """What a key may be used for."""

    ASK = "ask"
    """Questions and lists, which may use a language model."""
    SEARCH = "search"
    """Searches and places to look."""
    RECORDS = "records"
    """Records, citations and exports by naId."""
    METRICS = "metrics"
    """The figures of the service."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key, by its digest, and what it allows."""

    name: str
    digest: bytes
    scopes: frozenset[Scope]
    per_minute: int


def keys_of(settings: Settings) -> tuple[Key, ...]:
    """Return the keys of the settings. Raises SettingsError."""
    return read_keys(settings.api_keys.get_secret_value() if settings.api_keys else "")


def read_keys(written: str) -> tuple[Key, ...]:
    """Return the keys of API_KEYS: `NAME:KEY:SCOPE+SCOPE:REQUESTS_A_MINUTE`, blanks between them.

    Raises SettingsError; the keys themselves are not told.
    """
    keys = tuple(read_key(number, one) for number, one in enumerate(written.split(), start=1))
    if len({key.name for key in keys}) < len(keys):
        raise SettingsError("API_KEYS has two keys of one name. Give each a name of its own.")
    if len({key.digest for key in keys}) < len(keys):
        twice = " and ".join(key.name for key in keys if is_shared(key, keys))
        raise SettingsError(f"In API_KEYS {twice} have one key. Give each a key of its own.")
    return keys


def is_shared(key: Key, keys: Iterable[Key]) -> bool:
    """Return whether another of some keys is the same under another name."""
    return any(one.digest == key.digest and one.name != key.name for one in keys)


def read_key(number: int, written: str) -> Key:
    """Return one key. Raises SettingsError."""
    name, *rest = written.split(":")
    if len(rest) != len(PARTS) - 1 or not name:
        form = ":".join(PARTS)
        raise SettingsError(f"Key {number} of API_KEYS cannot be read. Write it as {form}.")
    key, scopes, per_minute = rest
    # what stands for a name may be the key, in the wrong place
    shown = f"{number} ({name})" if len(name) < SHORTEST_KEY else str(number)
    if fault := fault_of(key, scopes, per_minute):
        raise SettingsError(f"Key {shown} of API_KEYS cannot be used: {fault}.")
    allowed = frozenset(Scope(scope) for scope in scopes.split("+"))
    return Key(name, digest(key), allowed, int(per_minute))


def fault_of(key: str, scopes: str, per_minute: str) -> str | None:
    """Return what is wrong with the parts of a key, none of which is told."""
    if len(key) < SHORTEST_KEY:
        return f"the key itself needs {SHORTEST_KEY} characters or more"
    if not set(scopes.split("+")) <= set(Scope):
        return f"its scopes are some of {', '.join(Scope)}, with + between them"
    if not (per_minute.isdecimal() and int(per_minute)):
        return "its rate is a whole number of requests a minute, 1 or more"
    return None


def digest(key: str) -> bytes:
    """Return the digest under which a key is known (SHA-256)."""
    return hashlib.sha256(key.encode(errors="replace")).digest()


class Gate:
    """Lets requests in, or says why not."""

    def __init__(self, keys: Iterable[Key], per_minute: int) -> None:
        """Take the keys, and how often a client may ask where none are needed."""
        self.keys = tuple(keys)
        self.open_rate = per_minute
        self._wrong_keys = WrongKeys()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def admit(self, request: Request, scope: Scope) -> None:
        """Raise ProblemError for a request that has no right to something, or asks too often."""
        peer = request.client.host if request.client else ""
        if self.keys:
            key = self.known(request.headers, peer)
            if scope not in key.scopes:
                raise ProblemError(HTTPStatus.FORBIDDEN, f"This key is not for the scope {scope}.")
            self.count(f"key:{key.name}", key.per_minute)
        else:
            self.count(f"client:{peer}", self.open_rate)

    def known(self, headers: Mapping[str, str], peer: str) -> Key:
        """Return the key of a request. Raises ProblemError without one that is known.

        Also for one that is, where too many wrong ones came from: else guesses could go on.
        """
        given = sent_key(headers)
        said = digest(given)
        found = [key for key in self.keys if secrets.compare_digest(key.digest, said)]
        key = found[0] if found else None
        client = client_of(peer, headers)
        wait = self._wrong_keys.wait_s(client, key.name if key else None) if given else None
        if wait is not None:
            raise too_many(f"Too many wrong keys. Come back in {wait} seconds.", wait)
        if key is None:
            if given:
                self._wrong_keys.count(client)
            raise ProblemError(
                HTTPStatus.UNAUTHORIZED,
                f"Send a key that is known, in the header {HEADER}, or as a bearer token.",
                {"WWW-Authenticate": "Bearer"},
            )
        self._wrong_keys.note_use(client, key.name)
        return key

    def count(self, who: str, per_minute: int) -> None:
        """Raise ProblemError if somebody asks more often than may be."""
        rate = RateLimitItemPerMinute(per_minute)
        if not self._limiter.hit(rate, who):
            free_at = self._limiter.get_window_stats(rate, who).reset_time
            wait = max(1, round(free_at - time()))
            said = f"More than {per_minute:,} requests a minute. Come back in {wait} seconds."
            raise too_many(said, wait)


def sent_key(headers: Mapping[str, str]) -> str:
    """Return the key that a request sends, "" without one."""
    bearer = headers.get("authorization") or ""
    given = headers.get(HEADER.lower()) or ""
    if not given and bearer.lower().startswith("bearer "):
        return bearer[len("bearer ") :].strip()
    return given


def too_many(said: str, wait_s: int) -> ProblemError:
    """Return the problem of who is to come back later."""
    return ProblemError(HTTPStatus.TOO_MANY_REQUESTS, said, {"Retry-After": str(wait_s)})
