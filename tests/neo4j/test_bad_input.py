"""Bad input: narabot loads all valid lines and reports the location and defect of each bad line.

Faults of a whole file appear in the report. Disk faults end the run with a one-sentence error.
Existing records in the graph never change.
"""

import functools
import gzip
import itertools
import json
import os
import re
import resource
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ingest.parse.schema import FieldPath, Raw, load_schema
from ingest.pipeline import run_ingest
from ingest.quality import read_quality
from ingest.report import Report
from ingest.write.load_input import LoadMode
from narabot.database import EmbeddedDatabase
from narabot.embedding import Vectors
from narabot.errors import (
    DataFolderError,
    GraphStorageError,
    UnreadableSourceError,
)
from narabot.graph import Graph, open_graph
from narabot.models import TYPE_LABELS, Label, LevelOfDescription, Relation, Wording
from narabot.retrieval import open_retriever
from narabot.settings import Settings
from tests.conftest import small_settings
from tests.embedders import WordEmbedder
from tests.graphs import digest, edges, nodes, relations, vectors
from tests.ingesting import ingest, ingest_settings, write_lines
from tests.records import ancestor, line, put, raw_authority, raw_record
from tests.retrieving import find_passages

HEAD = b'{"record": {"recordType": "description", "levelOfDescription": "item", "naId": 7, '
DEEP = 10_000
MB = 2**20

MOST_MEMORY = 160 * MB
"""Limit on Python's memory, in bytes: slightly more than twice the longest permitted line."""

Told = tuple[str, int]
"""File and line number of a rejected line."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A graph with some records, and the initial state of these records."""

    graph: Graph
    before: dict[str, object]

    def assert_unharmed(self) -> None:
        """Fail if the initial records have changed."""
        now = held(self.graph)
        assert {key: now[key] for key in self.before} == self.before


def held(graph: Graph) -> dict[str, object]:
    """Return everything in a graph by kind: nodes, vectors, relationships."""
    return (
        {f"node {name}": node for name, node in nodes(graph).items()}
        | {f"vector {name}": vector for name, vector in vectors(graph).items()}
        | Counter(" ".join(edge) for edge in edges(graph))
    )


@pytest.fixture
def loaded(graph: Graph, tmp_path: Path) -> Loaded:
    """Return a graph with a series, its record group, and its subject."""
    series = raw_record(
        "Letters Received",
        naId=900,
        levelOfDescription="series",
        ancestors=[ancestor(901, "recordGroup", 1)],
        subjects=[{"naId": 902, "heading": "Harbors", "authorityType": "topicalSubject"}],
        scopeAndContentNote="letter " * 600,
    )
    subject = raw_authority("Harbors", naId=902, authorityType="topicalSubject")
    ingest(graph, tmp_path, write_lines(tmp_path / "before.jsonl", line(series), line(subject)))
    return Loaded(graph, held(graph))


def good(na_id: int) -> bytes:
    """Return a valid line."""
    return line(raw_record(f"Logbook {na_id}", naId=na_id))


def rejected(report: Report) -> dict[Told, str]:
    """Return the reason for each line in the rejects file."""
    if report.rejects_file is None:
        return {}
    entries = map(json.loads, report.rejects_file.read_text("utf-8").splitlines())
    return {(entry["file"], entry["line"]): entry["reason"] for entry in entries}


def rejected_in(graph: Graph) -> dict[Told, str]:
    """Return the stored reason for each rejected line, from the graph."""
    rows = graph.read(
        "MATCH (line:rejectedLine) "
        "RETURN line.file_name AS file, line.line_num AS line, line.reason AS reason"
    )
    return {(row["file"], row["line"]): row["reason"] for row in rows}


# Lines


def nested(opening: bytes, closing: bytes, depth: int = DEEP) -> bytes:
    """Return a record with a deeply nested field."""
    return HEAD + b'"x": ' + opening * depth + b"1" + closing * depth + b"}}"


