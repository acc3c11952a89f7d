"""Write a request as a query for Neo4j's full-text index. Pure.

Nothing of what the user wrote reaches Lucene's syntax: only words, in lower case, each in quotes
where it is made of several. So operators, wildcards and unbalanced signs mean nothing.
"""

import re
from collections import Counter

from narabot.words import WORD, content_words, fold

MOST_WORDS = 200
"""Lucene refuses more than 1,024 clauses, and each word is one for each indexed property."""

PARTS = re.compile(r"[^\W_]+")


def lucene_query(request: str) -> str | None:
    """Return a query for any of a request's content words; `None` where it has none."""
    said = Counter(fold(word) for word in WORD.findall(request))
    words = content_words(request)[:MOST_WORDS]
    return " ".join(clause(word, said[word]) for word in words) or None


def clause(word: str, times: int = 1) -> str:
    """Return one word as a clause; `02/01/1963` and `WRA-95` as their parts in a row.

    A word that is said twice counts twice.
    """
    parts = PARTS.findall(word)
    plain = parts[0] if len(parts) == 1 else f'"{" ".join(parts)}"'
    return plain if times == 1 else f"{plain}^{times}"
