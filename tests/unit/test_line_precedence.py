"""Tests of choosing between two lines with the same naId, in every case that the rules cover."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.record import CatalogRecord
from ingest.write.decisions import (
    Decision,
    StoredRecord,
    Verdict,
    decide,
    fullness,
    judge,
    parse_stored,
    stored_fullness,
)
from narabot.models import Row
from tests.records import parsed, raw_record

HISTORY = ("release", "addedInRelease", "changedInRelease", "changes", "withdrawn")
"""Names of the release properties in a stored row."""

SPARSE = parsed(raw_record("Log"), "a.jsonl", 1)
FULL = parsed(raw_record("Log", arrangement="By date."), "a.jsonl", 1)
TWIN = parsed(raw_record("Gol"), "a.jsonl", 1)
"""A different record with the same canonical length as SPARSE."""


def at(record: CatalogRecord, file_name: str, line_num: int = 1) -> CatalogRecord:
    """Return the record with a different file name and line number."""
    return replace(record, file_name=file_name, line_num=line_num)


def stored(record: CatalogRecord) -> StoredRecord:
    """Return a record as the graph stores it."""
    return parse_stored(row(record))


def row(record: CatalogRecord) -> Row:
    """Return a record's row, as read from the graph."""
    return {
        "naId": record.na_id,
        "recordHash": record.record_hash,
        "canonicalLength": record.canonical_length,
        "file_name": record.file_name,
        "line_num": record.line_num,
        "otherFiles": None,
        "lends": [mention.key for mention in record.references.mentions] or None,
        "mentions": None,
        "mentionCounts": None,
    } | dict.fromkeys(HISTORY)


STUB = parse_stored(
    dict.fromkeys(row(SPARSE)) | {"naId": 7, "mentions": ["[{},[]]"], "mentionCounts": [2]}
)
PLACEHOLDER = parse_stored(dict.fromkeys(row(SPARSE)) | {"naId": 7})


def test_record_missing_from_the_graph_is_added() -> None:
    assert decide(SPARSE, None) is Decision.ADD


@pytest.mark.parametrize("known", [STUB, PLACEHOLDER])
def test_record_that_was_only_mentioned_is_added(known: StoredRecord) -> None:
    assert decide(SPARSE, known) is Decision.ADD


def test_same_line_in_the_same_location_is_kept() -> None:
    assert decide(SPARSE, stored(SPARSE)) is Decision.KEEP


# Different files


def test_fuller_line_wins_regardless_of_file_order() -> None:
    assert decide(at(FULL, "b.jsonl"), stored(SPARSE)) is Decision.REPLACE
    assert decide(SPARSE, stored(at(FULL, "b.jsonl"))) is Decision.LOSE


def test_hash_decides_between_lines_of_equal_length() -> None:
    assert SPARSE.canonical_length == TWIN.canonical_length
    low, high = sorted([SPARSE, TWIN], key=lambda record: record.record_hash)
    assert decide(at(high, "b.jsonl"), stored(low)) is Decision.REPLACE
    assert decide(at(low, "b.jsonl"), stored(high)) is Decision.LOSE


def test_duplicate_record_belongs_to_the_alphabetically_first_file() -> None:
    assert decide(at(SPARSE, "0.jsonl"), stored(SPARSE)) is Decision.MOVE
    assert decide(at(SPARSE, "b.jsonl"), stored(SPARSE)) is Decision.KEEP


# A file with the same name


def test_changed_line_in_the_same_file_always_wins() -> None:
    assert decide(SPARSE, stored(FULL)) is Decision.REPLACE
    assert decide(FULL, stored(SPARSE)) is Decision.REPLACE


@pytest.mark.parametrize("line_num", [1, 9])
def test_record_at_a_new_line_number_is_moved(line_num: int) -> None:
    known = stored(at(SPARSE, "a.jsonl", 5))
    assert decide(at(SPARSE, "a.jsonl", line_num), known) is Decision.MOVE


# Other files


def verdict(record: CatalogRecord, known: CatalogRecord, *others: str) -> Verdict:
    """Return the verdict on a line when the graph stores `known` and lists other files."""
    (found,) = judge([record], {record.na_id: replace(stored(known), other_files=others)})
    return found


def test_first_line_of_a_record_has_no_other_files() -> None:
    (added,) = judge([SPARSE], {})
    assert (added.is_written, added.other_files) == (True, [])
    assert not added.is_noted


def test_file_with_a_losing_line_is_noted_once() -> None:
    lost = verdict(SPARSE, at(FULL, "b.jsonl"), "c.jsonl")
    assert (lost.is_written, lost.is_noted) == (False, True)
    assert lost.other_files == ["a.jsonl", "c.jsonl"]
    assert not verdict(SPARSE, at(FULL, "b.jsonl"), "a.jsonl").is_noted


def test_file_with_the_same_line_is_noted_once() -> None:
    assert verdict(at(SPARSE, "b.jsonl"), SPARSE).other_files == ["b.jsonl"]
    assert verdict(at(SPARSE, "b.jsonl"), SPARSE).is_noted
    assert not verdict(at(SPARSE, "b.jsonl"), SPARSE, "b.jsonl").is_noted
    assert not verdict(SPARSE, SPARSE).is_noted


def test_file_with_a_superseded_line_is_remembered() -> None:
    won = verdict(at(FULL, "b.jsonl"), SPARSE, "b.jsonl", "c.jsonl")
    assert (won.is_written, won.other_files) == (True, ["a.jsonl", "c.jsonl"])
    assert not won.may_be_superseded


def test_shortened_line_may_be_superseded_by_a_different_file() -> None:
    assert verdict(SPARSE, FULL, "b.jsonl").may_be_superseded
    assert not verdict(SPARSE, FULL).may_be_superseded
    assert not verdict(FULL, SPARSE, "b.jsonl").may_be_superseded


# Stored rows


def test_record_row_is_fully_parsed() -> None:
    known = stored(at(FULL, "b.jsonl", 3))
    assert (known.file_name, known.line_num) == ("b.jsonl", 3)
    assert stored_fullness(known) == fullness(FULL)
    assert known.lends == ()


def test_stub_row_contains_its_mentions() -> None:
    assert STUB.record_hash is None
    assert STUB.statements == {"[{},[]]": 2}
    assert stored_fullness(STUB) == (0, "")


def test_empty_node_row_is_a_placeholder() -> None:
    assert StoredRecord(7, None, 0, "", 0, (), (), Counter()) == PLACEHOLDER


# Properties

LINES = st.sampled_from(
    [at(one, name, number) for one in (SPARSE, FULL, TWIN) for name in "ab" for number in (1, 2)]
)


@given(LINES)
def test_line_that_was_just_written_is_kept(record: CatalogRecord) -> None:
    assert decide(record, stored(record)) is Decision.KEEP


@given(LINES, LINES)
def test_same_line_wins_in_either_order(one: CatalogRecord, other: CatalogRecord) -> None:
    if one.file_name == other.file_name:
        return
    change = {Decision.REPLACE, Decision.MOVE}
    first = decide(other, stored(one)) in change
    second = decide(one, stored(other)) in change
    assert first != second
