"""Tests of parsing a line into a record: rejected lines, record types, and derived values."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.parse.record import CatalogRecord
from ingest.parse.schema import Raw, field_path, load_schema
from ingest.parse.text_lines import LINE_SOURCES
from narabot.errors import MalformedRecordError
from narabot.models import TYPE_LABELS, AuthorityType, Label, LevelOfDescription
from narabot.models.lines import LINE_KINDS
from tests.records import (
    line,
    parse_line,
    parsed,
    raw_authority,
    raw_record,
)

HEAD = b'{"record":{"recordType":"description","levelOfDescription":"item","naId":7,'


def parse(content: bytes, text_max_chars: int = 200_000) -> CatalogRecord:
    """Return the record on a line."""
    return parse_line(content, "rg_1-1.jsonl", 1, text_max_chars)


def reason(content: bytes) -> str:
    """Return the reason why a line is rejected."""
    with pytest.raises(MalformedRecordError) as refused:
        parse(content)
    return str(refused.value)


# Formats of a line


def test_record_is_parsed_bare_or_in_an_api_wrapper() -> None:
    raw = raw_record()
    bare = parse(json.dumps(raw).encode())
    api = parse(json.dumps({"_index": "x", "_source": {"record": raw}}).encode())
    assert parse(line(raw)) == bare == api


@pytest.mark.parametrize(
    ("level", "label"),
    [(str(type_), TYPE_LABELS[type_]) for type_ in LevelOfDescription]
    + [("File Unit", Label.FILE_UNIT), ("Record Group", Label.RECORD_GROUP), ("Item", Label.ITEM)],
)
def test_description_has_the_label_of_its_level(level: str, label: Label) -> None:
    record = parsed(raw_record(levelOfDescription=level))
    assert record.label == label
    assert record.properties["levelOfDescription"] == str(record.type)


@pytest.mark.parametrize(
    ("type_", "label"),
    [(str(type_), TYPE_LABELS[type_]) for type_ in AuthorityType]
    + [
        ("Organization", Label.ORGANIZATION),
        ("specificRecordsTypes", Label.SPECIFIC_RECORDS_TYPES),
    ],
)
def test_authority_has_the_label_of_its_type(type_: str, label: Label) -> None:
    record = parsed(raw_authority(authorityType=type_))
    assert record.label == label
    assert record.properties["authorityType"] == str(record.type)


def test_record_type_field_takes_precedence() -> None:
    assert parsed(raw_record(authorityType="person")).label == Label.ITEM
    assert parsed(raw_authority(levelOfDescription="item")).label == Label.PERSON


# Rejected lines


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"nonsense",
        b'{"record": {"naId": 7,}}',
        HEAD + b'"title":"a',
        HEAD + b'"x":NaN}}',
        HEAD + b'"x":Infinity}}',
        HEAD + b'"x":1e400}}',
        HEAD + b'"title":"a\xff"}}',
        HEAD + b'"title":"\\ud800"}}',
        HEAD + b'"title":"\\udc00\\ud800"}}',
        HEAD + b'"title":"a\0b"}}',
        HEAD + b'"x":' + b"[" * 10_000 + b"]" * 10_000 + b"}}",
        HEAD + b'"x":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}}",
        b"\xff\xfe{\0",
    ],
)
def test_invalid_json_is_rejected(content: bytes) -> None:
    assert reason(content).startswith("not valid JSON: ")
    assert "malformed" not in reason(content)


@pytest.mark.parametrize("depth", [*range(850, 960, 3), *range(960, 1001), 100_000])
@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_any_nesting_depth_is_parsed_or_rejected(
    depth: int, opening: bytes, closing: bytes, *, wrapped: bool
) -> None:
    deep = HEAD + b'"x":' + opening * depth + b"1" + closing * depth + b"}}"
    try:
        parse(deep if wrapped else deep.removeprefix(b'{"record":').removesuffix(b"}"))
    except MalformedRecordError as error:
        assert "not valid JSON" in str(error)


@pytest.mark.parametrize("content", [b"[]", b"5", b"null", b'"x"', b"true"])
def test_json_that_is_not_an_object_is_rejected(content: bytes) -> None:
    assert "expected a record, found" in reason(content)


@pytest.mark.parametrize("content", [b'{"record": []}', b'{"record": "x"}', b'{"record": null}'])
def test_record_that_is_not_an_object_is_rejected(content: bytes) -> None:
    assert "expected an object, found" in reason(content)


@pytest.mark.parametrize(
    "fields",
    [{"recordType": ""}, {"recordType": "comment"}, {"recordType": 5}, {"recordType": None}],
)
def test_unknown_record_type_is_rejected(fields: Raw) -> None:
    assert "not description or authority" in reason(line(raw_record() | fields))


@pytest.mark.parametrize("level", ["", "shelf", "person", None, 5])
def test_unknown_level_of_description_is_rejected(level: object) -> None:
    assert "has the unknown value" in reason(line(raw_record() | {"levelOfDescription": level}))


@pytest.mark.parametrize("type_", ["", "ship", "item", None, 5])
def test_unknown_authority_type_is_rejected(type_: object) -> None:
    assert "has the unknown value" in reason(line(raw_authority() | {"authorityType": type_}))


@pytest.mark.parametrize("na_id", [7, "7", "007"])
def test_na_id_may_be_a_number_or_digits(na_id: object) -> None:
    record = parsed(raw_record(naId=na_id))
    assert record.na_id == record.properties["naId"] == 7


@pytest.mark.parametrize(
    ("na_id", "why"),
    [
        (None, "naId is missing"),
        ("", "naId is missing"),
        (" ", "naId is missing"),
        (0, "not positive"),
        (-7, "not positive"),
        ("-7", "not positive"),
        (2**64, "does not fit in 64 bits"),
        (2**63, "does not fit in 64 bits"),
        (str(2**64), "does not fit in 64 bits"),
        ("9" * 5000, "does not fit in 64 bits"),
        (True, "expected an integer"),
        (7.5, "expected an integer"),
        (2.0**64, "expected an integer"),
        ("seven", "expected an integer"),
        ([7], "expected an integer"),
        ({"naId": 7}, "expected an integer"),
    ],
)
def test_unusable_na_id_is_rejected(na_id: object, why: str) -> None:
    assert why in reason(line(raw_record() | {"naId": na_id}))


def test_missing_na_id_is_rejected() -> None:
    assert reason(line(raw_record(naId=None))) == "naId is missing"


@pytest.mark.slow
@pytest.mark.parametrize("field", ["ancestors", "productionDates"])
def test_deeply_nested_record_is_parsed_or_rejected(field: str) -> None:
    outcomes = set()
    for depth in range(600, 1000):
        deep = b"[" * depth + b"]" * depth
        entry = b'{"naId": 1, "levelOfDescription": "series", "year": 1900, "more": %s}' % deep
        begin = line(raw_record()).removesuffix(b"}}")
        try:
            parse_line(begin + b', "%s": [%s]}}' % (field.encode(), entry), "x.jsonl", 1, 100)
            outcomes.add("read")
        except MalformedRecordError as error:
            outcomes.add(str(error).removeprefix(f"{field}: "))
    assert outcomes == {"read", "not valid JSON: it is nested too deeply"}


def test_largest_na_id_is_accepted() -> None:
    assert parsed(raw_record(naId=2**63 - 1)).na_id == 2**63 - 1


def every_path(label: Label) -> set[tuple[tuple[str, bool], ...]]:
    """Return all JSON paths that the parser reads for a type: schema, text, and references."""
    paths = {path.steps for paths in load_schema(label).values() for path in paths}
    for kind in LINE_KINDS.values():
        if kind.source not in LINE_SOURCES:
            paths.add(field_path(kind.source).steps)
    more = """
        ancestors[].naId ancestors[].levelOfDescription ancestors[].distance ancestors[].title
        ancestors[].recordGroupNumber ancestors[].collectionIdentifier
        ancestors[].inclusiveStartDate.year ancestors[].creators[].naId
        ancestors[].creators[].authorityType ancestors[].creators[].birthDate.year
        coverageStartDate.year coverageStartDate.month coverageStartDate.dateQualifier
        inclusiveEndDate.year productionDates[].day birthDate.year establishDate.month
        digitalObjects[].extractedText digitalObjects[].otherExtractedText[].contribution
        digitalObjects[].completeExtractedText digitalObjects[].objectType
        accessRestriction.specificAccessRestrictions[].restriction
        useRestriction.specificUseRestrictions[] microformPublications[].note
        jurisdictions[].name recordGroupNumber collectionIdentifier
    """
    return paths | {field_path(text).steps for text in more.split()}


WRONG = ["", "x", -1, 1.5, True, 2**70, [], {}, [None], ["x"], [[]], [{}], {"x": {}}]


@pytest.mark.parametrize(
    "beside",
    [
        {"record_transcription": [{"target": {"pageNum": "first"}}]},
        {"record_transcription": [{"contribution": {}}]},
    ],
)
def test_wrong_type_in_a_contribution_is_rejected(beside: Raw) -> None:
    assert reason(line(raw_record(), **beside))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"title": {}}, "title: expected a string, found an object"),
        ({"naId": []}, "naId: expected an integer, found a list"),
        ({"recordType": {}}, "recordType: expected a string, found an object"),
        ({"subjects": [{"naId": "x"}]}, "subjects: expected an integer, found a string"),
        ({"beginCongress": "x"}, "beginCongress: expected an integer, found a string"),
    ],
)
def test_reason_names_the_field_once(fields: Raw, why: str) -> None:
    assert reason(line(raw_record() | fields)) == why


# Derived values


def test_record_stores_its_file_and_line() -> None:
    found = parse_line(line(raw_record()), "rg_11/rg_11-1.jsonl", 17, 1000).properties
    assert (found["file_name"], found["line_num"]) == ("rg_11/rg_11-1.jsonl", 17)
    assert found["source"] == "https://catalog.archives.gov/id/7"


def test_name_is_title_or_heading() -> None:
    assert parsed(raw_record("Logbook")).name == "Logbook"
    assert parsed(raw_authority("Myer")).name == "Myer"


@pytest.mark.parametrize(
    ("objects", "is_online"), [(None, False), ([], False), ([{"objectUrl": "x"}], True)]
)
def test_record_with_digital_objects_is_online(objects: object, *, is_online: bool) -> None:
    assert parsed(raw_record(digitalObjects=objects)).properties["isOnline"] is is_online


def test_authority_has_no_online_property() -> None:
    assert "isOnline" not in parsed(raw_authority()).properties


def test_cut_text_counts_its_omitted_characters() -> None:
    record = parse(line(raw_record("a" * 2000)), text_max_chars=1000)
    assert record.text == "Title: " + "a" * 993
    assert record.cut_chars == 1007
    assert parse(line(raw_record("a" * 993)), text_max_chars=1000).cut_chars == 0


def test_hash_changes_only_with_the_content() -> None:
    raw = raw_record("Logbook", scopeAndContentNote="x")
    turned = dict(reversed(raw.items()))
    one, other = parse(line(raw)), parse(json.dumps({"record": turned}, indent=1).encode())
    assert one.record_hash == other.record_hash
    assert parsed(raw | {"unknown": 1}).record_hash != one.record_hash
    assert parsed(raw | {"title": "Log"}).record_hash != one.record_hash


def test_hash_includes_contributions_but_not_ingest_metadata() -> None:
    plain = parse(line(raw_record()))
    tagged = parse(line(raw_record(), record_tag=[{"contribution": "ship"}]))
    loaded = parse(line(raw_record(), metadata_tag=[{"ingestTime": "2024"}]))
    assert tagged.record_hash != plain.record_hash
    assert tagged.canonical_length > plain.canonical_length
    assert loaded.record_hash == plain.record_hash


def test_hash_ignores_file_and_line_number() -> None:
    assert parsed(raw_record(), "a", 1).record_hash == parsed(raw_record(), "b", 2).record_hash


def test_more_fields_increase_the_canonical_length() -> None:
    sparse = parsed(raw_record())
    assert parsed(raw_record(arrangement="By date.")).canonical_length > sparse.canonical_length


def test_escaped_null_character_becomes_a_space() -> None:
    assert parse(HEAD + b'"title":"a\\u0000b"}}').text == "Title: a b"


def test_characters_outside_the_basic_plane_are_parsed() -> None:
    assert parse(HEAD + b'"title":"\\ud83d\\ude00 S\\u00e3o"}}').name == "😀 São"


# Property-based tests

KEYS = """
    record recordType levelOfDescription authorityType naId title heading name ancestors distance
    creators contributors donors subjects creatorType coverageStartDate coverageEndDate
    inclusiveStartDate productionDates birthDate establishDate year month day logicalDate
    dateQualifier digitalObjects extractedText otherExtractedText completeExtractedText objectType
    contribution accessRestriction useRestriction status note specificAccessRestrictions
    specificUseRestrictions restriction physicalOccurrences mediaOccurrences containerId
    referenceUnits microformPublications identifier findingAids findingAidType onlineResources url
    variantControlNumbers number type generalNotes languages otherTitles jurisdictions
    organizationNames variantOrganizationNames organizationalReferences personalReferences
    broaderTerms relatedTerms linkCounts role donor itemCount recordGroupNumber
    collectionIdentifier dataControlGroup groupName record_transcription record_tag target pageNum
    createdAt objectId _source description
