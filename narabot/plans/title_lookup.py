"""Titles that have words of a request, or words like them, looked up in the graph."""

import re
from collections import Counter

from narabot.graph import Graph, load_query
from narabot.models import LevelOfDescription
from narabot.models.catalog import WORDS_INDEX
from narabot.plans.mentions import TitledRecord
from narabot.plans.name_similarity import is_like
from narabot.plans.title_queries import phrase
from narabot.understanding.query_rewriting import in_english
from narabot.understanding.tokens import tokenised
from narabot.words import fold

MOST_TITLES = 300
"""Titles that share words with a slot, among which those that stand in it are looked for."""

MOST_WORDS = 40
"""Words of a slot that are looked for in titles."""


def titled_words(graph: Graph, text: str) -> list[tuple[str, ...]]:
    """Return the words of titles that Russian words may stand for, those alike together.

    Nothing where titles have none for one of them.
    """
    wording = in_english(text)
    words = tokenised(wording.text if wording else text).content_words[:MOST_WORDS]
    groups = []
    for word in words:
        titles = titles_near(graph, word, is_loose=True)
        there = Counter(said for one in titles for said in WORDS.findall(one.title))
        like = [said for said, _ in there.most_common() if is_like(word, fold(said))]
        if not like:
            return []
        groups.append(tuple(like))
    return groups


WORDS = re.compile(r"[^\W\d_]{3,}")


def titles_near(graph: Graph, text: str, *, is_loose: bool = False) -> list[TitledRecord]:
    """Return records whose titles share words with a text, or words like them; and all roots."""
    words = tokenised(text).content_words[:MOST_WORDS]
    query = " ".join(f"title:{phrase(word)}" for word in words)
    if is_loose:
        query += "".join(f" title:{word}~" for word in words if word.isalnum())
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "titles_near"), index=WORDS_INDEX, words=query, most=MOST_TITLES
    )
    return [
        TitledRecord(row["naId"], row["title"], LevelOfDescription(row["levelOfDescription"]))
        for row in rows
    ]
