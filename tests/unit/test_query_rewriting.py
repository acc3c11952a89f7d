"""Tests of query rewriting: long requests are reduced to their questions."""

from hypothesis import given
from hypothesis import strategies as st

from narabot.models import Wording
from narabot.understanding.query_rewriting import MAX_REQUEST_WORDS, asking_part, rewrite_query
from narabot.understanding.tokens import tokenize
from narabot.words import WORD

STORY = "My grandfather told us of the farm and of the long journeys. " * 20


def test_short_request_is_unchanged() -> None:
    assert rewrite_query("I am new here. Where is the ledger?") == Wording(
        "I am new here. Where is the ledger?"
    )


def test_long_request_is_reduced_to_its_question() -> None:
    assert (
        asking_part(tokenize(f"{STORY}Where is the ledger? Thank you.")) == "Where is the ledger?"
    )


def test_several_questions_keep_their_order() -> None:
    questions = "Who kept the ledger? Where is it now?"
    assert asking_part(tokenize(f"{STORY}{questions}")) == questions


def test_request_without_a_question_keeps_its_last_words() -> None:
    found = asking_part(tokenize(STORY + "the ledger"))
    assert found.endswith("the ledger")
    assert len(WORD.findall(found)) == MAX_REQUEST_WORDS


def test_russian_request_is_searched_in_english() -> None:
    assert rewrite_query("Где карта?").text == "where map?"


@given(st.lists(st.sampled_from(["who ", "ledger ", "farm. ", "? ", "1891, "]), max_size=400))
def test_search_text_length_is_limited(pieces: list[str]) -> None:
    assert len(WORD.findall(asking_part(tokenize("".join(pieces))))) <= MAX_REQUEST_WORDS
