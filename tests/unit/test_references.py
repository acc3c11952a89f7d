"""Tests of a line's references to other records: ancestors, authorities, and mentions."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.mentions import Edge, Mention, canonical_json, mention_key, record_identity
from ingest.parse.references import (
    ancestors,
    cached_path,
    references,
    stated_type,
)
from ingest.parse.schema import Raw
from narabot.errors import MalformedRecordError
from narabot.models import AuthorityType, LevelOfDescription, Relation
from narabot.models.relations import AUTHORITY_RELATIONS
from tests.records import ancestor, parsed, raw_authority, raw_record


def edges(raw: Raw) -> set[tuple[str, int, int]]:
    """Return a line's relationships for its own record."""
    return {(str(e.relation), e.start, e.end) for e in parsed(raw).references.edges}


def mentions(raw: Raw, na_id: int) -> list[tuple[dict[str, Any], list[Any]]]:
    """Return the properties and relationships that a line contributes to a different record."""
    return [
        tuple(json.loads(mention.statement))
        for mention in parsed(raw).references.mentions
        if mention.na_id == na_id
    ]


def mentioned(raw: Raw) -> set[int]:
    """Return the naIds that a line mentions."""
    return {mention.na_id for mention in parsed(raw).references.mentions}


# Ancestors


def order(*entries: Raw) -> list[int]:
    """Return the naIds of a record's ancestors, farthest first."""
    return [entry["naId"] for entry in ancestors({"ancestors": list(entries)})]


def test_ancestors_are_ordered_by_distance_farthest_first() -> None:
    assert order(
        ancestor(2, "series", 2), ancestor(3, "fileUnit", 1), ancestor(1, "recordGroup", 3)
    ) == [1, 2, 3]


def test_ancestors_without_distance_keep_their_order() -> None:
    assert order(ancestor(5, "recordGroup"), ancestor(4, "series"), ancestor(6, "fileUnit")) == [
        5,
        4,
        6,
    ]


@pytest.mark.parametrize("blank", [None, ""])
def test_ancestors_keep_their_order_if_one_lacks_a_distance(blank: object) -> None:
    assert order(ancestor(5, "recordGroup", 1), ancestor(4, "series") | {"distance": blank}) == [
        5,
        4,
    ]


def test_distance_may_be_a_string_of_digits() -> None:
    assert order(
        ancestor(1, "series") | {"distance": "2"}, ancestor(2, "fileUnit") | {"distance": "10"}
    ) == [2, 1]


def test_ancestor_na_id_may_be_a_string_of_digits() -> None:
    assert order(ancestor(1, "series", 1) | {"naId": "77"}) == [77]


@pytest.mark.parametrize("na_id", [None, "", 0, -1])
def test_ancestor_without_a_na_id_is_omitted(na_id: object) -> None:
    assert order(
        ancestor(1, "recordGroup", 2), {"naId": na_id, "levelOfDescription": "series"}
    ) == [1]


@pytest.mark.parametrize("level", [None, "", "shelf"])
def test_ancestor_at_an_unknown_level_is_omitted(level: object) -> None:
    assert order(ancestor(1, "recordGroup"), {"naId": 2, "levelOfDescription": level}) == [1]


def test_ancestor_level_may_use_the_documented_spelling() -> None:
    (entry,) = ancestors({"ancestors": [ancestor(1, "File Unit", 1)]})
    assert entry["levelOfDescription"] == "fileUnit"


@pytest.mark.parametrize("wrong", [{}, ["series"]])
def test_level_of_the_wrong_type_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError):
        ancestors({"ancestors": [{"naId": 1, "levelOfDescription": wrong}]})


@pytest.mark.parametrize("wrong", ["near", 1.5, True, {}])
def test_distance_of_the_wrong_type_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError):
        ancestors({"ancestors": [ancestor(1, "series") | {"distance": wrong}]})


