"""Tests that near-duplicates do not crowd out other evidence."""

from narabot.retrieval.operators.evidence import (
    MOST_NEAR_DUPLICATES,
    name_pattern,
    without_near_duplicates,
)
from tests.unit.test_answering import passage

VOLUMES = [
    passage("", number, f"Volume {number}, May {number} - May {number}") for number in range(9)
]
LETTER = passage("", 50, "Letter to the keeper")


def test_long_sequence_keeps_only_its_best_records() -> None:
    found = without_near_duplicates([*VOLUMES, LETTER], MOST_NEAR_DUPLICATES + 1)
    assert [one.na_id for one in found] == [*range(MOST_NEAR_DUPLICATES), 50]


def test_sequence_fills_the_rest_without_other_results() -> None:
    assert without_near_duplicates(VOLUMES, 8) == VOLUMES[:8]


def test_records_without_a_name_are_not_duplicates() -> None:
    nameless = [passage("", number, "") for number in range(6)]
    assert without_near_duplicates(nameless, 6) == nameless


def test_name_pattern_ignores_numbers_and_months() -> None:
    assert name_pattern("Volume 594, December 7 - December 8, 1942") == name_pattern(
        "Volume 12, January 1 - May 3, 1934"
    )
    assert name_pattern("Letter to Smith") != name_pattern("Letter to Jones")
