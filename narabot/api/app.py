"""The API as one ASGI application, with its OpenAPI document, health checks, and metrics."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import narabot
from narabot.api import routes
from narabot.api.keys import HEADER, Gate, Scope, keys_in_settings
from narabot.api.middleware import BodyLimit, Guard, Metrics, RequestMetrics
from narabot.api.problems import add_problems
from narabot.api.routing import Shared, new_router, requires
from narabot.api.service import Service
from narabot.presentation.record_json import Shape
from narabot.settings import Settings

router = new_router()

NO_KEY_NEEDED: dict[str, Any] = {"security": [{}]}


class Health(Shape):
    """Health of the service."""

    status: str


@router.head("/health/live", include_in_schema=False)
@router.get(
    "/health/live",
    openapi_extra=NO_KEY_NEEDED,
    summary="Check that the process responds",
)
async def live() -> Health:
    """Report that the process responds."""
    return Health(status="live")


@router.head("/health/ready", include_in_schema=False)
@router.get(
    "/health/ready",
    openapi_extra=NO_KEY_NEEDED,
    summary="Check that questions can be answered",
)
async def ready(service: Shared) -> Health:
    """Report that the models and the database are available, or return a problem.

    The problem includes its cause only if no API keys are configured.
    """
    await service.ready()
    return Health(status="ready")


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
    dependencies=[requires(Scope.METRICS)],
    summary="Metrics for Prometheus",
)
async def metrics(request: Request) -> Response:
    """Return the number of requests, their durations, and the length of the queue."""
    figures: Metrics = request.app.state.figures
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)


NOTE = "Required if API_KEYS is set."
SECURITY_SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": HEADER, "description": NOTE},
    "bearer": {"type": "http", "scheme": "bearer", "description": f"The API key. {NOTE}"},
}


class Api(FastAPI):
    """An application whose OpenAPI specification describes the API keys."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI specification."""
        specification = super().openapi()
        specification["security"] = [{}, {"key": []}, {"bearer": []}]
        specification["components"]["securitySchemes"] = SECURITY_SCHEMES
        return specification


def create_app(settings: Settings) -> FastAPI:
    """Return the application. Raise SettingsError if API_KEYS is invalid."""
    keys = keys_in_settings(settings)
    service = Service(settings, reveals_faults=not keys)
    gate = Gate(keys, settings.api_per_minute)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    app = Api(
        title="narabot",
        version="1",
        summary="A chat over the catalog of the US National Archives.",
        description=narabot.__doc__ or "",
        lifespan=lifespan,
        openapi_url="/openapi.json",
        docs_url=None,  # the documentation pages load scripts from other hosts
        redoc_url=None,
        redirect_slashes=False,  # behind a TLS proxy, redirects would send keys over plain HTTP
    )
    app.state.service = service
    app.state.gate = gate
    app.state.figures = Metrics(service)
    app.include_router(routes.router)
    app.include_router(router)
    add_problems(app)
    app.add_middleware(BodyLimit)
    app.add_middleware(Guard, gate=gate)
    app.add_middleware(RequestMetrics, figures=app.state.figures)
    return app