@pytest.mark.parametrize("blank", [None, [], [None], ["x"], [{}]])
def test_record_without_ancestors_has_no_path(blank: object) -> None:
    assert ancestors({"ancestors": blank}) == []


def test_single_ancestor_need_not_be_in_a_list() -> None:
    assert [entry["naId"] for entry in ancestors({"ancestors": ancestor(1, "series", 1)})] == [1]


def test_repeated_ancestor_counts_once() -> None:
    assert order(ancestor(1, "series", 2, title="A"), ancestor(1, "series", 1, title="B")) == [1]


def test_record_is_not_its_own_ancestor() -> None:
    raw = raw_record(naId=7, ancestors=[ancestor(1, "series", 2), ancestor(7, "fileUnit", 1)])
    assert parsed(raw).properties["ancestors"] == [1]
    assert edges(raw) == {("Includes", 1, 7)}


def test_nearest_ancestor_includes_the_record() -> None:
    raw = raw_record(ancestors=[ancestor(1, "recordGroup", 2), ancestor(2, "series", 1)])
    assert edges(raw) == {("Includes", 2, 7)}
    assert parsed(raw).properties["ancestors"] == [1, 2]


def test_ancestor_stub_gets_its_own_path() -> None:
    raw = raw_record(
        ancestors=[
            ancestor(1, "recordGroup", 3, recordGroupNumber=11),
            ancestor(2, "series", 2),
            ancestor(3, "fileUnit", 1),
        ]
    )
    ((top, into_top),) = mentions(raw, 1)
    ((middle, into_middle),) = mentions(raw, 2)
    ((parent, into_parent),) = mentions(raw, 3)
    assert (into_top, into_middle, into_parent) == ([], [["Includes", 1]], [["Includes", 2]])
    assert "ancestors" not in top
    assert (middle["ancestors"], parent["ancestors"]) == ([1], [1, 2])
    assert top["recordGroupNumber"] == middle["recordGroupNumber"] == parent["recordGroupNumber"]


def test_series_creators_are_taken_from_its_items() -> None:
    series = ancestor(
        2,
        "series",
        1,
        creators=[{"naId": 50, "heading": "Office", "authorityType": "organization"}],
    )
    raw = raw_record(ancestors=[ancestor(1, "collection", 2), series])
    ((stub, into),) = mentions(raw, 2)
    assert into == [["Includes", 1], ["creator", 50]]
    assert stub["heading_creators"] == ["Office"]
    assert mentions(raw, 50)[0][0]["heading"] == "Office"
    assert edges(raw) == {("Includes", 2, 7)}


def test_ancestor_stub_has_all_properties_of_its_entry() -> None:
    entry = ancestor(
        1, "recordGroup", 1, title="State", recordGroupNumber=59,
        inclusiveStartDate={"year": 1763, "logicalDate": "1763-01-01"},
        inclusiveEndDate={"year": 2002, "logicalDate": "2002-12-31"},
    )  # fmt: skip
    assert mentions(raw_record(ancestors=[entry]), 1) == [
        (
            {
                "naId": 1,
                "chunkId": "1-0",
                "chunkSeqId": 0,
                "recordType": "description",
                "levelOfDescription": "recordGroup",
                "title": "State",
                "source": "https://catalog.archives.gov/id/1",
                "stub": True,
                "recordGroupNumber": 59,
                "logicalDate_inclusiveStartDate": "1763-01-01",
                "logicalDate_inclusiveEndDate": "2002-12-31",
                "startDate": "1763",
                "endDate": "2002",
                "startYear": 1763,
                "endYear": 2002,
            },
            [],
        )
    ]


def test_ancestor_stub_may_lack_dates_and_title() -> None:
    ((stub, _),) = mentions(raw_record(ancestors=[{"naId": 1, "levelOfDescription": "series"}]), 1)
    assert not stub.keys() & {"title", "startDate", "endDate", "startYear", "endYear"}


