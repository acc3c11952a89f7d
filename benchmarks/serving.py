"""Load `narabot serve`: throughput, latency, and whether answers stay what they are alone.

    python -m benchmarks.serving [--seconds 20] [--minutes 0]

--minutes are those of mixed load with a database that is killed again and again; 2 or more. On the
graph of the settings (an embedded one in NARABOT_DATA_DIR), without a language model and without
the cache of searches unless RETRIEVAL_CACHE is set. Needs `pip install .[load]`.
"""

import argparse
import csv
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import psutil
import requests

from benchmarks.answers import essence
from benchmarks.retrieval import questions
from benchmarks.served import served
from benchmarks.throwaway import machine
from narabot.database import EmbeddedDatabase
from narabot.settings import Settings

OPERATIONS = ("search", "ask")
CLIENTS = (1, 8, 64)
ASKED = 40
"""Questions, each with its answer given alone."""

SLOWEST = 10.0
"""Times the median of the unloaded service: what the 95th percentile must stay under."""

OPEN_USERS = 64
STEP = 1.15
RESTART_EVERY_S = 60


@dataclass(frozen=True)
class Load:
    """What came of a load."""

    per_second: float
    median_ms: float
    p95_ms: float
    requests: int
    failures: int


@dataclass(frozen=True)
class Target:
    """A service, and a file of the answers that it gives alone."""

    url: str
    expected: Path


@dataclass(frozen=True)
class Wave:
    """What so many users do for some seconds."""

    operations: Sequence[str]
    users: int
    seconds: int
    rate: float = 0.0
    """Requests a second of all together; 0: each asks as soon as it is answered."""
    may_fail: bool = False
    """Whether 503 and 504 are right."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--minutes", type=int, default=0, choices=(0, *range(2, 61)))
    arguments = parser.parse_args()
    print(machine())
    settings = {"RETRIEVAL_CACHE": "0", "API_PER_MINUTE": "1000000"}
    with (
        tempfile.TemporaryDirectory() as folder,
        served("serve", **settings) as (url, process),
    ):
        wait_until_ready(url)
        expected = Path(folder) / "expected.json"
        alone = answers_alone(url)
        expected.write_text(json.dumps(alone.answers))
        target = Target(url, expected)
        for operation in OPERATIONS:
            closed_loop(target, operation, arguments.seconds)
            open_loop(target, operation, alone.median_ms[operation], arguments.seconds)
        if arguments.minutes:
            restarts(target, process, arguments.minutes)


def wait_until_ready(url: str) -> None:
    """Return once questions can be answered."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            if requests.get(f"{url}/api/v1/health/ready", timeout=60).ok:
                return
        except requests.ConnectionError:
            time.sleep(0.3)
    raise TimeoutError("the service was not ready after two minutes")


def wait_until_idle(url: str) -> None:
    """Return once nothing of an earlier load is worked on any more."""
    idle = {"narabot_running 0.0", "narabot_waiting 0.0"}
    while not idle <= set(requests.get(f"{url}/api/v1/metrics", timeout=60).text.splitlines()):
        time.sleep(0.3)


@dataclass(frozen=True)
class Alone:
    """What a service without load gives."""

    answers: dict[str, dict[str, Any]]
    median_ms: dict[str, float]


def answers_alone(url: str) -> Alone:
    """Return the answers, and how long each operation takes."""
    answers: dict[str, dict[str, Any]] = {}
    medians = {}
    for operation in OPERATIONS:
        spent = []
        answers[operation] = {}
        for question in questions()[:ASKED] * 2:
            started = time.perf_counter()
            got = requests.post(f"{url}/api/v1/{operation}", json={"query": question}, timeout=120)
            spent.append((time.perf_counter() - started) * 1000)
            got.raise_for_status()
            answers[operation][question] = essence(got.json())
        medians[operation] = statistics.median(spent[ASKED:])
        print(f"{operation}, unloaded: p50 {medians[operation]:.0f} ms")
    return Alone(answers, medians)


