"""The API as one ASGI application, its OpenAPI document, and what tells whether it lives."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import narabot
from narabot.api import routes
from narabot.api.keys import HEADER, Gate, Scope, keys_of
from narabot.api.problems import add_problems
from narabot.api.routing import Shared, needs, new_router
from narabot.api.service import Service
from narabot.api.watching import BoundedBody, Figures, Guard, Watch
from narabot.presentation.record_json import Shape
from narabot.settings import Settings

router = new_router()

NO_KEY: dict[str, Any] = {"security": [{}]}


class Health(Shape):
    """Whether the service is there, and ready."""

    status: str


@router.head("/health/live", include_in_schema=False)
@router.get(
    "/health/live",
    openapi_extra=NO_KEY,
    summary="Whether the process answers",
)
async def live() -> Health:
    """Return that it does."""
    return Health(status="live")


@router.head("/health/ready", include_in_schema=False)
@router.get(
    "/health/ready",
    openapi_extra=NO_KEY,
    summary="Whether questions can be answered",
)
async def ready(service: Shared) -> Health:
    """Return that models and database are there, or the problem; which one, only without keys."""
    await service.ready()
    return Health(status="ready")


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
    dependencies=[needs(Scope.METRICS)],
    summary="Figures for Prometheus",
)
async def metrics(request: Request) -> Response:
    """Return how many requests there were, how long they took, and how many wait."""
    figures: Figures = request.app.state.figures
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)


NOTE = "Needed where API_KEYS are set."
SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": HEADER, "description": NOTE},
    "bearer": {"type": "http", "scheme": "bearer", "description": f"The key. {NOTE}"},
}


class Api(FastAPI):
    """An application that tells of its keys."""

    def openapi(self) -> dict[str, Any]:
        """Return the specification."""
        specification = super().openapi()
        specification["security"] = [{}, {"key": []}, {"bearer": []}]
        specification["components"]["securitySchemes"] = SCHEMES
        return specification


def create_app(settings: Settings) -> FastAPI:
    """Return the application. Raises SettingsError for API_KEYS that cannot be read."""
    keys = keys_of(settings)
    service = Service(settings, tells_faults=not keys)
    gate = Gate(keys, settings.api_per_minute)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        service.close()

    app = Api(
        title="narabot",
        version="1",
        summary="A chat over the catalogue of the US National Archives.",
        description=narabot.__doc__ or "",
        lifespan=lifespan,
        openapi_url="/openapi.json",
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,  # behind TLS it sends to plain http, with the key
    )
    app.state.service = service
    app.state.gate = gate
    app.state.figures = Figures(service)
    app.include_router(routes.router)
    app.include_router(router)
    add_problems(app)
    app.add_middleware(BoundedBody)
    app.add_middleware(Guard, gate=gate)
    app.add_middleware(Watch, figures=app.state.figures)
    return app
