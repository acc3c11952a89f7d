"""Tests of `prepare --with-names`: when it rebuilds a shard, and what other machines receive."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from narabot.errors import ModelUnavailableError, SettingsError
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.models import RecordType
from narabot.settings import Settings
from tests.ingesting import write_records
from tests.prepared_shards import prepare, rows
from tests.records import raw_record


class Lengths:
    """An NER cache that returns each chunk's length and record type."""

    def __init__(self, version: str = "1.1") -> None:
        self.version = version

    def read(self, chunks: Sequence[str], types: Sequence[RecordType]) -> list[str | None]:
        return [f"{len(one)} {type_}" for one, type_ in zip(chunks, types, strict=True)]


def names_of_chunks(to: Path) -> list[object]:
    [chunks] = [table for name, table in rows(to).items() if name.endswith("chunks.parquet")]
    return [row.get("names") for row in chunks if isinstance(row, dict)]


def test_shard_is_rebuilt_if_requested_names_are_missing(tmp_path: Path) -> None:
    lines = write_records(tmp_path / "rg_1-1.jsonl", raw_record("Letters", naId=1))
    to = tmp_path / "to"
    prepare(tmp_path, to, lines)
    assert names_of_chunks(to) == [None]
    assert not prepare(tmp_path, to, lines, names=Lengths()).sum("was_prepared")
    [names] = names_of_chunks(to)
    assert isinstance(names, str)
    assert names.endswith(f" {RecordType.DESCRIPTION}")
    assert prepare(tmp_path, to, lines, names=Lengths()).sum("was_prepared") == 1
    assert prepare(tmp_path, to, lines).sum("was_prepared") == 1
    assert names_of_chunks(to) == [names]
    assert not prepare(tmp_path, to, lines, names=Lengths("1.2")).sum("was_prepared")


def test_lazy_ner_builder_requires_a_readable_model(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="NER_MODEL is none"):
        LazyNerCacheBuilder(Settings(ner_model="none"))
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        LazyNerCacheBuilder(Settings(ner_model=str(tmp_path / "none.safetensors")))
