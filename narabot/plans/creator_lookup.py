"""Lookup of the creators that a request names."""

from narabot.graph import Graph, load_query
from narabot.models import AUTHORITIES_INDEX
from narabot.plans.described_records import MIN_COVERAGE
from narabot.plans.mentions import Mention, MentionKind, find_mentions
from narabot.plans.name_similarity import acronyms_in, name_coverage, own_name
from narabot.plans.title_lookup import MAX_WORDS
from narabot.plans.title_queries import lucene_phrase
from narabot.retrieval import choices, find_authorities, other_names
from narabot.retrieval.authorities.authority_search import record_counts
from narabot.understanding.names import name_tokens
from narabot.understanding.tokens import tokenize
from narabot.words import CYRILLIC, weighted_stems

MAX_HEADINGS, MAX_COMPARED = 200, 50
"""Maximum number of headings that the index returns, and maximum number that are compared."""


def creator_or_title_words(graph: Graph, text: str) -> Mention | None:
    """Return the creator that a text names, or else the text's words to look for in titles.

    The text may also name a record group.
    """
    by_form = [one for one in find_mentions(text, ()) if one.kind is MentionKind.RECORD_GROUP]
    if by_form:
        return by_form[0]
    found = creator_mention(graph, text)
    if found or CYRILLIC.search(text) or text.islower():
        return found
    spellings = tuple((word,) for word in tokenize(text).content_words)
    return Mention(MentionKind.WORDS, 0, len(text), spellings=spellings) if spellings else None


def creator_mention(graph: Graph, text: str) -> Mention | None:
    """Return the creator that a text names, with the naIds of all names that this creator has
    had."""
    named = choices(find_authorities(graph, name_tokens(text)))
    makers = next((m for one in named if (m := [a for a in one if a.records_by])), None)
    found = (
        [(one.na_id, one.heading) for one in makers] if makers else similar_creators(graph, text)
    )
    if not found:
        return None
    na_ids = [na_id for na_id, _ in found]
    others = other_names(graph, na_ids)
    na_ids += [name.na_id for some in others.values() for name in some]
    return Mention(MentionKind.CREATOR, 0, len(text), tuple(dict.fromkeys(na_ids)), (found[0][1],))


def similar_creators(graph: Graph, text: str) -> list[tuple[int, str]]:
    """Return the creators whose own name contains most of the words in a text or has the text as
    its acronym.

    A creator's own name is the last part of a heading such as `Department. Office. (years)`,
    without the years. Several creators may have the same own name.
    """
    words, acronyms = weighted_stems(text), acronyms_in(text)
    query = " ".join(lucene_phrase(word) for word in tokenize(text).content_words[:MAX_WORDS])
    if acronyms and len(words) == 1:
        query = " ".join(f"+{letter}*" for letter in min(acronyms))
    if not query:
        return []
    rows = graph.read(
        load_query("narabot", "authorities_search"),
        index=AUTHORITIES_INDEX,
        queries=[{"words": f"heading:({query})", "isByRecords": True, "looked": MAX_HEADINGS}],
        most=MAX_COMPARED,
    )
    counts = record_counts(graph, [row["naId"] for row in rows])
    scored = [
        (share, counts[row["naId"]][0], row["naId"], row["heading"])
        for row in rows
        if row["heading"]
        and counts.get(row["naId"], (0, 0))[0]
        and (share := name_coverage(words, acronyms, own_name(row["heading"]))) >= MIN_COVERAGE
    ]
    ordered = sorted(scored, reverse=True)
    return [
        (na_id, heading)
        for _, _, na_id, heading in ordered
        if own_name(heading) == own_name(ordered[0][3])
    ]