def closed_loop(target: Target, operation: str, seconds: int) -> None:
    """Print what so many clients get who ask as soon as they are answered."""
    print(f"| {operation}, clients | requests/s | p50, ms | p95, ms | differing or failed |")
    print("| --- | --- | --- | --- | --- |")
    for clients in CLIENTS:
        load = loaded(target, Wave([operation], clients, seconds))
        print(
            f"| {clients} | {load.per_second:.1f} | {load.median_ms:.0f} | {load.p95_ms:.0f} | "
            f"{load.failures} of {load.requests} |",
            flush=True,
        )


def open_loop(target: Target, operation: str, unloaded_ms: float, seconds: int) -> None:
    """Print the greatest rate at which the slowest are not too slow."""
    rate, best = 1000 / unloaded_ms * 0.7, None
    while True:
        load = loaded(target, Wave([operation], OPEN_USERS, seconds, rate))
        print(f"- {operation}, {rate:.1f} requests/s wanted: {load}", flush=True)
        if load.p95_ms > SLOWEST * unloaded_ms or load.failures:
            break
        best, rate = load, rate * STEP
    said = f"{best.per_second:.1f} requests/s, p95 {best.p95_ms:.0f} ms" if best else "none"
    print(
        f"{operation}, open loop, p95 under {SLOWEST:g} x {unloaded_ms:.0f} ms: {said}", flush=True
    )


def loaded(target: Target, wave: Wave) -> Load:
    """Return what came of a wave of requests."""
    environment = {"EXPECTED": str(target.expected), "OPERATIONS": " ".join(wave.operations)}
    if wave.rate:
        environment["RATE"] = str(wave.rate / wave.users)
    if wave.may_fail:
        environment["FAULTS"] = "1"
    prefix = target.expected.with_name("load")
    users, seconds = str(wave.users), f"{wave.seconds}s"
    command = [sys.executable, "-m", "locust", "-f", "benchmarks/serving_users.py", "--headless"]
    command += ["--only-summary", "--loglevel", "ERROR", "--host", target.url]
    command += ["-u", users, "-r", users, "-t", seconds, "--csv", str(prefix)]
    wait_until_idle(target.url)
    subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        env=os.environ | environment,
        check=False,  # 1 tells of failures, which are counted
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=wave.seconds + 300,
    )
    with Path(f"{prefix}_failures.csv").open() as file:
        for failure in csv.DictReader(file):
            print(f"  {failure['Occurrences']} x {failure['Error'][:200]}")
    with Path(f"{prefix}_stats.csv").open() as file:
        [row] = [row for row in csv.DictReader(file) if row["Name"] == "Aggregated"]
    return Load(
        float(row["Requests/s"]),
        float(row["50%"]),
        float(row["95%"]),
        int(row["Request Count"]),
        int(row["Failure Count"]),
    )


def restarts(target: Target, process: psutil.Process, minutes: int) -> None:
    """Print what comes of minutes of mixed load while the database is killed again and again."""
    ended = Event()
    memory: list[float] = []

    def disturb() -> int:
        database = EmbeddedDatabase(Settings.from_environment())
        kills = 0
        while not ended.wait(RESTART_EVERY_S):
            pid = database.status().pid
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                kills += 1
            time.sleep(2)
            database.start(lambda _: None)
        return kills

    def measure() -> None:
        while not ended.wait(5):
            memory.append(process.memory_info().rss / 2**20)

    with ThreadPoolExecutor() as pool:
        disturbing, _ = pool.submit(disturb), pool.submit(measure)
        try:
            load = loaded(target, Wave(OPERATIONS, 8, minutes * 60, may_fail=True))
        finally:
            ended.set()
        kills = disturbing.result()
    second, last = (statistics.median(part) for part in (memory[12:24], memory[-12:]))
    print(
        f"{minutes} minutes of search and ask by 8 clients, the database killed {kills} times: "
        f"{load.requests} requests, {load.failures} wrong or without a right "
        f"error; memory {second:.0f} MiB in the second minute, {last:.0f} in the last "
        f"({last / second:.2f} x)"
    )


if __name__ == "__main__":
    main()
