"""naIds that stand on several lines of one file."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.duplicates import duplicated_na_ids, line_na_id
from ingest.parse import parse_line
from ingest.schema import Raw
from ingest.sources import find_sources
from narabot.errors import MalformedRecordError
from tests.records import line, raw_record
from tests.shared import DATA


def duplicated(path: Path) -> set[int]:
    """Return the naIds that occur more than once in a file."""
    (source,) = find_sources([path])
    return duplicated_na_ids(source)


def put(path: Path, *lines: bytes) -> Path:
    """Write lines to a file and return it."""
    content = b"\n".join(lines)
    path.write_bytes(gzip.compress(content) if path.name.endswith("gz") else content)
    return path


def test_na_id_on_two_lines_is_duplicated(tmp_path: Path) -> None:
    lines = [line(raw_record(naId=na_id)) for na_id in (7, 8, 7, 9, 9, 9)]
    assert duplicated(put(tmp_path / "a.jsonl", *lines)) == {7, 9}


def test_na_id_as_number_and_as_text_is_one(tmp_path: Path) -> None:
    lines = [line(raw_record(naId=7)), line(raw_record(naId="7"))]
    assert duplicated(put(tmp_path / "a.jsonl", *lines)) == {7}


def test_shapes_of_a_line_are_one(tmp_path: Path) -> None:
    raw = raw_record(naId=7)
    bare, api = json.dumps(raw).encode(), json.dumps({"_source": {"record": raw}}).encode()
    for pair in ((bare, api), (line(raw), bare), (api, line(raw))):
        assert duplicated(put(tmp_path / "a.jsonl", *pair)) == {7}


def test_na_ids_of_other_records_on_a_line_do_not_count(tmp_path: Path) -> None:
    raw = raw_record(naId=7, ancestors=[{"naId": 8}], subjects=[{"naId": 8}])
    assert duplicated(put(tmp_path / "a.jsonl", line(raw), line(raw_record(naId=8)))) == set()


def test_lines_without_a_record_are_no_duplicates(tmp_path: Path) -> None:
    lines = [b"nonsense", b"[]", line({"naId": True}), b'{"naId": -1}', b'{"naId": null}']
    assert duplicated(put(tmp_path / "a.jsonl", *lines, *lines)) == set()


def test_file_that_breaks_off_is_looked_at_as_far_as_it_goes(tmp_path: Path) -> None:
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
def test_na_id_is_read_without_the_rest(content: bytes, na_id: int | None) -> None:
    assert line_na_id(content) == na_id


def test_real_duplicate_stands_in_two_files_and_in_none_twice() -> None:
    twice = {source.file_name: duplicated_na_ids(source) for source in find_sources([DATA])}
    assert all(28277406 not in na_ids for na_ids in twice.values())


VALUES = st.sampled_from([None, 7, "7", "", -1, True, 2**64, 7.0, "x", [7], {"naId": 7}])
SHAPES = st.fixed_dictionaries(
    {}, optional={"naId": VALUES, "_source": st.just({"record": raw_record()})}
)


@settings(deadline=None)
@given(SHAPES, VALUES)
def test_every_record_is_known_by_its_na_id(beside: Raw, na_id: object) -> None:
    for raw in (beside, {"record": raw_record() | {"naId": na_id}} | beside, raw_record() | beside):
        content = json.dumps(raw).encode()
        try:
            expected = parse_line(content, "a", 1, 1000).na_id
        except MalformedRecordError:
            continue
        assert line_na_id(content) == expected
