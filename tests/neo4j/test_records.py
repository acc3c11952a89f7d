"""Whole records on small graphs: text, hierarchy, names, restrictions, and many children."""

from pathlib import Path
from typing import Any

import pytest

from narabot.errors import UnknownRecordError
from narabot.graph import Graph
from narabot.models import FiledSubject, LevelOfDescription, Relation, TitleFacts
from narabot.retrieval import (
    filed_subjects,
    read_held_records,
    record_hashes,
    title_facts,
)
from narabot.retrieval.operators import by_id
from narabot.retrieval.records.full_record import full_record
from tests.ingesting import load_records
from tests.records import ancestor, raw_authority, raw_record

ABOVE = [ancestor(1, "recordGroup", 2), ancestor(2, "series", 1)]
CREATOR = {
    "naId": 21,
    "heading": "Navy",
    "authorityType": "organization",
    "creatorType": "Most Recent",
}
UNIT = {"name": "Library", "address1": "1 Road", "email": "a@b.gov"}
SERIES: dict[str, Any] = {
    "naId": 2,
    "levelOfDescription": "series",
    "ancestors": [ancestor(1, "recordGroup", 1)],
    "creators": [CREATOR],
    "accessRestriction": {"status": "Restricted - Partly"},
    "physicalOccurrences": [
        {"referenceUnits": [UNIT], "mediaOccurrences": [{"containerId": "Box 9"}]}
    ],
}


def test_long_text_is_restored_unchanged(graph: Graph, tmp_path: Path) -> None:
    note = " ".join(f"Sentence number {number} of the note." for number in range(400))
    load_records(graph, tmp_path, raw_record(scopeAndContentNote=note, localIdentifier="L-1"))
    lines = {line.label: line.text for line in full_record(graph, 7).lines}
    assert lines == {"Title": "Logbook", "Scope and content": note, "Local identifier": "L-1"}


def test_record_has_its_path_and_inherited_fields(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, raw_record(ancestors=ABOVE), raw_record("Logs", **SERIES))
    full = full_record(graph, 7)
    assert [step.na_id for step in full.path] == [7, 2, 1]
    assert full.series == full.path[1]
    assert full.access is not None
    assert (full.access.status, full.access.stated_by.na_id) == ("Restricted - Partly", 2)
    assert full.use is None
    inherited = {one.line.label: one.line.text for one in full.inherited}
    assert inherited["Container"] == "Box 9"
    assert inherited["Held at"] == "Library, 1 Road (a@b.gov)"
    creator = full.roles[0]
    assert (creator.authority.name, creator.kind) == ("Navy", "Most Recent")
    assert creator.stated_by.na_id == 2


def test_record_fields_override_ancestor_fields(graph: Graph, tmp_path: Path) -> None:
    own = raw_record(ancestors=ABOVE, accessRestriction={"status": "Unrestricted"})
    load_records(graph, tmp_path, own, raw_record("Logs", **SERIES))
    full = full_record(graph, 7)
    assert full.access is not None
    assert (full.access.status, full.access.stated_by.na_id) == ("Unrestricted", 7)
    assert "Access" not in [one.line.label for one in full.inherited]


def test_siblings_are_ordered_by_na_id(graph: Graph, tmp_path: Path) -> None:
    load_records(
        graph, tmp_path, *(raw_record(f"N{n}", naId=n, ancestors=ABOVE) for n in (30, 10, 20))
    )
    beside = full_record(graph, 20).siblings
    assert beside is not None
    assert beside.before is not None
    assert beside.after is not None
    assert (beside.before.na_id, beside.after.na_id) == (10, 30)
    assert (beside.place, beside.count) == (2, 3)
    first = full_record(graph, 10).siblings
    assert first is not None
    assert first.before is None
    assert full_record(graph, 1).siblings is None


def test_digital_objects_keep_their_types_and_order(graph: Graph, tmp_path: Path) -> None:
    objects = [
        {"objectUrl": "https://x/1", "objectType": "Image (JPG)"},
        {"objectType": "Image (JPG)"},
        {"objectUrl": "https://x/3", "objectDescription": "Back"},
    ]
    load_records(graph, tmp_path, raw_record(digitalObjects=objects))
    found = full_record(graph, 7).online
    assert [(one.url, one.type, one.description) for one in found] == [
        ("https://x/1", "Image (JPG)", ""),
        ("https://x/3", "", "Back"),
    ]


