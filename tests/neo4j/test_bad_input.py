"""Bad input: narabot loads all valid lines and reports the location and defect of each bad line.

Faults in a whole file appear in the report. Disk faults end the run with a one-sentence error.
Existing records in the graph never change.
"""

import gzip
import json
import os
import re
import resource
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ingest.parse.schema import FieldPath, Raw, load_schema
from ingest.report import Report
from narabot.database import EmbeddedDatabase
from narabot.embedding import Vectors
from narabot.errors import (
    DataFolderError,
)
from narabot.graph import Graph
from narabot.models import Label
from tests.conftest import small_settings
from tests.embedders import WordEmbedder
from tests.graphs import edges, nodes, vectors
from tests.ingesting import ingest, ingest_settings, write_lines
from tests.records import ancestor, line, put, raw_authority, raw_record

HEAD = b'{"record": {"recordType": "description", "levelOfDescription": "item", "naId": 7, '
DEEP = 10_000
MB = 2**20

MOST_MEMORY = 160 * MB
"""Limit on Python's memory, in bytes: slightly more than twice the longest permitted line."""

LinePlace = tuple[str, int]
"""File name and line number of a rejected line."""


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
    """Return all nodes, vectors, and relationships in a graph for comparison."""
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


def rejected(report: Report) -> dict[LinePlace, str]:
    """Return the reason for each line in the rejects file."""
    if report.rejects_file is None:
        return {}
    entries = map(json.loads, report.rejects_file.read_text("utf-8").splitlines())
    return {(entry["file"], entry["line"]): entry["reason"] for entry in entries}


def rejected_in(graph: Graph) -> dict[LinePlace, str]:
    """Return the reason that the graph stores for each rejected line."""
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
    "no level": (
        line(raw_record(levelOfDescription="shelf")),
        "levelOfDescription has the unknown value 'shelf'",
    ),
    "a level without end": (
        line(raw_record(levelOfDescription="x" * MB)),
        "levelOfDescription has the unknown value 'xxx.{,2000}$",
    ),
}
"""For each defect, a bad line and a pattern that matches the reported reason."""


def test_bad_lines_are_rejected_and_all_others_are_loaded(loaded: Loaded, tmp_path: Path) -> None:
    lines = [good(1000)]
    for number, (bad, _) in enumerate(BAD_LINES.values(), start=1001):
        lines += [bad, good(number)]
    report = ingest(loaded.graph, tmp_path, write_lines(tmp_path / "bad.jsonl", *lines))
    reasons = dict(sorted(rejected(report).items()))
    assert list(reasons) == [("bad.jsonl", 2 * n) for n in range(1, len(BAD_LINES) + 1)]
    for (name, (_, why)), reason in zip(BAD_LINES.items(), reasons.values(), strict=True):
        assert re.search(why, reason), (name, reason[:200])
        assert len(reason) < 2100
    assert rejected_in(loaded.graph) == reasons
    assert {f"{n}-0" for n in range(1000, 1001 + len(BAD_LINES))} <= set(nodes(loaded.graph))
    assert report.rejected == len(BAD_LINES)
    assert report.is_success
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
    """Return whether the value violates NARA's schema and narabot must reject the record."""
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


# Unusual lines that are valid records


def test_same_na_id_in_any_json_type_is_one_record(loaded: Loaded, tmp_path: Path) -> None:
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


def test_unusual_strings_and_numbers_are_accepted(loaded: Loaded, tmp_path: Path) -> None:
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
    """Return the path of a `zip_bomb` with a falsified compressed size of 100 MB."""
    file = zip_bomb(folder)
    content = bytearray(file.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 20 : entry + 24] = (100 * MB).to_bytes(4, "little")
    file.write_bytes(content)
    return file


def measured(graph: Graph, folder: Path, *paths: Path) -> tuple[Report, int]:
    """Load some paths, and return the report and Python's peak memory in bytes."""
    tracemalloc.start()
    try:
        report = ingest(graph, folder, *paths)
        return report, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_path_traversal_in_archive_member_names_writes_no_files(
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
    """Append a line to a file."""
    with file.open("ab") as content:
        content.write(good(500) + b"\n")


def shrink(file: Path) -> None:
    """Cut a file in half."""
    os.truncate(file, file.stat().st_size // 2)


def replace_by_another(file: Path) -> None:
    """Replace a file with a different file."""
    other = write_lines(file.with_name("other.part"), *(good(n) for n in range(200, 260)))
    other.replace(file)


def lines_of(file: Path) -> list[bytes]:
    """Return the complete lines of a file, or an empty list if the file does not exist."""
    content = file.read_bytes() if file.exists() else b""
    return [one for one in content.split(b"\n") if one.endswith(b"}}")]


# Disks


def test_unwritable_rejects_folder_stops_the_run_until_fixed(
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
