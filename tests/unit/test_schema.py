"""Tests of the schemas, which specify the source field for each property."""

import re
from collections import defaultdict
from functools import cache

import numpy as np
import pytest

from ingest.parse.schema import (
    LARGEST_INTEGER,
    Raw,
    as_integer,
    as_list,
    as_text,
    field_path,
    json_type_name,
    load_schema,
    properties,
    stated_integer,
    value_at,
)
from ingest.write.batch_plan import PreparedRecord, chunk_rows
from narabot.errors import MalformedRecordError
from narabot.models import TYPE_LABELS, Label
from tests.records import SAMPLE, ancestor, full_record, parsed, put, raw_record, records_in
from tests.shared import SEED, needs_shared

LABELS = tuple(TYPE_LABELS.values())


def value(raw: Raw, path: str) -> object:
    """Return the value at a path of a record."""
    return value_at(raw, field_path(path))


def stored_properties(raw: Raw) -> dict[str, object]:
    """Return the properties of a record's first chunk."""
    record = parsed(raw)
    prepared = PreparedRecord(record, (record.text,), np.ones((1, 1), dtype=np.float32))
    return chunk_rows(prepared)[0]["properties"]


def seed_table() -> dict[str, set[str]]:
    """Return the property names for each label, from the table in the seed document."""
    rows = re.findall(r"^\| (\w+) \| (file_name[^|]*) \|$", SEED.read_text("utf-8"), re.MULTILINE)
    return {label: set(names.split(", ")) for label, names in rows}


@cache
def sample_properties() -> dict[str, set[str]]:
    """Return the names of all properties in the sample's records, grouped by record type."""
    found: dict[str, set[str]] = defaultdict(set)
    for record in records_in(SAMPLE):
        found[record.label] |= record.properties.keys() | {"text", "chunkSeqId", "chunkId"}
    return found


# The table in the seed document


@needs_shared
def test_seed_table_lists_every_type() -> None:
    assert set(seed_table()) == set(LABELS)


@needs_shared
@pytest.mark.parametrize("label", LABELS)
def test_full_record_has_all_properties_in_the_seed_table(label: Label) -> None:
    # The record is derived from the schema, because no real line has every field.
    raw = full_record(label) | {"ancestors": [ancestor(1, "collection", 1)]}
    assert seed_table()[label] - stored_properties(raw).keys() == set()


@needs_shared
@pytest.mark.parametrize("label", LABELS)
def test_sample_has_all_properties_in_the_seed_table(label: Label) -> None:
    assert seed_table()[label] - sample_properties()[label] == set()


@pytest.mark.parametrize("label", LABELS)
def test_every_schema_property_comes_from_its_own_field(label: Label) -> None:
    found = properties(full_record(label), load_schema(label))
    assert found.keys() == load_schema(label).keys()
    for name, (path, *_) in load_schema(label).items():
        one = found[name][0] if isinstance(found[name], list) else found[name]
        if isinstance(one, str) and name not in {"levelOfDescription", "authorityType"}:
            assert one == f"some {path.leaf} of {path.steps[0][0]}"


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("blank", [None, "", "  "])
def test_blank_field_has_no_value(label: Label, blank: str | None) -> None:
    paths = [(name, path) for name, paths in load_schema(label).items() for path in paths]
    for name, path in paths:
        raw: Raw = {}
        put(raw, (*path.steps[:-1], (path.leaf, False)), blank)
        found = properties(raw, {name: (path,)}).get(name)
        assert found is None or set(found) in ({""}, {-1})


@pytest.mark.parametrize("label", LABELS)
def test_missing_fields_yield_no_properties(label: Label) -> None:
    assert properties({}, load_schema(label)) == {}


@pytest.mark.parametrize("label", LABELS)
def test_lists_from_one_field_have_equal_length(label: Label) -> None:
    raw = full_record(label)
    for entries in raw.values():
        if isinstance(entries, list) and isinstance(entries[0], dict):
            entries.append({"naId": 9})
    lengths: dict[str, set[int]] = defaultdict(set)
    found = properties(raw, load_schema(label))
    for name, (path, *_) in load_schema(label).items():
        if path.lists == 1 and not path.steps[-1][1]:
            lengths[path.steps[0][0]].add(len(found[name]))
    assert all(length == {3} for length in lengths.values())


# Paths


def test_parallel_lists_mark_missing_values() -> None:
    raw = {"subjects": [{"naId": 1, "heading": "Laws"}, {"heading": "Ships"}, {"naId": 3}, {}]}
    assert value(raw, "subjects[].naId") == [1, -1, 3, -1]
    assert value(raw, "subjects[].heading") == ["Laws", "Ships", "", ""]
    assert value(raw, "subjects[].authorityType") == ["", "", "", ""]


def test_field_missing_from_every_entry_is_absent() -> None:
    raw = {"findingAids": [{"note": "A list."}, {}]}
    assert value(raw, "findingAids[].note") == ["A list.", ""]
    assert value(raw, "findingAids[].url") is None


def test_empty_list_is_absent() -> None:
    assert value({"subjects": []}, "subjects[].naId") is None
    assert value({"languages": []}, "languages[]") is None


def test_nested_lists_are_flattened() -> None:
    raw = {"a": [{"b": [{"c": "1"}, {"c": None}]}, {}, {"b": [{"c": "2"}]}]}
    assert value(raw, "a[].b[].c") == ["1", "2"]


def test_blank_entries_in_a_text_list_are_omitted() -> None:
    assert value({"languages": ["English", "", None, " "]}, "languages[]") == ["English"]


def test_single_object_is_treated_as_a_list() -> None:
    assert value({"donors": {"heading": "Marsh"}}, "donors[].heading") == ["Marsh"]


