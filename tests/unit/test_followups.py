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
def test_follow_up_depends_on_earlier_request(request_: str) -> None:
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
def test_self_contained_request_does_not_depend_on_earlier(request_: str) -> None:
    assert not depends_on_earlier(request_)


def test_follow_up_refers_to_the_record_that_answered() -> None:
    assert (
        resolve_follow_up("And who created them?", ANSWERED)
        == "And who created them: Ledger of flags?"
    )


def test_follow_up_after_refusal_refers_to_the_earlier_question() -> None:
    refused = replace(ANSWERED, answer=Answer((), 0.1, "extractive"))
    assert resolve_follow_up("Where is it?", refused) == "Where is it: What lists the flags?"


def test_follow_up_after_list_or_guide_uses_earlier_request() -> None:
    listed = replace(ANSWERED, asked="Show me flags", answer=None)
    assert ANSWERED.answer is not None
    guided = replace(ANSWERED, answer=replace(ANSWERED.answer, answerer=GUIDE))
    assert resolve_follow_up("Where is it?", guided) == "Where is it: What lists the flags?"
    assert (
        resolve_follow_up("Where are they held?", listed) == "Where are they held: Show me flags?"
    )


def test_first_or_self_contained_request_is_unchanged() -> None:
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
def test_follow_up_with_new_details_repeats_the_earlier_request(
    before: str, request_: str, asked: str
) -> None:
    assert resolve_follow_up(request_, replace(ANSWERED, asked=before)) == asked


def test_follow_ups_do_not_accumulate() -> None:
    first = replace(ANSWERED, query="Which log has No. 12?", asked="Which log has No. 12?")
    second = replace(first, query="And No. 15?", asked=resolve_follow_up("And No. 15?", first))
    assert resolve_follow_up("And No. 16?", second) == "And No. 16: Which log has No?"
