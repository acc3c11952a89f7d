"""Tests that reading stops soon after its consumer stops, whatever the files contain."""

import time
import zipfile
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path

import pytest

from ingest.progress import PlainProgress
from ingest.read.batches import Batches, ReadBatch
from ingest.read.lines import Line, read_lines
from ingest.read.sources import Source, find_sources
from ingest.read.survey import survey
from ingest.write.run import ReadProgress, read_ahead

MANY = 10_000_000
MOST_S = 3
"""Maximum CPU time, in seconds. Reading line by line took at least four times as long."""


def stored(folder: Path, content: bytes) -> Source:
    """Return a source from an uncompressed archive."""
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.jsonl", content)
    (source,) = find_sources([folder])
    return source


@pytest.mark.parametrize("blank", [b"\n", b" \r\n"])
def test_blank_lines_are_counted_cheaply(tmp_path: Path, blank: bytes) -> None:
    source = stored(tmp_path, b"a\n" + blank * MANY + b"b\n" + blank + b"c")
    begun = time.process_time()
    assert list(read_lines(source)) == [
        Line(1, b"a"),
        Line(MANY + 2, b"b"),
        Line(MANY + 4, b"c"),
    ]
    assert time.process_time() - begun < MOST_S


@pytest.mark.parametrize("content", [b"\n" * 100_000, b"x" * 100_000])
def test_reading_can_be_canceled_within_blank_and_endless_lines(
    tmp_path: Path, content: bytes
) -> None:
    calls = 0

    def ending(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise CancelledError

    source = stored(tmp_path, content)
    with pytest.raises(CancelledError):
        list(read_lines(source, ending))
    calls = 0
    with pytest.raises(CancelledError):
        survey(source, ending)


def test_readers_stop_when_the_consumer_stops() -> None:
    bytes_read = ReadProgress(PlainProgress(1, "B"))

    def quick() -> Batches:
        yield (ReadBatch("quick"),)

    def slow() -> Batches:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            time.sleep(0.01)
            bytes_read(0)
        yield (ReadBatch("slow"),)

    begun = time.monotonic()
    with ThreadPoolExecutor(2) as readers:
        batches = read_ahead(readers, iter([quick(), slow()]), bytes_read.abandoned)
        assert [batch.file_name for batch in next(batches)] == ["quick"]
        batches.close()
    assert time.monotonic() - begun < 60
