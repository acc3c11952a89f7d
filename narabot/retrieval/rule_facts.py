"""Supply rules with the facts that they request from the graph.

Each external predicate is read with one Cypher statement. The values that the rules supply for the
first argument are parameters and never become part of the statement's text.
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
"""A naId as written in rules. Longer numbers are not naIds and may exceed Neo4j's largest
integer."""


def graph_rules(graph: Graph, text: str | None = None) -> RuleSet:
    """Return the rules of `graph.lp`, or other rules, with the graph as the source of facts.

    Raises RuleError if the text cannot be parsed. Reading from the graph may raise
    GraphUnavailableError.
    """
    clauses = parse_rules(load_program("graph") if text is None else text)
    return RuleSet(clauses, sources_of(graph))


def sources_of(graph: Graph) -> Mapping[Predicate, FactSource]:
    """Return the predicates that a graph supplies, each with its source.

    `edge(phraseId, relation, phraseId)` is supplied in both directions: `SENT_TO` from the sender
    and `inverse of SENT_TO` from the recipient. The other predicates are `mentioned_in(phraseId,
    naId, chunkSeqId)`, `phrase(phraseId, name)`, `parent(naId, naId)`, and `creator(naId, naId)`.
    naIds are strings because clingo's integers have 32 bits.
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
    to_fact: Callable[[Row], Fact],
) -> FactSource:
    """Return a source that uses a query to read a predicate's facts about phrases."""

    def read(values: tuple[Value, ...], most: int) -> list[Fact]:
        """Return the facts about the phraseIds in `values`."""
        names = sorted({one for one in values if isinstance(one, str)})
        statement = load_query("narabot", query)
        return [to_fact(row) for row in graph.read(statement, phraseIds=names, most=most)]

    return read


def record_source(
    graph: Graph, query: Literal["rule_parents", "rule_creators"], predicate: str
) -> FactSource:
    """Return a source that uses a query to read a predicate's facts about pairs of records."""

    def read(values: tuple[Value, ...], most: int) -> list[Fact]:
        """Return the facts about the naIds in `values`."""
        na_ids = sorted(
            {int(one) for one in values if isinstance(one, str) and NA_ID.fullmatch(one)}
        )
        rows = graph.read(load_query("narabot", query), naIds=na_ids, most=most)
        return [fact(predicate, str(row["naId"]), str(row["other"])) for row in rows]

    return read
