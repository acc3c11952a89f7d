"""The real lines of `../shared/data`: no line is rejected, lost, or written twice.

The tests derive the expected values from the JSON without narabot's parser.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from ingest.pipeline import run_ingest
from ingest.report import Report
from ingest.write.batch_plan import BatchPlan
from narabot.embedding import Vectors
from narabot.graph import Graph, load_query, open_graph
from narabot.models import Connection, Row
from narabot.settings import Settings
from tests.conftest import wipe
from tests.embedders import WordEmbedder
from tests.graphs import digest, edges, nodes, operators
from tests.shared import data_files, needs_shared, seed_retrieval_query

pytestmark = needs_shared

SEARCH = "CALL db.index.vector.queryNodes('recordText', 8, $vector) YIELD node, score "

COMPARED = 24
"""Number of searches that run both the seed's query and narabot's query, in about 0.4 s each."""

AUTHORITY_FIELDS = {"creators": "creator", "contributors": "contributor", "subjects": "subject"}
"""Authority fields that occur in the real lines."""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(narabot_data_dir=tmp_path_factory.mktemp("real"))


@pytest.fixture(scope="module")
def ingested(server: Connection, settings: Settings) -> Iterator[tuple[Graph, Report]]:
    with open_graph(server) as graph:
        wipe(graph)
        yield graph, run_ingest(settings, graph, WordEmbedder(), data_files())


@pytest.fixture(scope="module")
def raw_records() -> list[Row]:
    """Return the fullest record for each naId."""
    fullest: dict[int, Row] = {}
    for file in data_files():
        for line in file.read_text(encoding="utf-8").splitlines():
            raw = json.loads(line)["record"]
            other = fullest.get(raw["naId"])
            if other is None or len(json.dumps(raw)) > len(json.dumps(other)):
                fullest[raw["naId"]] = raw
    return list(fullest.values())


def ancestors_farthest_first(raw: Row) -> list[Row]:
    return sorted(raw.get("ancestors", []), key=lambda one: -one.get("distance", 0))


def expected_edges(raw_records: list[Row]) -> set[tuple[str, str, str]]:
    """Return the relationships of all records, including records without a line of their own."""
    full = {raw["naId"] for raw in raw_records}
    found: set[tuple[int, str, int]] = set()
    for raw in raw_records:
        chain = [*ancestors_farthest_first(raw), raw]
        for position, record in enumerate(chain):
            if record is raw or record["naId"] not in full:
                if position:
                    found.add((chain[position - 1]["naId"], "Includes", record["naId"]))
                for field, relation in AUTHORITY_FIELDS.items():
                    for entry in record.get(field, []):
                        if "naId" in entry:
                            found.add((entry["naId"], relation, record["naId"]))
    return {(f"{start}-0", relation, f"{end}-0") for start, relation, end in found}


def mentioned_only(raw_records: list[Row]) -> set[int]:
    """Return the naIds that occur in the lines but have no line of their own."""
    found: set[int] = set()
    for raw in raw_records:
        for record in [raw, *raw.get("ancestors", [])]:
            found.add(record["naId"])
            for field in AUTHORITY_FIELDS:
                found.update(entry["naId"] for entry in record.get(field, []) if "naId" in entry)
    return found - {raw["naId"] for raw in raw_records}


def test_no_real_line_is_rejected(ingested: tuple[Graph, Report]) -> None:
    report = ingested[1]
    assert (report.lines, report.rejected, report.unreadable) == (15336, 0, [])
    assert (report.added, report.replaced + report.less_full) == (15335, 1)
    assert report.is_success


def test_every_record_is_stored_under_its_label(
    ingested: tuple[Graph, Report], raw_records: list[Row]
) -> None:
    rows = ingested[0].read(
        "MATCH (n:record {chunkSeqId: 0}) WHERE n.stub IS NULL "
        "RETURN [l IN labels(n) WHERE NOT l IN ['record', 'recordWithText']] AS labels, "
        "count(n) AS n"
    )
    assert {tuple(row["labels"]): row["n"] for row in rows} == {
        (level,): count
        for level, count in Counter(raw["levelOfDescription"] for raw in raw_records).items()
    }


def test_mentioned_records_without_lines_are_stubs(
    ingested: tuple[Graph, Report], raw_records: list[Row]
) -> None:
    rows = ingested[0].read("MATCH (n:record {stub: true}) RETURN n.naId AS naId, labels(n) AS l")
    assert {row["naId"] for row in rows} == mentioned_only(raw_records)
    assert all("recordWithText" not in row["l"] for row in rows)


def test_relationships_match_the_lines(
    ingested: tuple[Graph, Report], raw_records: list[Row]
) -> None:
    found = edges(ingested[0])
    assert len(found) == len(set(found))
    assert {edge for edge in found if edge[1] != "Next"} == expected_edges(raw_records)


def test_chunks_are_numbered_without_gaps_and_linked(ingested: tuple[Graph, Report]) -> None:
    rows = ingested[0].read(
        "MATCH (n:recordWithText) RETURN n.naId AS naId, collect(n.chunkSeqId) AS numbers"
    )
    expected = set()
    for row in rows:
        assert sorted(row["numbers"]) == list(range(len(row["numbers"])))
        expected |= {
            (f"{row['naId']}-{number}", "Next", f"{row['naId']}-{number + 1}")
            for number in range(len(row["numbers"]) - 1)
        }
    assert {edge for edge in edges(ingested[0]) if edge[1] == "Next"} == expected


def test_every_chunk_has_text_and_a_vector(ingested: tuple[Graph, Report]) -> None:
    rows = ingested[0].read(
        "MATCH (n:recordWithText) WHERE n.text IS NULL OR n.embedding IS NULL "
        "RETURN n.chunkId AS chunkId"
    )
    assert rows == []


def test_fuller_of_two_lines_for_a_record_is_kept(
    ingested: tuple[Graph, Report],
) -> None:
    rows = ingested[0].read(
        "MATCH (n:record {chunkId: '28277406-0'}) RETURN n.file_name AS file, n.title AS title"
    )
    assert rows[0]["file"] == "coll_FDR-MORGEN-1.jsonl"


def test_second_run_in_a_different_order_writes_nothing(
    ingested: tuple[Graph, Report], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = ingested[0]
    before = digest(graph)
    monkeypatch.setattr("ingest.write.loader.write_batch", forbidden)
    report = run_ingest(settings, graph, SilentEmbedder(), list(reversed(data_files())))
    assert (report.added, report.replaced, report.moved, report.chunks) == (0, 0, 0, 0)
    assert (report.skipped, report.lines, report.unchanged) == (len(data_files()), 0, 15336)
    assert digest(graph) == before


def test_rereading_shards_embeds_and_writes_no_records(
    ingested: tuple[Graph, Report], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = ingested[0]
    before = digest(graph)
    graph.write("MATCH (shard:shard) DELETE shard")
    monkeypatch.setattr("ingest.write.loader.run_plan", nothing_planned)
    report = run_ingest(settings, graph, SilentEmbedder(), list(reversed(data_files())))
    assert (report.added, report.replaced, report.moved, report.chunks) == (0, 0, 0, 0)
    assert (report.unchanged, report.less_full) == (15335, 1)
    assert digest(graph) == before


def nothing_planned(_: object, plan: BatchPlan) -> None:
    assert plan == BatchPlan()


def forbidden(*_: object) -> None:
    raise AssertionError("nothing may be written")


class SilentEmbedder(WordEmbedder):
    """A `WordEmbedder` that must not receive any texts."""

    probe = WordEmbedder().probe

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        assert not texts
        return super().embed_array(texts)


def hits(graph: Graph, count: int) -> list[list[float]]:
    """Return query vectors: some chunks' vectors with a little added noise."""
    rows = graph.read(
        "MATCH (n:recordWithText) WITH n ORDER BY n.chunkId WITH collect(n) AS every "
        "UNWIND range(0, $count - 1) AS i "
        "RETURN every[toInteger(i * size(every) / $count)].embedding AS vector",
        count=count,
    )
    rng = np.random.default_rng(7)
    return [
        (np.asarray(row["vector"]) + 0.02 * rng.standard_normal(len(row["vector"]))).tolist()
        for row in rows
    ]