def test_record_stores_its_root_identifier() -> None:
    above = [ancestor(1, "collection", 1, collectionIdentifier="FDR-MORGEN")]
    assert parsed(raw_record(ancestors=above)).properties["collectionIdentifier"] == "FDR-MORGEN"
    group = raw_record(levelOfDescription="recordGroup", recordGroupNumber="59")
    assert parsed(group).properties["recordGroupNumber"] == 59
    blank = [ancestor(1, "recordGroup", 1) | {"recordGroupNumber": "", "collectionIdentifier": " "}]
    found = parsed(raw_record(ancestors=blank)).properties
    assert not found.keys() & {"recordGroupNumber", "collectionIdentifier"}


def test_siblings_with_a_shared_path_have_separate_mentions() -> None:
    above = [ancestor(1, "recordGroup", 2), ancestor(2, "series", 1)]
    parsed(raw_record(naId=6, ancestors=above, subjects=[{"naId": 5, "heading": "Law"}]))
    assert mentioned(raw_record(naId=7, ancestors=above)) == {1, 2}
    assert edges(raw_record(naId=7, ancestors=above)) == {("Includes", 2, 7)}
    assert mentioned(raw_record(naId=2, ancestors=above)) == {1}
    assert parsed(raw_record(naId=1, ancestors=above)).properties["ancestors"] == [2]
    ((parent, into),) = mentions(raw_record(naId=8, ancestors=above), 2)
    assert (parent["ancestors"], into) == ([1], [["Includes", 1]])


NUMBERS = st.sampled_from([1, 2, 3, "1", 1.0, True, "", None])
PATHS = st.lists(
    st.fixed_dictionaries(
        {"naId": NUMBERS, "levelOfDescription": st.sampled_from(["series", "fileUnit", "shelf"])},
        optional={
            "distance": NUMBERS,
            "title": NUMBERS,
            "recordGroupNumber": NUMBERS,
            "creators": st.lists(st.fixed_dictionaries({"naId": NUMBERS}), max_size=2),
        },
    ),
    max_size=3,
)


def outcome(raw: Raw) -> object:
    """Return a record's references, or the reason for its rejection."""
    try:
        return repr(references(raw, raw["naId"], LevelOfDescription.ITEM))
    except MalformedRecordError as error:
        return str(error)


@given(st.lists(st.tuples(st.integers(1, 3), PATHS), max_size=6))
def test_cached_path_equals_a_recomputed_path(given: list[tuple[int, Any]]) -> None:
    raws = [{"naId": na_id, "ancestors": above} for na_id, above in given]
    cached = [outcome(raw) for raw in (*raws, *raws)]
    recomputed = []
    for raw in raws:
        cached_path.cache_clear()
        recomputed.append(outcome(raw))
    assert cached == recomputed * 2


# Authorities


@pytest.mark.parametrize(
    ("field", "relation"), [(details.field, one) for one, details in AUTHORITY_RELATIONS.items()]
)
def test_every_authority_field_creates_its_relation(field: str, relation: Relation) -> None:
    authority = {"naId": 5, "heading": "X", "authorityType": "organization"}
    raw = raw_record() if AUTHORITY_RELATIONS[relation].part else raw_authority()
    assert edges(raw | {field: [authority]}) == {(str(relation), 5, raw["naId"])}
    assert edges(raw | {field: authority}) == {(str(relation), 5, raw["naId"])}
    assert edges(raw | {field: []}) == edges(raw | {field: None}) == edges(raw) == set()


def test_all_relations_except_two_come_from_authority_fields() -> None:
    assert set(AUTHORITY_RELATIONS) == set(Relation) - {Relation.NEXT, Relation.INCLUDES}


@pytest.mark.parametrize("type_", AuthorityType)
def test_any_authority_type_can_be_a_subject(type_: AuthorityType) -> None:
    raw = raw_record(subjects=[{"naId": 5, "heading": "Laws", "authorityType": str(type_)}])
    assert edges(raw) == {("subject", 5, 7)}
    assert mentions(raw, 5)[0][0]["authorityType"] == type_