BAD_LINES = {
    "no JSON": (b"nonsense", "not valid JSON: .*invalid character"),
    "cut off": (HEAD + b'"title": "Log', "not valid JSON: .*truncated"),
    "two on one line": (good(7) + good(8), "not valid JSON: .*trailing characters"),
    "UTF-16": ('{"record": {}}'.encode("utf-16"), "not valid JSON: .*invalid character"),
    "no UTF-8": (HEAD + b'"title": "a\xffb"}}', "not valid JSON: byte 0xff is not UTF-8"),
    "no UTF-8 unread": (HEAD + b'"unread": "\xc3"}}', "not valid JSON: byte 0xc3 is not UTF-8"),
    "no UTF-8 in a key": (HEAD + b'"a\xff": 1}}', "not valid JSON: byte 0xff is not UTF-8"),
    "surrogates encoded": (HEAD + b'"title": "\xed\xa0\x80"}}', "byte 0xed is not UTF-8"),
    "NUL": (HEAD + b'"title": "a\0b"}}', "not valid JSON: .*invalid character"),
    "NULs only": (b"\0" * 5000, "not valid JSON: .*invalid character"),
    "high surrogate": (HEAD + b'"title": "\\ud800 and"}}', "not valid JSON: .*surrogate"),
    "low surrogate": (HEAD + b'"title": "\\udc00 and"}}', "not valid JSON: .*surrogate"),
    "NaN": (HEAD + b'"itemCount": NaN}}', "not valid JSON: .*invalid character"),
    "infinity": (HEAD + b'"itemCount": -Infinity}}', "not valid JSON: .*invalid character"),
    "1e400": (HEAD + b'"itemCount": 1e400}}', "not valid JSON: .*out of range"),
    "5000 digits": (HEAD + b'"x": ' + b"9" * 5000 + b"}}", "not valid JSON: .*out of range"),
    "400 digits": (HEAD + b'"beginCongress": ' + b"9" * 400 + b"}}", "beginCongress: .*64 bits"),
    "naId of 400 digits": (line(raw_record(naId=10**400)), "naId: .*64 bits"),
    "naId as text of 400 digits": (line(raw_record(naId="9" * 400)), "naId: .*64 bits"),
    "naId 2^64": (line(raw_record(naId=2**64)), "naId: .*64 bits"),
    "naId 2^64 as float": (line(raw_record(naId=2.0**64)), "naId: expected an integer"),
    "naId 2^53 as float": (line(raw_record(naId=2.0**53)), "naId: expected an integer"),
    "naId 2^64 above": (line(raw_record(ancestors=[ancestor(2**64, "series")])), "ancestors: "),
    "lists in lists": (nested(b"[", b"]"), "not valid JSON: it is nested too deeply"),
    "objects in objects": (nested(b'{"a": ', b"}"), "not valid JSON: it is nested too deeply"),
    "no object": (b"[1]", "expected a record, found a list"),
    "no level": (line(raw_record(levelOfDescription="shelf")), "levelOfDescription is 'shelf'"),
    "a level without end": (
        line(raw_record(levelOfDescription="x" * MB)),
        "levelOfDescription is 'xxx.{,2000}$",
    ),
}
"""For each defect, a line and a pattern for the reported reason."""


def test_bad_lines_are_rejected_with_their_reasons_and_all_others_kept(
    loaded: Loaded, tmp_path: Path
) -> None:
    lines = [good(1000)]
    for number, (bad, _) in enumerate(BAD_LINES.values(), start=1001):
        lines += [bad, good(number)]
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "bad.jsonl", *lines))
    told = dict(sorted(rejected(report).items()))
    assert list(told) == [("bad.jsonl", 2 * n) for n in range(1, len(BAD_LINES) + 1)]
    for (name, (_, why)), reason in zip(BAD_LINES.items(), told.values(), strict=True):
        assert re.search(why, reason), (name, reason[:200])
        assert len(reason) < 2100
    assert rejected_in(loaded.graph) == told
    assert {f"{n}-0" for n in range(1000, 1001 + len(BAD_LINES))} <= set(nodes(loaded.graph))
    assert report.rejected == len(BAD_LINES)
    assert report.is_success
    loaded.assert_unharmed()


