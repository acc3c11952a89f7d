"""Compare the time that narabot and `json.loads` take to decode real lines.

python -m benchmarks.decoding [--rounds 7]
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence

from benchmarks.generated import DATA
from benchmarks.throwaway import machine
from ingest.parse.catalog_line import decode_line
from ingest.read.survey import line_na_id

FILE = DATA / "rg_059_subject_numeric_files.jsonl"


def main() -> None:
    """Print the ratios. Fail if narabot's decoder is less than twice as fast as `json.loads`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    lines = FILE.read_bytes().splitlines()
    print(f"{machine()}; {len(lines):,} lines of {FILE.name}, medians of {rounds} rounds")
    decoders: dict[str, Callable[[bytes], object]] = {
        "json.loads": json.loads,
        "decode_line: the whole line": decode_line,
        "line_na_id: typed, the naId only": line_na_id,
    }
    seconds = timed(decoders, lines, rounds)
    base = seconds["json.loads"]
    for name, taken in seconds.items():
        print(f"{name:<36}{taken * 1000:>8.1f} ms {base / taken:>7.2f} x")
    assert base / seconds["decode_line: the whole line"] >= 2


def timed(
    decoders: dict[str, Callable[[bytes], object]], lines: Sequence[bytes], rounds: int
) -> dict[str, float]:
    """Return each decoder's median time, in seconds. Each round runs all decoders."""
    taken: dict[str, list[float]] = {name: [] for name in decoders}
    for _ in range(rounds):
        for name, decode in decoders.items():
            started = time.perf_counter()
            for line in lines:
                decode(line)
            taken[name].append(time.perf_counter() - started)
    return {name: statistics.median(times) for name, times in taken.items()}


if __name__ == "__main__":
    main()
