"""Rules about names read only the facts that they need from the graph."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from narabot.errors import RuleError, RuleLimitError
from narabot.graph import Graph
from narabot.retrieval.rule_facts import graph_rules, sources_of
from narabot.retrieval.rule_goals import facts_with_names, nearest_first, read_goal, unknown_names
from narabot.rules import rule_set
from narabot.rules.facts import Constant, argument_tuples, fact
from narabot.rules.rule_set import Goal
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import build
from tests.records import raw_authority, raw_record

pytestmark = pytest.mark.layer


def relate(graph: Graph, pairs: Iterable[tuple[str, str]], relation: str = "KNOWS") -> None:
    """Write pairs of phrases, with a relation from the first phrase to the second."""
    graph.write(
        "UNWIND $pairs AS pair "
        "MERGE (one:PhraseNode {phraseId: pair[0]}) ON CREATE SET one.name = 'N ' + pair[0] "
        "MERGE (other:PhraseNode {phraseId: pair[1]}) ON CREATE SET other.name = 'N ' + pair[1] "
        "CREATE (one)-[:RELATED_TO {classes: [$relation], weight: 1.0, statements: 1}]->(other)",
        pairs=[list(pair) for pair in pairs],
        relation=relation,
    )


def mention(graph: Graph, phrase: str, na_id: int, chunk: int, times: int = 1) -> None:
    """Write a chunk with mentions of a phrase."""
    graph.write(
        "MERGE (phrase:PhraseNode {phraseId: $phrase}) "
        "MERGE (chunk:PassageNode {chunkId: $chunkId}) "
        "SET chunk.naId = $naId, chunk.chunkSeqId = $chunk "
        "WITH phrase, chunk UNWIND range(1, $times) AS start "
        "CREATE (phrase)-[:MENTIONED_IN {start: start, end: start + 1}]->(chunk)",
        phrase=phrase,
        chunkId=f"{na_id}-{chunk}",
        naId=na_id,
        chunk=chunk,
        times=times,
    )


def test_reachable_names_are_at_most_four_relations_away(graph: Graph) -> None:
    relate(graph, [("a", "b"), ("c", "b"), ("c", "d"), ("d", "e"), ("e", "f"), ("x", "y")])
    answer = graph_rules(graph).ask(Goal("reachable", ("a", None, None)))
    nearest: dict[object, int] = {}
    for _, name, steps in argument_tuples(answer.facts, "reachable"):
        nearest[name] = min(int(str(steps)), nearest.get(name, 9))
    assert nearest == {"a": 2, "b": 1, "c": 2, "d": 3, "e": 4}


def test_common_neighbor_is_found_across_any_relations(graph: Graph) -> None:
    relate(graph, [("a", "n"), ("a", "m")])
    relate(graph, [("n", "b")], "SENT_TO")
    answer = graph_rules(graph).ask(Goal("common_neighbor", ("a", "b", None)))
    assert answer.facts == (fact("common_neighbor", "a", "b", "n"),)


def test_reversed_relation_is_labeled_as_inverse(graph: Graph) -> None:
    relate(graph, [("a", "b")], "SENT_TO")
    relate(graph, [("c", "a")], "SENT_TO")
    answer = graph_rules(graph).ask(Goal("edge", ("a", None, None)))
    assert answer.facts == (
        fact("edge", "a", "SENT_TO", "b"),
        fact("edge", "a", "inverse of SENT_TO", "c"),
    )
    mutual = "mutual(X, Y) :- edge(X, R, Y), edge(Y, R, X)."
    assert graph_rules(graph, mutual).ask(Goal("mutual", ("a", None))).facts == ()
    relate(graph, [("b", "a")], "SENT_TO")
    mutual_facts = graph_rules(graph, mutual).ask(Goal("mutual", ("a", None))).facts
    assert mutual_facts == (fact("mutual", "a", "b"),)


def test_evidence_is_each_chunk_that_mentions_both_names(graph: Graph) -> None:
    for name, chunk in (("a", 0), ("a", 1), ("b", 1), ("b", 2)):
        mention(graph, name, 9_900_000_101, chunk, times=2)
    answer = graph_rules(graph).ask(Goal("evidence", ("a", "b", None, None)))
    assert answer.facts == (fact("evidence", "a", "b", "9900000101", 1),)
    assert answer.facts_read == 4  # narabot reads each chunk once


def test_only_needed_facts_are_read_using_query_parameters(graph: Graph) -> None:
    hostile = "a'}) DETACH DELETE (n) //\"\\"
    relate(graph, [(hostile, "b"), ("x", "y")])
    answer = graph_rules(graph).ask(Goal("reachable", (hostile, None, None)))
    assert fact("reachable", hostile, "b", 1) in answer.facts
    assert answer.facts_read == 2  # narabot reads the single relation from both ends
    assert len(graph.read("MATCH (name:PhraseNode) RETURN name.phraseId AS id")) == 4


def test_phrase_ids_in_rules_are_quoted_strings(graph: Graph) -> None:
    relate(graph, [("a", "b")])
    named = graph_rules(graph, "called(N) :- edge(/a, R, X), phrase(X, N).")
    assert named.ask(Goal("called", (None,))).facts == ()  # a name constant is not a phraseId
    named = graph_rules(graph, 'called(N) :- edge("a", R, X), phrase(X, N).')
    assert named.ask(Goal("called", (None,))).facts == (fact("called", "N b"),)


def test_exceeding_the_fact_limit_raises_an_error(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    relate(graph, [("a", f"b{number}") for number in range(30)])
    monkeypatch.setattr(rule_set, "MAX_FACTS_READ", 29)
    with pytest.raises(RuleLimitError, match="need more than 29"):
        graph_rules(graph).ask(Goal("common_neighbor", ("a", "b1", None)))
    [read] = [one for key, one in sources_of(graph).items() if key == ("edge", 3)]
    assert len(read(("a",), 7)) == 7


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("named(X) :- phrase(X, N).", Goal("named", (None,))),
        ("named(X) :- mentioned_in(X, /a, 0).", Goal("named", (None,))),
        ("related(X) :- edge(X, R, Y).", Goal("related", (None,))),
    ],
)
def test_rule_that_scans_the_whole_graph_is_rejected(graph: Graph, text: str, goal: Goal) -> None:
    with pytest.raises(RuleError, match="value for its first"):
        graph_rules(graph, text).ask(goal)


def test_goal_and_its_facts_use_names(graph: Graph, tmp_path: Path) -> None:
    persons = [
        raw_authority("Vane, Ruth, 1880-1951", naId=8),
        raw_authority("Oakes, Harold", naId=9),
    ]
    letters = raw_record("Letters", naId=11, scopeAndContentNote="Ruth Vane met Harold Oakes.")
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", *persons, letters))
    build(graph)
    goal = read_goal(graph, 'evidence("Oakes, Harold", "Vane, Ruth, 1880-1951", NaId, Chunk).')
    named_facts = facts_with_names(graph, graph_rules(graph).ask(goal).facts)
    assert named_facts == ['evidence("Oakes, Harold", "Vane, Ruth, 1880-1951", "11", 0)']


def test_constants_that_are_not_names_stay_unchanged(graph: Graph) -> None:
    goal = read_goal(graph, 'p("11", X, 3, /viewer, _)')
    assert goal == Goal("p", ("11", None, 3, Constant("viewer"), None))
    assert unknown_names(goal) == []
    assert goal.constants == ["viewer"]
    assert unknown_names(read_goal(graph, 'p("Nobody", X)')) == ["Nobody"]
    assert nearest_first([fact("p", "a", 3), fact("p", "b", 1)])[0] == fact("p", "b", 1)
    assert facts_with_names(graph, [fact("p", 'a "b"', 3, Constant("c"))]) == [
        'p("a \\"b\\"", 3, c)'
    ]


@pytest.mark.parametrize("text", ["", "p(X) :- q(X).", "p(X). q(X).", "p(", "p(fn:plus(1, 2))"])
def test_invalid_goal_is_rejected(graph: Graph, text: str) -> None:
    with pytest.raises(RuleError):
        read_goal(graph, text)


def test_record_inherits_the_creator_of_its_parent(graph: Graph, tmp_path: Path) -> None:
    office = {"naId": 5, "heading": "Lighthouse Board", "authorityType": "organization"}
    above = {"naId": 11, "title": "Accounts", "levelOfDescription": "series"}
    lines = [
        raw_record("Accounts", naId=11, levelOfDescription="series", creators=[office]),
        raw_record("Oil", naId=12, levelOfDescription="fileUnit", ancestors=[above]),
    ]
    ingest(graph, tmp_path, write_records(tmp_path / "rg_1-1.jsonl", *lines))
    goal = read_goal(graph, 'inherited_creator("12", Creator)')
    answer = graph_rules(graph).ask(goal)
    assert facts_with_names(graph, answer.facts) == ['inherited_creator("12", "5")']
    nobody = read_goal(graph, f'inherited_creator("{9**30}", Creator)')
    assert graph_rules(graph).ask(nobody).facts == ()


@pytest.mark.parametrize("text", ["conflict(One, Other)", 'preceded_by("5", Earlier)'])
def test_undefined_predicate_raises_an_error(graph: Graph, text: str) -> None:
    with pytest.raises(RuleError, match="No rule and no fact defines"):
        graph_rules(graph).ask(read_goal(graph, text))


def test_repeated_variable_in_a_goal_is_rejected(graph: Graph) -> None:
    with pytest.raises(RuleError, match="X occurs twice"):
        read_goal(graph, 'common_neighbor("A", X, X)')
    assert read_goal(graph, 'common_neighbor("A", _, _)').arguments[1:] == (None, None)
