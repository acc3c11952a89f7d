"""Tests of unit ranking from the evidence of all levels."""

from narabot.models import LevelOfDescription
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.places import MOST_EVIDENCE, SearchHits, Unit, rank_units

SERIES = Unit(1, LevelOfDescription.SERIES)
CLAIMS = Unit(2, LevelOfDescription.FILE_UNIT)
PATENTS = Unit(3, LevelOfDescription.FILE_UNIT)
ABOVE = {
    1: (SERIES,),
    2: (CLAIMS, SERIES),
    3: (PATENTS, SERIES),
    20: (CLAIMS, SERIES),
    21: (CLAIMS, SERIES),
    30: (PATENTS, SERIES),
}


def hit(na_id: int, score: float = 1.0) -> Hit:
    """Return a hit of a record's first chunk."""
    return Hit(f"{na_id}-0", na_id, score)


def test_an_item_speaks_for_the_units_that_it_is_kept_in() -> None:
    best, *_ = rank_units(
        [SearchHits([hit(20, 9.0)], [hit(20, 0.9)])], ABOVE, LevelOfDescription.FILE_UNIT
    )
    assert best.unit == CLAIMS
    assert best.evidence == (20,)


def test_a_unit_without_any_item_is_found_by_its_label() -> None:
    ranked = rank_units(
        [SearchHits([hit(3, 9.0)], [hit(3, 0.9)])], ABOVE, LevelOfDescription.FILE_UNIT
    )
    assert [one.unit for one in ranked] == [PATENTS]
    assert ranked[0].evidence == ()


def test_label_and_item_together_say_more_than_the_item_alone() -> None:
    words = [hit(20, 5.0), hit(30, 5.5), hit(2, 3.0)]
    ranked = rank_units([SearchHits(words, [])], ABOVE, LevelOfDescription.FILE_UNIT)
    assert [one.unit for one in ranked] == [CLAIMS, PATENTS]


def test_many_middling_items_weigh_no_more_than_the_best_of_them() -> None:
    words = [hit(20, 2.0), hit(21, 2.0), hit(30, 3.0)]
    ranked = rank_units([SearchHits(words, [])], ABOVE, LevelOfDescription.FILE_UNIT)
    assert ranked[0].unit == PATENTS


def test_without_a_level_an_item_speaks_for_the_nearest_unit_alone() -> None:
    ranked = rank_units([SearchHits([hit(20)], [])], ABOVE)
    assert [one.unit for one in ranked] == [CLAIMS]
    ranked = rank_units([SearchHits([hit(20)], [])], ABOVE, LevelOfDescription.SERIES)
    assert [(one.unit, one.evidence) for one in ranked] == [(SERIES, (20,))]


def test_a_series_comes_before_its_file_units_by_its_own_label_alone() -> None:
    found = [hit(1, 3.0), hit(30, 2.0), hit(20, 1.0)]
    assert [one.unit for one in rank_units([SearchHits(found, [])], ABOVE)] == [
        SERIES,
        PATENTS,
        CLAIMS,
    ]


def test_what_is_kept_in_no_unit_is_left_out() -> None:
    assert rank_units([SearchHits([hit(99)], [hit(99)])], {99: ()}) == []


def test_evidence_is_short_and_names_each_record_once() -> None:
    above = dict.fromkeys(range(20, 40), (CLAIMS,))
    found = [hit(na_id) for na_id in range(20, 40)]
    (only,) = rank_units([SearchHits(found, found)], above)
    assert len(only.evidence) == len(set(only.evidence)) == MOST_EVIDENCE


def test_a_unit_that_is_first_everywhere_has_1() -> None:
    found = [hit(2, 0.9), hit(20, 0.8)]
    best, *_ = rank_units([SearchHits(found, found)], ABOVE, LevelOfDescription.FILE_UNIT)
    assert best.score == 1.0
