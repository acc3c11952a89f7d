"""With each chunker, prepared shards give the same graph as an ingest."""

from pathlib import Path

import pytest

from ingest.pipeline import run_load
from ingest.prepared import storage_at
from ingest.prepared.job import create_job
from ingest.prepared.run import prepare_here, run_prepare
from ingest.read.sources import find_sources
from ingest.write.load_input import LoadMode
from narabot.errors import IndexMismatchError
from narabot.graph import Graph
from narabot.retrieval.records.full_record import record_lines
from narabot.settings import ChunkerName
from tests.embedders import WordEmbedder
from tests.graphs import digest
from tests.ingesting import ingest_settings
from tests.neo4j.test_graph_chunkers import LOGBOOK, REPEATED, cut_by, ingest_by


def test_graph_without_a_chunker_name_uses_the_default(graph: Graph, tmp_path: Path) -> None:
    ingest_by(graph, tmp_path, "default")
    graph.write("MATCH (version:graphVersion) REMOVE version.chunker")
    before = digest(graph)
    ingest_by(graph, tmp_path, "default")
    assert digest(graph) == before
    with pytest.raises(IndexMismatchError, match=r"chunker default.*chunker simple"):
        ingest_by(graph, tmp_path, "simple")


@pytest.mark.parametrize("name", ["simple", "semantic", "smart"])
def test_prepared_shards_match_ingest_and_reject_other_chunkers(
    graph: Graph, tmp_path: Path, name: ChunkerName
) -> None:
    ingest_by(graph, tmp_path, name, rebuild=True)
    wanted = digest(graph)
    embedder, settings = WordEmbedder(), cut_by(tmp_path, name)
    job = create_job(settings, embedder, storage_at(tmp_path / "to"), None, None)
    sources = find_sources([tmp_path / "a.jsonl"])
    run_prepare(job, lambda job, sources: prepare_here(embedder, job, sources), sources)
    run_load(ingest_settings(tmp_path), graph, [tmp_path / "to"], LoadMode(rebuild=True))
    assert digest(graph) == wanted
    ingest_by(graph, tmp_path, "default", rebuild=True)
    with pytest.raises(IndexMismatchError, match=f"chunker default.*chunker {name}"):
        run_load(ingest_settings(tmp_path), graph, [tmp_path / "to"])


@pytest.mark.parametrize("name", ["simple", "semantic", "smart"])
def test_record_with_repeated_text_is_shown_in_full(
    graph: Graph, tmp_path: Path, name: ChunkerName
) -> None:
    ingest_by(graph, tmp_path, name, rebuild=True)
    [row] = graph.read("MATCH (chunk:recordWithText) RETURN count(chunk) AS chunks")
    assert row["chunks"] > 4
    lines = {line.label: line.text for line in record_lines(graph, LOGBOOK)}
    assert lines["Scope and content"] == REPEATED.strip()
