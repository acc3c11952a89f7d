"""Middleware for every request: origin and key checks, size limits, and metrics."""

from collections.abc import Iterator
from http import HTTPMethod, HTTPStatus
from time import perf_counter

import anyio
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily as Total
from prometheus_client.core import GaugeMetricFamily as Gauge
from prometheus_client.core import Metric
from prometheus_client.registry import Collector
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from narabot.api.keys import Gate
from narabot.api.problems import SAFE_HEADERS, ProblemError, problem, problem_of, response
from narabot.api.routing import PREFIX
from narabot.api.service import Service
from narabot.hosts import is_local

MAX_BODY_BYTES = 1024 * 1024
"""Maximum size of a request body, in bytes."""

BODY_TIMEOUT_S = 15.0
"""Timeout for receiving a request body, in seconds."""

METHODS = frozenset(HTTPMethod)
"""HTTP methods that are counted separately. Other methods are counted together, because clients can
send any word as a method."""

LATENCY_BUCKETS_S = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The metrics of one application, in its own registry."""

    def __init__(self, service: Service) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter(
            "narabot_requests", "Number of answered requests.", labels, registry=self.registry
        )
        self.seconds = Histogram(
            "narabot_request_seconds",
            "Time until the last byte of a response, in seconds.",
            ("route",),
            buckets=LATENCY_BUCKETS_S,
            registry=self.registry,
        )
        self.registry.register(ServiceCollector(service))


class ServiceCollector(Collector):
    """Collects the current state of the service and its cache."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        service = self.service
        yield Gauge("narabot_running", "Number of running requests.", service.running)
        yield Gauge("narabot_waiting", "Number of waiting requests.", service.waiting)
        if cache := service.cache():
            yield Gauge("narabot_cache_entries", "Number of cached searches.", len(cache))
            yield Total("narabot_cache_hits", "Number of cache hits.", cache.hits)
            yield Total("narabot_cache_misses", "Number of cache misses.", cache.misses)
        if model := service.model():
            yield Gauge("narabot_model_running", "Number of answers in progress.", model.running)
            yield Gauge("narabot_model_waiting", "Number of waiting answers.", model.waiting)


class RequestMetrics:
    """Counts requests by route, not by path, because clients can choose any path."""

    def __init__(self, app: ASGIApp, figures: Metrics) -> None:
        self.app, self.figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = int(HTTPStatus.INTERNAL_SERVER_ERROR)
        start = perf_counter()

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sent)
        finally:
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.figures.requests.labels(method, route, status).inc()
            self.figures.seconds.labels(route).observe(perf_counter() - start)


class Guard:
    """Adds headers to each response, and rejects unauthorized requests before reading their bodies.

    If keys are configured, requests without a valid key are rejected. Otherwise, requests from
    websites are rejected. A page from another site can make a browser on this machine send requests
    to loopback addresses. The page can also use a host name that an attacker resolves to this
    machine (DNS rebinding). Request headers reveal both cases.
    """

    def __init__(self, app: ASGIApp, *, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SAFE_HEADERS)
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            peer, _ = scope.get("client") or ("", 0)
            self.admit(scope["path"], Headers(scope=scope), peer)
        except ProblemError as error:
            headers = {**(error.headers or {}), "Connection": "close"}  # the body was not read
            await response(problem_of(error), headers)(scope, receive, send)
        else:
            await self.app(scope, receive, sent)

    def admit(self, path: str, headers: Headers, peer: str) -> None:
        """Raise ProblemError if a request must be rejected regardless of its body."""
        if self.gate.keys:
            if path.startswith(f"{PREFIX}/") and not path.startswith(f"{PREFIX}/health/"):
                self.gate.authenticate(headers, peer)
        elif not is_of_this_machine(headers):
            message = (
                "Without API_KEYS, the API accepts requests only from local programs that use a "
                "loopback address."
            )
            raise ProblemError(HTTPStatus.FORBIDDEN, message)


def is_of_this_machine(headers: Headers) -> bool:
    """Return whether a request targets a loopback host and does not come from another website."""
    origin = headers.get("origin")
    return is_local(f"//{headers.get('host', '')}") and (origin is None or is_local(origin))


class BodyLimit:
    """Rejects bodies that are too large or that do not arrive in time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            with anyio.fail_after(BODY_TIMEOUT_S):
                body = await read_body(receive)
        except TimeoutError:
            message = f"The body did not arrive within {BODY_TIMEOUT_S:g} seconds."
            await refusal_response(HTTPStatus.REQUEST_TIMEOUT, message)(scope, receive, send)
        except OverflowError:
            message = f"The body is larger than {MAX_BODY_BYTES:,} bytes."
            await refusal_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)(
                scope, receive, send
            )
        else:
            if body is not None:
                await self.app(scope, replay_body(body, receive), send)


async def read_body(receive: Receive) -> bytes | None:
    """Return the body of a request, or `None` if the client has disconnected.

    Raise OverflowError if the body is too large.
    """
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MAX_BODY_BYTES:
            raise OverflowError
    return bytes(body)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that returns the stored body first, and then any later messages."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return whole.pop() if whole else await receive()

    return received


def refusal_response(status: HTTPStatus, message: str) -> Response:
    """Return the response to a request whose body was not read."""
    return response(problem(status, message), {"Connection": "close"})
