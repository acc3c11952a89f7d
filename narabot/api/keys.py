"""Who may ask what, and how often. Keys are needed wherever any is set."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from time import time

from fastapi import Request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from narabot.api.problems import ProblemError
from narabot.errors import SettingsError
from narabot.settings import Settings

HEADER = "X-API-Key"
SHORTEST_KEY = 16


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
    return keys


def read_key(number: int, written: str) -> Key:
    """Return one key."""
    name, *rest = written.split(":")
    try:
        key, scopes, per_minute = rest
        allowed = frozenset(Scope(scope) for scope in scopes.split("+"))
        if not name or len(key) < SHORTEST_KEY or int(per_minute) < 1:
            raise ValueError
    except ValueError as error:
        known = ", ".join(Scope)
        raise SettingsError(
            f"Key {number} of API_KEYS cannot be read. Write it as NAME:KEY:SCOPE+SCOPE:RATE, the "
            f"key of {SHORTEST_KEY} characters or more without a colon, the scopes of {known}, the "
            "rate in requests a minute."
        ) from error
    return Key(name, digest(key), allowed, int(per_minute))


def digest(key: str) -> bytes:
    """Return the digest under which a key is known (SHA-256)."""
    return hashlib.sha256(key.encode(errors="replace")).digest()


class Gate:
    """Lets requests in, or says why not."""

    def __init__(self, keys: Iterable[Key], per_minute: int) -> None:
        """Take the keys, and how often a client may ask where none are needed."""
        self.keys = tuple(keys)
        self.open_rate = per_minute
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def admit(self, request: Request, scope: Scope) -> None:
        """Raise ProblemError for a request that has no right to something, or asks too often."""
        if self.keys:
            key = self.known(request.headers)
            if scope not in key.scopes:
                raise ProblemError(HTTPStatus.FORBIDDEN, f"This key is not for the scope {scope}.")
            self.count(f"key:{key.name}", key.per_minute)
        else:
            client = request.client.host if request.client else ""
            self.count(f"client:{client}", self.open_rate)

    def known(self, headers: Mapping[str, str]) -> Key:
        """Return the key of a request. Raises ProblemError without one that is known."""
        given = headers.get(HEADER.lower()) or ""
        bearer = headers.get("authorization") or ""
        if not given and bearer.lower().startswith("bearer "):
            given = bearer[len("bearer ") :].strip()
        said = digest(given)
        found = [key for key in self.keys if secrets.compare_digest(key.digest, said)]
        if not found:
            raise ProblemError(
                HTTPStatus.UNAUTHORIZED,
                f"Send a key that is known, in the header {HEADER}, or as a bearer token.",
                {"WWW-Authenticate": "Bearer"},
            )
        return found[0]

    def count(self, who: str, per_minute: int) -> None:
        """Raise ProblemError if somebody asks more often than may be."""
        rate = RateLimitItemPerMinute(per_minute)
        if not self._limiter.hit(rate, who):
            free_at = self._limiter.get_window_stats(rate, who).reset_time
            wait = max(1, round(free_at - time()))
            raise ProblemError(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"More than {per_minute:,} requests a minute. Come back in {wait} seconds.",
                {"Retry-After": str(wait)},
            )
