"""The simulated users of `benchmarks.serving`, for Locust. Each answer is checked.

The environment variables are:

- EXPECTED: a JSON file that maps operation and question to the content of the answer.
- OPERATIONS: `search`, `ask`, or both, separated by spaces.
- RATE: requests per second for each user. If it is not set, a user asks the next question as soon
  as the previous answer arrives.
- FAULTS: set if errors are acceptable.
"""

import json
import os
import random
import time
from pathlib import Path
from typing import Any

from locust import FastHttpUser, task

from benchmarks.answer_content import answer_content

EXPECTED: dict[str, dict[str, Any]] = json.loads(Path(os.environ["EXPECTED"]).read_text())
OPERATIONS = os.environ["OPERATIONS"].split()
RATE = float(os.environ.get("RATE", "0"))
FAULTS_ARE_RIGHT = "FAULTS" in os.environ
RIGHT_ERRORS = {503, 504}
TIMEOUT_S = 120


class Researcher(FastHttpUser):
    """A user who asks one question after another."""

    network_timeout = connection_timeout = TIMEOUT_S
    due = 0.0

    def on_start(self) -> None:
        """Wait for a random time, so that users with a fixed rate do not start together."""
        self.due = time.monotonic()
        time.sleep(self.wait_time())

    def wait_time(self) -> float:
        """Return the seconds until the user's next request in a Poisson process, at least 0.

        Locust's `constant_throughput` counts from the user's creation, so all users would ask at
        once.
        """
        if not RATE:
            return 0.0
        self.due += random.expovariate(RATE)
        return max(0.0, self.due - time.monotonic())

    @task
    def ask(self) -> None:
        """Ask a question and compare the answer."""
        operation = random.choice(OPERATIONS)
        question = random.choice(list(EXPECTED[operation]))
        with self.rest(
            "POST", f"/api/v1/{operation}", json={"query": question}, name=operation
        ) as got:
            if got.status_code == 200 and got.js is not None:
                if answer_content(got.js) != EXPECTED[operation][question]:
                    got.failure("differs")
            elif (
                FAULTS_ARE_RIGHT and got.status_code in RIGHT_ERRORS and "detail" in (got.js or {})
            ):
                got.success()
