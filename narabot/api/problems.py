"""Every error of the API as problem details (RFC 9457), and the sentences of bad bodies."""

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
    InvalidQuestionError,
    NarabotError,
    StrategyError,
    TooManyToCiteError,
    TooMuchToComputeError,
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
"""Of every response: it is for who asked alone, and no browser makes more of it than data."""

STATUSES: Mapping[type[NarabotError], HTTPStatus] = {
    InvalidQuestionError: HTTPStatus.BAD_REQUEST,
    StrategyError: HTTPStatus.CONFLICT,
    UnknownRecordError: HTTPStatus.NOT_FOUND,
    UnknownPhraseError: HTTPStatus.NOT_FOUND,
    TooMuchToComputeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    TooManyToCiteError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}
"""Of errors that a client can do something about; the others say that the service is down."""

SENTENCES: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "The body is no JSON in UTF-8 that can be read.",
    HTTPStatus.NOT_FOUND: "There is nothing at this address. /openapi.json names all there are.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address takes only {Allow}.",
}
"""Of what is refused before it comes to a route, with the headers of the response."""

LONGEST_FAULT = 200
MOST_FAULTS = 10


class ProblemError(Exception):
    """A request that is refused, with its status."""

    def __init__(
        self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Take what is said, and headers such as when to come back."""
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers


def status_of(error: NarabotError) -> HTTPStatus:
    """Return the status of an error that is told."""
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
    """Return the body for any error; the log has all of one that is unforeseen."""
    if isinstance(error, ProblemError):
        return problem(error.status, error.detail)
    if isinstance(error, NarabotError):
        return problem(status_of(error), str(error))
    reference = secrets.token_hex(3)
    logger.error("Unforeseen error, reference %s", reference, exc_info=error)
    said = f"Something went wrong; the log says what (reference {reference})."
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, said)


def response(body: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a problem as a response."""
    all_headers = {**SAFE_HEADERS, **(headers or {})}
    return JSONResponse(body.to_json(), body.status, all_headers, media_type=MEDIA_TYPE)


def add_problems(app: FastAPI) -> None:
    """Let an application tell every error as a problem."""

    def refused(_: Request, error: Exception) -> JSONResponse:
        return response(problem_of(error), getattr(error, "headers", None))

    def invalid(_: Request, error: Exception) -> JSONResponse:
        said = faults(error.errors()) if isinstance(error, RequestValidationError) else ""
        return response(problem(HTTPStatus.UNPROCESSABLE_ENTITY, said))

    def http(_: Request, error: Exception) -> JSONResponse:
        status = HTTPStatus(getattr(error, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR))
        headers = getattr(error, "headers", None) or {}
        said = SENTENCES.get(status, f"{status.phrase}.").format_map(defaultdict(str, headers))
        return response(problem(status, said), headers)

    app.add_exception_handler(ProblemError, refused)
    app.add_exception_handler(NarabotError, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, refused)


def faults(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return what is wrong with a request, without what was sent."""
    return "; ".join(fault(one)[:LONGEST_FAULT] for one in errors[:MOST_FAULTS])


def fault(error: Mapping[str, Any]) -> str:
    """Return one thing that is wrong."""
    if error["type"] == "json_invalid":
        _, position = error["loc"]
        return f"The body is no JSON: {error['ctx']['error']}, at character {position + 1:,}."
    reason = error["msg"].removeprefix("Value error, ")  # pydantic's, before words of ours
    return f"{'.'.join(str(step) for step in error['loc'])}: {reason}"


RETRY_AFTER_S = 5

QUIET_S = 60.0
"""For which the log does not repeat the fault that it told last."""

NOT_READY = "The service is not ready; its log says why."


class Faults:
    """The faults of one service."""

    def __init__(self, *, are_told: bool) -> None:
        """Take whether readers are told the reasons."""
        self.are_told = are_told
        self._latest, self._logged_at = "", 0.0
        self._lock = Lock()

    def problem(self, error: NarabotError) -> ProblemError:
        """Return what is told of a fault, which is logged."""
        self._log(str(error))
        said = str(error) if self.are_told else NOT_READY
        return unavailable(said)

    def _log(self, fault: str) -> None:
        with self._lock:
            now = monotonic()
            if fault == self._latest and now < self._logged_at + QUIET_S:
                return
            self._latest, self._logged_at = fault, now
        logger.warning("not ready: %s", fault)


def unavailable(said: str) -> ProblemError:
    """Return the problem of a service that can be asked again a little later."""
    headers = {"Retry-After": str(RETRY_AFTER_S)}
    return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, said, headers)