def test_any_depth_is_a_record_or_rejected(loaded: Loaded, tmp_path: Path) -> None:
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


OWN_TYPE = {"levelOfDescription", "authorityType"}

WRONG: dict[str, Any] = {
    "null": None,
    "true": True,
    "number": 1.5,
    "text": "wrong",
    "list": ["wrong"],
    "object": {"wrong": 5},
}


def wrong_fields(label: Label) -> Iterator[tuple[FieldPath, int, str, Raw]]:
    """Yield a record's fields with each wrong type of value at each step of each path."""
    for path in sorted(
        {path for paths in load_schema(label).values() for path in paths}, key=lambda one: one.steps
    ):
        for depth in range(1, len(path.steps) + 1):
            for kind, value in WRONG.items():
                fields: Raw = {}
                put(fields, (*path.steps[: depth - 1], (path.steps[depth - 1][0], False)), value)
                yield path, depth, kind, fields


def is_refused(path: FieldPath, depth: int, kind: str) -> bool:
    """Return whether NARA's schema rules out the value and narabot cannot interpret it."""
    _, many = path.steps[depth - 1]
    if path.steps[0][0] in OWN_TYPE:
        return True
    if kind == "null":
        return False
    if depth < len(path.steps):
        return kind != "object" and not is_read_otherwise(path, depth, kind)
    if path.is_integer:
        return True
    return kind == "object" or (kind == "list" and not many)


def is_read_otherwise(path: FieldPath, depth: int, kind: str) -> bool:
    """Return whether narabot accepts a bare name where NARA's schema has an object."""
    return path.steps[0][0] == "jurisdictions" and kind in {"text", "list"}


@pytest.mark.slow
@pytest.mark.parametrize("label", TYPE_LABELS.values())
def test_wrong_kind_of_value_in_any_field_is_rejected_with_the_field(
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


# Unusual lines that are valid records


def test_one_na_id_as_number_text_and_float_is_one_record(loaded: Loaded, tmp_path: Path) -> None:
    raws = [
        raw_record("Log", naId="7"),
        raw_record("Logbook", naId=7),
        raw_record("Lo", naId=7.0),
        raw_record("L", naId="007"),
    ]
    file = write_lines(tmp_path / "a.jsonl", *map(line, raws))
    report = ingest(loaded.graph, tmp_path, file)
    assert (report.added, report.less_full, report.rejected) == (1, 3, 0)
    assert nodes(loaded.graph)["7-0"][1]["title"] == "Logbook"
    loaded.assert_unharmed()


def test_na_id_of_two_types_is_the_fuller_record_in_any_order(graph: Graph, tmp_path: Path) -> None:
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


def test_item_that_turns_into_a_person_leaves_nothing_behind(
    loaded: Loaded, tmp_path: Path
) -> None:
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


def test_circles_among_ancestors_end_in_the_quality_report(loaded: Loaded, tmp_path: Path) -> None:
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


def test_authority_that_names_itself_has_no_relation_to_itself(
    loaded: Loaded, tmp_path: Path
) -> None:
    itself = {"naId": "8", "heading": "Harbors", "authorityType": "topicalSubject"}
    terms = {field: [itself] for field in ("broaderTerms", "narrowerTerms", "relatedTerms")}
    raw = raw_authority("Harbors", authorityType="topicalSubject", **terms)
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "a.jsonl", line(raw), good(9)))
    assert (report.added, report.rejected) == (2, 0)
    assert not any("8-0" in {start, end} for start, _, end in edges(loaded.graph))
    loaded.assert_unharmed()


