"""Tests of a record's text, which consists of labeled lines and begins with the title."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.parse.schema import Raw
from ingest.parse.text import clean, compose_text
from narabot.errors import MalformedRecordError
from narabot.models import TYPE_LABELS, AuthorityType, Label, LevelOfDescription
from narabot.models.lines import AUTHORITY_LINES, DESCRIPTION_LINES
from tests.records import ancestor, full_record, parsed, raw_authority, raw_record, records_in
from tests.shared import DATA, needs_shared


def text(**fields: object) -> list[str]:
    """Return the lines of an item's text after the title line."""
    return parsed(raw_record(**fields)).text.split("\n")[1:]


def authority_text(**fields: object) -> list[str]:
    """Return the lines of an authority record's text after the name line."""
    return parsed(raw_authority(**fields)).text.split("\n")[1:]


def copy(**fields: object) -> list[Raw]:
    """Return `physicalOccurrences` with one copy."""
    return [fields]


def media(**fields: object) -> Raw:
    """Return the fields of a record with one copy on one medium."""
    return {"physicalOccurrences": copy(mediaOccurrences=[fields])}


# Lines


def test_title_or_heading_comes_first() -> None:
    assert parsed(raw_record("Logbook", scopeAndContentNote="x")).text.startswith(
        "Title: Logbook\n"
    )
    assert parsed(raw_authority("Myer", scopeNote="x")).text.startswith("Name: Myer\n")


@pytest.mark.parametrize("title", [None, "", "  "])
def test_record_without_a_title_has_text(title: str | None) -> None:
    record = parsed(raw_record(title, scopeAndContentNote="Soundings."))
    assert record.text == "Scope and content: Soundings."
    assert record.name is None


@pytest.mark.parametrize("heading", [None, "", "  "])
def test_authority_without_a_heading_has_text(heading: str | None) -> None:
    record = parsed(raw_authority(heading, biographicalNote="A director."))
    assert record.text == "Biography: A director."
    assert record.name is None


def test_record_without_fields_shows_its_na_id() -> None:
    assert parsed(raw_record(None)).text == "naId: 7"
    assert parsed(raw_authority(None)).text == "naId: 8"


