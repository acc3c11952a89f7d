"""What a request names, looked up in the graph: records by their titles, and creators."""

from collections.abc import Sequence

from narabot.graph import Graph, load_query
from narabot.models import LevelOfDescription, NamedAuthority
from narabot.models.catalog import WORDS_INDEX
from narabot.plans.mentions import (
    Marked,
    Mention,
    MentionKind,
    TitledRecord,
    chosen_among,
    marked,
    mentions_in,
)
from narabot.plans.sources import phrase
from narabot.retrieval import other_names
from narabot.understanding.tokens import tokenised

MOST_TITLES = 300
"""Titles that share words with a request, among which those that stand in it are looked for."""

MOST_WORDS = 40
"""Words of a request that are looked for in titles."""

Names = Sequence[Sequence[NamedAuthority]]


def named_in(graph: Graph, request: str, names: Names) -> Marked:
    """Return a request with marks where it names records, creators, codes and boxes.

    `names` are the authorities that it names. Raises GraphUnavailableError.
    """
    mentions = [*mentions_in(request, titles_near(graph, request)), *creators_in(graph, names)]
    return marked(request, chosen_among(request, mentions))


def titles_near(graph: Graph, request: str) -> list[TitledRecord]:
    """Return records whose titles share words with a request, the nearest first; and all roots."""
    words = tokenised(request).content_words[:MOST_WORDS]
    query = " ".join(f"title:{phrase(word)}" for word in words)
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "titles_near"), index=WORDS_INDEX, words=query, most=MOST_TITLES
    )
    return [
        TitledRecord(row["naId"], row["title"], LevelOfDescription(row["levelOfDescription"]))
        for row in rows
    ]


def creators_in(graph: Graph, names: Names) -> list[Mention]:
    """Return the names of those who created records, each under all of its names."""
    found = []
    for alike in names:
        makers = [one for one in alike if one.records_by]
        if makers:
            na_ids = list(dict.fromkeys(one.na_id for one in makers))
            others = other_names(graph, na_ids)
            na_ids += [name.na_id for some in others.values() for name in some]
            first = makers[0]
            found.append(
                Mention(
                    MentionKind.CREATOR,
                    first.start,
                    first.start + len(first.matched),
                    tuple(dict.fromkeys(na_ids)),
                    (first.heading,),
                )
            )
    return found
