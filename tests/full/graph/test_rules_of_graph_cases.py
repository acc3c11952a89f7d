"""Rules on the graph compared with full evaluation and with transitive closure, on random facts."""

import networkx
from hypothesis import example, given, settings
from hypothesis import strategies as st

from narabot.rules.evaluation import solve
from narabot.rules.facts import argument_tuples, fact
from narabot.rules.rule_set import Goal
from narabot.rules.syntax import parse_rules
from narabot.rules.translation import program_text
from tests.unit.test_rules_of_graph import (
    EDGES,
    MIXED,
    PATIENT,
    Edges,
    edge_facts,
    name,
    reached,
    rules,
)


@settings(max_examples=10)
@given(EDGES, st.integers(0, 7))
def test_demand_driven_query_matches_full_evaluation(edges: Edges, start: int) -> None:
    answer = rules(edge=edge_facts(edges)).ask(Goal("reachable", (name(start), None, None)))
    whole = {one for one in reached(edges, 4) if one[0] == name(start)}
    assert set(argument_tuples(answer.facts, "reachable")) == whole


@settings(max_examples=10)
@given(EDGES, st.sets(st.integers(0, 7), max_size=3), st.sets(st.integers(0, 7), max_size=2))
def test_negations_and_joins_match_full_evaluation(
    edges: Edges, starts: set[int], closed: set[int]
) -> None:
    clauses = parse_rules(MIXED)
    given_ = [*(fact("begin", name(n)) for n in starts), *(fact("closed", name(n)) for n in closed)]
    asked = rules(clauses, [("begin", 1), ("closed", 1)], edge=edge_facts(edges))
    for goal in (
        Goal("dead_end", (None,)),
        Goal("two", (None, None)),
        Goal("two", (name(1), None)),
    ):
        whole = solve(
            program_text(clauses), [*edge_facts(edges), *given_], [goal.adorned[0]], PATIENT
        )
        wanted = tuple(one for one in whole.facts if goal.fits(one))
        assert asked.ask(goal, given_).facts == wanted


@settings(max_examples=10)
@given(EDGES)
@example({(1, 2), (2, 3), (3, 1), (4, 1), (5, 5)})
def test_preceded_by_is_the_transitive_closure_even_with_cycles(pairs: Edges) -> None:
    facts = [fact("predecessor", later, earlier) for later, earlier in pairs]
    graph = networkx.transitive_closure(networkx.DiGraph(pairs), reflexive=False)
    result = rules().ask(Goal("preceded_by", (None, None)), facts)
    assert set(argument_tuples(result.facts, "preceded_by")) == set(graph.edges)
    circles = rules().ask(Goal("in_circle", (None,)), facts)
    assert {one for (one,) in argument_tuples(circles.facts, "in_circle")} == {
        node for node in graph if graph.has_edge(node, node)
    }
