"""More bad input: huge lines, wrong types, circular ancestors, full disks, and changing files."""

import functools
import itertools
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ingest.pipeline import run_ingest
from ingest.quality import read_quality
from ingest.write.load_input import LoadMode
from narabot.database import EmbeddedDatabase
from narabot.errors import (
    GraphStorageError,
    UnreadableSourceError,
)
from narabot.graph import Graph, open_graph
from narabot.models import TYPE_LABELS, Label, LevelOfDescription, Relation, Wording
from narabot.retrieval import open_retriever
from narabot.settings import Settings
from tests.embedders import WordEmbedder
from tests.graphs import digest, edges, nodes, relations
from tests.ingesting import ingest, ingest_settings, write_lines
from tests.neo4j.test_bad_input import (
    HEAD,
    MB,
    MOST_MEMORY,
    Doing,
    Loaded,
    database,
    fill_disk,
    good,
    grow,
    gzip_bomb,
    gzip_cut,
    held,
    is_refused,
    lines_of,
    loaded,
    lying_bomb,
    make_room,
    measured,
    rejected,
    replace_by_another,
    shrink,
    wrong_fields,
    zip_bomb,
    zip_cut,
    zip_of,
)
from tests.records import ancestor, line, raw_authority, raw_record
from tests.retrieval import find_passages

__all__ = ["database", "loaded"]


def test_deeply_nested_line_is_loaded_or_rejected(loaded: Loaded, tmp_path: Path) -> None:
    head = HEAD.removeprefix(b'{"record": ')
    deep = [
        head.replace(b"7", b"%d" % na_id)
        + b'"x": '
        + opening * depth
        + b"1"
        + closing * depth
        + b"}"
        for na_id, (depth, (opening, closing)) in enumerate(
            itertools.product(range(950, 1001), [(b"[", b"]"), (b'{"a": ', b"}")]), start=1000
        )
    ]
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "deep.jsonl", *deep, good(1)))
    assert set(rejected(report).values()) == {"not valid JSON: it is nested too deeply"}
    assert report.added == 1 + len(deep) - report.rejected
    assert "1-0" in nodes(loaded.graph)
    loaded.assert_unharmed()


@pytest.mark.parametrize("label", TYPE_LABELS.values())
def test_wrong_value_type_is_rejected_with_the_field_name(
    loaded: Loaded, tmp_path: Path, label: Label
) -> None:
    type_ = next(type_ for type_, own in TYPE_LABELS.items() if own is label)
    is_description = isinstance(type_, LevelOfDescription)
    head = raw_record() if is_description else raw_authority()
    head |= {"levelOfDescription" if is_description else "authorityType": str(type_)}
    cases = list(wrong_fields(label))
    lines = [line(head | {"naId": n} | case[3]) for n, case in enumerate(cases, start=1)]
    settings = Settings(narabot_data_dir=tmp_path / "narabot-data")
    file = write_lines(tmp_path / "bad.jsonl", *lines, good(10_000))
    report = run_ingest(settings, loaded.graph, WordEmbedder(), [file])
    told = {number: reason for (_, number), reason in rejected(report).items()}
    kept = set(nodes(loaded.graph))
    surprises = [
        (path, depth, kind, told.get(number))
        for number, (path, depth, kind, _) in enumerate(cases, start=1)
        if (number in told) != is_refused(path, depth, kind)
        or (f"{number}-0" in kept) == (number in told)
        or not told.get(number, path.steps[0][0]).startswith(path.steps[0][0])
    ]
    assert surprises == []
    assert "10000-0" in kept
    loaded.assert_unharmed()