def test_odd_texts_and_numbers_are_kept_as_they_may_be(loaded: Loaded, tmp_path: Path) -> None:
    lines = [
        HEAD.replace(b"7", b"1") + b'"title": "a\\u0000b\\u001f \\ud83d\\ude00\\u202e"}}',
        HEAD.replace(b"7", b"2") + b'"title": ' + b"9" * 400 + b"}}",
        HEAD.replace(b"7", b"3") + b'"title": 18446744073709551616}}',
        HEAD.replace(b"7", b"4") + b'"title": "first", "title": "last"}}',
        HEAD.replace(b"7", b"5")
        + b'"": {"": null}, "__proto__": 1, "`": "}) DETACH DELETE n //"}}',
    ]
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "a.jsonl", *lines))
    assert (report.added, report.rejected) == (5, 0)
    found = nodes(loaded.graph)
    assert [found[f"{n}-0"][1].get("title") for n in range(1, 6)] == [
        "a\0b\x1f \U0001f600\u202e",
        "9" * 400,
        str(2**64),
        "last",
        None,
    ]
    assert found["1-0"][1]["text"] == "Title: a b  \U0001f600\u202e"
    loaded.assert_unharmed()


# Files


def gzip_cut(folder: Path) -> Path:
    """Return the path of a truncated gzip file."""
    whole = gzip.compress(b"\n".join(good(n) for n in range(1, 200)))
    (folder / "bad.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    return folder / "bad.jsonl.gz"


def zip_cut(folder: Path) -> Path:
    """Return the path of a zip archive without its central directory."""
    file = zip_of(folder, {"a.jsonl": b"\n".join(good(n) for n in range(1, 1000))})
    file.write_bytes(file.read_bytes()[:-30])
    return file


def zip_of(folder: Path, members: dict[str, bytes]) -> Path:
    file = folder / "bad.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file


def zip_bomb(folder: Path) -> Path:
    """Return the path of a 100 KB zip archive that unpacks to 100 MB, mostly on one line."""
    file = folder / "bad.zip"
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.jsonl", "w") as member,
    ):
        member.write(good(1) + b"\n")
        for _ in range(100):
            member.write(bytes(MB))
    return file


def gzip_bomb(folder: Path) -> Path:
    """Return the path of a 100 KB gzip file that unpacks to 100 MB of blank lines."""
    with gzip.open(folder / "bad.jsonl.gz", "wb") as file:
        file.write(good(1) + b"\n")
        for _ in range(100):
            file.write((b" " * (MB - 1)) + b"\n")
    return folder / "bad.jsonl.gz"


def lying_bomb(folder: Path) -> Path:
    """Return the path of a `zip_bomb` whose directory gives 100 MB as the compressed size."""
    file = zip_bomb(folder)
    content = bytearray(file.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 20 : entry + 24] = (100 * MB).to_bytes(4, "little")
    file.write_bytes(content)
    return file


