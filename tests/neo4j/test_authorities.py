"""Linking names in requests to authority records, and counting their records, on small graphs."""

from pathlib import Path

from narabot.graph import Graph
from narabot.models import LevelOfDescription, NamedAuthority, Relation
from narabot.retrieval import choices, find_authorities, other_names
from narabot.retrieval.authorities import description_counts
from narabot.understanding.names import name_tokens
from tests.ingesting import load_records
from tests.records import raw_authority, raw_record

Raw = dict[str, object]

PRESIDENT = raw_authority("Truman, Harry S., 1884-1972", naId=21)
CARRIER = raw_authority("Harry S. Truman (Aircraft Carrier)", naId=22, authorityType="organization")
EARLIER, LATER = "Harbor Board. 1893-1907", "Department of Works. Inlet Survey Office. 1907-1931"
OFFICE = raw_authority(
    "Inlet Survey Office",
    naId=30,
    authorityType="organization",
    organizationNames=[
        {"naId": 32, "heading": LATER, "variantOrganizationNames": ["ISO"]},
        {"naId": 31, "heading": EARLIER},
    ],
)


def headings(graph: Graph, request: str) -> list[list[str]]:
    """Return the authority headings that each name in a request may refer to."""
    return [
        [one.heading for one in name]
        for name in choices(find_authorities(graph, name_tokens(request)))
    ]


def subject(na_id: int, heading: str, type_: str) -> Raw:
    return {"naId": na_id, "heading": heading, "authorityType": type_}


def test_ambiguous_name_offers_the_person_before_the_ship(graph: Graph, tmp_path: Path) -> None:
    about = raw_record(subjects=[subject(21, "Truman, Harry S., 1884-1972", "person")])
    load_records(graph, tmp_path, CARRIER, PRESIDENT, about)
    both = [["Truman, Harry S., 1884-1972", "Harry S. Truman (Aircraft Carrier)"]]
    assert headings(graph, "Show records about Harry S. Truman") == both
    assert headings(graph, "show records about harry truman") == both
    assert headings(graph, "the aircraft carrier Harry S. Truman") == [both[0][1:]]
    assert headings(graph, "a letter by President Truman") == [both[0][:1]]
    assert headings(graph, "What did Truman write?") == [both[0][:1]]
    assert headings(graph, "What did Margaret Truman write?") == []


def test_authority_includes_the_matched_name_and_record_counts(
    graph: Graph, tmp_path: Path
) -> None:
    by = raw_record(naId=1, creators=[subject(40, "Lange, Dorothea, 1895-1965", "person")])
    both = raw_record(
        "Other",
        naId=2,
        creators=[subject(40, "Lange, Dorothea, 1895-1965", "person")],
        subjects=[subject(40, "Lange, Dorothea, 1895-1965", "person")],
    )
    load_records(graph, tmp_path, by, both)
    (found,) = find_authorities(graph, name_tokens("Show me Dorothea Lange's pictures"))
    source = "https://catalog.archives.gov/id/40"
    assert found == NamedAuthority(
        na_id=40,
        authority_type=found.authority_type,
        heading="Lange, Dorothea, 1895-1965",
        source=source,
        matched="Dorothea Lange",
        start=8,
        records_by=2,
        records_about=1,
    )


def test_lowercase_heading_is_found_only_if_complete(graph: Graph, tmp_path: Path) -> None:
    creators = [
        subject(50, "Department of Works. Coastal Survey Office. 1907-1931", "organization")
    ]
    load_records(graph, tmp_path, raw_record(creators=creators))
    expected = [["Department of Works. Coastal Survey Office. 1907-1931"]]
    assert headings(graph, "maps of the coastal survey office") == expected
    assert headings(graph, "the coastal office") == []


def test_variant_names_find_their_authority(graph: Graph, tmp_path: Path) -> None:
    subjects = raw_authority(
        "Hydrographic surveying",
        naId=60,
        authorityType="topicalSubject",
        useFor=["Depth surveys", "Sounding"],
    )
    person = raw_authority(
        "Goulart, João, 1919-1976", naId=61, variantPersonNames=[{"heading": "Jango"}]
    )
    load_records(graph, tmp_path, subjects, person)
    assert headings(graph, "Show the depth surveys") == [["Hydrographic surveying"]]
    assert headings(graph, "a letter to Jango") == [["Goulart, João, 1919-1976"]]


def by_both_names() -> list[Raw]:
    """Return an office and its records, which use its earlier and later names."""
    earlier, later = subject(31, EARLIER, "organization"), subject(32, LATER, "organization")
    series = {"levelOfDescription": "series"}
    return [
        OFFICE,
        raw_record("Old", naId=1, creators=[earlier], **series),
        raw_record("New", naId=2, creators=[later], subjects=[earlier], **series),
        raw_record("Given", naId=3, donors=[subject(30, "Inlet Survey Office", "organization")]),
        raw_record("Other", naId=4, creators=[subject(70, "Other", "organization")]),
    ]


def test_any_organization_name_leads_to_the_other_names(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, *by_both_names())
    found = other_names(graph, [30, 31, 70])
    assert {na_id: {one.na_id for one in names} for na_id, names in found.items()} == {
        30: {31, 32},
        31: {30, 32},
    }
    assert found[30][0].heading in {EARLIER, LATER}


def test_records_are_counted_under_all_names_of_an_organization(
    graph: Graph, tmp_path: Path
) -> None:
    load_records(graph, tmp_path, *by_both_names())
    counts = description_counts(graph, [32])
    assert [(one.relation, one.level, one.count) for one in counts] == [
        (Relation.CREATOR, LevelOfDescription.SERIES, 2),
        (Relation.DONOR, LevelOfDescription.ITEM, 1),
        (Relation.SUBJECT, LevelOfDescription.SERIES, 1),
    ]


def test_empty_authority_list_returns_nothing(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, raw_record())
    assert other_names(graph, []) == {}
    assert description_counts(graph, []) == ()