def test_duplicate_naid_of_two_types_keeps_the_fuller_record(graph: Graph, tmp_path: Path) -> None:
    item = line(raw_record("A logbook", naId=7, scopeAndContentNote="word " * 700))
    person = line(raw_authority("Myer", naId=7))
    mention = {"naId": 7, "heading": "Myer", "authorityType": "person"}
    other = line(raw_record(naId=8, ancestors=[ancestor(7, "series", 1)], contributors=[mention]))
    digests = set()
    for number, lines in enumerate([(item, other, person), (person, other, item)]):
        folder = tmp_path / str(number)
        files = [
            write_lines(folder / f"{name}.jsonl", content)
            for name, content in zip("abc", lines, strict=True)
        ]
        run_ingest(ingest_settings(folder), graph, WordEmbedder(), files, LoadMode(rebuild=True))
        labels, properties = nodes(graph)["7-0"]
        assert labels == ("item", "record", "recordWithText")
        assert (properties["title"], properties.get("heading")) == ("A logbook", None)
        assert relations(graph, Relation.INCLUDES) == {("7-0", "8-0")}
        assert relations(graph, Relation.CONTRIBUTOR) == {("7-0", "8-0")}
        graph.write("MATCH (n:record) REMOVE n.file_name, n.otherFiles")
        digests.add(digest(graph))
    assert len(digests) == 1


def test_item_replaced_by_a_person_leaves_nothing_behind(loaded: Loaded, tmp_path: Path) -> None:
    subjects = [{"naId": 70, "heading": "Ships", "authorityType": "topicalSubject"}]
    item = raw_record(naId=7, subjects=subjects, scopeAndContentNote="word " * 700)
    ingest(loaded.graph, tmp_path, write_lines(tmp_path / "a.jsonl", line(item)))
    person = raw_authority(naId=7)
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "a.jsonl", line(person)))
    assert report.replaced == 1
    new = {name: node for name, node in nodes(loaded.graph).items() if name.startswith("7")}
    assert set(new) == {"7-0"}
    assert new["7-0"][0] == ("person", "record", "recordWithText")
    assert "title" not in new["7-0"][1]
    loaded.assert_unharmed()


def test_circular_ancestors_are_in_the_quality_report(loaded: Loaded, tmp_path: Path) -> None:
    above = {1: [2], 2: [1], 3: [3], 4: [5, 6], 5: [6, 4], 6: [4, 5], 7: [8, 7, 8]}
    raws = [
        raw_record(
            f"Circle {na_id}",
            naId=na_id,
            levelOfDescription="series",
            ancestors=[ancestor(other, "series", n) for n, other in enumerate(others, start=1)],
        )
        for na_id, others in above.items()
    ]
    report = ingest(
        loaded.graph, tmp_path, write_lines(tmp_path / "a.jsonl", *map(line, raws), good(9))
    )
    assert (report.added, report.rejected) == (8, 0)
    steps = {(2, 1), (1, 2), (5, 4), (6, 5), (4, 6), (8, 7)}
    assert {(f"{a}-0", f"{b}-0") for a, b in steps} <= relations(loaded.graph, Relation.INCLUDES)
    told = read_quality(loaded.graph, 10, date(2026, 1, 1), print)
    cyclic = next(one for one in told.findings if one.kind.name == "cyclic")
    assert [record.na_id for record in cyclic.records] == [4, 1]
    found = find_passages(open_retriever(loaded.graph, WordEmbedder(), 100), Wording("Circle"), 8)
    assert {passage.path[0].na_id for passage in found} >= {1, 2, 3, 4, 5, 6, 7}
    loaded.assert_unharmed()


def test_self_referencing_authority_gets_no_self_relationship(
    loaded: Loaded, tmp_path: Path
) -> None:
    itself = {"naId": "8", "heading": "Harbors", "authorityType": "topicalSubject"}
    terms = {field: [itself] for field in ("broaderTerms", "narrowerTerms", "relatedTerms")}
    raw = raw_authority("Harbors", authorityType="topicalSubject", **terms)
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "a.jsonl", line(raw), good(9)))
    assert (report.added, report.rejected) == (2, 0)
    assert not any("8-0" in {start, end} for start, _, end in edges(loaded.graph))
    loaded.assert_unharmed()


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (gzip_cut, "end-of-stream marker"),
        (zip_cut, "not a zip file"),
        (zip_bomb, "more than 250 times"),
        (gzip_bomb, "more than 250 times"),
        (lying_bomb, "more than 250 times"),
    ],
)
def test_bad_file_is_reported_and_memory_stays_bounded(
    loaded: Loaded, tmp_path: Path, made: Callable[[Path], Path], why: str
) -> None:
    folder = tmp_path / "shards"
    write_lines(folder / "whole.jsonl", good(5000))
    file = made(folder)
    report, peak = measured(loaded.graph, tmp_path, folder)
    assert len(report.unreadable) == 1
    assert str(file) in report.unreadable[0]
    assert why in report.unreadable[0]
    assert not report.is_success
    assert {"5000-0"} | ({"1-0"} if made is not zip_cut else set()) <= set(nodes(loaded.graph))
    assert peak < MOST_MEMORY
    loaded.assert_unharmed()


