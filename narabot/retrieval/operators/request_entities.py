"""Link each name in a request to a phrase: document 003's Knowledge Comparator.

For each name, narabot first looks for a phrase with exactly that name or for an authority with that
name. If neither exists, narabot uses the phrase with the most similar name, however low the
similarity.
"""

from collections.abc import Collection, Sequence

from narabot.graph import Graph
from narabot.models.knowledge import folded_name
from narabot.retrieval.authorities import find_authorities
from narabot.retrieval.operators.name_spans import candidate_names, longest_names
from narabot.retrieval.operators.phrases import (
    PhraseFound,
    near_phrases,
    phrase_found,
    rows_of_names,
)
from narabot.retrieval.retriever import Retriever
from narabot.understanding.names import NameTokens, name_runs
from narabot.words import STOP_WORDS

MOST_COMPARED_PHRASES = 5
"""Number of phrases to compare with a name, as in the reference implementation. The most similar
phrase wins."""

MOST_COMPARED = 3
"""Maximum number of names in a request to match by vector search."""


def linked_phrases(
    retriever: Retriever, request: NameTokens, entities: Sequence[str] | None = None
) -> tuple[PhraseFound, ...]:
    """Return the phrase that each name in a request is linked to, or the most similar phrase.

    The names are `entities`, or the names found in the request if `entities` is `None`. Raises
    GraphUnavailableError.
    """
    names_by_folded = {folded_name(name): name for name in entities or ()}
    linked = phrases_of_request_names(
        retriever, request, None if entities is None else frozenset(names_by_folded)
    )
    remaining = names_by_folded if entities is not None else capitalized_names(request)
    unknown = [text for name, text in remaining.items() if not is_covered(name, linked)]
    for text in unknown[:MOST_COMPARED]:
        for phrase in near_phrases(retriever, text, MOST_COMPARED_PHRASES)[:1]:
            linked.setdefault(folded_name(text), phrase)
    return tuple(dict.fromkeys(linked.values()))


def phrases_of_request_names(
    retriever: Retriever, request: NameTokens, wanted: frozenset[str] | None
) -> dict[str, PhraseFound]:
    """Return the phrases that the wanted folded names are linked to. If `wanted` is `None`, use the
    longest names in the request."""
    spans = candidate_names(request)
    authorities = {
        one.na_id: folded_name(one.matched) for one in find_authorities(retriever.graph, request)
    }
    names = spans if wanted is None else wanted
    rows = rows_of_names(retriever.graph, names, authorities)
    found: dict[str, list[PhraseFound]] = {}
    for row in (row["phrase"] for row in rows):
        name = row["folded"] if row["folded"] in names else authorities.get(row["naId"])
        if name is not None and (wanted is None or name in wanted):
            found.setdefault(name, []).append(phrase_found(row))
    kept = found if wanted is not None else longest_names(found.keys() & spans.keys(), spans)
    return {name: most_mentioned(name, found[name]) for name in sorted(kept)}


def phrases_by_name(graph: Graph, names: Collection[str]) -> dict[str, PhraseFound]:
    """Return the phrase that each folded name is linked to, if the texts mention the phrase.

    Raises GraphUnavailableError.
    """
    found: dict[str, list[PhraseFound]] = {}
    for row in (row["phrase"] for row in rows_of_names(graph, names)):
        found.setdefault(row["folded"], []).append(phrase_found(row))
    return {name: most_mentioned(name, same_name) for name, same_name in found.items()}


def most_mentioned(name: str, phrases: Sequence[PhraseFound]) -> PhraseFound:
    """Return the phrase with exactly this name, or else the phrase that is mentioned in the most
    records."""
    return min(
        phrases, key=lambda one: (folded_name(one.name) != name, -one.records, one.phrase_id)
    )


def capitalized_names(request: NameTokens) -> dict[str, str]:
    """Return the spans of capitalized words in a request, keyed by folded name."""
    groups = [group for run in name_runs(request.words) for group in run]
    texts = [
        request.text[group[0].start : group[-1].end].removesuffix("'s")
        for group in groups
        if request.is_cased and not (group[0].is_first and group[0].word in STOP_WORDS)
    ]
    return {folded_name(text): text for text in texts}


def is_covered(name: str, known: Collection[str]) -> bool:
    """Return whether a name equals, contains, or is part of any of the known names."""
    return any(f" {name} " in f" {one} " or f" {one} " in f" {name} " for one in known)