def test_later_path_is_used_when_the_first_is_empty() -> None:
    schema = load_schema(Label.SERIES)
    as_specified = {"findingAids": [{"findingAidtype": "Inventory"}]}
    as_in_data = {"findingAids": [{"findingAidType": "Inventory"}]}
    both = {"findingAids": [{"findingAidtype": "Old", "findingAidType": "New"}]}
    expected = {"findingAidtype_findingAids": ["Inventory"]}
    assert properties(as_specified, schema) == expected
    assert properties(as_in_data, schema) == expected
    assert properties(both, schema) == {"findingAidtype_findingAids": ["New"]}


@pytest.mark.parametrize("key", ["generalRecordsTypes", "generalRecordTypes"])
def test_records_types_are_read_from_either_key(key: str) -> None:
    assert properties({key: ["Maps"]}, load_schema(Label.ITEM)) == {"generalRecordsTypes": ["Maps"]}


@pytest.mark.parametrize("written", ["true", "false", "False"])
def test_audiovisual_text_is_stored_unchanged(written: str) -> None:
    assert properties({"audiovisual": written}, load_schema(Label.ITEM)) == {"audiovisual": written}


def test_boolean_audiovisual_is_stored_as_text() -> None:
    assert properties({"audiovisual": True}, load_schema(Label.ITEM)) == {"audiovisual": "true"}


def test_physical_occurrences_use_the_key_in_the_data() -> None:
    raw = {"physicalOccurrences": [{"copyStatus": "Preservation"}]}
    assert properties(raw, load_schema(Label.ITEM)) == {
        "copyStatus_physicalOccurrences": ["Preservation"]
    }


@pytest.mark.parametrize("key", ["groupCd", "groupCode"])
def test_control_group_name_is_read_with_either_code_key(key: str) -> None:
    raw = {"dataControlGroup": {key: "RR1", "groupName": "Textual Reference"}}
    assert properties(raw, load_schema(Label.ITEM)) == {
        "groupName_dataControlGroup": "Textual Reference"
    }


def test_false_role_is_not_treated_as_missing() -> None:
    raw = {"role": {"creator": False, "donor": True}}
    assert properties(raw, load_schema(Label.PERSON)) == {
        "creator_role": False,
        "donor_role": True,
    }


def test_zero_is_not_treated_as_missing() -> None:
    assert properties({"itemCount": 0}, load_schema(Label.FILE_UNIT)) == {"itemCount": 0}
    assert properties({"linkCounts": {"creator": 0}}, load_schema(Label.PERSON)) == {
        "creator_linkCounts": 0
    }


@pytest.mark.parametrize("wrong", [{}, [], ["x"], {"a": 1}])
def test_object_or_list_in_a_text_field_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError, match=r"title: expected a string, found "):
        properties({"title": wrong}, load_schema(Label.ITEM))


@pytest.mark.parametrize("stated", [3, "3", 3.0])
def test_integer_is_accepted_as_number_or_text(stated: object) -> None:
    assert properties({"itemCount": stated}, load_schema(Label.FILE_UNIT)) == {"itemCount": 3}


@pytest.mark.parametrize("wrong", ["many", 1.5, 2.0**64, True, [1], {"count": 1}, "--1", "²"])
def test_non_integer_in_an_integer_field_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError, match=r"itemCount: expected an integer, found "):
        properties({"itemCount": wrong}, load_schema(Label.FILE_UNIT))


@pytest.mark.parametrize("wrong", ["x", 1, True, [["x"]]])
def test_non_object_in_an_object_field_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError, match="expected an object"):
        properties({"subjects": wrong}, load_schema(Label.ITEM))


# Values


@pytest.mark.parametrize(
    ("given", "expected"),
    [(7, 7), ("7", 7), ("007", 7), (-7, -7), ("-7", -7), (0, 0), (LARGEST_INTEGER,) * 2],
)
def test_integers_are_parsed_from_digits(given: object, expected: int) -> None:
    assert as_integer(given) == expected


@pytest.mark.parametrize("wrong", [2**64, -(2**64), str(2**64), "9" * 100])
def test_number_beyond_64_bits_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError, match="64 bits"):
        as_integer(wrong)


@pytest.mark.parametrize("blank", [None, "", " "])
def test_blank_number_is_none(blank: object) -> None:
    assert stated_integer(blank) is None


def test_text_is_stripped_and_blank_text_is_none() -> None:
    assert as_text("  a b \n") == "a b"
    assert as_text(" \n") is None
    assert as_text(None) is None
    assert as_text(12) == "12"


def test_single_value_becomes_a_list() -> None:
    assert as_list(None) == []
    assert as_list({"a": 1}) == [{"a": 1}]
    assert as_list([1, 2]) == [1, 2]


@pytest.mark.parametrize(
    ("given", "words"),
    [({}, "an object"), ([], "a list"), ("", "a string"), (True, "a Boolean"), (1.5, "a number")],
)
def test_json_types_have_names(given: object, words: str) -> None:
    assert json_type_name(given) == words


def test_schema_is_loaded_once() -> None:
    assert load_schema(Label.ITEM) is load_schema(Label.ITEM)


def test_container_and_reference_unit_are_extracted() -> None:
    raw = raw_record(
        physicalOccurrences=[
            {
                "mediaOccurrences": [{"containerId": "Box 1"}, {"containerId": "Box 2"}],
                "referenceUnits": [{"name": "College Park"}],
            }
        ]
    )
    found = parsed(raw).properties
    assert found["containerId"] == ["Box 1", "Box 2"]
    assert found["name_referenceUnits"] == ["College Park"]
    own = raw_record(levelOfDescription="series", referenceUnits=[{"name": "College Park"}])
    assert parsed(own).properties["name_referenceUnits"] == ["College Park"]