@pytest.mark.slow
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
def test_bad_file_is_named_its_neighbour_is_read_and_memory_is_bounded(
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


def measured(graph: Graph, folder: Path, *paths: Path) -> tuple[Report, int]:
    """Load some paths, and return the report and Python's peak memory in bytes."""
    tracemalloc.start()
    try:
        report = ingest(graph, folder, *paths)
        return report, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_line_of_200_mb_is_rejected_without_being_held(loaded: Loaded, tmp_path: Path) -> None:
    file = write_lines(tmp_path / "long.jsonl", good(1))
    with file.open("r+b") as content:
        content.seek(200 * MB)
        content.write(b"\n" + good(2) + b"\n")
    report, peak = measured(loaded.graph, tmp_path, file)
    assert rejected(report) == {("long.jsonl", 2): "the line is longer than 67,108,864 bytes"}
    assert {"1-0", "2-0"} <= set(nodes(loaded.graph))
    assert peak < MOST_MEMORY
    loaded.assert_unharmed()


def test_archive_whose_members_have_ways_out_for_names_is_read_where_it_is(
    loaded: Loaded, tmp_path: Path
) -> None:
    names = ["../../evil.jsonl", "/evil.jsonl", "..\\evil.jsonl", "a/../evil.jsonl"]
    members = {name: good(n) + b"\nbad" for n, name in enumerate(names, start=1)}
    folder = tmp_path / "deep" / "down"
    folder.mkdir(parents=True)
    file = zip_of(folder, members)
    report = ingest(loaded.graph, tmp_path, file)
    assert set(rejected(report)) == {(f"bad.zip/{name}", 2) for name in names}
    assert {f"{n}-0" for n in range(1, 5)} <= set(nodes(loaded.graph))
    assert not Path("/evil.jsonl").exists()
    assert list(tmp_path.rglob("*evil*")) == []
    loaded.assert_unharmed()


def test_member_whose_name_no_index_takes_stops_the_run(loaded: Loaded, tmp_path: Path) -> None:
    file = zip_of(tmp_path, {"x" * 60_000 + ".jsonl": good(1) + b"\nbad"})
    with pytest.raises(UnreadableSourceError, match="name is longer than 6,000 bytes"):
        ingest(loaded.graph, tmp_path, file)
    loaded.assert_unharmed()


class Doing(WordEmbedder):
    """A word embedder that calls a function during its n-th batch."""

    def __init__(self, batches: int, happens: Callable[[], object]) -> None:
        self.batches = batches
        self.happens = happens

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        self.batches -= 1
        if self.batches == 0:
            self.happens()
        return super().embed_array(texts)


def grow(file: Path) -> None:
    """Add a line to a file."""
    with file.open("ab") as content:
        content.write(good(500) + b"\n")


def shrink(file: Path) -> None:
    """Cut a file in half."""
    os.truncate(file, file.stat().st_size // 2)


def replace_by_another(file: Path) -> None:
    """Replace a file with a different file."""
    other = write_lines(file.with_name("other.part"), *(good(n) for n in range(200, 260)))
    other.replace(file)


@pytest.mark.parametrize("change", [grow, shrink, replace_by_another, Path.unlink])
def test_file_that_changes_while_it_is_read_is_named_and_the_next_run_mends_it(
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


def lines_of(file: Path) -> list[bytes]:
    """Return the complete lines of a file, or an empty list if the file is gone."""
    content = file.read_bytes() if file.exists() else b""
    return [one for one in content.split(b"\n") if one.endswith(b"}}")]


# Disks


def test_rejects_that_cannot_be_written_stop_the_run_and_the_next_one_goes_on(
    loaded: Loaded, tmp_path: Path
) -> None:
    file = write_lines(tmp_path / "bad.jsonl", good(1), b"bad", *(good(n) for n in range(2, 20)))
    blocked = ingest_settings(tmp_path).narabot_data_dir / "rejects"
    write_lines(blocked, b"no folder")
    with pytest.raises(DataFolderError, match=r"cannot write to .*rejects.*NARABOT_DATA_DIR"):
        ingest(loaded.graph, tmp_path, file)
    loaded.assert_unharmed()
    blocked.unlink()
    assert ingest(loaded.graph, tmp_path, file).is_success
    assert {f"{n}-0" for n in range(1, 20)} <= set(nodes(loaded.graph))
    assert set(rejected_in(loaded.graph)) == {("bad.jsonl", 2)}
    loaded.assert_unharmed()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[EmbeddedDatabase]:
    """Yield a separate server for this test, because its disk fills up."""
    own = EmbeddedDatabase(small_settings(tmp_path / "full"))
    own.start(print)
    try:
        yield own
    finally:
        own.stop(print)


def fill_disk(database: EmbeddedDatabase) -> None:
    """Limit the size of the server's files to one byte, so that the server cannot write."""
    pid = database.status().pid
    assert pid is not None
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))


def make_room(database: EmbeddedDatabase) -> None:
    """Remove the limit on file sizes, and restart the server."""
    pid = database.status().pid
    assert pid is not None
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    database.stop(print)
    database.start(print)


@pytest.mark.slow
def test_disk_that_fills_up_stops_the_run_and_the_next_one_ends_in_the_same_graph(
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
