"""Lucene queries for title words. Pure."""

import re
from collections.abc import Iterable

from narabot.words import content_words, fold

WORDS = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


def title_query(groups: Iterable[tuple[str, ...]]) -> str:
    """Return a Lucene query for titles that contain one spelling from each group."""
    clauses = []
    for group in groups:
        spellings = (topic_query(words) for words in group)
        clauses.append(f"+({' '.join(spelling for spelling in spellings if spelling)})")
    return " ".join(clauses)


def topic_query(topic: str) -> str:
    """Return a Lucene query for titles that contain all content words of a topic."""
    words = [word for word in WORDS.findall(topic) if content_words(word)] or [topic]
    clauses = []
    for word in words:
        spellings = sorted({lucene_phrase(word), lucene_phrase(fold(word))})
        terms = " ".join(f"title:{one} foldedWords:{one}" for one in spellings)
        clauses.append(f"+({terms})")
    return f"({' '.join(clauses)})"


def lucene_phrase(word: str) -> str:
    """Return one or more words as a Lucene phrase without operators."""
    owner = re.sub(r"['’]s\b", "", word)
    letters = "".join(sign if sign.isalnum() else " " for sign in owner)
    return '"' + " ".join(letters.split()) + '"'
