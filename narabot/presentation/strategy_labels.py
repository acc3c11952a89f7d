"""Describe strategies in plain words.

A strategy without an entry here uses its description from the registry.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from narabot.models import Response
from narabot.presentation.strings import later, say
from narabot.retrieval import STRATEGIES, RegisteredStrategy, canonical_name

StrategyWords = tuple[str, str]
"""A strategy's title and a sentence about what it does."""

COMMON_STRATEGIES: dict[str, StrategyWords] = {
    "hybrid": (
        later("Hybrid search"),
        later("Combines vector search and full-text search. This is the default."),
    ),
    "vector": (
        later("Vector search"),
        later("Finds records with a similar meaning, even if they use different words."),
    ),
    "words": (
        later("Full-text search"),
        later("Finds records that contain the words in the request."),
    ),
    "vector_search": (
        later("Names in the request"),
        later("Finds texts that mention the names in the request, or similar names."),
    ),
    "full_document_read": (
        later("Full records"),
        later("Reads the best-matching records from beginning to end."),
    ),
    "agent": (
        later("Try several methods"),
        later("Tries one method after another until the results support an answer."),
    ),
}
"""Strategies that readers should try first."""

OTHER_STRATEGIES: dict[str, StrategyWords] = {
    "hybrid_search": (
        later("Names and hybrid search"),
        later(
            "Combines name search, full-text search, and vector search, and then ranks the results "
            "by similarity."
        ),
    ),
    "cypher_traverse": (
        later("Related names"),
        later(
            "Follows stated relations from the names in the request to other names and their texts."
        ),
    ),
    "hipporag": (
        later("Hybrid search with linked names"),
        later("Adds texts that share names with the results of a hybrid search."),
    ),
    "temporal_query": (
        later("Dates in the request"),
        later("Searches within the years in the request, in chronological order if requested."),
    ),
    "comprehensive_search": (
        later("Part by part"),
        later("Searches separately for each part of the request and for each name in it."),
    ),
    "local": (
        later("Names and their context"),
        later(
            "Uses the names in the request, their stated relations, and the names mentioned with "
            "them."
        ),
    ),
    "global": (
        later("Overviews"),
        later("Uses overviews of large parts of the catalog that relate to the request."),
    ),
    "community_search": (
        later("Related groups"),
        later("Searches overviews of related names and records, and then the records themselves."),
    ),
    "lightrag": (
        later("Names and topics"),
        later(
            "Searches separately for the names and the topics in the request, and combines the "
            "results."
        ),
    ),
    "minirag": (
        later("Paths between names"),
        later(
            "Follows the best paths from the names in the request to names that may be the answer."
        ),
    ),
    "fastgraphrag": (
        later("Texts connected to names"),
        later(
            "Finds the texts most strongly connected to the names in the request, directly or "
            "through other texts."
        ),
    ),
    "triplets": (
        later("Step by step"),
        later("Follows stated relations from the names in the request, step by step."),
    ),
    "document": (
        later("First version"),
        later(
            "Uses vector search and everything linked to each record that it finds. This method "
            "is slow."
        ),
    ),
}
"""Strategies that are neither common nor variants."""

VARIANT_STRATEGIES: dict[str, StrategyWords] = {
    "triplets:astar": (
        later("Step by step: shortest paths"),
        later("Follows the shortest paths between the names, guided by similarity to the request."),
    ),
    "triplets:beam": (
        later("Step by step: only the best paths"),
        later("At each step, follows only the few paths that are most similar to the request."),
    ),
    "triplets:bfs": (
        later("Step by step: all relations"),
        later("Follows all stated relations of the names, starting with the closest."),
    ),
    "triplets:naive": (
        later("Step by step: only the most similar relations"),
        later("Uses only the stated relations that are most similar to the request."),
    ),
    "triplets:water": (
        later("Step by step: all names at once"),
        later("Starts from all names at once and continues until the paths meet."),
    ),
    "agent_pattern": (
        later("Try several methods (chosen by wording)"),
        later("The wording of the request determines the first method."),
    ),
    "agent_mangle": (
        later("Try several methods (chosen by rules)"),
        later("Rules about the words in the request determine the first method."),
    ),
    "agent_embedding": (
        later("Try several methods (chosen by similarity to examples)"),
        later("The request's similarity to examples determines the first method."),
    ),
    "agent_llm": (
        later("Try several methods (chosen by a language model)"),
        later(
            "A language model chooses the first method. Without a language model, the wording "
            "of the request determines the first method."
        ),
    ),
}
"""Strategies that differ from a base strategy in a single step."""