def test_stub_has_children_but_no_text(graph: Graph, tmp_path: Path) -> None:
    load_records(graph, tmp_path, raw_record(ancestors=ABOVE))
    stub = full_record(graph, 2)
    assert stub.is_stub
    assert stub.lines == ()
    assert [child.na_id for child in stub.children.records] == [7]
    assert stub.children_counts == ((LevelOfDescription.ITEM, 1),)


def test_organization_has_its_names_and_their_records(graph: Graph, tmp_path: Path) -> None:
    names = [{"naId": 21, "heading": "Navy"}, {"naId": 22, "heading": "Navy (old)"}]
    organization = raw_authority(
        "Navy", naId=20, authorityType="organization", organizationNames=names
    )
    about = {"naId": 22, "heading": "Navy (old)", "authorityType": "organization"}
    load_records(
        graph,
        tmp_path,
        organization,
        raw_record("Logs", **SERIES),
        raw_record(subjects=[about], ancestors=ABOVE),
    )
    for na_id in (20, 21, 22):
        full = full_record(graph, na_id)
        assert {other.na_id for other in full.other_names} == {20, 21, 22} - {na_id}
        assert [one.na_id for one in full.descriptions.records] == [2, 7]
        assert full.descriptions.total == 2
        counted = [(one.relation, one.level, one.count) for one in full.descriptions_counts]
        assert counted == [
            (Relation.CREATOR, LevelOfDescription.SERIES, 1),
            (Relation.SUBJECT, LevelOfDescription.ITEM, 1),
        ]
    assert full_record(graph, 20).path[0].na_id == 20


def test_authority_terms_are_listed_by_role(graph: Graph, tmp_path: Path) -> None:
    terms = {
        "broaderTerms": [{"naId": 31, "heading": "Ships"}],
        "relatedTerms": [{"naId": 32, "heading": "Harbors"}],
    }
    load_records(
        graph, tmp_path, raw_authority("Boats", naId=30, authorityType="topicalSubject", **terms)
    )
    named = [(one.relation, one.authority.name) for one in full_record(graph, 30).roles]
    assert named == [(Relation.BROADER_TERM, "Ships"), (Relation.RELATED_TERM, "Harbors")]


def test_ancestor_cycle_does_not_cause_an_endless_path(graph: Graph, tmp_path: Path) -> None:
    load_records(
        graph,
        tmp_path,
        raw_record(naId=1, ancestors=[ancestor(2, "item", 1)]),
        raw_record("Other", naId=2, ancestors=[ancestor(1, "item", 1)]),
    )
    assert [step.na_id for step in full_record(graph, 1).path] == [1]


@pytest.mark.parametrize("na_id", [6, 2**63 - 1])
def test_unknown_record_raises_an_error(graph: Graph, tmp_path: Path, na_id: int) -> None:
    load_records(graph, tmp_path, raw_record())
    with pytest.raises(UnknownRecordError, match=str(na_id)):
        full_record(graph, na_id)


def test_record_inherits_its_physical_location(graph: Graph, tmp_path: Path) -> None:
    unit = raw_record(
        "Letters",
        naId=3,
        levelOfDescription="fileUnit",
        ancestors=ABOVE,
        microformPublications=[{"title": "M1.", "note": "Roll 2."}, {"identifier": "M3"}],
        useRestriction={"status": "Unrestricted"},
        physicalOccurrences=[
            {
                "referenceUnits": [UNIT | {"name": "Library - Maps"}, UNIT],
                "mediaOccurrences": [
                    {"containerId": "Box 1", "physicalRestrictionNote": "Wear gloves."},
                    {"containerId": "Box 1"},
                ],
            }
        ],
    )
    below = [ancestor(1, "recordGroup", 3), ancestor(2, "series", 2), ancestor(3, "fileUnit", 1)]
    load_records(
        graph,
        tmp_path,
        raw_record(ancestors=below),
        unit,
        raw_record("Logs", **SERIES | {"accessRestriction": {"status": "Undetermined"}}),
        raw_authority("Myer, Dillon"),
    )
    item, series, person = read_held_records(graph, [7, 2, 404, 8])
    assert [(one.name, one.address) for one in item.units] == [
        ("Library - Maps", "1 Road (a@b.gov)"),
        ("Library", "1 Road (a@b.gov)"),
    ]
    assert item.containers is not None
    assert (item.containers.texts, item.containers.stated_by.na_id) == (("Box 1",), 3)
    assert item.microfilm is not None
    assert item.microfilm.texts == ("M1. Roll 2.", "M3.")
    assert item.handling is not None
    assert (item.handling.texts, item.handling.stated_by.na_id) == (("Wear gloves.",), 3)
    assert series.handling is None
    assert item.access is not None
    assert (item.access.status, item.access.stated_by.na_id) == ("Undetermined", 2)
    assert item.use is not None
    assert series.containers is not None
    assert series.containers.texts == ("Box 9",)
    assert series.use is None
    assert person.units == ()
    assert set(record_hashes(graph, [7, 404, 2])) == {7, 2}


