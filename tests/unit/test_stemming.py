"""Tests of words and stems, including concurrent calls from several threads."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import snowballstemmer

from narabot.words import content_words, stem
from tests.records import SAMPLE

THREADS = 8


@pytest.fixture
def often_interrupted() -> Iterator[None]:
    """Make threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_stemming_is_thread_safe(often_interrupted: None) -> None:
    text = " ".join(path.read_text("utf-8") for path in SAMPLE.rglob("*.jsonl"))
    words = [word for word in content_words(text) if word.isascii() and word.isalpha()]
    assert len(words) > 1_000
    alone = snowballstemmer.stemmer("english")
    wanted = {word: alone.stemWord(word) for word in words}
    stem.cache_clear()
    with ThreadPoolExecutor(THREADS) as pool:
        orders = (words[start:] + words[:start] for start in range(0, len(words), 97))
        list(pool.map(lambda order: [stem(word) for word in order], orders))
    assert {word: stem(word) for word in words} == wanted


@pytest.mark.parametrize(
    ("word", "expected"),
    [("letters", "letter"), ("secretary's", "secretari"), ("письма", "письм"), ("1841", "1841")],
)
def test_words_in_both_languages_are_stemmed(word: str, expected: str) -> None:
    assert stem(word) == expected
