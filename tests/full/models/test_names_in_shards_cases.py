"""Named entity recognition in prepared shards, with the real model."""

import pickle
from itertools import pairwise

import pytest

from narabot.errors import IndexMismatchError
from narabot.knowledge.lazy_ner_cache import LazyNerCacheBuilder
from narabot.models import RecordType
from narabot.reading import NAMES_FILE
from narabot.reading.names import (
    NerModel,
)
from narabot.settings import Settings
from tests.unit.test_names_reader import SENTENCE, reader

__all__ = ["reader"]


def test_pickled_ner_builder_omits_model_and_secrets() -> None:
    names = LazyNerCacheBuilder(Settings(neo4j_password="correct horse"))
    [found] = names.read(["Title: letters of Clara Barton"], [RecordType.DESCRIPTION])
    assert (found or "").endswith(":PERSON")
    sent = pickle.dumps(names)
    assert len(sent) < 1000
    assert b"horse" not in sent
    there = pickle.loads(sent)  # noqa: S301  created by this test
    assert there.version == names.version


def test_relative_weights_path_works_after_changing_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NAMES_FILE.parent)
    names = LazyNerCacheBuilder(Settings(ner_model=NAMES_FILE.name))
    monkeypatch.chdir("/")
    assert names.version == LazyNerCacheBuilder(Settings()).version
    assert names.read(["Title: letters of Clara Barton"], [RecordType.DESCRIPTION])[0]


def test_worker_with_a_different_ner_model_is_rejected() -> None:
    names = LazyNerCacheBuilder(Settings())
    names.version = "1.0"
    with pytest.raises(IndexMismatchError, match="worker's NER model differs from the NER model"):
        names.read(["Title: letters"], [RecordType.DESCRIPTION])


def test_names_are_found_throughout_a_long_text(reader: NerModel) -> None:
    filler = "The boxes are arranged by number and thereunder by date. "
    text = "".join(filler * (3 + number % 4) + SENTENCE + " " for number in range(40))
    [found] = reader.read([text])
    names = [text[one.start : one.end] for one in found]
    assert names.count("Clara Barton") == 40
    assert names.count("Virginia") == 40
    assert all(before.end <= after.start for before, after in pairwise(found))
