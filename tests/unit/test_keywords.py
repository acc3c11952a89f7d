"""Tests of low-level and high-level keywords, and of interleaving their hits."""

import pytest

from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.keywords import Keywords, classify_words
from narabot.retrieval.strategies.lightrag import interleaved
from narabot.understanding.names import name_tokens

CHUNKS = {"letters": 600, "of": 1000, "storms": 200, "vane": 3, "wra": 500, "1891": 40, "lamps": 9}


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("letters about storms", Keywords((), ("letters", "storms"))),
        ("letters of Vane", Keywords(("vane",), ("letters",))),
        ("letters of 1891 about lamps", Keywords(("1891", "lamps"), ("letters",))),
        ("letters of the WRA", Keywords(("wra",), ("letters",))),
        ("zeppelins", Keywords()),
        ("", Keywords()),
    ],
)
def test_low_level_keywords_are_names_numbers_and_rare_words(
    request_: str, wanted: Keywords
) -> None:
    found = classify_words(name_tokens(request_), 1000, lambda word: CHUNKS.get(word, 0))
    assert found == wanted
    assert len(found) == len(wanted.low) + len(wanted.high)


def test_long_request_looks_up_only_some_words() -> None:
    looked_up: list[str] = []
    text = " ".join(f"word{number}" for number in range(100))
    classify_words(name_tokens(text), 1000, lambda word: looked_up.append(word) or 1)  # type: ignore[func-returns-value]
    assert len(looked_up) == 24


def test_interleaving_alternates_rankings_without_duplicates() -> None:
    low = [Hit("1-0", 1, 0.9), Hit("2-0", 2, 0.8)]
    high = [Hit("3-0", 3, 0.2), Hit("1-0", 1, 0.1), Hit("4-0", 4, 0.1)]
    assert [one.chunk_id for one in interleaved(low, high, ())] == ["1-0", "3-0", "2-0", "4-0"]
    assert interleaved() == interleaved((), ()) == []
