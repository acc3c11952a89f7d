"""Tests of a shard's progress, computed from its batches without a database."""

from pathlib import Path

from ingest.prepared.loaded_records import EmptyGraph
from ingest.read.batches import Reader
from ingest.read.lines import BEGINNING
from ingest.read.sources import Source, find_sources
from ingest.read.survey import Survey, survey
from ingest.write.batch import Progress
from narabot.settings import Settings
from tests.embedders import WordEmbedder
from tests.ingesting import write_lines
from tests.records import line, raw_record


def reader() -> Reader:
    """Return a reader for an empty graph, with two records per batch."""
    return Reader(Settings(ingest_batch_records=2), WordEmbedder(), EmptyGraph())


def looked_at(file: Path) -> tuple[Source, Survey]:
    """Return the source for a file, and the file's survey."""
    (source,) = find_sources([file])
    return source, survey(source)


def test_rejected_line_is_not_counted_as_a_record(tmp_path: Path) -> None:
    good = [line(raw_record(naId=n)) for n in (1, 2, 3)]
    file = write_lines(tmp_path / "a.jsonl", good[0], b"nonsense", good[1], b"[]", b"{}", good[2])
    reading = reader()
    *_, (last,) = reading.read(reading.surveyed_parts(*looked_at(file)))
    assert last.progress is not None
    assert (last.progress.records, last.progress.rejected) == (3, 3)


def test_file_changed_after_its_survey_makes_no_progress(tmp_path: Path) -> None:
    file = write_lines(tmp_path / "a.jsonl", *(line(raw_record(naId=n)) for n in range(1, 6)))
    source, found = looked_at(file)
    assert found.digest is not None
    file.write_bytes(file.read_bytes() + line(raw_record(naId=6)))
    reading = reader()
    *_, (last,) = reading.read(reading.surveyed_parts(source, found))
    assert last.read_error is not None
    assert last.progress == Progress("a.jsonl", "", BEGINNING)
