"""Tests of ranking units by the evidence from all levels of description."""

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


def test_item_is_evidence_for_its_unit() -> None:
    best, *_ = rank_units(
        [SearchHits([hit(20, 9.0)], [hit(20, 0.9)])], ABOVE, LevelOfDescription.FILE_UNIT
    )
    assert best.unit == CLAIMS
    assert best.evidence == (20,)


def test_unit_without_items_is_found_by_its_label() -> None:
    ranked = rank_units(
        [SearchHits([hit(3, 9.0)], [hit(3, 0.9)])], ABOVE, LevelOfDescription.FILE_UNIT
    )
    assert [one.unit for one in ranked] == [PATENTS]
    assert ranked[0].evidence == ()


def test_label_and_item_outrank_an_item_alone() -> None:
    words = [hit(20, 5.0), hit(30, 5.5), hit(2, 3.0)]
    ranked = rank_units([SearchHits(words, [])], ABOVE, LevelOfDescription.FILE_UNIT)
    assert [one.unit for one in ranked] == [CLAIMS, PATENTS]


def test_several_weak_items_do_not_outrank_a_strong_one() -> None:
    words = [hit(20, 2.0), hit(21, 2.0), hit(30, 3.0)]
    ranked = rank_units([SearchHits(words, [])], ABOVE, LevelOfDescription.FILE_UNIT)
    assert ranked[0].unit == PATENTS


def test_item_supports_only_its_nearest_unit_by_default() -> None:
    ranked = rank_units([SearchHits([hit(20)], [])], ABOVE)
    assert [one.unit for one in ranked] == [CLAIMS]
    ranked = rank_units([SearchHits([hit(20)], [])], ABOVE, LevelOfDescription.SERIES)
    assert [(one.unit, one.evidence) for one in ranked] == [(SERIES, (20,))]


def test_series_outranks_file_units_only_by_its_label() -> None:
    found = [hit(1, 3.0), hit(30, 2.0), hit(20, 1.0)]
    assert [one.unit for one in rank_units([SearchHits(found, [])], ABOVE)] == [
        SERIES,
        PATENTS,
        CLAIMS,
    ]


def test_record_without_a_unit_is_omitted() -> None:
    assert rank_units([SearchHits([hit(99)], [hit(99)])], {99: ()}) == []


def test_evidence_is_short_without_repeated_records() -> None:
    above = dict.fromkeys(range(20, 40), (CLAIMS,))
    found = [hit(na_id) for na_id in range(20, 40)]
    (only,) = rank_units([SearchHits(found, found)], above)
    assert len(only.evidence) == len(set(only.evidence)) == MOST_EVIDENCE


def test_unit_first_in_every_search_scores_1() -> None:
    found = [hit(2, 0.9), hit(20, 0.8)]
    best, *_ = rank_units([SearchHits(found, found)], ABOVE, LevelOfDescription.FILE_UNIT)
    assert best.score == 1.0
