"""Ways to look, in a reader's words. Pure.

A way that this list does not know is told by what the registry says it does.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from narabot.models import Response
from narabot.presentation.strings import later, say
from narabot.retrieval import STRATEGIES, Registered

Words = tuple[str, str]
"""What a way is called, and what it does in a sentence."""

FIRST: dict[str, Words] = {
    "hybrid": (
        later("Meaning and words"),
        later("What the records say, and in which words: the usual way."),
    ),
    "vector": (
        later("Meaning alone"),
        later("Records that say something like it, whatever their words."),
    ),
    "words": (
        later("Words alone"),
        later("Records with the very words of the request."),
    ),
    "vector_search": (
        later("By the names in it"),
        later("From the names in the request, and names near to them, to the texts that say them."),
    ),
    "full_document_read": (
        later("Whole records"),
        later("The best records are read from beginning to end."),
    ),
    "agent": (
        later("One way after another"),
        later("Other ways are tried until what is found supports an answer."),
    ),
}
"""Those that are worth trying first."""

MORE: dict[str, Words] = {
    "hybrid_search": (
        later("Names, words and meaning"),
        later("All three together, then put in order by meaning."),
    ),
    "cypher_traverse": (
        later("From name to name"),
        later(
            "From the names in the request to others that texts relate to them, and on to texts."
        ),
    ),
    "phrases": (
        later("Names beside meaning and words"),
        later("The usual way, and what its names lead to from text to text."),
    ),
    "temporal_query": (
        later("By the years in it"),
        later(
            "Within the years that the request names; in order of time where it asks for an order."
        ),
    ),
    "comprehensive_search": (
        later("Part by part"),
        later("Each part of the request and each name in it is looked up by itself."),
    ),
    "local": (
        later("Names and what surrounds them"),
        later("The names in the request, what texts state of them, and beside which others."),
    ),
    "global": (
        later("From overviews"),
        later("From overviews of large parts of the catalogue that have to do with the request."),
    ),
    "community_search": (
        later("What belongs together"),
        later("From overviews of names and records that belong together to these records."),
    ),
    "light": (
        later("Narrow and broad words"),
        later("Names in the request and its topics are looked up apart, and put together."),
    ),
    "mini": (
        later("Ways between names"),
        later("Along the best ways from the names in the request to names that may answer it."),
    ),
    "fast": (
        later("What is around its names"),
        later("Texts to which the names in the request lead most often, over other texts."),
    ),
    "triplets": (
        later("Step by step"),
        later("From the names in the request along what texts state of them, step by step."),
    ),
    "document": (
        later("As the first version did"),
        later("By meaning, through all that each record is linked with; slow."),
    ),
}
"""The others."""

VARIANTS: dict[str, Words] = {
    "triplets:astar": (
        later("Step by step, the shortest ways"),
        later("Along the shortest ways between the names, by what is most like the request."),
    ),
    "triplets:beam": (
        later("Step by step, the best few"),
        later("At each step only the few ways that are most like the request are followed."),
    ),
    "triplets:bfs": (
        later("Step by step, all around"),
        later("All that is stated around the names, the nearest first."),
    ),
    "triplets:naive": (
        later("Step by step, the nearest alone"),
        later("Only what texts state that is nearest to the request in meaning."),
    ),
    "triplets:water": (
        later("Step by step, from all names at once"),
        later("From all names at once, until the ways meet."),
    ),
    "agent_pattern": (
        later("One way after another, by the form of the request"),
        later("The first way is chosen by how the request is worded."),
    ),
    "agent_mangle": (
        later("One way after another, by rules"),
        later("The first way is chosen by rules on the words of the request."),
    ),
    "agent_embedding": (
        later("One way after another, by examples"),
        later("The first way is chosen by the likeness of the request to examples."),
    ),
    "agent_llm": (
        later("One way after another, by a language model"),
        later("The first way is chosen by a language model; without one, by the wording."),
    ),
}
"""Ways of which only one step differs."""

KNOWN = {**FIRST, **MORE, **VARIANTS}

NEEDS = {
    "reports on communities": later("No overviews of what belongs together have been made here."),
    "names and statements": later("The names have not been read out of the texts here."),
    "a graph of at most 500,000 nodes: it looks at all of them for each hit": later(
        "This catalogue is too large for it."
    ),
}
"""What is said where a need of a way is not met."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to look, as a reader is offered it."""

    strategy: str
    title: str
    does: str
    """A sentence."""
    lacking: str = ""
    """Why it cannot be gone here, a sentence; "" where it can."""


def way(registered: Registered, lacking: str | None = None) -> Way:
    """Return a strategy in a reader's words, with why it cannot be used, if it cannot."""
    title, does = map(say, KNOWN.get(registered.name, fallback(registered)))
    why = say(NEEDS.get(registered.needs, as_sentence(lacking))) if lacking else ""
    return Way(registered.name, title, does, why)


def as_sentence(words: str) -> str:
    """Return words that the registry has for developers as a sentence."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def fallback(registered: Registered) -> Words:
    """Return the words for a strategy that has none here: of a variant, its way's and its name."""
    own = as_sentence(registered.does)
    before, _, variant = registered.name.partition(":" if ":" in registered.name else "_")
    if variant and before in KNOWN:
        title = KNOWN[before][0]
        return f"{say(title)}: {variant.replace('_', ' ')}", own
    return registered.name.replace("_", " ").capitalize(), own


def in_order(ways: Iterable[Way]) -> tuple[list[Way], list[Way]]:
    """Return the ways that are worth trying first, and the others; known ones before the rest."""
    places = {strategy: place for place, strategy in enumerate(KNOWN)}
    ranked = sorted(ways, key=lambda one: places.get(one.strategy, len(places)))
    first = [one for one in ranked if one.strategy in FIRST]
    return first, [one for one in ranked if one.strategy not in FIRST]


def way_used(response: Response) -> str | None:
    """Return the strategy by which a response was looked up, `None` where it was computed."""
    return None if is_computed(response) else response.trace.retrieval


def is_computed(response: Response) -> bool:
    """Return whether a response was computed, so that its records were not looked up."""
    return response.answer is not None and response.answer.is_computed


def way_said(response: Response) -> str:
    """Return by which way a response was made, in a reader's words."""
    used = way_used(response)
    if used is None:
        return say("Computed from all records")
    return way_named(used)


def way_named(strategy: str) -> str:
    """Return what a way is called; one that there is no more, by its name in words."""
    known = STRATEGIES.get(strategy)
    return way(known).title if known else strategy.replace("_", " ")
