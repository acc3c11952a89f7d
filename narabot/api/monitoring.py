"""What whoever runs the service asks of it: whether it is there, and its figures."""

from typing import Any

from fastapi import Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from narabot.api.keys import Scope
from narabot.api.routing import Shared, needs, new_router
from narabot.api.watching import Figures
from narabot.presentation.record_json import Shape

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
