"""The log: how much it says, and that no question and no record's text stands in it unasked."""

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType

from narabot.settings import Settings

OURS = ("narabot", "ingest")

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class DiscreetFormatter(logging.Formatter):
    """Says of an error what it is and where it was raised, not its message, which may quote."""

    def formatException(self, ei: Raised) -> str:  # noqa: N802  # the standard library's name
        """Return the places, the innermost last, and the kind of each error of a chain."""
        return "\nwhich came of\n".join(chain(ei[1]))


def chain(error: BaseException | None) -> Iterator[str]:
    """Yield the places and the kind of an error, of those in its group, and of what it came of."""
    while error is not None:
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        yield "".join(traceback.format_tb(error.__traceback__)) + kind
        for one in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
            yield from chain(one)
        error = error.__cause__ or error.__context__


def set_up_log(settings: Settings) -> None:
    """Let this process log as the settings say, to standard error.

    Other libraries tell warnings alone: what they tell of their work quotes it.
    """
    handler = logging.StreamHandler()
    kind = logging.Formatter if settings.narabot_log_questions else DiscreetFormatter
    handler.setFormatter(kind(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for ours in OURS:
        logging.getLogger(ours).setLevel(settings.narabot_log_level)
