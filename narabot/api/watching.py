"""What every request passes: no other website sends it, its size is bounded, it is counted."""

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

LARGEST_BODY = 1024 * 1024
"""Bytes of a request."""

BODY_TIMEOUT_S = 15.0
"""For which the body of a request is waited for."""

METHODS = frozenset(HTTPMethod)
"""A client can write any word for one."""

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Figures:
    """The figures of one application, in a registry of its own."""

    def __init__(self, service: Service) -> None:
        """Take the service whose queue is watched."""
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter(
            "narabot_requests", "Requests that were answered.", labels, registry=self.registry
        )
        self.seconds = Histogram(
            "narabot_request_seconds",
            "Seconds until the last byte of a response.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.registry.register(State(service))


class State(Collector):
    """What the service does at the moment, and what it keeps."""

    def __init__(self, service: Service) -> None:
        """Take the service."""
        self.service = service

    def collect(self) -> Iterator[Metric]:
        """Yield the figures."""
        service = self.service
        yield Gauge("narabot_running", "Requests that are being worked on.", service.running)
        yield Gauge("narabot_waiting", "Requests that wait.", service.waiting)
        if cache := service.cache():
            yield Gauge("narabot_cache_entries", "Searches whose results are kept.", len(cache))
            yield Total("narabot_cache_hits", "Searches that were kept.", cache.hits)
            yield Total("narabot_cache_misses", "Searches that were not.", cache.misses)
        if model := service.model():
            yield Gauge("narabot_model_running", "Answers being written.", model.running)
            yield Gauge("narabot_model_waiting", "Answers that wait.", model.waiting)


class Watch:
    """Counts requests by their route, never by their path, which anybody can choose."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        """Take what serves the requests, and where they are counted."""
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
    """Gives each response its headers, and refuses who may not ask, before a body is read.

    Where keys are needed, that is who has none. Where none are, it is any website: a browser on
    this machine reaches loopback, also for a page from elsewhere, and for a name that somebody
    lets point here (DNS rebinding). Its requests tell both.
    """

    def __init__(self, app: ASGIApp, *, gate: Gate) -> None:
        """Take what serves the requests, and what knows the keys."""
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
            headers = {**(error.headers or {}), "Connection": "close"}  # its body is not read
            await response(problem_of(error), headers)(scope, receive, send)
        else:
            await self.app(scope, receive, sent)

    def admit(self, path: str, headers: Headers, peer: str) -> None:
        """Raise ProblemError for a request that is refused whatever stands in its body."""
        if self.gate.keys:
            if path.startswith(f"{PREFIX}/") and not path.startswith(f"{PREFIX}/health/"):
                self.gate.known(headers, peer)
        elif not is_of_this_machine(headers):
            said = "Without API_KEYS the API is for programs on this machine, at its own address."
            raise ProblemError(HTTPStatus.FORBIDDEN, said)


def is_of_this_machine(headers: Headers) -> bool:
    """Return whether a request is to a name of loopback, and of no other website's page."""
    origin = headers.get("origin")
    return is_local(f"//{headers.get('host', '')}") and (origin is None or is_local(origin))


class BoundedBody:
    """Refuses a body that is larger than any request can be, or that does not come to its end."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what serves the requests."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            with anyio.fail_after(BODY_TIMEOUT_S):
                body = await whole_body(receive)
        except TimeoutError:
            said = f"The body did not come within {BODY_TIMEOUT_S:g} seconds."
            await refused(HTTPStatus.REQUEST_TIMEOUT, said)(scope, receive, send)
        except OverflowError:
            said = f"The body is larger than {LARGEST_BODY:,} bytes."
            await refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, said)(scope, receive, send)
        else:
            if body is not None:
                await self.app(scope, read_again(body, receive), send)


async def whole_body(receive: Receive) -> bytes | None:
    """Return the body of a request, `None` if who sent it is gone.

    Raises OverflowError for a larger one than may be.
    """
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > LARGEST_BODY:
            raise OverflowError
    return bytes(body)


def read_again(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that was read, and then what else comes."""
    whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return whole.pop() if whole else await receive()

    return received


def refused(status: HTTPStatus, said: str) -> Response:
    """Return the response to a request whose body is not read."""
    return response(problem(status, said), {"Connection": "close"})