DESCRIPTION_CASES = [
    ({"subtitle": "No. 2"}, "Subtitle: No. 2"),
    ({"otherTitles": ["A", "B", "A"]}, "Other titles: A; B"),
    ({"coverageStartDate": {"year": 1941}}, "Dates: from 1941"),
    (
        {"coverageStartDate": {"year": 1941, "month": 5}, "coverageEndDate": {"year": 1943}},
        "Dates: May 1941 – 1943",
    ),
    (
        {"productionDates": [{"year": 1943, "month": 3, "day": 19, "dateQualifier": "ca."}]},
        "Dates: ca. March 19, 1943",
    ),
    ({"dateNote": "From the seal."}, "Date note: From the seal."),
    ({"scopeAndContentNote": "Soundings."}, "Scope and content: Soundings."),
    ({"functionAndUse": "To chart."}, "Function and use: To chart."),
    ({"arrangement": "By date."}, "Arrangement: By date."),
    ({"numberingNote": "1–9."}, "Numbering: 1–9."),
    ({"custodialHistoryNote": "Kept."}, "Custodial history: Kept."),
    ({"transferNote": "Given."}, "Transfer: Given."),
    ({"generalNotes": ["One.", "Two."]}, "Notes: One.; Two."),
    ({"scaleNote": "1:100"}, "Scale: 1:100"),
    ({"shotList": "A ship."}, "Shot list: A ship."),
    (
        {"creators": [{"heading": "Office", "creatorType": "Most Recent"}]},
        "Created by: Office (Most Recent)",
    ),
    ({"creators": [{"heading": "Office"}, {"creatorType": "x"}]}, "Created by: Office"),
    (
        {"contributors": [{"heading": "Marsh", "contributorType": "Photographer"}]},
        "Contributors: Marsh (Photographer)",
    ),
    ({"donors": [{"heading": "Marsh"}]}, "Donors: Marsh"),
    ({"subjects": [{"heading": "Laws"}, {}, {"heading": "Ships"}]}, "Subjects: Laws; Ships"),
    ({"generalRecordsTypes": ["Maps and Charts"]}, "Types of records: Maps and Charts"),
    ({"languages": ["English"]}, "Languages: English"),
    (
        {"microformPublications": [{"title": "M337 - Acts.", "note": "Roll 14."}]},
        "Microfilm: M337 - Acts. Roll 14.",
    ),
    ({"microformPublications": [{"identifier": "M337"}]}, "Microfilm: M337."),
    ({"seriesCount": 3}, "Number of series: 3"),
    ({"fileUnitCount": 4}, "Number of file units: 4"),
    ({"itemCount": 0}, "Number of items: 0"),
    ({"physicalOccurrences": copy(extent="2 boxes")}, "Extent: 2 boxes"),
    ({"physicalOccurrences": copy(physicalOccurrenceNote="A copy.")}, "Copies: A copy."),
    (
        media(containerId="Box 143"),
        "Container: Box 143",
    ),
    ({"physicalOccurrences": copy(containerList="Box 1: A")}, "Container list: Box 1: A"),
    (
        media(specificMediaType="Paper"),
        "Medium: Paper",
    ),
    (
        media(mediaOccurrenceNote="Torn."),
        "Medium note: Torn.",
    ),
    (
        {
            "physicalOccurrences": copy(
                referenceUnits=[
                    {"name": "Archives II", "city": "College Park", "state": "MD"}
                    | {"phone": "301", "email": "a@b"}
                ]
            )
        },
        "Held at: Archives II, College Park, MD (301, a@b)",
    ),
    ({"referenceUnits": [{"name": "FDR Library"}]}, "Held at: FDR Library"),
    (
        media(physicalRestrictionNote="Not pulled."),
        "Handling: Not pulled.",
    ),
    (
        media(technicalAccessRequirementsNote="A reader."),
        "Equipment: A reader.",
    ),
    ({"accessRestriction": {"status": "Unrestricted"}}, "Access: Unrestricted"),
    (
        {
            "accessRestriction": {
                "status": "Restricted - Partly",
                "specificAccessRestrictions": [
                    {"restriction": "FOIA (b)(1)", "securityClassification": "Secret"}
                ],
                "note": "Ask.",
            }
        },
        "Access: Restricted - Partly. FOIA (b)(1), Secret. Ask",
    ),
    (
        {"useRestriction": {"status": "Undetermined", "specificUseRestrictions": ["Copyright"]}},
        "Use: Undetermined. Copyright",
    ),
    (
        {
            "findingAids": [
                {"findingAidType": "List", "note": "Old.", "source": "NARA", "url": "http://x"}
            ]
        },
        "Finding aids: List, Old., NARA, http://x",
    ),
    (
        {"onlineResources": [{"description": "A page", "note": "New.", "url": "http://x"}]},
        "Online resources: A page, New., http://x",
    ),
    ({"digitalObjects": [{"objectDescription": "Cover"}]}, "Digital objects: Cover"),
    ({"localIdentifier": "111-B-1"}, "Local identifier: 111-B-1"),
    (
        {"variantControlNumbers": [{"type": "HMS", "number": "A1 5A", "note": "old"}]},
        "Control numbers: HMS A1 5A old",
    ),
    ({"recordGroupNumber": 11}, "Record group number: 11"),
    ({"collectionIdentifier": "FDR"}, "Collection identifier: FDR"),
    (
        {"digitalObjects": [{"extractedText": "March 19, 1943"}]},
        "Machine-read text of page 1: March 19, 1943",
    ),
]


@pytest.mark.parametrize(("fields", "expected"), DESCRIPTION_CASES)
def test_description_field_becomes_a_labeled_line(fields: Raw, expected: str) -> None:
    assert text(**fields) == [expected]


