"""The API as one ASGI application, and its OpenAPI document."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

import narabot
from narabot.api import monitoring, routes
from narabot.api.keys import HEADER, Gate, keys_of
from narabot.api.problems import add_problems
from narabot.api.service import Service
from narabot.api.watching import BoundedBody, Figures, Guard, Watch
from narabot.settings import Settings

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
    app.include_router(monitoring.router)
    add_problems(app)
    app.add_middleware(BoundedBody)
    app.add_middleware(Guard, gate=gate)
    app.add_middleware(Watch, figures=app.state.figures)
    return app
