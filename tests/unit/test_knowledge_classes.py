"""Tests of NEREL's 29 entity and 49 relation classes, and of each relation's allowed arguments."""

import pytest

from narabot.knowledge.classes import classes


def test_class_counts_match_nerel() -> None:
    assert len(classes().entities) == 29
    assert len(classes().relations) == 49


def test_own_classes_do_not_overlap_nerel_classes() -> None:
    assert not classes().entities & classes().entities_of_ours
    assert not classes().relations.keys() & classes().relations_of_ours.keys()


@pytest.mark.parametrize("name", sorted(classes().all_relations))
def test_relation_arguments_are_known_classes(name: str) -> None:
    relation = classes().all_relations[name]
    assert relation.subjects | relation.objects <= classes().all_entities


def test_subclass_fits_where_its_superclass_does() -> None:
    headquartered = classes().relations["HEADQUARTERED_IN"]
    assert headquartered.fits("ORGANIZATION", "CITY")
    assert headquartered.fits("ORGANIZATION", "LOCATION")
    assert not headquartered.fits("PERSON", "CITY")
    assert not headquartered.fits("ORGANIZATION", "DATE")


def test_relation_without_argument_classes_accepts_any() -> None:
    assert classes().relations["PART_OF"].fits("LAW", "EVENT")


def test_functional_relations_include_birth_date_and_death_place() -> None:
    single = {name for name, one in classes().relations.items() if one.is_functional}
    assert {"DATE_OF_BIRTH", "PLACE_OF_DEATH"} <= single
    assert "WORKS_AS" not in single
