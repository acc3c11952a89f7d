"""The ways from a request to evidence, by name; a new one is a file and a line here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from narabot.errors import StrategyError
from narabot.graph import Graph
from narabot.retrieval.operators.phrases import layer_lacking
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import (
    community_search,
    comprehensive_search,
    cypher_traverse,
    document,
    fast,
    full_document_read,
    globally,
    hybrid,
    hybrid_search,
    light,
    local,
    mini,
    phrases,
    temporal_query,
    triplets,
    vector,
    vector_search,
    words,
)
from narabot.retrieval.strategy import Find, Strategy, find_evidence

DEFAULT_STRATEGY = "hybrid"


@dataclass(frozen=True, slots=True)
class Registered:
    """A strategy with what is to be known of it before it is chosen."""

    name: str
    find: Find
    does: str
    needs: str = "both indexes"
    lacking: Callable[[Graph], str | None] = lambda _: None
    """Says why a graph cannot be looked at in this way; `None` where it can."""
    router: str = ""
    """The mode of the router by which questions are looked up in one way after another (`chat`);
    "" of a way. Lists, and what is searched for alone, are then found by `find`."""


over_names = partial(Registered, needs="names and statements", lacking=layer_lacking)
"""A strategy that needs the layer of names and statements."""

IN_REGISTRY = (
    Registered("hybrid", hybrid.find, "meaning and words, joined by ranks"),
    Registered("vector", vector.find, "meaning alone", "the vector index"),
    Registered("words", words.find, "words alone"),
    Registered(
        "document",
        document.find,
        "LangChain's vector search with the first system's query",
        "a graph of at most 500,000 nodes: it looks at all of them for each hit",
        document.lacking,
    ),
    over_names(
        "vector_search",
        vector_search.find,
        "from the names in it, and names near to it, to the texts that say them",
    ),
    over_names(
        "cypher_traverse",
        cypher_traverse.find,
        "from what is near to it over names and their relations, three at most, to texts",
    ),
    over_names(
        "light",
        light.find,
        "by its particulars and by its topics, each for itself, taken in turn",
    ),
    over_names(
        "hybrid_search", hybrid_search.find, "names, words and meaning, measured again by meaning"
    ),
    Registered(
        "temporal_query", temporal_query.find, "within the years that it names, in their order"
    ),
    Registered(
        "comprehensive_search",
        comprehensive_search.find,
        "its clauses and names one by one, joined by ranks",
    ),
    Registered(
        "community_search",
        community_search.find,
        "the records of communities whose reports are nearest",
        "reports on communities",
        community_search.lacking,
    ),
    over_names(
        "local", local.find, "its names, what is related to them, reports on them, and their texts"
    ),
    Registered(
        "global",
        globally.find,
        "what chosen reports on communities say to it, and the records behind",
        "reports on communities",
        globally.lacking,
    ),
    over_names(
        "fast",
        fast.find,
        "from its names, and names near to it, by PageRank over names and texts",
    ),
    over_names(
        "mini",
        mini.find,
        "from its names along paths to names that may answer it, and the texts on these",
    ),
    over_names(
        "phrases",
        phrases.find,
        "from its names over texts and the names in them, joined with meaning and words",
    ),
    Registered("full_document_read", full_document_read.find, "the best records read whole"),
    over_names(
        "triplets",
        triplets.find,
        "from the names in it along what texts state of them, by several walks",
    ),
    *(
        over_names(f"triplets:{name}", triplets.walking(name), f"the same by the walk {name} alone")
        for name in triplets.OTHERS
    ),
    *(
        Registered(mode, hybrid.find, f"one way after another, the first chosen {how}", router=mode)
        for mode, how in (
            ("agent", "by rules, the request's vector or a model"),
            ("agent_pattern", "by patterns alone"),
            ("agent_mangle", "by rules alone"),
            ("agent_llm", "by a language model alone, by patterns where there is none"),
            ("agent_embedding", "by the request's vector alone"),
        )
    ),
)

STRATEGIES: dict[str, Registered] = {one.name: one for one in IN_REGISTRY}


def available(graph: Graph, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of some strategies in which a graph can be looked at, in their order."""
    there = [STRATEGIES[name] for name in names if name in STRATEGIES]
    lacks = {lacking: lacking(graph) for lacking in {one.lacking for one in there}}
    return tuple(one.name for one in there if not lacks[one.lacking])


def registered(name: str) -> Registered:
    """Return the strategy of a name. Raises StrategyError naming those there are."""
    if name not in STRATEGIES:
        raise StrategyError(f"There is no strategy {name!r}. There are: {', '.join(STRATEGIES)}.")
    return STRATEGIES[name]


def opened(name: str, retriever: Retriever) -> Strategy:
    """Return a strategy on a graph. Raises StrategyError if there is none, or it cannot be used."""
    chosen = registered(name)
    if why := chosen.lacking(retriever.graph):
        raise StrategyError(f"The strategy {name!r} is not available here: {why}.")
    return partial(find_evidence, chosen.find, retriever)
