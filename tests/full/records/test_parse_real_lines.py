"""All real lines are parsed correctly."""

from collections import Counter

import pytest

from ingest.parse.record import CatalogRecord
from tests.records import (
    SAMPLE,
    records_in,
)
from tests.shared import DATA, data_files, needs_shared

pytestmark = needs_shared


def test_all_real_lines_are_parsed(real: list[CatalogRecord]) -> None:
    assert len(data_files()) == 8
    assert len(real) == 15_336
    assert Counter(str(record.type) for record in real) == {
        "item": 14_023,
        "fileUnit": 1_204,
        "series": 108,
        "recordGroup": 1,
    }


@pytest.fixture(scope="module")
def real() -> list[CatalogRecord]:
    """Return the records from all real lines."""
    return list(records_in(DATA))


def test_every_real_record_text_begins_with_its_title(
    real: list[CatalogRecord],
) -> None:
    for record in real:
        assert record.text.startswith(f"Title: {record.name}".replace("\r", "")[:40])
        assert record.cut_chars == 0


def test_parallel_lists_of_real_records_have_equal_lengths(real: list[CatalogRecord]) -> None:
    for record in [*real, *records_in(SAMPLE)]:
        for field in ("subjects", "creators", "contributors", "donors", "broaderTerms"):
            names = [f"{leaf}_{field}" for leaf in ("naId", "heading", "authorityType")]
            lengths = {len(record.properties[n]) for n in names if n in record.properties}
            assert len(lengths) <= 1, (record.na_id, field)


def test_real_duplicate_lines_are_ranked_by_length(real: list[CatalogRecord]) -> None:
    both = [record for record in real if record.na_id == 28277406]
    assert [record.file_name for record in sorted(both, key=lambda one: one.canonical_length)] == [
        "coll_FDR-MORGEN-2.jsonl",
        "coll_FDR-MORGEN-1.jsonl",
    ]


def test_real_record_years_are_plausible(real: list[CatalogRecord]) -> None:
    years = {
        record.properties[name]
        for record in real
        for name in ("startYear", "endYear")
        if name in record.properties
    }
    assert 1000 <= min(years) <= max(years) <= 2100  # type: ignore[type-var]


def test_real_record_paths_begin_at_a_root(real: list[CatalogRecord]) -> None:
    for record in real:
        if record.references.ancestors:
            root = record.references.ancestors[0]["levelOfDescription"]
            assert root in {"recordGroup", "collection", "series"}
            assert record.references.edges