@pytest.mark.parametrize(
    ("field", "type_"),
    [
        ("creators", "organization"),
        ("subjects", "topicalSubject"),
        ("jurisdictions", "geographicPlaceName"),
        ("organizationNames", "organization"),
        ("personalReferences", "person"),
        ("organizationalReferences", "organization"),
    ],
)
@pytest.mark.parametrize("stated", [None, "", "unheard of"])
def test_reference_without_a_type_uses_its_fields_type(
    field: str, type_: str, stated: str | None
) -> None:
    raw = raw_record(**{field: [{"naId": 5, "authorityType": stated}]})
    assert mentions(raw, 5)[0][0]["authorityType"] == type_


def test_reference_type_may_use_the_documented_spelling() -> None:
    raw = raw_record(subjects=[{"naId": 5, "authorityType": "Organization"}])
    assert mentions(raw, 5)[0][0]["authorityType"] == "organization"


@pytest.mark.parametrize("type_", AuthorityType)
def test_term_without_a_type_uses_its_authoritys_type(type_: AuthorityType) -> None:
    raw = raw_authority(authorityType=str(type_), broaderTerms=[{"naId": 5, "heading": "Law"}])
    assert mentions(raw, 5)[0][0]["authorityType"] == type_


def test_term_without_a_type_in_a_description_is_omitted() -> None:
    record = parsed(raw_record(broaderTerms=[{"naId": 5, "heading": "Law"}]))
    assert record.references.edges == ()
    assert record.references.mentions == ()


def test_reference_without_na_id_is_counted_but_not_linked() -> None:
    raw = raw_record(
        creators=[{"heading": "War Department"}, {"naId": "", "heading": "x"}, {"naId": -1}],
        ancestors=[ancestor(1, "series", 1, creators=[{"heading": "Office"}])],
    )
    found = parsed(raw).references
    assert found.unnumbered == 4
    assert edges(raw) == {("Includes", 1, 7)}
    assert mentioned(raw) == {1}


@pytest.mark.parametrize("wrong", ["x", 5, True, ["x"]])
def test_reference_that_is_not_an_object_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError, match=r"creators: expected an object, found "):
        parsed(raw_record(creators=[wrong]))


@pytest.mark.parametrize("wrong", ["seven", 7.5, True, {}, 2**64])
def test_reference_na_id_of_the_wrong_type_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError):
        parsed(raw_record(subjects=[{"naId": wrong}]))


def test_reference_na_id_may_be_a_string_of_digits() -> None:
    assert edges(raw_record(subjects=[{"naId": "5"}, {"naId": 5}])) == {("subject", 5, 7)}


def test_authority_is_never_linked_to_itself() -> None:
    raw = raw_authority(naId=8, relatedTerms=[{"naId": 8, "heading": "itself"}])
    assert edges(raw) == set()
    assert mentioned(raw) == set()


def test_authority_may_have_two_relations_to_a_record() -> None:
    office = {"naId": 5, "heading": "Office"}
    assert edges(raw_record(creators=[office, office], subjects=[office])) == {
        ("creator", 5, 7),
        ("subject", 5, 7),
    }


def test_organization_names_become_nodes() -> None:
    raw = raw_authority(
        authorityType="organization",
        naId=9,
        organizationNames=[
            {"naId": 91, "heading": "Office A", "establishDate": {"year": 1942}},
            {"naId": 92, "name": "Office B"},
        ],
    )
    assert edges(raw) == {("organizationName", 91, 9), ("organizationName", 92, 9)}
    ((first, _),) = mentions(raw, 91)
    ((second, _),) = mentions(raw, 92)
    assert (first["heading"], first["startDate"]) == ("Office A", "1942")
    assert (second["heading"], second["authorityType"]) == ("Office B", "organization")


@pytest.mark.parametrize("heading", [None, "", "  "])
def test_empty_heading_is_omitted_from_the_stub(heading: str | None) -> None:
    ((stub, _),) = mentions(raw_record(subjects=[{"naId": 5, "heading": heading}]), 5)
    assert "heading" not in stub