AUTHORITY_CASES = [
    ({"fullerFormOfName": "Dillon Seymour Myer"}, "Fuller form of name: Dillon Seymour Myer"),
    ({"useFor": ["WRA"]}, "Also: WRA"),
    ({"variantPersonNames": [{"heading": "Myer, D. S."}]}, "Variant names: Myer, D. S."),
    (
        {
            "organizationNames": [
                {"heading": "War Relocation Authority", "variantOrganizationNames": ["W.R.A."]}
            ]
        },
        "Names: War Relocation Authority\nVariant names: W.R.A.",
    ),
    ({"birthDate": {"year": 1891}, "deathDate": {"year": 1982}}, "Dates: 1891 – 1982"),
    ({"establishDate": {"year": 1942, "month": 3, "day": 18}}, "Dates: from March 18, 1942"),
    ({"personalTitle": "Mrs."}, "Personal title: Mrs."),
    ({"biographicalNote": "A director."}, "Biography: A director."),
    ({"administrativeHistoryNote": "Founded."}, "Administrative history: Founded."),
    ({"scopeNote": "Use for acts."}, "Scope: Use for acts."),
    ({"coordinates": "38N 77W"}, "Coordinates: 38N 77W"),
    ({"broaderTerms": [{"heading": "Law"}]}, "Broader terms: Law"),
    ({"broaderTerms": [{"name": "Law", "heading": ""}]}, "Broader terms: Law"),
    ({"narrowerTerms": [{"heading": "Acts"}]}, "Narrower terms: Acts"),
    ({"relatedTerms": [{"heading": "Courts"}]}, "Related terms: Courts"),
    ({"jurisdictions": [{"name": "Japan"}]}, "Jurisdictions: Japan"),
    ({"programAreas": ["Relief"]}, "Program areas: Relief"),
    ({"personalReferences": [{"heading": "Myer"}]}, "Persons: Myer"),
    ({"organizationalReferences": {"heading": "WRA"}}, "Organizations: WRA"),
    ({"sourceNotes": ["A letter."]}, "Sources: A letter."),
]


@pytest.mark.parametrize(("fields", "expected"), AUTHORITY_CASES)
def test_authority_field_becomes_a_labeled_line(fields: Raw, expected: str) -> None:
    assert "\n".join(authority_text(**fields)) == expected


def test_every_line_kind_has_a_test_case() -> None:
    labels = {one.split(":")[0] for _, one in DESCRIPTION_CASES} | {"Title", "Produced"}
    assert labels >= {kind.label for kind in DESCRIPTION_LINES}
    both = "\n".join(one for _, one in AUTHORITY_CASES)
    assert all(f"{kind.label}:" in both for kind in AUTHORITY_LINES if kind.label != "Name")


def blanks(value: object) -> list[object]:
    """Return the blank values that could replace this value of a field."""
    if isinstance(value, dict):
        return [None, {}]
    if isinstance(value, list):
        return [None, [], [{}] if isinstance(value[0], dict) else ["", None]]
    return [None, "", "  "]


@pytest.mark.parametrize("fields", [fields for fields, _ in DESCRIPTION_CASES + AUTHORITY_CASES])
def test_blank_fields_have_no_line(fields: Raw) -> None:
    for name, value in fields.items():
        for blank in blanks(value):
            assert parsed(raw_record() | {name: blank}).text == "Title: Logbook"
            assert parsed(raw_authority() | {name: blank}).text == "Name: Myer, Dillon"


# Special cases


def test_creators_are_inherited_from_the_nearest_ancestor() -> None:
    group = ancestor(1, "recordGroup", 3, creators=[{"heading": "Far"}])
    series = ancestor(2, "series", 2, creators=[{"heading": "Near", "creatorType": "Predecessor"}])
    unit = ancestor(3, "fileUnit", 1)
    assert text(ancestors=[unit, series, group]) == ["Created by: Near (Predecessor)"]
    own = [{"heading": "Own"}]
    assert text(ancestors=[unit, series, group], creators=own) == ["Created by: Own"]
    assert text(ancestors=[unit]) == []