def test_200_mb_line_is_rejected_with_bounded_memory(loaded: Loaded, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "long.jsonl", good(1))
    with file.open("r+b") as content:
        content.seek(200 * MB)
        content.write(b"\n" + good(2) + b"\n")
    report, peak = measured(loaded.graph, tmp_path, file)
    assert rejected(report) == {("long.jsonl", 2): "the line is longer than 67,108,864 bytes"}
    assert {"1-0", "2-0"} <= set(nodes(loaded.graph))
    assert peak < MOST_MEMORY
    loaded.assert_unharmed()


def test_archive_member_with_an_overlong_name_stops_the_run(loaded: Loaded, tmp_path: Path) -> None:
    file = zip_of(tmp_path, {"x" * 60_000 + ".jsonl": good(1) + b"\nbad"})
    with pytest.raises(UnreadableSourceError, match="name is longer than 6,000 bytes"):
        ingest(loaded.graph, tmp_path, file)
    loaded.assert_unharmed()


@pytest.mark.parametrize("change", [grow, shrink, replace_by_another, Path.unlink])
def test_file_changed_during_ingest_is_loaded_by_next_run(
    loaded: Loaded, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    folder = tmp_path / "shards"
    file = write_lines(folder / "changed.jsonl", *(good(n) for n in range(1, 60)))
    write_lines(folder / "whole.jsonl", good(5000))
    report = ingest(
        loaded.graph, tmp_path, folder, embedder=Doing(3, functools.partial(change, file))
    )
    assert len(report.unreadable) == 1
    assert str(file) in report.unreadable[0]
    assert not report.is_success
    assert "5000-0" in nodes(loaded.graph)
    loaded.assert_unharmed()
    again = ingest(loaded.graph, tmp_path, folder)
    assert again.is_success
    wanted = {json.loads(one)["record"]["naId"] for one in lines_of(file)}
    assert {f"{na_id}-0" for na_id in wanted} <= set(nodes(loaded.graph))
    loaded.assert_unharmed()


def test_full_disk_stops_ingest_and_next_run_completes_it(
    database: EmbeddedDatabase, tmp_path: Path
) -> None:
    before = write_lines(tmp_path / "before.jsonl", *(good(n) for n in range(900, 910)))
    file = write_lines(tmp_path / "a.jsonl", *(good(n) for n in range(1, 60)))
    with open_graph(database.connection()) as graph:
        ingest(graph, tmp_path, before, file)
        undisturbed = digest(graph)
        run_ingest(
            ingest_settings(tmp_path), graph, WordEmbedder(), [before], LoadMode(rebuild=True)
        )
        was = Loaded(graph, held(graph)).before
        full = Doing(8, functools.partial(fill_disk, database))
        with pytest.raises(GraphStorageError, match=r"disk is full.*Free some space.*restart"):
            ingest(graph, tmp_path, before, file, embedder=full)
        with pytest.raises(GraphStorageError, match="restart"):
            graph.read("MATCH (any) RETURN count(any)")
    make_room(database)
    with open_graph(database.connection()) as graph:
        Loaded(graph, was).assert_unharmed()
        written = len(nodes(graph))
        assert 10 < written < 60
        report = ingest(graph, tmp_path, before, file)
        assert report.added == 69 - written
        assert digest(graph) == undisturbed
