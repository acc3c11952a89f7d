"""The registry of strategies, keyed by name. To add a strategy, add its file and an entry in this
module."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from narabot.deprecations import warn_renamed
from narabot.errors import StrategyError
from narabot.graph import Graph
from narabot.retrieval.operators.communities import missing_reports_reason
from narabot.retrieval.operators.phrases import missing_layer_reason
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import (
    community_search,
    comprehensive_search,
    cypher_traverse,
    document,
    fastgraphrag,
    full_document_read,
    global_search,
    hipporag,
    hybrid,
    hybrid_search,
    lightrag,
    local,
    minirag,
    temporal_query,
    triplets,
    vector,
    vector_search,
    words,
)
from narabot.retrieval.strategy import SearchFunction, Strategy, find_evidence

DEFAULT_STRATEGY = "hybrid"

OLD_NAMES = {
    "fast": "fastgraphrag",
    "mini": "minirag",
    "light": "lightrag",
    "phrases": "hipporag",
}
"""Deprecated names of strategies, which commands, requests, and stored data may still contain."""


@dataclass(frozen=True, slots=True)
class RegisteredStrategy:
    """A strategy with the facts needed to choose it."""

    name: str
    search: SearchFunction
    description: str
    needs: str = "both indexes"
    unavailable_reason: Callable[[Graph], str | None] = lambda _: None
    """Returns the reason why the strategy cannot search a graph, or `None` if it can."""
    router: str = ""
    """The router's mode if `chat` tries several strategies per question, or "" if it does not. Even
    with a router, lists and plain searches use `search`."""


needs_names = partial(
    RegisteredStrategy, needs="names and statements", unavailable_reason=missing_layer_reason
)
"""Creates a strategy that requires the knowledge layer."""

ALL_STRATEGIES = (
    RegisteredStrategy(
        "hybrid", hybrid.search_hybrid, "vector search and full-text search with rank fusion"
    ),
    RegisteredStrategy("vector", vector.search_vectors, "vector search alone", "the vector index"),
    RegisteredStrategy("words", words.search_words, "full-text search alone"),
    RegisteredStrategy(
        "document",
        document.search_like_first_system,
        "LangChain's vector search with the first system's query",
        "a graph of at most 500,000 nodes, because it scans all of them for each hit",
        document.unavailable_reason,
    ),
    needs_names(
        "vector_search",
        vector_search.search_named_chunks,
        "texts that mention the names in the request or similar names",
    ),
    needs_names(
        "cypher_traverse",
        cypher_traverse.search_related_names,
        "texts up to three relations away from the names in the request or in the most similar "
        "texts",
    ),
    needs_names(
        "lightrag",
        lightrag.search_keywords,
        "separate searches for specific words and for topics, interleaved",
    ),
    needs_names(
        "hybrid_search",
        hybrid_search.search_and_rescore,
        "candidates from name search, full-text search, and vector search, ranked by vector "
        "similarity",
    ),
    RegisteredStrategy(
        "temporal_query",
        temporal_query.search_by_time,
        "hybrid search within the years in the request, in chronological order",
    ),
    RegisteredStrategy(
        "comprehensive_search",
        comprehensive_search.search_parts,
        "a separate search for each clause and each name in the request, with rank fusion",
    ),
    RegisteredStrategy(
        "community_search",
        community_search.search_communities,
        "records in the communities whose reports are most relevant",
        "community reports",
        missing_reports_reason,
    ),
    needs_names(
        "local",
        local.search_around_names,
        "the names in the request with their relations, community reports, and texts",
    ),
    RegisteredStrategy(
        "global",
        global_search.search_reports,
        "answers from selected community reports, with the records that the reports cite",
        "community reports",
        missing_reports_reason,
    ),
    needs_names(
        "fastgraphrag",
        fastgraphrag.search_by_pagerank,
        "PageRank over names and texts, starting from the names in the request and similar names",
    ),
    needs_names(
        "minirag",
        minirag.search_name_paths,
        "texts on the paths from the names in the request to names that may be answers",
    ),
    needs_names(
        "hipporag",
        hipporag.search_with_phrase_walk,
        "hybrid search, extended by a walk that leads from the names in the request to further "
        "texts",
    ),
    RegisteredStrategy(
        "full_document_read",
        full_document_read.search_whole_records,
        "hybrid search that reads the best records in full",
    ),
    needs_names(
        "triplets",
        triplets.search_statements,
        "statements connected to the names in the request, found by several traversals",
    ),
    *(
        needs_names(
            f"triplets:{name}",
            triplets.with_traversal(name),
            f"the triplets strategy with only the traversal {name}",
        )
        for name in triplets.TRAVERSAL_NAMES
    ),
    *(
        RegisteredStrategy(
            mode,
            hybrid.search_hybrid,
            f"several strategies in turn; the first strategy is chosen {how}",
            router=mode,
        )
        for mode, how in (
            ("agent", "by rules, the request's embedding, or a language model"),
            ("agent_pattern", "by patterns alone"),
            ("agent_mangle", "by rules alone"),
            (
                "agent_llm",
                "by a language model alone, or by patterns if there is no language model",
            ),
            ("agent_embedding", "by the request's embedding alone"),
        )
    ),
)

STRATEGIES: dict[str, RegisteredStrategy] = {one.name: one for one in ALL_STRATEGIES}


def canonical_name(name: str) -> str:
    """Return the current name of a strategy for a current or deprecated name."""
    return OLD_NAMES.get(name, name)


def available_strategies(graph: Graph, names: Sequence[str]) -> tuple[str, ...]:
    """Return the current names of the strategies that can search a graph, in the same order."""
    known = [STRATEGIES[name] for name in map(canonical_name, names) if name in STRATEGIES]
    checks = {one.unavailable_reason for one in known}
    reasons = {check: check(graph) for check in checks}
    return tuple(one.name for one in known if not reasons[one.unavailable_reason])


def find_strategy(name: str) -> RegisteredStrategy:
    """Return the strategy that a person chose by name. Warn if the name is deprecated.

    Raises StrategyError, which lists the strategies, if the name is unknown.
    """
    current = canonical_name(name)
    if current not in STRATEGIES:
        raise StrategyError(
            f"There is no strategy {name!r}. The strategies are {', '.join(STRATEGIES)}."
        )
    if current != name:
        warn_renamed("strategy", name, current)
    return STRATEGIES[current]


def open_strategy(name: str, retriever: Retriever) -> Strategy:
    """Return a strategy that searches the retriever's graph.

    Raises StrategyError if the strategy is unknown or unavailable for the graph.
    """
    chosen = find_strategy(name)
    if reason := chosen.unavailable_reason(retriever.graph):
        raise StrategyError(f"The strategy {chosen.name!r} is not available here: {reason}.")
    return partial(find_evidence, chosen.search, retriever)
