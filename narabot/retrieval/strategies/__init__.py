"""The ways from a request to evidence, by name; a new one is a file here and a line below."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from narabot.errors import StrategyError
from narabot.graph import Graph
from narabot.retrieval.operators.phrases import layer_lacking
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.strategies import (
    comprehensive_search,
    cypher_traverse,
    document,
    full_document_read,
    hybrid,
    hybrid_search,
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
    needs: str
    lacking: Callable[[Graph], str | None] = lambda _: None
    """Says why a graph cannot be looked at in this way; `None` where it can."""
    router: str = ""
    """The mode of the router by which questions are looked up in one way after another (`chat`);
    "" of a way. Lists, and what is searched for alone, are then found by `find`."""


STRATEGIES: dict[str, Registered] = {
    one.name: one
    for one in (
        Registered("hybrid", hybrid.find, "meaning and words, joined by ranks", "both indexes"),
        Registered("vector", vector.find, "meaning alone", "the vector index"),
        Registered("words", words.find, "words alone", "both indexes"),
        Registered(
            "document",
            document.find,
            "LangChain's vector search with the first system's query",
            "a graph of at most 500,000 nodes: it looks at all of them for each hit",
            document.lacking,
        ),
        Registered(
            "vector_search",
            vector_search.find,
            "from the names in it, and names near to it, to the texts that say them",
            "names and statements",
            layer_lacking,
        ),
        Registered(
            "cypher_traverse",
            cypher_traverse.find,
            "from what is near to it over names and their relations, three at most, to texts",
            "names and statements",
            layer_lacking,
        ),
        Registered(
            "hybrid_search",
            hybrid_search.find,
            "names, words and meaning, measured again by meaning",
            "names and statements",
            layer_lacking,
        ),
        Registered(
            "temporal_query",
            temporal_query.find,
            "within the years that it names, in the order of time",
            "both indexes",
        ),
        Registered(
            "comprehensive_search",
            comprehensive_search.find,
            "its clauses and names one by one, joined by ranks",
            "both indexes",
        ),
        Registered(
            "full_document_read",
            full_document_read.find,
            "the best records read whole",
            "both indexes",
        ),
        Registered(
            "triplets",
            triplets.find,
            "from the names in it along what texts state of them, by several walks",
            "names and statements",
            layer_lacking,
        ),
        *(
            Registered(
                f"triplets:{name}",
                triplets.walking(name),
                f"the same by the walk {name} alone",
                "names and statements",
                layer_lacking,
            )
            for name in triplets.OTHERS
        ),
        Registered(
            "agent",
            hybrid.find,
            "one way after another, until what is found supports an answer",
            "both indexes",
            router="agent",
        ),
    )
}


def available(graph: Graph, names: Sequence[str]) -> tuple[str, ...]:
    """Return those of some strategies in which a graph can be looked at, in their order."""
    return tuple(
        name for name in names if name in STRATEGIES and not STRATEGIES[name].lacking(graph)
    )


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
