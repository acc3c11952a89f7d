"""Lookup of titles that contain words in a request or similar words."""

import re
from collections import Counter

from narabot.graph import Graph, load_query
from narabot.models import LevelOfDescription
from narabot.models.catalog import FULL_TEXT_INDEX
from narabot.plans.mentions import TitledRecord
from narabot.plans.name_similarity import is_similar_word
from narabot.plans.title_queries import lucene_phrase
from narabot.understanding.query_rewriting import in_english
from narabot.understanding.tokens import tokenize
from narabot.words import fold

MAX_TITLES = 300
"""Maximum number of titles that are retrieved and compared with a slot."""

MAX_WORDS = 40
"""Maximum number of words from a slot that narabot looks for in titles."""


def similar_title_words(graph: Graph, text: str) -> list[tuple[str, ...]]:
    """Return the title words that Russian words may mean, grouped by similarity.

    Return an empty list if any of the words has no match in titles.
    """
    wording = in_english(text)
    words = tokenize(wording.text if wording else text).content_words[:MAX_WORDS]
    groups = []
    for word in words:
        titles = find_titles(graph, word, is_loose=True)
        there = Counter(title_word for one in titles for title_word in WORDS.findall(one.title))
        like = [
            title_word
            for title_word, _ in there.most_common()
            if is_similar_word(word, fold(title_word))
        ]
        if not like:
            return []
        groups.append(tuple(like))
    return groups


WORDS = re.compile(r"[^\W\d_]{3,}")


def find_titles(graph: Graph, text: str, *, is_loose: bool = False) -> list[TitledRecord]:
    """Return records whose titles contain words from a text or similar words, and all record groups
    and collections."""
    words = tokenize(text).content_words[:MAX_WORDS]
    query = " ".join(f"title:{lucene_phrase(word)}" for word in words)
    if is_loose:
        query += "".join(f" title:{word}~" for word in words if word.isalnum())
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "titles_near"), index=FULL_TEXT_INDEX, words=query, most=MAX_TITLES
    )
    return [
        TitledRecord(row["naId"], row["title"], LevelOfDescription(row["levelOfDescription"]))
        for row in rows
    ]
