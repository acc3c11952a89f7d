"""What whoever runs the service asks of it: whether it is there, and its figures."""

from http import HTTPStatus

from fastapi import Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from narabot.api.keys import Gate, Scope
from narabot.api.problems import ProblemError
from narabot.api.routing import Shared, needs, new_router
from narabot.api.shapes import Health
from narabot.api.watching import Figures
from narabot.errors import NarabotError
from narabot.rendering.response_json import Json

router = new_router()


@router.get("/health/live", response_model=Health, summary="Whether the process answers")
async def live() -> Json:
    """Return that it does."""
    return {"status": "live"}


@router.get("/health/ready", response_model=Health, summary="Whether questions can be answered")
async def ready(request: Request, service: Shared) -> Json:
    """Return that models and database are there, or the problem; which one, only without keys."""
    gate: Gate = request.app.state.gate
    try:
        await service.ready()
    except (NarabotError, ProblemError) as error:
        if not gate.keys:
            raise
        said = "The service is not ready; its log says why."
        raise ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, said) from error
    return {"status": "ready"}


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
