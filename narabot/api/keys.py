"""API keys: scopes, rate limits, and protection against guessing."""

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

MAX_WRONG_KEYS = 20
"""Maximum number of wrong keys from one client within WINDOW_S seconds."""

WINDOW_S = 60.0
USED_KEY_S = 24 * 60 * 60.0
"""How long after use a valid key is still accepted despite wrong keys from the same client, in
seconds."""

MAX_CLIENTS = 10_000
"""Maximum number of clients to remember. The oldest clients are discarded."""


@dataclass(slots=True)
class Guesses:
    """Number of wrong keys from a client, and the time of the first wrong key."""

    began: float
    count: int = 0


class WrongKeys:
    """A thread-safe counter of wrong keys, with a limited size."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._guesses: TTLCache[str, Guesses] = TTLCache(MAX_CLIENTS, WINDOW_S, now)
        self._used: TTLCache[tuple[str, str], bool] = TTLCache(MAX_CLIENTS, USED_KEY_S, now)
        self._lock = Lock()

    def wait_s(self, client: str, key_name: str | None) -> int | None:
        """Return the number of seconds until a client's key is checked, or `None` for no wait.

        A key that this client has used before is always checked, because all clients behind one
        proxy may share an address.
        """
        with self._lock:
            guesses = self._guesses.get(client)
            is_used = key_name is not None and (client, key_name) in self._used
        if guesses is None or guesses.count < MAX_WRONG_KEYS or is_used:
            return None
        return max(1, round(guesses.began + WINDOW_S - self._now()))

    def count(self, client: str) -> None:
        """Count a wrong key."""
        with self._lock:
            self._guesses.setdefault(client, Guesses(self._now())).count += 1

    def note_use(self, client: str, key_name: str) -> None:
        """Record that a client has used a valid key."""
        with self._lock:
            self._used[client, key_name] = True


def client_of(peer: str, headers: Mapping[str, str]) -> str:
    """Return the address of a client, or its /64 network for IPv6.

    One client usually controls a whole IPv6 network. A proxy on this machine forwards the client's
    address. Only the last forwarded address comes from the proxy itself.
    """
    forwarded = headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
    try:
        address = ip_address(forwarded if forwarded and is_loopback(peer) else peer)
    except ValueError:
        return peer
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
    return str(address)


HEADER = "X-API-Key"
MIN_KEY_CHARS = 16
KEY_FORMAT = ("NAME", "KEY", "SCOPE+SCOPE", "RATE")


class Scope(StrEnum):
    """Permissions that a key can have."""

    ASK = "ask"
    """Questions and list requests, which may use a language model."""
    SEARCH = "search"
    """Searches and places to look."""
    RECORDS = "records"
    """Records, citations, and exports by naId."""
    METRICS = "metrics"
    """Metrics of the service."""


@dataclass(frozen=True, slots=True)
class Key:
    """An API key, stored as a digest, with its permissions."""

    name: str
    digest: bytes
    scopes: frozenset[Scope]
    per_minute: int


def keys_in_settings(settings: Settings) -> tuple[Key, ...]:
    """Return the API keys in the settings. Raise SettingsError if an entry is invalid."""
    return parse_keys(settings.api_keys.get_secret_value() if settings.api_keys else "")


def parse_keys(written: str) -> tuple[Key, ...]:
    """Parse API_KEYS: `NAME:KEY:SCOPE+SCOPE:REQUESTS_PER_MINUTE` entries separated by spaces.

    Raise SettingsError if an entry is invalid. The message never contains a key.
    """
    keys = tuple(parse_key(number, one) for number, one in enumerate(written.split(), start=1))
    if len({key.name for key in keys}) < len(keys):
        raise SettingsError(
            "Two entries in API_KEYS have the same name. Use a unique name for each key."
        )
    if len({key.digest for key in keys}) < len(keys):
        twice = " and ".join(key.name for key in keys if is_shared(key, keys))
        raise SettingsError(
            f"In API_KEYS, {twice} have the same key. Use a unique key for each name."
        )
    return keys


def is_shared(key: Key, keys: Iterable[Key]) -> bool:
    """Return whether another name has the same key."""
    return any(one.digest == key.digest and one.name != key.name for one in keys)


def parse_key(number: int, written: str) -> Key:
    """Parse one key. Raise SettingsError if it is malformed."""
    name, *rest = written.split(":")
    if len(rest) != len(KEY_FORMAT) - 1 or not name:
        form = ":".join(KEY_FORMAT)
        raise SettingsError(f"Key {number} in API_KEYS is malformed. Use the format {form}.")
    key, scopes, per_minute = rest
    # a long name may be a key in the wrong field, so the message omits the name
    shown = f"{number} ({name})" if len(name) < MIN_KEY_CHARS else str(number)
    if fault := key_fault(key, scopes, per_minute):
        raise SettingsError(f"Key {shown} in API_KEYS is invalid: {fault}.")
    allowed = frozenset(Scope(scope) for scope in scopes.split("+"))
    return Key(name, digest(key), allowed, int(per_minute))


def key_fault(key: str, scopes: str, per_minute: str) -> str | None:
    """Return what is wrong with the parts of a key, without quoting the parts."""
    if len(key) < MIN_KEY_CHARS:
        return f"the key needs at least {MIN_KEY_CHARS} characters"
    if not set(scopes.split("+")) <= set(Scope):
        return f"its scopes must be among {', '.join(Scope)}, separated by +"
    if not (per_minute.isdecimal() and int(per_minute)):
        return "its rate must be a whole number of requests per minute, at least 1"
    return None


def digest(key: str) -> bytes:
    """Return the SHA-256 digest of a key."""
    return hashlib.sha256(key.encode(errors="replace")).digest()


class Gate:
    """Admits or rejects requests."""

    def __init__(self, keys: Iterable[Key], per_minute: int) -> None:
        """Create a gate. `per_minute` is the rate limit for clients if no keys are configured."""
        self.keys = tuple(keys)
        self.open_rate = per_minute
        self._wrong_keys = WrongKeys()
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def admit(self, request: Request, scope: Scope) -> None:
        """Raise ProblemError if a request's key lacks the scope or if there are too many
        requests."""
        peer = request.client.host if request.client else ""
        if self.keys:
            key = self.authenticate(request.headers, peer)
            if scope not in key.scopes:
                raise ProblemError(
                    HTTPStatus.FORBIDDEN, f"This key does not have the scope {scope}."
                )
            self.count(f"key:{key.name}", key.per_minute)
        else:
            self.count(f"client:{peer}", self.open_rate)

    def authenticate(self, headers: Mapping[str, str], peer: str) -> Key:
        """Return the key of a request. Raise ProblemError if the key is missing or unknown.

        After too many wrong keys, a client's valid keys are also rejected unless the client has
        used them before. Otherwise, the client could continue guessing.
        """
        sent = sent_key(headers)
        sent_digest = digest(sent)
        matching = [key for key in self.keys if secrets.compare_digest(key.digest, sent_digest)]
        key = matching[0] if matching else None
        client = client_of(peer, headers)
        wait = self._wrong_keys.wait_s(client, key.name if key else None) if sent else None
        if wait is not None:
            raise too_many_requests(f"Too many wrong keys. Try again in {wait} seconds.", wait)
        if key is None:
            if sent:
                self._wrong_keys.count(client)
            raise ProblemError(
                HTTPStatus.UNAUTHORIZED,
                f"Send a valid key in the {HEADER} header or as a bearer token.",
                {"WWW-Authenticate": "Bearer"},
            )
        self._wrong_keys.note_use(client, key.name)
        return key

    def count(self, who: str, per_minute: int) -> None:
        """Count a request. Raise ProblemError if it exceeds the rate limit."""
        rate = RateLimitItemPerMinute(per_minute)
        if not self._limiter.hit(rate, who):
            free_at = self._limiter.get_window_stats(rate, who).reset_time
            wait = max(1, round(free_at - time()))
            message = f"More than {per_minute:,} requests per minute. Try again in {wait} seconds."
            raise too_many_requests(message, wait)


def sent_key(headers: Mapping[str, str]) -> str:
    """Return the key in a request's headers, or ""."""
    bearer = headers.get("authorization") or ""
    key = headers.get(HEADER.lower()) or ""
    if not key and bearer.lower().startswith("bearer "):
        return bearer[len("bearer ") :].strip()
    return key


def too_many_requests(message: str, wait_s: int) -> ProblemError:
    """Return the problem for a client that must wait."""
    return ProblemError(HTTPStatus.TOO_MANY_REQUESTS, message, {"Retry-After": str(wait_s)})
