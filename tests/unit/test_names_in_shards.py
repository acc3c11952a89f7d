"""Tests of `prepare --with-names`: when it rebuilds a shard, and what other machines receive."""

import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest

from narabot.errors import IndexMismatchError, ModelUnavailableError, SettingsError
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.models import RecordType
from narabot.reading import NAMES_FILE
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


@pytest.mark.slow
def test_pickled_ner_builder_omits_model_and_secrets() -> None:
    names = LazyNerCacheBuilder(Settings(neo4j_password="correct horse"))
    [found] = names.read(["Title: letters of Clara Barton"], [RecordType.DESCRIPTION])
    assert (found or "").endswith(":PERSON")
    sent = pickle.dumps(names)
    assert len(sent) < 1000
    assert b"horse" not in sent
    there = pickle.loads(sent)  # noqa: S301  created by this test
    assert there.version == names.version


@pytest.mark.slow
def test_relative_weights_path_works_after_changing_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NAMES_FILE.parent)
    names = LazyNerCacheBuilder(Settings(ner_model=NAMES_FILE.name))
    monkeypatch.chdir("/")
    assert names.version == LazyNerCacheBuilder(Settings()).version
    assert names.read(["Title: letters of Clara Barton"], [RecordType.DESCRIPTION])[0]


@pytest.mark.slow
def test_worker_with_a_different_ner_model_is_rejected() -> None:
    names = LazyNerCacheBuilder(Settings())
    names.version = "1.0"
    with pytest.raises(IndexMismatchError, match="worker's NER model differs from the NER model"):
        names.read(["Title: letters"], [RecordType.DESCRIPTION])


def test_lazy_ner_builder_requires_a_readable_model(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="NER_MODEL is none"):
        LazyNerCacheBuilder(Settings(ner_model="none"))
    with pytest.raises(ModelUnavailableError, match="cannot be read"):
        LazyNerCacheBuilder(Settings(ner_model=str(tmp_path / "none.safetensors")))