SEED_DESCRIPTION = (
    "recordType",
    "levelOfDescription",
    "title",
    "logicalDate_coverageStartDate",
    "logicalDate_coverageEndDate",
    "source",
)
SEED_AUTHORITY = ("recordType", "authorityType", "heading", "source")


def seed_view(rows: list[Row]) -> list[tuple[object, ...]]:
    """Return sorted rows that have only the seed's keys and whose authorities are sets."""
    view = []
    for row in rows:
        metadata = row["metadata"]
        path = metadata["path_nodes"]
        keys = SEED_DESCRIPTION if path[0]["recordType"] == "description" else SEED_AUTHORITY
        view.append(
            (
                row["text"],
                row["score"],
                metadata["score"],
                tuple(tuple(one.get(key) for key in keys) for one in path),
                frozenset(
                    (one["authorityType"], one["heading"], one["source"])
                    for one in metadata["related_authorities"]
                ),
            )
        )
    return sorted(view, key=repr)


def test_retrieval_query_returns_the_same_rows_as_the_seed(ingested: tuple[Graph, Report]) -> None:
    graph = ingested[0]
    ours, seeds = SEARCH + load_query("narabot", "retrieval"), SEARCH + seed_retrieval_query()
    compared = 0
    for vector in hits(graph, COMPARED):
        expected = seed_view(graph.read(seeds, vector=vector))  # type: ignore[arg-type]
        assert seed_view(graph.read(ours, vector=vector)) == expected  # type: ignore[arg-type]
        compared += len(expected)
    assert compared == COMPARED * 8


def test_retrieval_query_uses_indexes_without_scans(ingested: tuple[Graph, Report]) -> None:
    graph = ingested[0]
    _, summary, _ = graph.driver.execute_query(
        "EXPLAIN " + SEARCH + load_query("narabot", "retrieval"),  # type: ignore[arg-type]
        vector=hits(graph, 1)[0],
    )
    assert summary.plan is not None
    found = set(operators(summary.plan))
    assert "NodeIndexSeek" in found or "NodeUniqueIndexSeek" in found
    assert not {name for name in found if "Scan" in name}


def test_real_record_properties_match_its_line(
    ingested: tuple[Graph, Report],
) -> None:
    labels, properties = nodes(ingested[0])["497979821-0"]
    assert labels == ("fileUnit", "record", "recordWithText")
    assert properties["file_name"] == "rg_11-1.jsonl"
    assert properties["line_num"] == 1
    assert properties["ancestors"] == [340, 299811]
    assert properties["source"] == "https://catalog.archives.gov/id/497979821"
    assert properties["naId_subjects"] == [10629340, 10644293]
    assert properties["containerId"] == ["Box 143, Folder 15"]
