"""The phrases from which a request is walked: one for each name in it, document 003's comparator.

A name is first looked for word for word, and as another name of an authority; only for what is not
there so the name that is nearest to it in meaning is taken, however near that is.
"""

from collections.abc import Collection, Sequence

from narabot.graph import Graph
from narabot.models.knowledge import folded_name
from narabot.retrieval.authorities import find_authorities
from narabot.retrieval.operators.phrases import (
    PhraseFound,
    near_phrases,
    phrase_found,
    rows_of_names,
)
from narabot.retrieval.operators.said_names import longest_names, names_said
from narabot.retrieval.retriever import Retriever
from narabot.understanding.names import NameTokens, runs
from narabot.words import STOP_WORDS

COMPARED = 5
"""Phrases near to a name, as many as the reference compares; the nearest is taken."""

MOST_COMPARED = 3
"""Names of a request that are compared by meaning."""


def phrases_meant(
    retriever: Retriever, request: NameTokens, entities: Sequence[str] | None = None
) -> tuple[PhraseFound, ...]:
    """Return for each name of a request the phrase that it means, or that is nearest to it.

    The names are `entities`, or those that its words say where there are none of these. Raises
    GraphUnavailableError.
    """
    written = {folded_name(name): name for name in entities or ()}
    meant = named(retriever, request, None if entities is None else frozenset(written))
    rest = written if entities is not None else capitalised_names(request)
    unknown = [text for name, text in rest.items() if not is_covered(name, meant)]
    for text in unknown[:MOST_COMPARED]:
        for phrase in near_phrases(retriever, text, COMPARED)[:1]:
            meant.setdefault(folded_name(text), phrase)
    return tuple(dict.fromkeys(meant.values()))


def named(
    retriever: Retriever, request: NameTokens, wanted: frozenset[str] | None
) -> dict[str, PhraseFound]:
    """Return the phrases that some folded names mean, by these; of all in a request the longest."""
    said = names_said(request)
    authorities = {
        one.na_id: folded_name(one.matched) for one in find_authorities(retriever.graph, request)
    }
    names = said if wanted is None else wanted
    rows = rows_of_names(retriever.graph, names, authorities)
    found: dict[str, list[PhraseFound]] = {}
    for row in (row["phrase"] for row in rows):
        name = row["folded"] if row["folded"] in names else authorities.get(row["naId"])
        if name is not None and (wanted is None or name in wanted):
            found.setdefault(name, []).append(phrase_found(row))
    kept = found if wanted is not None else longest_names(found.keys() & said.keys(), said)
    return {name: best_known(name, found[name]) for name in sorted(kept)}


def phrases_called(graph: Graph, names: Collection[str]) -> dict[str, PhraseFound]:
    """Return by some folded names the phrase that each means, where texts say it.

    Raises GraphUnavailableError.
    """
    found: dict[str, list[PhraseFound]] = {}
    for row in (row["phrase"] for row in rows_of_names(graph, names)):
        found.setdefault(row["folded"], []).append(phrase_found(row))
    return {name: best_known(name, alike) for name, alike in found.items()}


def best_known(name: str, phrases: Sequence[PhraseFound]) -> PhraseFound:
    """Return of the phrases that a name may mean the one that is called so and named most often."""
    return min(
        phrases, key=lambda one: (folded_name(one.name) != name, -one.records, one.phrase_id)
    )


def capitalised_names(request: NameTokens) -> dict[str, str]:
    """Return the words in capitals that stand in a row in a request, by their folded names."""
    groups = [group for run in runs(request.words) for group in run]
    texts = [
        request.text[group[0].start : group[-1].end].removesuffix("'s")
        for group in groups
        if request.is_cased and not (group[0].is_first and group[0].word in STOP_WORDS)
    ]
    return {folded_name(text): text for text in texts}


def is_covered(name: str, known: Collection[str]) -> bool:
    """Return whether a name is one of those known, or a part of one or the other way round."""
    return any(f" {name} " in f" {one} " or f" {one} " in f" {name} " for one in known)
