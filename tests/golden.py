"""Compare the responses of two commits: ask the same 300 requests with each, then list differences.

Vectors differ slightly between processors, so no responses are stored here. Run both commits on one
machine, on the same graph (NARABOT_DATA_DIR). Start its server first, or each strategy starts its
own:

    narabot db start
    python -m tests.golden ask FOLDER
    python -m tests.golden compare OLD_FOLDER NEW_FOLDER

The requests come from the development sets in `../shared/eval`.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
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
    """Write each strategy's responses to a file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, requests in batches():
        file = folder / f"{name.replace(':', '-')}.in"
        file.write_text("".join(f"{json.dumps(one)}\n" for one in requests), encoding="utf-8")
        command = [sys.executable, "-m", "narabot", "ask", "--batch", str(file), "--strategy", name]
        with file.with_suffix(".jsonl").open("wb") as responses:
            subprocess.run(command, stdout=responses, check=False)  # a request can fail as expected


def stable(value: Any) -> Any:
    """Return a JSON value without its volatile fields."""
    if isinstance(value, Mapping):
        return {key: stable(one) for key, one in value.items() if key not in VOLATILE}
    return [stable(one) for one in value] if isinstance(value, list) else value


def responses(file: Path) -> list[Any]:
    """Return the responses in a file without their volatile fields."""
    return [stable(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def differences(old: Any, new: Any, place: str = "") -> Iterator[str]:
    """Yield the place and the two values of each difference between two JSON values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), f"{place}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, f"{place}/{number}")
    elif old != new:
        yield f"{place}: {json.dumps(old)[:200]} -> {json.dumps(new)[:200]}"


def compare(old: Path, new: Path) -> int:
    """Print all differences between two folders, and return the number of different responses."""
    count = 0
    for file in sorted(old.glob("*.jsonl")):
        for one, other in zip(responses(file), responses(new / file.name), strict=True):
            found = list(differences(one, other))
            count += bool(found)
            for line in found:
                sys.stdout.write(f"{file.stem} {one.get('id')} {line}\n")
    sys.stdout.write(f"{count} responses differ\n")
    return count


if __name__ == "__main__":
    action, *folders = sys.argv[1:]
    if action == "ask":
        ask(Path(folders[0]))
    else:
        sys.exit(bool(compare(Path(folders[0]), Path(folders[1]))))
