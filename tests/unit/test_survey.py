"""Tests of a shard's survey: its digest, and the winning line for each naId."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.parse.schema import Raw
from ingest.read.sources import find_sources
from ingest.read.survey import Survey, line_na_id, survey
from narabot.errors import MalformedRecordError
from tests.records import line, parse_line, raw_record
from tests.shared import DATA, needs_shared


def surveyed(path: Path) -> Survey:
    """Return the survey of a file."""
    (source,) = find_sources([path])
    return survey(source)


def duplicated(path: Path) -> set[int]:
    """Return the naIds that occur more than once in a file."""
    return set(surveyed(path).winners)


def put(path: Path, *lines: bytes) -> Path:
    """Write lines to a file and return the file's path."""
    content = b"\n".join(lines)
    path.write_bytes(gzip.compress(content) if path.name.endswith("gz") else content)
    return path


def test_na_id_on_two_lines_is_duplicated(tmp_path: Path) -> None:
    lines = [line(raw_record(naId=na_id)) for na_id in (7, 8, 7, 9, 9, 9)]
    assert duplicated(put(tmp_path / "a.jsonl", *lines)) == {7, 9}


def test_na_id_as_number_or_text_is_the_same(tmp_path: Path) -> None:
    lines = [line(raw_record(naId=7)), line(raw_record(naId="7"))]
    assert duplicated(put(tmp_path / "a.jsonl", *lines)) == {7}


def test_duplicates_are_found_across_line_formats(tmp_path: Path) -> None:
    raw = raw_record(naId=7)
    bare, api = json.dumps(raw).encode(), json.dumps({"_source": {"record": raw}}).encode()
    for pair in ((bare, api), (line(raw), bare), (api, line(raw))):
        assert duplicated(put(tmp_path / "a.jsonl", *pair)) == {7}


def test_referenced_na_ids_are_not_counted(tmp_path: Path) -> None:
    raw = raw_record(naId=7, ancestors=[{"naId": 8}], subjects=[{"naId": 8}])
    assert duplicated(put(tmp_path / "a.jsonl", line(raw), line(raw_record(naId=8)))) == set()


def test_invalid_lines_are_not_duplicates(tmp_path: Path) -> None:
    lines = [b"nonsense", b"[]", line({"naId": True}), b'{"naId": -1}', b'{"naId": null}']
    assert duplicated(put(tmp_path / "a.jsonl", *lines, *lines)) == set()


@pytest.mark.slow
def test_truncated_file_is_surveyed_up_to_the_break(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl.gz", *[line(raw_record(naId=n % 500 + 1)) for n in range(5000)])
    path.write_bytes(path.read_bytes()[:-20])
    assert duplicated(path) == set(range(1, 501))


@pytest.mark.parametrize(
    ("content", "na_id"),
    [
        (b'{"record": {"naId": 7}}', 7),
        (b'{"record": {"naId": "7"}}', 7),
        (b'{"naId": 7, "title": {"a": [1, 2.5, null]}}', 7),
        (b'{"_source": {"record": {"naId": 7}}, "naId": 1}', 7),
        (b'{"_source": {"naId": 1}, "record": {"naId": 7}}', 7),
        (b'{"record": {"naId": null}}', None),
        (b'{"record": {}}', None),
        (b'{"record": {"naId": 0}}', None),
        (b'{"record": {"naId": 18446744073709551616}}', None),
        (b'{"record": {"naId": 7.5}}', None),
        (b'{"record": []}', None),
        (b"[" * 10_000, None),
        (b"", None),
        (b"\xff", None),
    ],
)
def test_na_id_is_extracted_from_a_line(content: bytes, na_id: int | None) -> None:
    assert line_na_id(content) == na_id


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
def test_first_fullest_line_in_a_file_wins(tmp_path: Path, order: tuple[int, ...]) -> None:
    raws = [raw_record("Log"), raw_record("Logbook"), raw_record("Logbook", naId=7)]
    found = surveyed(put(tmp_path / "a.jsonl", *[line(raws[number]) for number in order]))
    fullest = min(place for place, number in enumerate(order, start=1) if number > 0)
    assert found.winners == {7: fullest}
    assert found.wins(7, fullest)
    assert not found.wins(7, fullest + 1)
    assert found.wins(8, 99)


def test_malformed_line_never_wins(tmp_path: Path) -> None:
    bad = raw_record("A long title", itemCount={"a": 1}, levelOfDescription="fileUnit")
    found = surveyed(put(tmp_path / "a.jsonl", line(bad), line(raw_record("Log")), line(bad)))
    assert found.winners == {7: 2}


def test_digest_changes_only_with_the_lines(tmp_path: Path) -> None:
    lines = [line(raw_record(naId=na_id)) for na_id in (7, 8)]
    digest = surveyed(put(tmp_path / "a.jsonl", *lines)).digest
    assert surveyed(put(tmp_path / "b.jsonl.gz", *lines)).digest == digest
    others = [lines[::-1], [*lines, lines[0]], [b"", *lines], [lines[0], lines[1] + b" "]]
    for number, other in enumerate(others):
        assert surveyed(put(tmp_path / f"{number}.jsonl", *other)).digest != digest


def test_truncated_shard_has_no_digest(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl.gz", *[line(raw_record(naId=n + 1)) for n in range(500)])
    path.write_bytes(path.read_bytes()[:-20])
    assert surveyed(path).digest is None


@needs_shared
def test_real_duplicate_occurs_at_most_once_per_file() -> None:
    twice = {source.file_name: survey(source).winners for source in find_sources([DATA])}
    assert all(28277406 not in na_ids for na_ids in twice.values())


VALUES = st.sampled_from([None, 7, "7", "", -1, True, 2**64, 7.0, "x", [7], {"naId": 7}])
SHAPES = st.fixed_dictionaries(
    {}, optional={"naId": VALUES, "_source": st.just({"record": raw_record()})}
)


@settings(deadline=None)
@given(SHAPES, VALUES)
def test_line_na_id_agrees_with_the_parser(beside: Raw, na_id: object) -> None:
    for raw in (beside, {"record": raw_record() | {"naId": na_id}} | beside, raw_record() | beside):
        content = json.dumps(raw).encode()
        try:
            expected = parse_line(content, "a", 1).na_id
        except MalformedRecordError:
            continue
        assert line_na_id(content) == expected
