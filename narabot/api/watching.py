"""What every request passes: its size is bounded, and it is counted for Prometheus."""

from http import HTTPStatus
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from narabot.api.problems import problem, response
from narabot.api.service import Service

LARGEST_BODY = 1024 * 1024
"""Bytes of a request."""

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
        running = Gauge(
            "narabot_running", "Requests that are being worked on.", registry=self.registry
        )
        running.set_function(lambda: service.limiter.borrowed_tokens)
        waiting = Gauge("narabot_waiting", "Requests that wait.", registry=self.registry)
        waiting.set_function(lambda: service.limiter.statistics().tasks_waiting)


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
            self.figures.requests.labels(scope["method"], route, status).inc()
            self.figures.seconds.labels(route).observe(perf_counter() - start)


class BoundedBody:
    """Refuses a body that is larger than any request can be, before all of it is read."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what serves the requests."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > LARGEST_BODY:
                said = f"The body is larger than {LARGEST_BODY:,} bytes."
                refused = response(problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, said))
                await refused(scope, receive, send)
                return
        whole: Message | None = {"type": "http.request", "body": body, "more_body": False}

        async def received() -> Message:
            nonlocal whole
            if whole is not None:
                told, whole = whole, None
                return told
            return await receive()

        await self.app(scope, received, send)
