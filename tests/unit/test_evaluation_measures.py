"""Tests of which questions each measure covers, and of the measured values."""

import pytest

from narabot.evaluation.evaluations import Measured, Outcome
from narabot.evaluation.measures import MEASURES, Group, measured, question_groups
from narabot.models import RequestClass
from tests.evaluation_examples import outcome, question

ENGLISH = {
    Group.ANSWERABLE,
    Group.ENGLISH_ANSWERABLE,
    Group.ANY_ENGLISH_ANSWERABLE,
    Group.JUDGED,
    Group.ENGLISH_JUDGED,
}
NOTHING = {"answerable": False, "gold": (), "answer": ()}


def named(groups: tuple[Group, ...]) -> set[Group]:
    """Return the groups other than `ALL` and the two language groups."""
    return set(groups) - {Group.ALL, Group.ENGLISH, Group.RUSSIAN}


@pytest.mark.parametrize(
    ("fields", "groups"),
    [
        ({}, {Group.OWN_WORDS, *ENGLISH}),
        ({"lexmis": True}, {Group.MISMATCHED, Group.ANY_MISMATCHED, *ENGLISH}),
        (
            {"lexmis": True, "world_knowledge": True},
            {Group.OUTSIDE, Group.ANY_MISMATCHED, Group.ANY_ENGLISH_ANSWERABLE},
        ),
        ({"world_knowledge": True}, {Group.OUTSIDE, Group.ANY_ENGLISH_ANSWERABLE}),
        ({"lang": "ru", "world_knowledge": True}, {Group.OUTSIDE}),
        (
            {"lang": "ru", "lexmis": True},
            {Group.RUSSIAN_ANSWERABLE, Group.ANSWERABLE, Group.JUDGED},
        ),
        ({"lang": "ru"}, {Group.RUSSIAN_ANSWERABLE, Group.ANSWERABLE, Group.JUDGED}),
        (
            NOTHING,
            {
                Group.UNANSWERABLE,
                Group.ENGLISH_UNANSWERABLE,
                Group.JUDGED,
                Group.ENGLISH_JUDGED,
            },
        ),
        (
            NOTHING | {"lang": "ru"},
            {Group.UNANSWERABLE, Group.RUSSIAN_UNANSWERABLE, Group.JUDGED},
        ),
        ({"request_class": RequestClass.SHOW_RECORDS}, set()),
    ],
)
def test_question_belongs_only_to_its_groups(fields: dict[str, object], groups: set[Group]) -> None:
    assert named(question_groups(question(**fields))) == groups


def in_groups(name: str, *groups: Group, **scores: float) -> Outcome:
    return Outcome(id=name, query=name, groups=groups, scores=scores)


def row(rows: tuple[Measured, ...], group: Group, name: str) -> Measured:
    return next(one for one in rows if (one.group, one.name) == (group, name))


def test_measure_covers_only_questions_in_its_group() -> None:
    rows = measured(
        "questions",
        [
            in_groups("a", Group.OWN_WORDS, found=1.0, right=1.0),
            in_groups("b", Group.OWN_WORDS, found=1.0, right=0.0),
            in_groups("c", Group.MISMATCHED, found=0.0, right=0.0),
        ],
    )
    own = row(rows, Group.OWN_WORDS, "answer correct")
    assert (own.count, own.value) == (2, 0.5)
    assert row(rows, Group.OWN_WORDS, "gold in top 5").value == 1
    assert row(rows, Group.MISMATCHED, "gold in top 5").value == 0
    assert {one.group for one in rows} == {Group.OWN_WORDS, Group.MISMATCHED}


def test_quotations_are_weighted_equally_across_questions() -> None:
    rows = measured(
        "questions",
        [
            in_groups("a", Group.ALL, quotes=3.0, quotes_right=3.0),
            in_groups("b", Group.ALL, quotes=1.0, quotes_right=0.0),
            in_groups("c", Group.ALL, quotes=0.0, quotes_right=0.0),
        ],
    )
    assert row(rows, Group.ALL, "verified quotations").value == 0.75


@pytest.mark.slow
def test_refusals_are_ranked_by_confidence() -> None:
    rows = measured(
        "questions",
        [
            in_groups("a", Group.JUDGED, confidence=0.9, answerable=1.0),
            in_groups("b", Group.JUDGED, confidence=0.4, answerable=0.0),
            in_groups("c", Group.JUDGED, confidence=0.3, answerable=1.0),
        ],
    )
    assert row(rows, Group.JUDGED, "refusal AUROC").value == 0.5


@pytest.mark.parametrize("what", MEASURES)
def test_measure_names_are_unique_within_a_group(what: str) -> None:
    names = [(measure.group, measure.name) for measure in MEASURES[what]]
    assert len(names) == len(set(names))


def test_measure_without_data_has_no_row() -> None:
    assert measured("where-to-look", [outcome(ndcg=0.5)])[0].name == "nDCG@5"
    assert len(measured("where-to-look", [outcome(ndcg=0.5)])) == 1
