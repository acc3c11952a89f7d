"""Tests of graph rules: the rules in the seed document, narabot's own rules, and external facts."""

from collections.abc import Callable, Collection, Iterable
from itertools import product
from random import Random

import networkx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from narabot.errors import RuleError, RuleLimitError
from narabot.rules import rule_set
from narabot.rules.clauses import Clause, Predicate
from narabot.rules.evaluation import Limits, load_program, solve
from narabot.rules.facts import Constant, Fact, Value, argument_tuples, fact
from narabot.rules.rule_set import FactSource, Goal, RuleSet
from narabot.rules.stratification import check_rules
from narabot.rules.syntax import parse_rules
from narabot.rules.translation import program_text
from tests.shared import SHARED, needs_shared

PATIENT = Limits(seconds=120)

DOCUMENT = SHARED / "seeds" / "004_deef8a7a0bd104cd.txt"

OURS = parse_rules(load_program("graph"))

Edges = Collection[tuple[int, int]]

EDGES = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


def document_rules() -> str:
    """Return the rules exactly as the seed document prints them."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("reachable("))
    last = next(n for n, line in enumerate(lines) if line.startswith("common_neighbor("))
    # includes the comments before and between the rules
    return "\n".join(lines[first - 1 : last + 1])


def edge_facts(edges: Iterable[tuple[int, int]]) -> list[Fact]:
    """Return edges as facts whose node names are hard to quote."""
    return [fact("edge", name(one), Constant("knows"), name(other)) for one, other in edges]


def name(number: int) -> str:
    """Return a node name that is hard to quote."""
    return f'"{number}\\'


def reached(edges: Edges, most: int) -> set[tuple[str, str, int]]:
    """Return the start, end, and number of steps of every walk, as computed with networkx."""
    graph = networkx.DiGraph(edges)
    found: set[tuple[str, str, int]] = set()
    ends = {(node, node) for node in graph}
    for steps in range(1, most + 1):
        ends = {(start, after) for start, end in ends for after in graph.successors(end)}
        found |= {(name(start), name(end), steps) for start, end in ends}
    return found


def shared_neighbors(edges: Edges) -> set[tuple[str, str, str]]:
    """Return each pair of nodes with a shared neighbor, and that neighbor."""
    graph = networkx.DiGraph(edges)
    return {
        (name(a), name(b), name(n))
        for n in graph
        for a, b in product(graph.predecessors(n), repeat=2)
        if a != b
    }


def source(facts: Iterable[Fact], calls: list[tuple[Value, ...]] | None = None) -> FactSource:
    """Return a source that finds facts by their first argument and records its calls."""

    def read(values: tuple[Value, ...], most: int) -> list[Fact]:
        if calls is not None:
            calls.append(values)
        return [one for one in facts if one.arguments[0] in values][:most]

    return read


def rules(
    clauses: tuple[Clause, ...] = OURS, given_: Iterable[Predicate] = (), **facts: Iterable[Fact]
) -> RuleSet:
    """Return a rule set with external facts."""
    known = frozenset({("predecessor", 2), ("parent", 2), ("creator", 2), *given_})
    arities = {"edge": 3, "mentioned_in": 3, "phrase": 2}
    sources = {(key, arities[key]): source(values) for key, values in facts.items()}
    return RuleSet(clauses, sources, known, PATIENT)


# Rules in the seed document


@needs_shared
def test_seed_document_defines_two_predicates() -> None:
    clauses = parse_rules(document_rules())
    assert {one.head.predicate for one in clauses} == {("reachable", 3), ("common_neighbor", 3)}
    assert "fn:plus" in document_rules()
    check_rules(clauses)


@needs_shared
@pytest.mark.slow
@settings(max_examples=10)
@given(EDGES)
@example({(0, 1), (1, 2), (2, 0), (3, 3)})
@example({(n, n + 1) for n in range(7)})
def test_seed_rules_agree_with_networkx(edges: Edges) -> None:
    program = program_text(parse_rules(document_rules()))
    wanted = (("reachable", 3), ("common_neighbor", 3))
    result = solve(program, edge_facts(edges), wanted, PATIENT).facts
    assert set(argument_tuples(result, "reachable")) == reached(edges, 4)
    assert set(argument_tuples(result, "common_neighbor")) == shared_neighbors(edges)
    # narabot's version, in clingo's syntax, gives the same result
    assert solve(load_program("graph"), edge_facts(edges), wanted, PATIENT).facts == result


@needs_shared
def test_seed_rules_agree_with_networkx_on_200_random_graphs() -> None:
    chance = Random(24)
    edges = {
        (graph * 10 + chance.randrange(8), graph * 10 + chance.randrange(8))
        for graph in range(200)
        for _ in range(chance.randrange(12))
    }
    limits = Limits(seconds=120, max_facts=1_000_000)
    program = program_text(parse_rules(document_rules()))
    wanted = (("reachable", 3), ("common_neighbor", 3))
    result = solve(program, edge_facts(edges), wanted, limits).facts
    assert set(argument_tuples(result, "reachable")) == reached(edges, 4)
    assert set(argument_tuples(result, "common_neighbor")) == shared_neighbors(edges)


@needs_shared
def test_seed_rule_without_its_bound_is_rejected() -> None:
    with pytest.raises(RuleError, match="computes D from its own results without a bound"):
        check_rules(parse_rules(document_rules().replace(", D < 5", "")))


@settings(max_examples=10)
@given(EDGES)
def test_reachability_without_step_count_is_the_transitive_closure(edges: Edges) -> None:
    closure = "leads(X, Y) :- edge(X, _, Y). leads(X, Z) :- leads(X, Y), edge(Y, _, Z)."
    result = solve(program_text(parse_rules(closure)), edge_facts(edges), [("leads", 2)], PATIENT)
    graph = networkx.transitive_closure(networkx.DiGraph(edges), reflexive=False)
    assert set(argument_tuples(result.facts, "leads")) == {
        (name(a), name(b)) for a, b in graph.edges
    }


# External facts


MIXED = """
from(X, Y) :- start(X), edge(X, _, Y).
from(X, Z) :- from(X, Y), edge(Y, _, Z).
dead_end(Y) :- from(X, Y), !goes_on(Y).
goes_on(Y) :- edge(Y, R, Z).
two(X, Y) :- from(X, Y), X = Z, edge(Z, knows, W), edge(W, _, Y), !edge(X, knows, Y).
start(X) :- begin(X), !closed(X).
"""


def test_facts_beyond_a_rule_bound_are_not_read() -> None:
    calls: list[tuple[Value, ...]] = []
    chain = edge_facts((n, n + 1) for n in range(9))
    asked = RuleSet(OURS, {("edge", 3): source(chain, calls)}, frozenset(), PATIENT)
    assert asked.ask(Goal("reachable", (name(0), None, None))).facts_read == 4
    assert calls == [(name(n),) for n in range(4)]


def test_query_may_depend_on_a_negated_predicate() -> None:
    # `open` is queried with the results of `near`, which in turn depends on `not open`
    text = "both(X) :- near(X), open(X). near(X) :- seen(X), !open(X). open(X) :- known(X), e(X)."
    clauses = parse_rules(text)
    given_ = [fact(one, n) for one in ("seen", "known", "e") for n in (1, 2)][:-1]
    result = rules(clauses).ask(Goal("both", (None,)), given_)
    assert result.facts == ()
    assert rules(clauses).ask(Goal("near", (None,)), given_).facts == (fact("near", 2),)


def test_only_relevant_facts_are_read() -> None:
    calls: list[tuple[Value, ...]] = []
    facts = edge_facts([(0, 1), (1, 2), (5, 6), (6, 7)])
    asked = RuleSet(OURS, {("edge", 3): source(facts, calls)}, frozenset(), PATIENT)
    answer = asked.ask(Goal("reachable", (name(0), None, None)))
    assert answer.facts_read == 2
    assert {one for values in calls for one in values} == {name(0), name(1), name(2)}
    assert len(calls) == 3  # one per step


@pytest.mark.parametrize(
    ("goal", "named"),
    [
        (Goal("reachable", (None, "b", None)), "edge/3 in line 6"),
        (Goal("common_neighbor", ("a", None, None)), "edge/3 in line 9"),
        (Goal("evidence", (None, None, 3, 0)), "mentioned_in/3 in line 12"),
        (Goal("edge", (None, None, "b")), "edge/3"),
    ],
)
def test_external_predicate_requires_its_first_argument(goal: Goal, named: str) -> None:
    with pytest.raises(RuleError, match=rf"{named} (?:.* )?needs a value for its first argument"):
        rules(edge=(), mentioned_in=()).ask(goal)


def test_undefined_predicate_is_an_error() -> None:
    clauses = parse_rules("near(X, Y) :- edge(X, R, Y), !far(X).")
    with pytest.raises(RuleError, match=r"defines far/1 \(line 1"):
        rules(clauses, edge=()).ask(Goal("near", ("a", None)))
    with pytest.raises(RuleError, match=r"defines nowhere/1\."):
        rules(edge=()).ask(Goal("nowhere", (None,)))


def test_limit_on_facts_read_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_set, "MAX_FACTS_READ", 4)
    star = edge_facts((0, n) for n in range(1, 7))
    goal = Goal("reachable", (name(0), None, None))
    assert rules(edge=star[:4]).ask(goal).facts_read == 4
    with pytest.raises(RuleLimitError, match="need more than 4 facts"):
        rules(edge=star[:5]).ask(goal)
    # the limit also applies when facts are read over several rounds
    with pytest.raises(RuleLimitError, match="need more than 4 facts"):
        rules(
            parse_rules("on(X, Y) :- edge(X, _, Y). on(X, Z) :- on(X, Y), edge(Y, _, Z)."),
            edge=edge_facts((n, n + 1) for n in range(6)),
        ).ask(Goal("on", (name(0), None)))


@pytest.mark.slow
def test_limit_on_rounds_is_reported() -> None:
    clauses = parse_rules("on(X, Y) :- edge(X, _, Y). on(X, Z) :- on(X, Y), edge(Y, _, Z).")
    chain = rules(clauses, edge=edge_facts((n, n + 1) for n in range(rule_set.MAX_ROUNDS + 2)))
    with pytest.raises(RuleLimitError, match="more than 16 rounds"):
        chain.ask(Goal("on", (name(0), None)))


# Our rules


def test_two_names_in_one_chunk_are_evidence() -> None:
    said = [fact("mentioned_in", who, 7, chunk) for who, chunk in (("a", 0), ("a", 1), ("b", 1))]
    answer = rules(mentioned_in=said).ask(Goal("evidence", ("a", "b", None, None)))
    assert answer.facts == (fact("evidence", "a", "b", 7, 1),)


Ask = Callable[[Goal, Collection[Fact]], tuple[Fact, ...]]


@pytest.fixture
def ask() -> Ask:
    """Return a function that queries the rules in `graph.lp` with the supplied facts."""
    known = [("single_valued", 1), ("stated", 6)]
    return lambda goal, facts: rules(given_=known).ask(goal, facts).facts


def test_creators_are_inherited_from_the_nearest_ancestor(ask: Ask) -> None:
    facts = [
        *(fact("parent", below, above) for below, above in ((4, 3), (3, 2), (2, 1), (6, 5))),
        fact("creator", 1, 91),
        fact("creator", 3, 93),
        fact("creator", 3, 94),
    ]
    result = ask(Goal("inherited_creator", (None, None)), facts)
    assert set(argument_tuples(result, "inherited_creator")) == {
        (1, 91), (2, 91), (3, 93), (3, 94), (4, 93), (4, 94),
    }  # fmt: skip
    below = ask(Goal("inherited_creator", (4, None)), facts)
    assert {creator for _, creator in argument_tuples(below, "inherited_creator")} == {93, 94}


def stated(key: str, class_: str, value: str, first: int, last: int) -> Fact:
    """Return a fact that states a relation's value for a person."""
    return fact("stated", key, class_, "p", value, first, last)


def test_overlapping_values_of_single_valued_relation_conflict(ask: Ask) -> None:
    facts = [
        fact("single_valued", "HEADQUARTERED_IN"),
        stated("s1", "HEADQUARTERED_IN", "Omaha", 19400101, 19421231),
        stated("s2", "HEADQUARTERED_IN", "Tulsa", 19421231, 19450101),
        stated("s3", "HEADQUARTERED_IN", "Boise", 19450102, 19460101),
        stated("s4", "HEADQUARTERED_IN", "Omaha", 19400101, 19421231),
        stated("s5", "KNOWS", "a", 19400101, 19421231),
        stated("s6", "KNOWS", "b", 19400101, 19421231),
    ]
    result = ask(Goal("conflict", (None, None)), facts)
    assert set(argument_tuples(result, "conflict")) == {("s1", "s2"), ("s2", "s4")}
