"""Retrieval on small graphs: windows, paths, authorities, and index faults."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from narabot.embedding import EmbeddingIdentity
from narabot.errors import GraphUnavailableError, IndexMismatchError, IndexUnavailableError
from narabot.graph import Graph, connect
from narabot.models import Connection, Passage, Wording
from narabot.retrieval import Retriever, open_retriever, read_records
from narabot.retrieval.retriever import QUERY_TIMEOUT_S
from narabot.retrieval.store import open_store
from tests.embedders import OtherModel, WordEmbedder
from tests.ingesting import ingest, write_records
from tests.records import ancestor, raw_authority, raw_record
from tests.retrieval import find_passages


def retriever(graph: Graph, folder: Path, *raws: dict[str, object]) -> Retriever:
    """Load these records, and return a retriever on the graph."""
    ingest(graph, folder, write_records(folder / "rg_1-1.jsonl", *raws))
    return open_retriever(graph, WordEmbedder(), 100)


def best(graph: Graph, folder: Path, question: str, *raws: dict[str, object]) -> Passage:
    """Load these records, and return the best passage for a question."""
    return find_passages(retriever(graph, folder, *raws), Wording(question), 3)[0]


def test_passage_path_leads_from_the_record_to_the_root(graph: Graph, tmp_path: Path) -> None:
    raw = raw_record(
        naId=3,
        ancestors=[ancestor(1, "recordGroup", 2), ancestor(2, "series", 1, title="Letters")],
    )
    found = best(graph, tmp_path, "logbook", raw)
    assert [record.na_id for record in found.path] == [3, 2, 1]
    assert found.path[1].name == "Letters"


def test_records_are_read_by_na_id_with_inherited_fields(graph: Graph, tmp_path: Path) -> None:
    above = ancestor(1, "recordGroup", 1, recordGroupNumber=26)
    held = [{"referenceUnits": [{"name": "National Archives at Boston"}]}]
    raws = [
        raw_record(naId=3, ancestors=[above]),
        raw_record("Other", naId=4, physicalOccurrences=held),
    ]
    retriever(graph, tmp_path, *raws)
    records = read_records(graph, [4, 99, 3, 1])
    assert [record.na_id for record in records] == [4, 3, 1]
    assert records[0].record.reference_units == ("National Archives at Boston",)
    assert [step.record_group_number for step in records[1].path] == [26, 26]


def test_shortest_path_with_the_smallest_na_ids_is_chosen(graph: Graph, tmp_path: Path) -> None:
    raws = [
        raw_record(naId=9, ancestors=[ancestor(5, "series")]),
        raw_record("Other", naId=10, ancestors=[ancestor(4, "recordGroup"), ancestor(5, "series")]),
        raw_record("Third", naId=11, ancestors=[ancestor(3, "recordGroup"), ancestor(5, "series")]),
    ]
    found = best(graph, tmp_path, "logbook", *raws)
    assert [record.na_id for record in found.path] == [9, 5, 3]


def test_ancestor_cycle_leaves_only_the_record_in_its_path(graph: Graph, tmp_path: Path) -> None:
    raws = [
        raw_record(naId=1, ancestors=[ancestor(2, "item", 1)]),
        raw_record("Other", naId=2, ancestors=[ancestor(1, "item", 1)]),
    ]
    assert [record.na_id for record in best(graph, tmp_path, "logbook", *raws).path] == [1]


def test_middle_chunk_is_found_with_adjacent_chunks(graph: Graph, tmp_path: Path) -> None:
    words = " ".join(f"Sentence number {number}." for number in range(300))
    found = best(graph, tmp_path, "Sentence number 150", raw_record(scopeAndContentNote=words))
    assert len(found.chunks) == 3
    assert found.chunks[1].chunk_id == found.chunk_id
    assert found.text == "\n".join(chunk.text for chunk in found.chunks)


def test_passage_lists_authorities_linked_to_its_record(graph: Graph, tmp_path: Path) -> None:
    subjects = [
        {"naId": 81, "heading": "Harbors", "authorityType": "topicalSubject"},
        {"naId": 80, "heading": "Boston", "authorityType": "geographicPlaceName"},
    ]
    found = best(graph, tmp_path, "logbook", raw_record(subjects=subjects))
    assert [one.heading for one in found.related_authorities] == ["Boston", "Harbors"]


def test_passage_includes_holdings_and_digital_objects(graph: Graph, tmp_path: Path) -> None:
    raw = raw_record(
        accessRestriction={"status": "Unrestricted"},
        physicalOccurrences=[
            {
                "referenceUnits": [{"name": "Still Pictures"}],
                "mediaOccurrences": [{"containerId": "Box 3"}],
            }
        ],
        digitalObjects=[{"objectUrl": f"https://x/{number}"} for number in range(9)],
    )
    found = best(graph, tmp_path, "logbook", raw).holdings
    assert (found.access_status, found.use_status) == ("Unrestricted", None)
    assert (found.reference_units, found.containers) == (("Still Pictures",), ("Box 3",))
    assert (found.online_count, len(found.online_urls)) == (9, 6)


def test_authority_is_alone_in_its_path(graph: Graph, tmp_path: Path) -> None:
    found = best(graph, tmp_path, "Myer", raw_authority("Myer, Dillon", naId=8))
    assert [record.name for record in found.path] == ["Myer, Dillon"]


def test_record_without_a_title_is_found(graph: Graph, tmp_path: Path) -> None:
    found = best(graph, tmp_path, "whales", raw_record(title=None, scopeAndContentNote="whales"))
    assert found.record.name is None


def test_index_with_a_different_dimension_is_rejected(graph: Graph, tmp_path: Path) -> None:
    retriever(graph, tmp_path, raw_record())
    other = WordEmbedder()
    other.identity = EmbeddingIdentity("words", "words", "fp32", 32)
    with pytest.raises(IndexMismatchError, match=r"64 dimensions.*32 dimensions.*--rebuild"):
        open_retriever(graph, other, 100)


def test_different_weights_of_the_same_model_are_rejected(graph: Graph, tmp_path: Path) -> None:
    retriever(graph, tmp_path, raw_record())
    with pytest.raises(IndexMismatchError, match=r"computes different vectors.*--rebuild"):
        open_retriever(graph, OtherModel(), 100)


def test_empty_graph_error_suggests_ingest(graph: Graph) -> None:
    with pytest.raises(IndexUnavailableError, match="narabot ingest"):
        open_retriever(graph, WordEmbedder(), 100)


def test_missing_index_error_suggests_ingest_which_restores_it(
    graph: Graph, tmp_path: Path
) -> None:
    retriever(graph, tmp_path, raw_record())
    graph.write("DROP INDEX recordText")
    with pytest.raises(IndexUnavailableError, match=r"missing.*narabot ingest"):
        open_retriever(graph, WordEmbedder(), 100)
    assert find_passages(retriever(graph, tmp_path, raw_record()), Wording("logbook"), 1)


def test_searches_cannot_write(graph: Graph, tmp_path: Path) -> None:
    store = open_store(retriever(graph, tmp_path, raw_record()), "RETURN 1")
    with pytest.raises(Exception, match=r"(?i)read"):
        store.query("CREATE (:item)")


def test_wrong_password_is_reported(server: Connection) -> None:
    from pydantic import SecretStr

    from narabot.errors import GraphAuthenticationError

    wrong = Connection(server.uri, server.username, SecretStr("not it"), server.database)
    with pytest.raises(GraphAuthenticationError, match="NEO4J_PASSWORD"):
        connect(wrong)


def test_missing_database_is_reported(server: Connection) -> None:
    wrong = Connection(server.uri, server.username, server.password, "nothere")
    with pytest.raises(GraphUnavailableError, match="nothere"):
        connect(wrong)


def test_unreachable_server_is_reported(server: Connection) -> None:
    wrong = Connection("bolt://127.0.0.1:9", server.username, server.password, server.database)
    with pytest.raises(GraphUnavailableError, match="narabot db start"):
        connect(wrong)


def test_server_stops_a_slow_search(graph: Graph, tmp_path: Path) -> None:
    searching = retriever(graph, tmp_path, raw_record("Logbook")).graph
    assert searching.read_timeout_s == QUERY_TIMEOUT_S
    hurried = replace(searching, read_timeout_s=0.2)
    start = time.monotonic()
    with pytest.raises(GraphUnavailableError, match="took too long"):
        hurried.read("UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y RETURN max(x * y)")
    assert time.monotonic() - start < 60
    assert hurried.read("RETURN 1 AS one") == [{"one": 1}]
