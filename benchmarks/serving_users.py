"""What the users of `benchmarks.serving` do, for locust; each answer is compared.

Read from the environment: EXPECTED (a file of JSON: operation, then question, then the essence of
its answer), OPERATIONS (`search`, `ask` or both, separated by blanks), RATE (requests a second of
one user; without it each asks as soon as it is answered), FAULTS (set where errors may come).
"""

import json
import os
import random
import time
from pathlib import Path
from typing import Any

from locust import FastHttpUser, task

from benchmarks.answers import essence

EXPECTED: dict[str, dict[str, Any]] = json.loads(Path(os.environ["EXPECTED"]).read_text())
OPERATIONS = os.environ["OPERATIONS"].split()
RATE = float(os.environ.get("RATE", "0"))
FAULTS_ARE_RIGHT = "FAULTS" in os.environ
RIGHT_ERRORS = {503, 504}
TIMEOUT_S = 120


class Researcher(FastHttpUser):
    """Asks one question after the other."""

    network_timeout = connection_timeout = TIMEOUT_S
    due = 0.0

    def on_start(self) -> None:
        """Begin at a moment of its own, where all keep a rate together."""
        self.due = time.monotonic()
        time.sleep(self.wait_time())

    def wait_time(self) -> float:
        """Return the seconds to the next moment of a Poisson process of this user; 0 if it is past.

        Locust's own `constant_throughput` counts from the user's making: all would ask at once.
        """
        if not RATE:
            return 0.0
        self.due += random.expovariate(RATE)
        return max(0.0, self.due - time.monotonic())

    @task
    def ask(self) -> None:
        """Ask, and compare."""
        operation = random.choice(OPERATIONS)
        question = random.choice(list(EXPECTED[operation]))
        with self.rest(
            "POST", f"/api/v1/{operation}", json={"query": question}, name=operation
        ) as got:
            if got.status_code == 200 and got.js is not None:
                if essence(got.js) != EXPECTED[operation][question]:
                    got.failure("differs")
            elif (
                FAULTS_ARE_RIGHT and got.status_code in RIGHT_ERRORS and "detail" in (got.js or {})
            ):
                got.success()
