"""The graph as rules see it: what they ask of names is read, as far as they ask, and no further.

Each predicate from outside is one statement, which gets as parameters what the rules know of the
first argument; nothing of it becomes part of a statement.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from narabot.graph import Graph, load_query
from narabot.models import Row
from narabot.rules.clauses import Predicate
from narabot.rules.evaluation import load_program
from narabot.rules.facts import Fact, Value, fact
from narabot.rules.rule_set import FactSource, RuleSet
from narabot.rules.syntax import parse_rules

NA_ID = re.compile(r"[0-9]{1,18}")
"""As rules have it; longer numbers are no naIds, and none that Neo4j can hold."""


def graph_rules(graph: Graph, text: str | None = None) -> RuleSet:
    """Return the rules of `graph.lp`, or others, that ask a graph.

    Raises RuleError where a text cannot be read; reading from the graph may raise
    GraphUnavailableError.
    """
    clauses = parse_rules(load_program("graph") if text is None else text)
    return RuleSet(clauses, sources_of(graph))


def sources_of(graph: Graph) -> Mapping[Predicate, FactSource]:
    """Return the predicates that a graph can tell of, with how they are read.

    `edge(phraseId, relation, phraseId)` in both directions (`SENT_TO`, and `inverse of SENT_TO` of
    who received), `mentioned_in(phraseId, naId, chunkSeqId)`, `phrase(phraseId, name)`;
    `parent(naId, naId)`, `creator(naId, naId)`. naIds as texts, for clingo counts with 32 bits.
    """
    return {
        ("edge", 3): phrase_source(
            graph,
            "rule_edges",
            lambda row: fact("edge", row["name"], row["relation"], row["other"]),
        ),
        ("mentioned_in", 3): phrase_source(
            graph,
            "rule_mentions",
            lambda row: fact("mentioned_in", row["name"], str(row["naId"]), row["chunkSeqId"]),
        ),
        ("phrase", 2): phrase_source(
            graph, "rule_phrases", lambda row: fact("phrase", row["phraseId"], row["name"])
        ),
        ("parent", 2): record_source(graph, "rule_parents", "parent"),
        ("creator", 2): record_source(graph, "rule_creators", "creator"),
    }


def phrase_source(
    graph: Graph,
    query: Literal["rule_edges", "rule_mentions", "rule_phrases"],
    told: Callable[[Row], Fact],
) -> FactSource:
    """Return how a predicate is read by a statement."""

    def read(values: tuple[Value, ...], most: int) -> list[Fact]:
        """Return the facts of some phraseIds."""
        names = sorted({one for one in values if isinstance(one, str)})
        statement = load_query("narabot", query)
        return [told(row) for row in graph.read(statement, phraseIds=names, most=most)]

    return read


def record_source(
    graph: Graph, query: Literal["rule_parents", "rule_creators"], predicate: str
) -> FactSource:
    """Return how a predicate of two records is read by a statement."""

    def read(values: tuple[Value, ...], most: int) -> list[Fact]:
        """Return the facts of some naIds."""
        na_ids = sorted(
            {int(one) for one in values if isinstance(one, str) and NA_ID.fullmatch(one)}
        )
        rows = graph.read(load_query("narabot", query), naIds=na_ids, most=most)
        return [fact(predicate, str(row["naId"]), str(row["other"])) for row in rows]

    return read
