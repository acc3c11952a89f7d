"""What all routes have: their address, their problems, what they share, the scope they need."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from narabot.api.keys import Gate, Scope
from narabot.api.problems import MEDIA_TYPE
from narabot.api.service import Service
from narabot.api.shapes import Problem

PREFIX = "/api/v1"
PROBLEMS: dict[int | str, dict[str, Any]] = {
    int(status): {
        "description": status.phrase,
        "content": {MEDIA_TYPE: {"schema": Problem.model_json_schema()}},
    }
    for status in (
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    )
}


def new_router() -> APIRouter:
    """Return a router for some routes of the API."""
    return APIRouter(prefix=PREFIX, responses=PROBLEMS)


def shared_service(request: Request) -> Service:
    """Return what all requests share."""
    service: Service = request.app.state.service
    return service


Shared = Annotated[Service, Depends(shared_service)]


def needs(scope: Scope) -> Any:
    """Return the dependency that lets in only who has a scope."""

    def admit(request: Request) -> None:
        gate: Gate = request.app.state.gate
        gate.admit(request, scope)

    return Depends(admit)