def test_different_headings_for_one_na_id_are_two_mentions() -> None:
    raw = raw_record(subjects=[{"naId": 5, "heading": "Law"}, {"naId": 5, "heading": "Laws"}])
    assert [stub["heading"] for stub, _ in mentions(raw, 5)] == ["Law", "Laws"]
    assert edges(raw) == {("subject", 5, 7)}


def test_repeated_mention_in_a_line_counts_once() -> None:
    raw = raw_record(subjects=[{"naId": 5, "heading": "Law"}] * 2)
    assert len(mentions(raw, 5)) == 1


@pytest.mark.parametrize("given", [["Brazil"], "Brazil", [{"name": "Brazil"}], {"name": "Brazil"}])
def test_jurisdictions_may_be_names_or_objects(given: object) -> None:
    record = parsed(raw_authority(authorityType="organization", jurisdictions=given))
    assert record.properties["name_jurisdictions"] == ["Brazil"]
    assert record.properties["naId_jurisdictions"] == [-1]
    assert "Jurisdictions: Brazil" in record.text
    assert record.references.unnumbered == 1


def test_organizational_reference_may_be_an_object_or_a_list() -> None:
    reference = {"naId": 5, "heading": "Senate", "authorityType": "organization"}
    as_object = parsed(raw_authority(organizationalReferences=reference))
    as_list = parsed(raw_authority(organizationalReferences=[reference]))
    assert as_object.references == as_list.references
    assert as_object.properties == as_list.properties
    assert as_object.text == as_list.text


# Helpers


@pytest.mark.parametrize(
    ("written", "level"),
    [
        ("fileUnit", LevelOfDescription.FILE_UNIT),
        ("File Unit", LevelOfDescription.FILE_UNIT),
        ("Record Group", LevelOfDescription.RECORD_GROUP),
        ("series", LevelOfDescription.SERIES),
        ("organization", None),
        (None, None),
        ("", None),
    ],
)
def test_level_is_recognized_in_both_spellings(written: object, level: LevelOfDescription) -> None:
    assert stated_type(written, LevelOfDescription) is level


@pytest.mark.parametrize(
    "written", ["specificRecordsType", "specificRecordsTypes", "Specific Records Type"]
)
def test_records_type_is_recognized_in_singular_and_plural(written: str) -> None:
    assert stated_type(written, AuthorityType) is AuthorityType.SPECIFIC_RECORDS_TYPE


def test_record_identity_includes_the_web_page_and_chunk() -> None:
    assert record_identity(5, AuthorityType.PERSON) == {
        "naId": 5,
        "recordType": "authority",
        "authorityType": "person",
        "source": "https://catalog.archives.gov/id/5",
        "chunkId": "5-0",
        "chunkSeqId": 0,
    }


def test_equal_values_have_the_same_canonical_json() -> None:
    assert (
        canonical_json({"b": [1, "é"], "a": {"d": 1, "c": 2}}) == '{"a":{"c":2,"d":1},"b":[1,"é"]}'
    )


def test_mention_key_combines_na_id_and_hash() -> None:
    assert Mention(5, "x").key == mention_key(5, "x")
    assert mention_key(5, "x").startswith("5:")
    assert mention_key(5, "x") != mention_key(5, "y")


def test_references_do_not_depend_on_field_order() -> None:
    subjects = [{"naId": 5, "heading": "A"}, {"naId": 6, "heading": "B"}]
    one = parsed(raw_record(subjects=subjects, creators=[{"naId": 4}])).references
    other = parsed(raw_record(creators=[{"naId": 4}], subjects=subjects[::-1])).references
    assert (one.edges, one.mentions) == (other.edges, other.mentions)
    assert one.edges == tuple(sorted(one.edges))
    assert Edge(Relation.SUBJECT, 5, 7) in one.edges
