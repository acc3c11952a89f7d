"""Generate thousands of distinct lines with the structure and length of real lines.

    python -m benchmarks.generated 50000 FILE.jsonl

Record groups, collections, and series come first, unchanged. Each of the remaining lines is a real
line from `../shared/data` with a new naId and with shuffled words in its texts. All lines differ,
and each is as long as a real line. The result is useful only for measurements.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).resolve().parents[2] / "shared/data"
FIRST_NA_ID = 9_800_000_000
TEXTS = {"title", "scopeAndContentNote", "otherTitles", "functionAndUse", "arrangement"}
"""The fields whose words are shuffled."""

HOLDERS = {"recordGroup", "collection", "series"}


def main() -> None:
    """Write the requested number of lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    with arguments.file.open("wb") as file:
        file.writelines(line + b"\n" for line in generated(arguments.count))


def generated(count: int, seed: int = 4) -> Iterator[bytes]:
    """Yield `count` lines, starting with the records that contain other records."""
    moments = random.Random(seed)
    real = real_lines()
    holders = [raw for raw in real if raw["levelOfDescription"] in HOLDERS]
    others = [raw for raw in real if raw["levelOfDescription"] not in HOLDERS]
    for raw in holders[:count]:
        yield msgspec.json.encode({"record": raw})
    for number in range(count - len(holders)):
        raw = dict(others[number % len(others)])
        raw["naId"] = FIRST_NA_ID + number
        for name in TEXTS & raw.keys():
            raw[name] = shuffled(raw[name], moments)
        raw["title"] = f"{raw.get('title', 'Untitled')} {number}"
        yield msgspec.json.encode({"record": raw})


def real_lines() -> list[dict[str, Any]]:
    """Return the real descriptions, including repeated series, in random order."""
    lines: list[dict[str, Any]] = []
    for file in sorted(DATA.glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            record = msgspec.json.decode(line).get("record", {})
            if record.get("recordType") == "description":
                lines.append(record)
    random.Random(1).shuffle(lines)
    return lines


def shuffled(value: Any, moments: random.Random) -> Any:
    """Return a text or a list of texts with shuffled words."""
    if isinstance(value, list):
        return [shuffled(one, moments) for one in value]
    words = str(value).split()
    moments.shuffle(words)
    return " ".join(words)


if __name__ == "__main__":
    sys.exit(main())
