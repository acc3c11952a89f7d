"""Losing a machine in the Ray cluster during a run changes no rows."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ingest.prepared import storage_at
from ingest.prepared.ray_engine import RayEngine
from ingest.prepared.run import run_prepare
from ingest.read.sources import find_sources
from tests.full.cluster.test_prepare_on_ray import REAL, Workers, finished, wanted, workers
from tests.ingesting import ingest_settings
from tests.on_workers import slowly
from tests.prepared_shards import rows
from tests.shared import needs_shared

pytestmark = needs_shared

__all__ = ["wanted", "workers"]


@pytest.mark.long
def test_lost_machine_changes_no_rows(
    workers: Workers, wanted: dict[str, list[object]], tmp_path: Path
) -> None:
    traces = tmp_path / "traces"
    traces.mkdir()
    lose_a_machine(workers, tmp_path, traces)
    assert len(workers.cluster.worker_nodes) == 1
    assert rows(finished(tmp_path / "to")) == wanted


def lose_a_machine(workers: Workers, tmp_path: Path, traces: Path) -> None:
    """Prepare the shards, and kill a machine's processes after the machine has begun to embed."""
    engine = RayEngine(workers.options, partial(slowly, traces))
    job = engine.job(ingest_settings(tmp_path), storage_at(tmp_path / "to"), None, None)
    machine = next(iter(workers.cluster.worker_nodes))
    raylet = machine.all_processes["raylet"][0].process.pid

    def losing(given: Any, sources: Any) -> Iterator[Any]:
        for number, told in enumerate(engine.prepare(job, sources)):
            if number == 2:
                wait_for(traces / f"{raylet}")
                workers.cluster.remove_node(machine, allow_graceful=False)
            yield told

    run_prepare(job, losing, find_sources(REAL))


def wait_for(file: Path) -> None:
    """Wait until a file exists, which means that the machine is at work."""
    until = time.monotonic() + 30
    while not file.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
