"""Ask 300 requests, and write the responses so that `diff` can compare those of two commits.

Vectors differ slightly between processors, so no responses are stored here. Run both commits on one
machine, on the same graph (NARABOT_DATA_DIR). Start its server first, or each strategy starts its
own:

    narabot db start
    python -m tests.golden FOLDER
    diff -r OLD_FOLDER NEW_FOLDER

The requests come from the development sets in `../shared/eval`.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from narabot.retrieval import DEFAULT_STRATEGY, STRATEGIES
from tests.shared import SHARED

DEFAULT_COUNT = 246
"""Number of requests for the default strategy."""

STRATEGY_COUNT = 2
"""Number of requests for each other strategy."""

VOLATILE = {"trace_id", "began", "began_ms", "ms", "timings_ms", "duration_ms", "total_duration_ms"}
"""Fields that differ between two runs of the same commit."""


def all_requests() -> list[dict[str, Any]]:
    """Return the requests and conversations in the development sets."""
    files = sorted((SHARED / "eval").glob("*_dev.jsonl"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    known = [json.loads(line) for line in lines if line.strip()]
    return [
        {"id": one["id"]} | {key: one[key] for key in ("turns", "query") if key in one}
        for one in known
        if "id" in one
    ]


def spread(requests: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Return `count` requests at even distances, so that each set contributes its share."""
    return [requests[place * len(requests) // count] for place in range(count)]


def batches() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield each strategy with its requests, beginning with the default strategy."""
    requests = all_requests()
    yield DEFAULT_STRATEGY, spread(requests, DEFAULT_COUNT)
    for number, name in enumerate(one for one in STRATEGIES if one != DEFAULT_STRATEGY):
        yield name, spread(requests[number:], STRATEGY_COUNT)


def ask(folder: Path) -> None:
    """Write each strategy's responses to a file in a folder, one field a line."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, requests in batches():
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(one)}\n" for one in requests)
            file.flush()
            command = [sys.executable, "-m", "narabot", "ask", "--batch", file.name]
            command += ["--strategy", name]
            # A request can fail as expected, so the exit code does not matter.
            done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        responses = [stable(json.loads(line)) for line in done.stdout.splitlines()]
        text = json.dumps(responses, ensure_ascii=False, indent=1, sort_keys=True)
        (folder / f"{name.replace(':', '-')}.json").write_text(f"{text}\n", encoding="utf-8")


def stable(value: Any) -> Any:
    """Return a JSON value without its volatile fields."""
    if isinstance(value, dict):
        return {key: stable(one) for key, one in value.items() if key not in VOLATILE}
    return [stable(one) for one in value] if isinstance(value, list) else value


if __name__ == "__main__":
    ask(Path(sys.argv[1]))