def test_microfilm_text_comes_from_the_media_note(graph: Graph, tmp_path: Path) -> None:
    film = {"specificMediaType": "Microfilm"}
    noted = film | {"mediaOccurrenceNote": "It consists of 28 rolls."}
    load_records(
        graph,
        tmp_path,
        raw_record(
            "Rosters",
            **SERIES | {"naId": 1, "physicalOccurrences": [{"mediaOccurrences": [noted]}]},
        ),
        raw_record(
            "Diaries", **SERIES | {"naId": 3, "physicalOccurrences": [{"mediaOccurrences": [film]}]}
        ),
    )
    rosters, diaries = read_held_records(graph, [1, 3])
    assert rosters.microfilm is not None and diaries.microfilm is not None
    assert rosters.microfilm.texts == ("It consists of 28 rolls.",)
    assert diaries.microfilm.texts == ("On microfilm.",)


def test_multiple_reference_units_of_a_group_are_not_inherited(
    graph: Graph, tmp_path: Path
) -> None:
    units = [UNIT, UNIT | {"name": "Archive"}]
    group = raw_record("Navy", naId=1, levelOfDescription="recordGroup", referenceUnits=units)
    item = raw_record(ancestors=[ancestor(1, "recordGroup", 1)])
    load_records(graph, tmp_path, group, item)
    navy, below = read_held_records(graph, [1, 7])
    assert [one.name for one in navy.units] == ["Library", "Archive"]
    assert below.units == ()


def test_address_in_a_note_is_not_a_physical_location(graph: Graph, tmp_path: Path) -> None:
    note = "One.\nHeld at: Library, 9 Wrong Road (wrong@b.gov)"
    load_records(graph, tmp_path, raw_record(scopeAndContentNote=note))
    assert read_held_records(graph, [7])[0].units == ()


def test_records_in_several_batches_keep_the_requested_order(
    graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_id, "BATCH", 2)
    load_records(graph, tmp_path, *(raw_record(naId=naId) for naId in range(11, 18)))
    wanted = [17, 11, 15, 404, 12, 16]
    assert [one.record.na_id for one in read_held_records(graph, wanted)] == [17, 11, 15, 12, 16]


def test_title_facts_are_read_for_several_records(graph: Graph, tmp_path: Path) -> None:
    title = "Telegram from Recife to State Concerning Student Strike (Recife 12): 8/21/1968"
    item = {"levelOfDescription": "item", "naId": 8, "ancestors": ABOVE}
    load_records(graph, tmp_path, raw_record(ancestors=ABOVE), raw_record(title, **item))
    assert title_facts(graph, [7, 8, 404]) == {8: TitleFacts("Recife", "State")}


def test_folder_subjects_are_sorted_by_frequency(graph: Graph, tmp_path: Path) -> None:
    subjects = [
        "Harbor Dues",
        "harbor dues",
        "Fog",
        "Fog",
        "Fog",
        "Ice",
        "Tug",
        "Tug",
        "Oil",
        "Oil",
    ]
    folder = {"naId": 5, "levelOfDescription": "fileUnit", "title": "DEF 2 CAN", "distance": 1}
    items = [
        raw_record(
            f"Airgram from Ottawa to State Concerning {subject}: 2/20/1969",
            naId=number,
            levelOfDescription="item",
            ancestors=[folder],
        )
        for number, subject in enumerate(subjects, start=10)
    ]
    load_records(graph, tmp_path, *items)
    expected = tuple(map(FiledSubject, ("Fog", "Harbor Dues", "Oil"), (3, 2, 2)))
    assert filed_subjects(graph, [5, 10, 404]) == {5: expected}
