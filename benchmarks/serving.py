"""Load-test `narabot serve`: throughput, latency, and the stability of the answers.

    python -m benchmarks.serving [--seconds 20] [--minutes 0]

--minutes (2 or more) is the duration of a mixed load, during which the database is killed
repeatedly. The graph is the embedded database in NARABOT_DATA_DIR. No language model is used. The
search cache is disabled unless RETRIEVAL_CACHE is set. Requires `pip install .[load]`.
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

from benchmarks.answer_content import answer_content
from benchmarks.retrieval import questions
from benchmarks.service_process import service_process
from benchmarks.throwaway import machine
from narabot.database import EmbeddedDatabase
from narabot.settings import Settings

OPERATIONS = ("search", "ask")
CLIENTS = (1, 8, 64)
ASKED = 40
"""Number of questions. The answer to each question is first recorded without load."""

SLOWEST = 10.0
"""Maximum 95th percentile, as a multiple of the median without load."""

OPEN_USERS = 64
STEP = 1.15
RESTART_EVERY_S = 60


@dataclass(frozen=True)
class Load:
    """The measurements from one load."""

    per_second: float
    median_ms: float
    p95_ms: float
    requests: int
    failures: int


@dataclass(frozen=True)
class Target:
    """A service, and a file with the answers that it returns without load."""

    url: str
    expected: Path


@dataclass(frozen=True)
class Wave:
    """A load from concurrent users."""

    operations: Sequence[str]
    users: int
    seconds: int
    rate: float = 0.0
    """Total requests per second. With 0, each user asks as soon as the previous answer arrives."""
    may_fail: bool = False
    """Whether the status codes 503 and 504 are acceptable."""


def main() -> None:
    """Run the load test and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--minutes", type=int, default=0, choices=(0, *range(2, 61)))
    arguments = parser.parse_args()
    print(machine())
    settings = {"RETRIEVAL_CACHE": "0", "API_PER_MINUTE": "1000000"}
    with (
        tempfile.TemporaryDirectory() as folder,
        service_process("serve", **settings) as (url, process),
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
    """Wait until the service can answer questions. Raise TimeoutError."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        try:
            if requests.get(f"{url}/api/v1/health/ready", timeout=60).ok:
                return
        except requests.ConnectionError:
            time.sleep(0.3)
    raise TimeoutError("the service was not ready after two minutes")


def wait_until_idle(url: str) -> None:
    """Wait until the service has finished all requests from an earlier load."""
    idle = {"narabot_running 0.0", "narabot_waiting 0.0"}
    while not idle <= set(requests.get(f"{url}/api/v1/metrics", timeout=60).text.splitlines()):
        time.sleep(0.3)


@dataclass(frozen=True)
class UnloadedResults:
    """A service's answers and latencies without load."""

    answers: dict[str, dict[str, Any]]
    median_ms: dict[str, float]


def answers_alone(url: str) -> UnloadedResults:
    """Return the answers and the median latency of each operation, without load."""
    answers: dict[str, dict[str, Any]] = {}
    medians = {}
    for operation in OPERATIONS:
        spent = []
        answers[operation] = {}
        for question in questions()[:ASKED] * 2:
            started = time.perf_counter()
            response = requests.post(
                f"{url}/api/v1/{operation}", json={"query": question}, timeout=120
            )
            spent.append((time.perf_counter() - started) * 1000)
            response.raise_for_status()
            answers[operation][question] = answer_content(response.json())
        medians[operation] = statistics.median(spent[ASKED:])
        print(f"{operation}, unloaded: p50 {medians[operation]:.0f} ms")
    return UnloadedResults(answers, medians)


def closed_loop(target: Target, operation: str, seconds: int) -> None:
    """Print the results for clients that ask as soon as the previous answer arrives."""
    print(f"| {operation}, clients | requests/s | p50, ms | p95, ms | differing or failed |")
    print("| --- | --- | --- | --- | --- |")
    for clients in CLIENTS:
        load = run_load(target, Wave([operation], clients, seconds))
        print(
            f"| {clients} | {load.per_second:.1f} | {load.median_ms:.0f} | {load.p95_ms:.0f} | "
            f"{load.failures} of {load.requests} |",
            flush=True,
        )


def open_loop(target: Target, operation: str, unloaded_ms: float, seconds: int) -> None:
    """Print the highest rate at which the 95th percentile stays below the limit."""
    rate, best = 1000 / unloaded_ms * 0.7, None
    while True:
        load = run_load(target, Wave([operation], OPEN_USERS, seconds, rate))
        print(f"- {operation}, {rate:.1f} requests/s requested: {load}", flush=True)
        if load.p95_ms > SLOWEST * unloaded_ms or load.failures:
            break
        best, rate = load, rate * STEP
    summary = f"{best.per_second:.1f} requests/s, p95 {best.p95_ms:.0f} ms" if best else "none"
    print(
        f"{operation}, open loop, p95 under {SLOWEST:g} x {unloaded_ms:.0f} ms: {summary}",
        flush=True,
    )


def run_load(target: Target, wave: Wave) -> Load:
    """Return the measurements of a wave of requests."""
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
        check=False,  # exit status 1 means failures, which are counted below
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
    """Print the results of a mixed load while the database is killed repeatedly."""
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
            load = run_load(target, Wave(OPERATIONS, 8, minutes * 60, may_fail=True))
        finally:
            ended.set()
        kills = disturbing.result()
    second, last = (statistics.median(part) for part in (memory[12:24], memory[-12:]))
    print(
        f"{minutes} minutes of search and ask by 8 clients, database killed {kills} times: "
        f"{load.requests} requests, {load.failures} wrong answers or unexpected "
        f"errors; memory {second:.0f} MiB in the second minute, {last:.0f} in the last "
        f"({last / second:.2f} x)"
    )


if __name__ == "__main__":
    main()
