"""What keeps the service from answering: all of it in the log, and told as far as readers may know.

Where keys are set readers are strangers, who learn neither folders nor commands.
"""

import logging
from http import HTTPStatus
from threading import Lock
from time import monotonic

from narabot.api.problems import ProblemError
from narabot.errors import NarabotError

logger = logging.getLogger(__name__)

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