def test_production_dates_are_shown_if_different_from_dates() -> None:
    production = [{"year": 1943, "month": 3}]
    assert text(productionDates=production, coverageStartDate={"year": 1940}) == [
        "Dates: from 1940",
        "Produced: March 1943",
    ]
    assert text(productionDates=[{"year": 1941}, {"year": 1942}, {"year": 1943}]) == [
        "Dates: 1941 – 1943",
        "Produced: 1941; 1942; 1943",
    ]


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        (["Donor"], "Restricted. Donor"),
        ([None, "", {}], "Restricted"),
        ("Donor", "Restricted. Donor"),
        ([5], "Restricted. 5"),
    ],
)
def test_restriction_reasons_may_be_texts_or_objects(reasons: object, said: str) -> None:
    restriction = {
        "status": "Restricted",
        "description": "x",
        "specificAccessRestrictions": reasons,
    }
    group = raw_record(levelOfDescription="recordGroup", accessRestriction=restriction)
    assert parsed(group).text == f"Title: Logbook\nAccess: {said}"


def test_restriction_reason_of_invalid_type_is_rejected() -> None:
    restriction = {"description": "x", "specificAccessRestrictions": [["x"]]}
    with pytest.raises(MalformedRecordError):
        parsed(raw_record(accessRestriction=restriction))


def test_transcriptions_are_included_in_the_text() -> None:
    raw = raw_record()
    beside = {"record_transcription": [{"contribution": "Dear Sir", "target": {"pageNum": 2}}]}
    composed = compose_text({"record": raw} | beside, raw, LevelOfDescription.ITEM, ())
    assert composed == "Title: Logbook\nTranscription of page 2: Dear Sir"


def test_tags_are_excluded_from_the_text() -> None:
    raw = raw_record()
    tagged = {"record": raw, "record_tag": [{"contribution": "ship"}]}
    assert compose_text(tagged, raw, LevelOfDescription.ITEM, ()) == "Title: Logbook"


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\n\n\n\nb\n\nc", "a\n\nb\n\nc"),
        ("a\0b\x07c\x7fd", "a b c d"),
        ("tab\there", "tab\there"),
        ("  a  ", "a"),
        ("São Paulo – “Brazil” 日本", "São Paulo – “Brazil” 日本"),
    ],
)
def test_control_characters_and_extra_line_breaks_are_removed(given: str, cleaned: str) -> None:
    assert clean(given) == cleaned


@pytest.mark.parametrize("label", TYPE_LABELS.values())
def test_full_record_text_starts_with_its_name(label: Label) -> None:
    record = parsed(full_record(label))
    name = "title" if isinstance(record.type, LevelOfDescription) else "heading"
    assert record.text.startswith(
        f"{'Title' if name == 'title' else 'Name'}: some {name} of {name}"
    )
    assert record.text.count("\n") > 5


# Long machine-read texts in real records


@needs_shared
def test_machine_read_text_of_the_last_object_is_included() -> None:
    (record,) = records_in(DATA / "coll_WJC-NSCSW-1.jsonl")
    assert "Machine-read text of page 24:" in record.text
    assert len(record.text) > 14_000


@needs_shared
def test_pdf_with_repeated_pages_is_omitted() -> None:
    (record,) = (one for one in records_in(DATA / "rg_11-1.jsonl") if one.na_id == 100358199)
    assert "Machine-read text of page 3:" in record.text
    assert "Machine-read text of page 7:" not in record.text


# Properties


@given(st.text(min_size=1), st.sampled_from([*LevelOfDescription, *AuthorityType]))
def test_text_contains_the_name(name: str, type_: LevelOfDescription | AuthorityType) -> None:
    key = "title" if isinstance(type_, LevelOfDescription) else "heading"
    raw = {key: name, "naId": 7}
    assert clean(name.strip()) in compose_text({"record": raw}, raw, type_, ())


@given(st.text())
def test_cleaning_is_idempotent(given_text: str) -> None:
    assert clean(clean(given_text)) == clean(given_text)
    assert not set(clean(given_text)) & set("\0\r\x1f")
