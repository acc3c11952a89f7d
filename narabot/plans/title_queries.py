"""Lucene queries for words of titles. Pure."""

import re
from collections.abc import Iterable

from narabot.words import content_words, fold

WORDS = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")


def title_query(groups: Iterable[tuple[str, ...]]) -> str:
    """Return a Lucene query for titles that have, of each group, one spelling."""
    clauses = []
    for group in groups:
        ways = (titled(said) for said in group)
        clauses.append(f"+({' '.join(way for way in ways if way)})")
    return " ".join(clauses)


def titled(said: str) -> str:
    """Return a Lucene query for titles that have all words of a topic that say something."""
    words = [word for word in WORDS.findall(said) if content_words(word)] or [said]
    clauses = []
    for word in words:
        spellings = sorted({phrase(word), phrase(fold(word))})
        ways = " ".join(f"title:{one} foldedWords:{one}" for one in spellings)
        clauses.append(f"+({ways})")
    return f"({' '.join(clauses)})"


def phrase(word: str) -> str:
    """Return a word, or several, as a Lucene phrase: nothing in it is an operator."""
    owner = re.sub(r"['’]s\b", "", word)
    letters = "".join(sign if sign.isalnum() else " " for sign in owner)
    return '"' + " ".join(letters.split()) + '"'