STRATEGY_WORDS = {**COMMON_STRATEGIES, **OTHER_STRATEGIES, **VARIANT_STRATEGIES}

REQUIREMENT_NOTES = {
    "community reports": later(
        "Overviews of related groups have not been created for this catalog."
    ),
    "names and statements": later("Names have not been extracted from the texts of this catalog."),
    "a graph of at most 500,000 nodes, because it scans all of them for each hit": later(
        "This catalog is too large for this method."
    ),
}
"""Message for each requirement that the catalog does not meet."""


@dataclass(frozen=True, slots=True)
class StrategyChoice:
    """A strategy that the page offers."""

    strategy: str
    title: str
    description: str
    """A sentence about what the strategy does."""
    unavailable_reason: str = ""
    """A sentence about why the strategy is unavailable, or "" if it is available."""


def strategy_choice(registered: RegisteredStrategy, lacking: str | None = None) -> StrategyChoice:
    """Return a strategy's plain-language description, with a reason if the strategy is
    unavailable."""
    title, does = map(say, STRATEGY_WORDS.get(registered.name, default_words(registered)))
    why = say(REQUIREMENT_NOTES.get(registered.needs, as_sentence(lacking))) if lacking else ""
    return StrategyChoice(registered.name, title, does, why)


def as_sentence(words: str) -> str:
    """Return the registry's text for developers as a complete sentence."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def default_words(registered: RegisteredStrategy) -> StrategyWords:
    """Return a title and a description for a strategy without an entry.

    A variant uses its base strategy's title and its own name.
    """
    own = as_sentence(registered.description)
    before, _, variant = registered.name.partition(":" if ":" in registered.name else "_")
    if variant and before in STRATEGY_WORDS:
        title = STRATEGY_WORDS[before][0]
        return f"{say(title)}: {variant.replace('_', ' ')}", own
    return registered.name.replace("_", " ").capitalize(), own


def group_choices(
    ways: Iterable[StrategyChoice],
) -> tuple[list[StrategyChoice], list[StrategyChoice]]:
    """Return the strategies to try first and the other strategies, in this module's order.

    Strategies without an entry come last.
    """
    places = {strategy: place for place, strategy in enumerate(STRATEGY_WORDS)}
    ranked = sorted(ways, key=lambda one: places.get(one.strategy, len(places)))
    first = [one for one in ranked if one.strategy in COMMON_STRATEGIES]
    return first, [one for one in ranked if one.strategy not in COMMON_STRATEGIES]


def strategy_used(response: Response) -> str | None:
    """Return the strategy that found a response's records, or `None` for a computation."""
    return None if is_computed(response) else canonical_name(response.trace.retrieval)


def is_computed(response: Response) -> bool:
    """Return whether a response was computed, so that no search found its records."""
    return response.answer is not None and response.answer.is_computed


def strategy_text(response: Response) -> str:
    """Return how a response was produced, in plain words."""
    used = strategy_used(response)
    if used is None:
        return say("Computed from all records")
    return strategy_title(used)


def strategy_title(strategy: str) -> str:
    """Return a strategy's title, or its name if the strategy no longer exists."""
    known = STRATEGIES.get(canonical_name(strategy))
    return strategy_choice(known).title if known else strategy.replace("_", " ")
