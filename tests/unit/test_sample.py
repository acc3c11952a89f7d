"""Tests of the sample: complete hierarchies, and no references from real to invented records."""

from ingest.parse.references import ancestors
from ingest.parse.schema import Raw
from narabot.models import FIRST_EXAMPLE_NA_ID, LevelOfDescription
from tests.records import SAMPLE, raw_lines


def descriptions() -> dict[int, Raw]:
    """Return the sample's descriptions, keyed by naId."""
    return {raw["naId"]: raw for raw in raw_lines(SAMPLE) if raw["recordType"] == "description"}


def chain(raw: Raw) -> list[int]:
    """Return the naIds of a record's ancestors, farthest first."""
    return [entry["naId"] for entry in ancestors(raw)]


def test_paths_agree_with_ancestor_paths() -> None:
    known = descriptions()
    for raw in known.values():
        above = chain(raw)
        for position, na_id in enumerate(above):
            if na_id in known:
                assert chain(known[na_id]) == above[:position], (raw["naId"], na_id)


def test_sample_has_at_least_three_complete_hierarchies() -> None:
    known = descriptions()
    roots = {
        chain(raw)[0]
        for raw in known.values()
        if raw["levelOfDescription"] == LevelOfDescription.ITEM
        and all(na_id in known for na_id in chain(raw))
    }
    assert len(roots) >= 3


def test_real_records_do_not_reference_invented_records() -> None:
    for raw in raw_lines(SAMPLE):
        if raw["naId"] < FIRST_EXAMPLE_NA_ID:
            assert all(number < FIRST_EXAMPLE_NA_ID for number in numbers(raw))


def numbers(value: object) -> list[int]:
    """Return every naId in a JSON value."""
    if isinstance(value, dict):
        own = [value["naId"]] if isinstance(value.get("naId"), int) else []
        return own + [number for inner in value.values() for number in numbers(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in numbers(inner)]
    return []
