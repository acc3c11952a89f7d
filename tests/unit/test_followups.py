"""Tests of follow-up requests."""

from dataclasses import replace

import pytest

from narabot.models import GUIDE, Answer, Quote, RequestClass, Response, Sentence, Trace
from narabot.understanding.followup import depends_on_earlier, resolve_follow_up
from tests.unit.test_answering import passage

LEDGER = passage("Title: Ledger of flags", 7, "Ledger of flags")
QUOTE = Quote(7, "7-0", 7, 22, "Ledger of flags")
TRACE = Trace("rules", "hybrid", "extractive", {})
ANSWERED = Response(
    query="What lists the flags?",
    asked="What lists the flags?",
    request_class=RequestClass.QUESTION,
    passages=(passage("Title: Other", 8, "Other"), LEDGER),
    answer=Answer((Sentence("Ledger of flags", (QUOTE,)),), 0.9, "extractive"),
    trace=TRACE,
)


@pytest.mark.parametrize(
    "request_",
    ["And who created them?", "Where is it held?", "what about 1891?", "А кто их создал?"],
)
def test_requests_that_lean(request_: str) -> None:
    assert depends_on_earlier(request_)


@pytest.mark.parametrize(
    "request_",
    [
        "Who created the ledger?",
        "Where is it held, the ledger of Captain Smith?",
        "Who kept it in 1891?",
        "",
        "What does this long request say of all that the keeper of the light wrote down?",
    ],
)
def test_requests_that_stand_by_themselves(request_: str) -> None:
    assert not depends_on_earlier(request_)


def test_a_leaning_request_is_about_the_record_that_answered() -> None:
    assert (
        resolve_follow_up("And who created them?", ANSWERED)
        == "And who created them: Ledger of flags?"
    )


def test_after_a_refusal_it_is_about_what_was_asked() -> None:
    refused = replace(ANSWERED, answer=Answer((), 0.1, "extractive"))
    assert resolve_follow_up("Where is it?", refused) == "Where is it: What lists the flags?"


def test_after_a_list_it_is_about_what_was_ordered() -> None:
    listed = replace(ANSWERED, asked="Show me flags", answer=None)
    assert ANSWERED.answer is not None
    guided = replace(ANSWERED, answer=replace(ANSWERED.answer, answerer=GUIDE))
    assert resolve_follow_up("Where is it?", guided) == "Where is it: What lists the flags?"
    assert (
        resolve_follow_up("Where are they held?", listed) == "Where are they held: Show me flags?"
    )


def test_the_first_request_and_one_that_stands_are_left_alone() -> None:
    assert resolve_follow_up("And who created them?", None) == "And who created them?"
    assert resolve_follow_up("Who created the ledger?", ANSWERED) == "Who created the ledger?"


@pytest.mark.parametrize(
    ("before", "request_", "asked"),
    [
        (
            "Show me the log with Summary No. 12, March 1866.",
            "And No. 15?",
            "And No. 15: Show me the log with Summary No. , March 1866?",
        ),
        (
            "Which volume covers July 1, 1841?",
            "And 23 June of the same year?",
            "And 23 June of the same year: Which volume covers 1841?",
        ),
        (
            "Is there a letter from Lynn on the floods?",
            "What about Salem?",
            "What about Salem: Is there a letter from Lynn on the floods?",
        ),
        ("Which letters are of 1841?", "And of 1843?", "And of 1843: Which letters are of?"),
    ],
)
def test_what_names_something_itself_is_asked_as_before(
    before: str, request_: str, asked: str
) -> None:
    assert resolve_follow_up(request_, replace(ANSWERED, asked=before)) == asked


def test_follow_ups_do_not_pile_up() -> None:
    first = replace(ANSWERED, query="Which log has No. 12?", asked="Which log has No. 12?")
    second = replace(first, query="And No. 15?", asked=resolve_follow_up("And No. 15?", first))
    assert resolve_follow_up("And No. 16?", second) == "And No. 16: Which log has No?"
