"""How long a database that does not answer is asked again."""

import sys
from threading import Event

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    sleep_using_event,
    stop_after_attempt,
    stop_after_delay,
    stop_when_event_set,
    wait_exponential,
)
from tqdm import tqdm

from narabot.errors import GraphUnavailableError

AT_ONCE = Retrying(stop=stop_after_attempt(1), reraise=True)
"""For a database that answers, or does not."""

LONGEST_PAUSE_S = 15
"""Between two tries to reach a database that does not answer."""


def patience(seconds: float, stopping: Event) -> Retrying:
    """Return how a database that does not answer is asked again: for so long, ever more seldom."""
    return Retrying(
        retry=retry_if_exception_type(GraphUnavailableError),
        wait=wait_exponential(max=LONGEST_PAUSE_S),
        stop=stop_after_delay(seconds) | stop_when_event_set(stopping),
        sleep=sleep_using_event(stopping),
        before_sleep=tell_pause,
        reraise=True,
    )


def tell_pause(state: RetryCallState) -> None:
    """Say on stderr that the database does not answer, and when it is asked again."""
    pause = state.next_action.sleep if state.next_action else 0
    line = f"narabot: the database does not answer; trying again in {pause:.0f} s"
    tqdm.write(line, file=sys.stderr)
