"""API errors as problem details (RFC 9457), and messages for invalid request bodies."""

import logging
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from threading import Lock
from time import monotonic
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from narabot.errors import (
    ComputationLimitError,
    InvalidQuestionError,
    NarabotError,
    StrategyError,
    TooManyToCiteError,
    UnknownPhraseError,
    UnknownRecordError,
)
from narabot.presentation.record_json import Shape

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"

SAFE_HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers for every response. They prevent caching and declare that the content is only data."""

STATUSES: Mapping[type[NarabotError], HTTPStatus] = {
    InvalidQuestionError: HTTPStatus.BAD_REQUEST,
    StrategyError: HTTPStatus.CONFLICT,
    UnknownRecordError: HTTPStatus.NOT_FOUND,
    UnknownPhraseError: HTTPStatus.NOT_FOUND,
    ComputationLimitError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    TooManyToCiteError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}
"""HTTP statuses for errors that a client can resolve.

Other errors mean that the service is unavailable.
"""

ROUTING_ERRORS: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "The body is not valid UTF-8 JSON.",
    HTTPStatus.NOT_FOUND: "Unknown path. /openapi.json lists all paths.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This path accepts only the following methods: {Allow}.",
}
"""Messages for requests that reach no endpoint. The value of a response header replaces `{…}`."""

MAX_FAULT_CHARS = 500
"""Maximum length of a fault in a message, in characters. The list of all strategies fits."""

MAX_FAULTS = 10
"""Maximum number of faults in a message."""


class ProblemError(Exception):
    """A rejected request, with its HTTP status."""

    def __init__(
        self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Create an error with a status, a message, and headers such as Retry-After."""
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers


def status_of(error: NarabotError) -> HTTPStatus:
    """Return the HTTP status of an error."""
    return next(
        (status for kind, status in STATUSES.items() if isinstance(error, kind)),
        HTTPStatus.SERVICE_UNAVAILABLE,
    )


class Problem(Shape):
    """Problem details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


def problem(status: HTTPStatus, detail: str) -> Problem:
    """Return the body of a problem."""
    return Problem(type="about:blank", title=status.phrase, status=int(status), detail=detail)


def problem_of(error: Exception) -> Problem:
    """Return the problem body for any error. Unexpected errors are logged in full."""
    if isinstance(error, ProblemError):
        return problem(error.status, error.detail)
    if isinstance(error, NarabotError):
        return problem(status_of(error), str(error))
    reference = secrets.token_hex(3)
    logger.error("Unexpected error, reference %s", reference, exc_info=error)
    message = f"Something went wrong. The log has the details (reference {reference})."
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, message)


def response(body: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a problem as a response."""
    all_headers = {**SAFE_HEADERS, **(headers or {})}
    return JSONResponse(body.to_json(), body.status, all_headers, media_type=MEDIA_TYPE)


def add_problems(app: FastAPI) -> None:
    """Configure an application to return every error as a problem."""

    def refused(_: Request, error: Exception) -> JSONResponse:
        return response(problem_of(error), getattr(error, "headers", None))

    def invalid(_: Request, error: Exception) -> JSONResponse:
        message = (
            validation_faults(error.errors()) if isinstance(error, RequestValidationError) else ""
        )
        return response(problem(HTTPStatus.UNPROCESSABLE_ENTITY, message))

    def http(_: Request, error: Exception) -> JSONResponse:
        status = HTTPStatus(getattr(error, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR))
        headers = getattr(error, "headers", None) or {}
        message = ROUTING_ERRORS.get(status, f"{status.phrase}.").format_map(
            defaultdict(str, headers)
        )
        return response(problem(status, message), headers)

    app.add_exception_handler(ProblemError, refused)
    app.add_exception_handler(NarabotError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, refused)


def validation_faults(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return a description of the faults in a request, without quoting the request."""
    return "; ".join(validation_fault(one)[:MAX_FAULT_CHARS] for one in errors[:MAX_FAULTS])


def validation_fault(error: Mapping[str, Any]) -> str:
    """Return one validation error as a message."""
    if error["type"] == "json_invalid":
        _, position = error["loc"]
        return f"The body is not valid JSON: {error['ctx']['error']} at character {position + 1:,}."
    reason = error["msg"].removeprefix("Value error, ")  # pydantic adds this prefix to our messages
    return f"{'.'.join(str(step) for step in error['loc'])}: {reason}"


RETRY_AFTER_S = 5

QUIET_S = 60.0
"""Minimum time between two log entries for an identical fault, in seconds."""

NOT_READY = "The service is not ready. The log of the service gives the reason."


class FaultReporter:
    """Logs the faults of one service and converts them to problems."""

    def __init__(self, *, reveals_reasons: bool) -> None:
        """Create a reporter. `reveals_reasons` determines whether clients receive the reasons."""
        self.reveals_reasons = reveals_reasons
        self._latest, self._logged_at = "", 0.0
        self._lock = Lock()

    def problem(self, error: NarabotError) -> ProblemError:
        """Log a fault and return the problem that reports it."""
        self._log(str(error))
        message = str(error) if self.reveals_reasons else NOT_READY
        return unavailable(message)

    def _log(self, fault: str) -> None:
        with self._lock:
            now = monotonic()
            if fault == self._latest and now < self._logged_at + QUIET_S:
                return
            self._latest, self._logged_at = fault, now
        logger.warning("not ready: %s", fault)


def unavailable(message: str) -> ProblemError:
    """Return the problem for a service that is temporarily unavailable."""
    headers = {"Retry-After": str(RETRY_AFTER_S)}
    return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, message, headers)
