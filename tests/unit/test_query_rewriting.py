"""Tests of query rewriting: long requests are reduced to the part that asks."""

from hypothesis import given
from hypothesis import strategies as st

from narabot.models import Wording
from narabot.understanding.query_rewriting import MAX_REQUEST_WORDS, asking_part, rewrite_query
from narabot.understanding.tokens import tokenize
from narabot.words import WORD

STORY = "My grandfather told us of the farm and of the long journeys. " * 20


def test_a_short_request_is_searched_for_as_it_is() -> None:
    assert rewrite_query("I am new here. Where is the ledger?") == Wording(
        "I am new here. Where is the ledger?"
    )


def test_of_a_long_request_the_sentence_that_asks_is_searched_for() -> None:
    assert (
        asking_part(tokenize(f"{STORY}Where is the ledger? Thank you.")) == "Where is the ledger?"
    )


def test_several_sentences_that_ask_stay_in_their_order() -> None:
    asked = "Who kept the ledger? Where is it now?"
    assert asking_part(tokenize(f"{STORY}{asked}")) == asked


def test_where_nothing_asks_the_last_words_are_searched_for() -> None:
    found = asking_part(tokenize(STORY + "the ledger"))
    assert found.endswith("the ledger")
    assert len(WORD.findall(found)) == MAX_REQUEST_WORDS


def test_a_russian_request_is_searched_for_in_english() -> None:
    assert rewrite_query("Где карта?").text == "where map?"


@given(st.lists(st.sampled_from(["who ", "ledger ", "farm. ", "? ", "1891, "]), max_size=400))
def test_what_is_searched_for_is_never_long(pieces: list[str]) -> None:
    assert len(WORD.findall(asking_part(tokenize("".join(pieces))))) <= MAX_REQUEST_WORDS
