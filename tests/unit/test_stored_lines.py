"""Tests of location and restriction lines that are stored alongside a record's text."""

from pathlib import Path

import pytest

from ingest.parse.record import CatalogRecord
from ingest.parse.schema import Raw
from narabot.models import InheritedLine, LevelOfDescription, PathRecord, RecordType, TextLine
from narabot.models.lines import DESCRIPTION_LINES
from narabot.retrieval.operators.by_id import distinct_values
from narabot.retrieval.records.full_record import inherited_lines
from narabot.retrieval.records.physical_location import reference_units
from narabot.retrieval.records.text import text_lines
from tests.records import SAMPLE, ancestor, parsed, raw_authority, raw_record, records_in

STORED = {kind.label: kind.stored_as for kind in DESCRIPTION_LINES if kind.stored_as}
COLLEGE_PARK = {
    "name": "Archives II",
    "address1": "8601 Adelphi Road",
    "city": "College Park",
    "phone": "301-837-0561",
    "email": "x@nara.gov",
}


def held(*units: Raw) -> Raw:
    """Return a description with a copy that these reference units hold."""
    return raw_record(physicalOccurrences=[{"referenceUnits": list(units)}])


def addresses(record: CatalogRecord, *names: str) -> list[tuple[str, str | None]]:
    """Return the reference units with their addresses, as parsed from a record's properties."""
    row = {name: record.properties.get(name) for name in ("name_heldAt", "text_heldAt")}
    return [(unit.name, unit.address) for unit in reference_units(names, row)]


def test_stored_lines_match_the_text_of_the_sample() -> None:
    assert_stored_lines_match(SAMPLE)


def assert_stored_lines_match(folder: Path) -> None:
    """Fail unless the properties of each record in a folder equal the lines in its text."""
    seen = set()
    for record in (one for file in sorted(folder.rglob("*.jsonl")) for one in records_in(file)):
        is_description = record.properties["recordType"] == RecordType.DESCRIPTION
        lines = {line.label: line.text for line in text_lines(record.text, RecordType.DESCRIPTION)}
        for label, name in STORED.items() if is_description else ():
            texts = record.properties.get(name)
            assert isinstance(texts, list | None)
            assert "; ".join(distinct_values(texts)) == lines.get(label, "")  # type: ignore[arg-type]
            seen.update({label} if texts else set())
    assert seen >= {"Container", "Held at", "Access", "Use"}


def test_each_reference_unit_is_stored_once_with_its_name() -> None:
    record = parsed(held(COLLEGE_PARK, COLLEGE_PARK, {"name": "Archives I"}))
    assert record.properties["name_heldAt"] == ["Archives II", "Archives I"]
    assert record.properties["text_heldAt"] == [
        "Archives II, 8601 Adelphi Road, College Park (301-837-0561, x@nara.gov)",
        "Archives I",
    ]


def test_address_is_the_text_after_the_name() -> None:
    bare = {"name": "Archives I", "phone": "202"}
    record = parsed(held(COLLEGE_PARK, bare, {"name": "Archives"}))
    assert addresses(record, "Archives II", "Archives I", "Archives", "Elsewhere") == [
        ("Archives II", "8601 Adelphi Road, College Park (301-837-0561, x@nara.gov)"),
        ("Archives I", "(202)"),
        ("Archives", None),
        ("Elsewhere", None),
    ]


def test_first_of_two_addresses_is_used() -> None:
    record = parsed(held(COLLEGE_PARK, COLLEGE_PARK | {"city": "Rockville"}))
    [(_, address)] = addresses(record, "Archives II")
    assert address is not None
    assert "College Park" in address


def test_unnamed_unit_keeps_its_position_in_both_lists() -> None:
    record = parsed(held({"city": "Boston"}, COLLEGE_PARK))
    assert record.properties["name_heldAt"] == ["", "Archives II"]
    assert addresses(record, "Archives II")[0][1] == (
        "8601 Adelphi Road, College Park (301-837-0561, x@nara.gov)"
    )


@pytest.mark.parametrize("raw", [raw_record(), raw_authority(), held(), held({})])
def test_missing_fields_are_not_stored(raw: Raw) -> None:
    assert not {*STORED.values(), "name_heldAt"} & parsed(raw).properties.keys()


def test_ancestor_statement_has_no_stored_lines() -> None:
    note = {"accessRestriction": {"status": "Unrestricted", "note": "None."}}
    below = parsed(raw_record(ancestors=[ancestor(3, "series", 1, **note)]))
    [mention] = below.references.mentions
    assert "text_accessRestriction" not in mention.statement


def step(na_id: int, level: LevelOfDescription) -> PathRecord:
    """Return one record in a path."""
    return PathRecord(na_id, RecordType.DESCRIPTION, level, "Name", None, None, "https://x")


def test_missing_lines_are_inherited_from_the_nearest_ancestor() -> None:
    path = (
        step(1, LevelOfDescription.ITEM),
        step(2, LevelOfDescription.FILE_UNIT),
        step(3, LevelOfDescription.SERIES),
    )
    nothing = dict.fromkeys(STORED.values())
    rows = [
        nothing,
        nothing | {"containerId": ["Box 1", "Box 1", "Box 2"]},
        nothing | {"containerId": ["Box 9"], "text_accessRestriction": ["Unrestricted"]},
    ]
    assert list(inherited_lines(rows, path, {"Title"})) == [
        InheritedLine(TextLine("Container", "Box 1; Box 2"), path[1]),
        InheritedLine(TextLine("Access", "Unrestricted"), path[2]),
    ]
    assert [one.line.label for one in inherited_lines(rows, path, {"Container"})] == ["Access"]
