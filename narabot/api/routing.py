"""Parts that all endpoints share: the prefix, error responses, the service, and scopes."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from narabot.api.keys import Gate, Scope
from narabot.api.problems import MEDIA_TYPE, Problem, ProblemError
from narabot.api.service import Service

PREFIX = "/api/v1"
RETRY_AFTER = {
    "Retry-After": {"description": "Time to wait, in seconds.", "schema": {"type": "integer"}}
}
ALLOW = {"Allow": {"description": "The allowed methods.", "schema": {"type": "string"}}}
PROBLEM_HEADERS: dict[HTTPStatus, Any] = {
    HTTPStatus.METHOD_NOT_ALLOWED: ALLOW,
    HTTPStatus.TOO_MANY_REQUESTS: RETRY_AFTER,
    HTTPStatus.SERVICE_UNAVAILABLE: RETRY_AFTER,
}
"""Headers for problem responses, keyed by status."""

PROBLEMS: dict[int | str, dict[str, Any]] = {
    int(status): {
        "description": status.phrase,
        "content": {MEDIA_TYPE: {"schema": Problem.model_json_schema()}},
        "headers": PROBLEM_HEADERS.get(status, {}),
    }
    for status in (
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.CONFLICT,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    )
}


def new_router() -> APIRouter:
    """Return a router for API endpoints."""
    return APIRouter(prefix=PREFIX, responses=PROBLEMS)


def shared_service(request: Request) -> Service:
    """Return the service that all requests share."""
    service: Service = request.app.state.service
    return service


Shared = Annotated[Service, Depends(shared_service)]


def requires(scope: Scope) -> Any:
    """Return a dependency that admits only requests with the specified scope."""

    def admit(request: Request) -> None:
        gate: Gate = request.app.state.gate
        gate.admit(request, scope)

    return Depends(admit)


def refuse_other_media(request: Request) -> None:
    """Raise ProblemError for a body that is not declared as JSON."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    kind, _, subtype = media_type.partition("/")
    if kind != "application" or not (subtype == "json" or subtype.endswith("+json")):
        message = "Send the body as Content-Type: application/json."
        raise ProblemError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message)


REQUIRE_JSON = Depends(refuse_other_media)
