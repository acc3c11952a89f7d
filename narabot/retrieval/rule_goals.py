"""Questions to rules as one writes them: names in place of the graph's identifiers, both ways.

`reachable("Ada Marsh", Name, Steps)` asks with one argument known; what stands in quotation marks
and is a name in the texts means that name, all else stays as it is written.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from narabot.errors import RuleError
from narabot.graph import Graph, load_query
from narabot.models.knowledge import folded_name
from narabot.retrieval.operators.request_entities import phrases_by_name
from narabot.rules.clauses import Arithmetic, Atom, Term, Variable
from narabot.rules.facts import Constant, Fact, Value
from narabot.rules.rule_set import Goal
from narabot.rules.syntax import parse_rules

PHRASE_ID = re.compile(r"[0-9a-f]{16}")
"""What the layer calls a name by."""

MOST_NAMES = 5000
"""Of an answer, that are looked up."""


def read_goal(graph: Graph, text: str) -> Goal:
    """Return what a text asks of rules, such as `reachable("Ada Marsh", Name, Steps)`.

    Raises RuleError where it is no predicate of names, numbers and what is left open;
    GraphUnavailableError.
    """
    atom = read_atom(text)
    check_variables(atom)
    said = {folded_name(one) for one in atom.arguments if isinstance(one, str)}
    meant = {name: one.phrase_id for name, one in phrases_by_name(graph, said).items()}
    return Goal(atom.name, tuple(goal_value(one, meant) for one in atom.arguments))


def unknown_names(goal: Goal) -> list[str]:
    """Return the texts of a goal that are no names in the layer, and no numbers such as a naId."""
    texts = [one for one in goal.arguments if isinstance(one, str)]
    return [one for one in texts if not PHRASE_ID.fullmatch(one) and not one.isdigit()]


def nearest_first(facts: Sequence[Fact]) -> list[Fact]:
    """Return facts by the numbers in them, such as steps; those of the same in their order."""
    return sorted(facts, key=lambda one: [part for part in one.arguments if isinstance(part, int)])


def read_atom(text: str) -> Atom:
    """Return a text as a predicate with its arguments. Raises RuleError."""
    clauses = parse_rules(f"{text.strip().rstrip('.')}.")
    if len(clauses) != 1 or clauses[0].body:
        raise RuleError(
            'Ask one thing, such as: reachable("Ada Marsh", Name, Steps). Rules of your own go '
            "into a file."
        )
    return clauses[0].head


def check_variables(atom: Atom) -> None:
    """Raise RuleError where a variable stands twice: that places are alike cannot be asked."""
    named = [one.name for one in atom.arguments if isinstance(one, Variable) and one.name != "_"]
    if twice := sorted({one for one in named if named.count(one) > 1}):
        raise RuleError(f"{twice[0]} stands in two places. Give each place a variable of its own.")


def goal_value(term: Term, meant: dict[str, str]) -> Value | None:
    """Return what is known of an argument, `None` where it is left open. Raises RuleError."""
    match term:
        case Variable():
            return None
        case Arithmetic():
            raise RuleError("What is asked has names, numbers and variables, and computes nothing.")
        case str():
            return meant.get(folded_name(term), term)
        case _:
            return term


def facts_with_names(graph: Graph, facts: Collection[Fact]) -> list[str]:
    """Return facts as one writes them, with names in place of phraseIds.

    Raises GraphUnavailableError.
    """
    ids = sorted({one for fact in facts for one in phrase_ids(fact.arguments)})
    query = load_query("narabot", "rule_phrases")
    rows = graph.read(query, phraseIds=ids, most=MOST_NAMES)
    names = {row["phraseId"]: row["name"] for row in rows}
    return [as_rule_text(one, names) for one in facts]


def phrase_ids(values: Collection[Value]) -> Iterator[str]:
    """Yield the values that are phraseIds."""
    yield from (one for one in values if isinstance(one, str) and PHRASE_ID.fullmatch(one))


def as_rule_text(value: Value, names: dict[str, str]) -> str:
    """Return a value as it is written in rules."""
    match value:
        case Fact(predicate, arguments):
            return f"{predicate}({', '.join(as_rule_text(one, names) for one in arguments)})"
        case Constant(name):
            return name
        case str():
            text = names.get(value, value).replace("\\", "\\\\").replace('"', '\\"')
            return f'"{text}"'
        case _:
            return str(value)
