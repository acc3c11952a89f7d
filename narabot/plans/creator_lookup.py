"""Creators that words of a request name, looked up in the graph."""

from narabot.graph import Graph, load_query
from narabot.models import AUTHORITIES_INDEX
from narabot.plans.described_records import LEAST_COVERED
from narabot.plans.mentions import Mention, MentionKind, mentions_in
from narabot.plans.name_similarity import acronyms_in, own_name, share_of
from narabot.plans.title_lookup import MOST_WORDS
from narabot.plans.title_queries import phrase
from narabot.retrieval import choices, find_authorities, other_names
from narabot.retrieval.authorities.finding import record_counts
from narabot.understanding.names import name_tokens
from narabot.understanding.tokens import tokenised
from narabot.words import CYRILLIC, weighted_stems

MOST_HEADINGS, MOST_CANDIDATES = 200, 50
"""Headings that the index gives for some words, and those that are compared."""


def maker_named(graph: Graph, text: str) -> Mention | None:
    """Return the creator that words name; who is none may stand in titles, or be a record group."""
    by_form = [one for one in mentions_in(text, ()) if one.kind is MentionKind.RECORD_GROUP]
    if by_form:
        return by_form[0]
    found = creator_named(graph, text)
    if found or CYRILLIC.search(text) or text.islower():
        return found
    spellings = tuple((word,) for word in tokenised(text).content_words)
    return Mention(MentionKind.WORDS, 0, len(text), spellings=spellings) if spellings else None


def creator_named(graph: Graph, text: str) -> Mention | None:
    """Return the creator that words name, under all its names."""
    named = choices(find_authorities(graph, name_tokens(text)))
    makers = next((m for one in named if (m := [a for a in one if a.records_by])), None)
    found = [(one.na_id, one.heading) for one in makers] if makers else headings_near(graph, text)
    if not found:
        return None
    na_ids = [na_id for na_id, _ in found]
    others = other_names(graph, na_ids)
    na_ids += [name.na_id for some in others.values() for name in some]
    return Mention(MentionKind.CREATOR, 0, len(text), tuple(dict.fromkeys(na_ids)), (found[0][1],))


def headings_near(graph: Graph, text: str) -> list[tuple[int, str]]:
    """Return the creators whose own name has most of some words, or their first letters.

    Of a heading `Department. Office. (years)` the own name is the last; several may bear it.
    """
    words, acronyms = weighted_stems(text), acronyms_in(text)
    query = " ".join(phrase(word) for word in tokenised(text).content_words[:MOST_WORDS])
    if acronyms and len(words) == 1:
        query = " ".join(f"+{letter}*" for letter in min(acronyms))
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "authorities_search"),
        index=AUTHORITIES_INDEX,
        queries=[{"words": f"heading:({query})", "isByRecords": True, "looked": MOST_HEADINGS}],
        most=MOST_CANDIDATES,
    )
    counts = record_counts(graph, [row["naId"] for row in rows])
    scored = [
        (share, counts[row["naId"]][0], row["naId"], row["heading"])
        for row in rows
        if row["heading"]
        and counts.get(row["naId"], (0, 0))[0]
        and (share := share_of(words, acronyms, own_name(row["heading"]))) >= LEAST_COVERED
    ]
    ordered = sorted(scored, reverse=True)
    return [
        (na_id, heading)
        for _, _, na_id, heading in ordered
        if own_name(heading) == own_name(ordered[0][3])
    ]
