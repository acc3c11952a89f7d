"""Prepared chunks equal the chunks of each chunker."""

from functools import partial
from pathlib import Path

import pytest

from ingest.prepared import storage_at
from ingest.prepared.job import create_job
from ingest.prepared.run import prepare_here, run_prepare
from ingest.read.sources import find_sources
from narabot.settings import ChunkerName
from tests.embedders import WordEmbedder
from tests.ingesting import ingest_settings, write_records
from tests.prepared_shards import rows
from tests.records import raw_record, records_in
from tests.unit.test_chunkers import NAMES, chunker, long_records


@pytest.mark.parametrize("name", NAMES)
def test_prepared_chunks_match_the_chunker(tmp_path: Path, name: ChunkerName) -> None:
    file = write_records(tmp_path / "in" / "a.jsonl", *long_records())
    other = write_records(tmp_path / "in" / "b.jsonl", raw_record(naId=9))
    chosen = ingest_settings(tmp_path).model_copy(update={"ingest_chunker": name})
    embedder = WordEmbedder()
    job = create_job(chosen, embedder, storage_at(tmp_path / "to"), None, None)
    run_prepare(job, partial(prepare_here, embedder, cores=2), find_sources([file, other]))
    chunks = [
        row["text"]
        for name, table in rows(tmp_path / "to").items()
        if name.endswith("chunks.parquet")
        for row in table  # type: ignore[attr-defined]
    ]
    wanted = [
        text for record in records_in(file) for text in chunker(name, 256).chunks(record.text)
    ]
    assert [text for text in chunks if text != "Title: Logbook"] == wanted
    assert len({*wanted}) > 8
