"""Killing `narabot prepare` leaves no reader process running."""

import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import psutil

from ingest.prepared import storage_at
from ingest.prepared.job import create_job
from ingest.prepared.run import prepare_here, run_prepare
from ingest.read.sources import find_sources
from narabot.embedding import Vectors
from tests.embedders import WordEmbedder
from tests.ingesting import ingest_settings, write_records
from tests.records import raw_record

PATIENCE_S = 60
READERS = 2


class ForeverEmbedder(WordEmbedder):
    """An embedder that returns its probe immediately but never finishes a shard."""

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        """Return the vector for a single text, or sleep if there are several texts."""
        if len(texts) > 1:
            time.sleep(1000)
        return super().embed_array(texts)


def prepare_forever(folder: Path) -> None:
    embedder = ForeverEmbedder()
    job = create_job(ingest_settings(folder), embedder, storage_at(folder / "to"), None, None)
    engine = partial(prepare_here, embedder, cores=READERS)
    run_prepare(job, engine, find_sources([folder / "lines"]))


def readers(process: int) -> list[psutil.Process]:
    """Return the reader processes that a process has started."""
    children = psutil.Process(process).children()
    return [child for child in children if "spawn_main" in " ".join(child.cmdline())]


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process is running. A zombie process does not count."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_readers_end_when_their_run_is_killed(tmp_path: Path) -> None:
    for number in range(READERS):
        records = [raw_record(naId=10 * number + one) for one in range(1, 4)]
        write_records(tmp_path / "lines" / f"rg_1-{number}.jsonl", *records)
    run = get_context("spawn").Process(target=prepare_forever, args=(tmp_path,))
    run.start()
    until = time.monotonic() + PATIENCE_S
    while not list((tmp_path / "to").glob(".unfinished-*/*")) and time.monotonic() < until:
        time.sleep(0.1)
    begun = readers(run.pid or 0)
    run.kill()
    run.join()
    until = time.monotonic() + PATIENCE_S
    while any(map(is_alive, begun)) and time.monotonic() < until:
        time.sleep(0.1)
    assert len(begun) == READERS
    assert not [one for one in begun if is_alive(one)]
