"""Tests that a broad question gets the records that contain a name from the question, if any."""

from dataclasses import replace

import pytest

from narabot.answering.extractive.guide import has_requested_name, prefer_passages_with_names
from narabot.chat.answers import may_get_guide
from narabot.understanding.parsing import RequestClassifiers, parse_request
from narabot.understanding.question import parse_question
from narabot.understanding.request_class import Classifier
from tests.unit.test_rendering_records import passage
from tests.unit.test_understanding import unused

CENTER = replace(passage(), text="Scope and content: Schools of the Granada Center.")
GARDEN = replace(passage(), text="Scope and content: A garden where a family was buried.")


def test_passages_without_a_requested_name_are_skipped() -> None:
    question = parse_question("My grandfather's family was held at Granada")
    assert prefer_passages_with_names(question, [GARDEN, CENTER]) == [CENTER]


def test_all_passages_remain_if_none_has_a_requested_name() -> None:
    for request in ("My grandfather's family was held at Topaz", "families in a garden"):
        assert prefer_passages_with_names(parse_question(request), [GARDEN, CENTER]) == [
            GARDEN,
            CENTER,
        ]


def test_has_requested_name_checks_the_passages() -> None:
    assert has_requested_name(
        parse_question("Which series name people at Granada?"), [GARDEN, CENTER]
    )
    assert not has_requested_name(
        parse_question("Which series name people at Topaz?"), [GARDEN, CENTER]
    )
    assert has_requested_name(parse_question("Which series name families?"), [GARDEN])


@pytest.mark.parametrize(
    ("request_", "is_answered"),
    [
        ("Which series name people held at Granada?", True),
        ("Which series name people held at Topaz?", False),
        ("Who was held at Granada?", False),
        ("Where can I find the names of people at Granada?", True),
        ("Where can I find the names of people at Topaz?", False),
        ("Где можно найти имена тех, кто был в Granada?", True),
        ("Where was the Granada school?", False),
        ("Granada", True),
        ("granada schools", True),
        ("Topaz", False),
        ("Topaz 1943", False),
        ("underwater schools basket weaving", False),
    ],
)
def test_record_question_or_topic_gets_guide_if_passages_match(
    request_: str, is_answered: bool
) -> None:
    parsed = parse_request(request_, RequestClassifiers(Classifier(unused)))
    assert may_get_guide(parsed, [GARDEN, CENTER]) == is_answered
