"""Tests of NEREL's 29 entity and 49 relation classes, and of each relation's possible arguments."""

import pytest

from narabot.knowledge.classes import classes


def test_they_are_as_many_as_nerel_has() -> None:
    assert len(classes().entities) == 29
    assert len(classes().relations) == 49


def test_none_of_ours_is_one_of_theirs() -> None:
    assert not classes().entities & classes().entities_of_ours
    assert not classes().relations.keys() & classes().relations_of_ours.keys()


@pytest.mark.parametrize("name", sorted(classes().all_relations))
def test_a_relation_joins_classes_that_there_are(name: str) -> None:
    relation = classes().all_relations[name]
    assert relation.subjects | relation.objects <= classes().all_entities


def test_a_part_fits_where_the_whole_does() -> None:
    headquartered = classes().relations["HEADQUARTERED_IN"]
    assert headquartered.fits("ORGANIZATION", "CITY")
    assert headquartered.fits("ORGANIZATION", "LOCATION")
    assert not headquartered.fits("PERSON", "CITY")
    assert not headquartered.fits("ORGANIZATION", "DATE")


def test_what_names_no_class_joins_any() -> None:
    assert classes().relations["PART_OF"].fits("LAW", "EVENT")


def test_a_person_is_born_once() -> None:
    single = {name for name, one in classes().relations.items() if one.is_functional}
    assert {"DATE_OF_BIRTH", "PLACE_OF_DEATH"} <= single
    assert "WORKS_AS" not in single