""".split()

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(0, 9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.sampled_from(
        ["description", "authority", "item", "File Unit", "series", "person", "7", "", " ", "ca."]
    ),
)
MANY_EXAMPLES = settings(max_examples=2 * settings().max_examples)
"""Twice as many examples as the profile has: 300 in `make test-all`."""

JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=25,
)
FIELDS = st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6)
HEADS = st.sampled_from(
    [raw_record(levelOfDescription=str(level)) for level in LevelOfDescription]
    + [raw_authority(authorityType=str(type_)) for type_ in AuthorityType]
)


def outcome(content: bytes) -> Any:
    """Return the record on a line, or the reason for its rejection."""
    try:
        return parse(content)
    except MalformedRecordError as error:
        return str(error)


@given(JSON)
def test_any_json_is_parsed_or_rejected(value: Any) -> None:
    content = json.dumps(value).encode()
    assert outcome(content) == outcome(content)


@pytest.mark.slow
@MANY_EXAMPLES
@given(HEADS, FIELDS, FIELDS)
def test_any_record_fields_are_parsed_or_rejected(head: Raw, fields: Raw, beside: Raw) -> None:
    content = json.dumps(beside | {"record": head | fields}).encode()
    first = outcome(content)
    assert outcome(content) == first
    if isinstance(first, CatalogRecord):
        assert all(value not in (None, "", []) for value in first.properties.values())
        for value in first.properties.values():
            if isinstance(value, list):
                assert len({type(one) for one in value}) == 1


@MANY_EXAMPLES
@given(st.binary(max_size=60))
def test_any_bytes_are_parsed_or_rejected(content: bytes) -> None:
    assert outcome(content) == outcome(content)
