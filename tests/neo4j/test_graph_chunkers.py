"""A graph has one chunker. A new chunker requires a rebuild, but readers accept any chunker."""

from pathlib import Path

import pytest

from ingest.pipeline import run_ingest
from ingest.write.load_input import LoadMode
from narabot.errors import IndexMismatchError
from narabot.graph import Graph
from narabot.models import LevelOfDescription, PathRecord, RecordType
from narabot.settings import ChunkerName, Settings
from narabot.versions import check_version, stored_version
from tests.embedders import WordEmbedder
from tests.graphs import digest
from tests.ingesting import ingest_settings, write_records
from tests.records import raw_record

REPEATED = "Ha. " * 600
"""Text in which each chunk ends with the words that begin the next chunk, without any overlap."""

LOGBOOK = PathRecord(
    7, RecordType.DESCRIPTION, LevelOfDescription.ITEM, "Logbook", None, None, "example"
)


def cut_by(folder: Path, name: ChunkerName) -> Settings:
    return ingest_settings(folder).model_copy(update={"ingest_chunker": name})


def ingest_by(graph: Graph, folder: Path, name: ChunkerName, *, rebuild: bool = False) -> None:
    file = write_records(folder / "a.jsonl", raw_record(scopeAndContentNote=REPEATED.strip()))
    run_ingest(cut_by(folder, name), graph, WordEmbedder(), [file], LoadMode(rebuild=rebuild))


def test_changing_the_chunker_requires_a_rebuild(graph: Graph, tmp_path: Path) -> None:
    ingest_by(graph, tmp_path, "default")
    before = digest(graph)
    with pytest.raises(
        IndexMismatchError, match=r"with .*chunker default.* require .*chunker smart.*--rebuild"
    ):
        ingest_by(graph, tmp_path, "smart")
    assert digest(graph) == before
    ingest_by(graph, tmp_path, "smart", rebuild=True)
    assert stored_version(graph) == check_version(graph, WordEmbedder.identity)
    assert check_version(graph, WordEmbedder.identity, "smart").chunker == "smart"
    with pytest.raises(IndexMismatchError, match=r"chunker smart.*chunker default"):
        ingest_by(graph, tmp_path, "default")
