"""Translate between names and the graph's identifiers in questions for rules and in the rules'
answers.

`reachable("Ada Marsh", Name, Steps)` is a question with one known argument. A quoted string that is
a name in the texts refers to the phrase with that name; any other string stays as written.
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
"""The knowledge layer's identifier for a phrase."""

MOST_NAMES = 5000
"""Maximum number of names to look up per answer."""


def read_goal(graph: Graph, text: str) -> Goal:
    """Return the goal in a text such as `reachable("Ada Marsh", Name, Steps)`.

    Raises RuleError unless the text is a single predicate applied to names, numbers, and variables.
    Raises GraphUnavailableError.
    """
    atom = read_atom(text)
    check_variables(atom)
    names_in_goal = {folded_name(one) for one in atom.arguments if isinstance(one, str)}
    phrase_ids_by_name = {
        name: one.phrase_id for name, one in phrases_by_name(graph, names_in_goal).items()
    }
    return Goal(atom.name, tuple(goal_value(one, phrase_ids_by_name) for one in atom.arguments))


def unknown_names(goal: Goal) -> list[str]:
    """Return the strings in a goal that are neither names in the knowledge layer nor numbers."""
    texts = [one for one in goal.arguments if isinstance(one, str)]
    return [one for one in texts if not PHRASE_ID.fullmatch(one) and not one.isdigit()]


def nearest_first(facts: Sequence[Fact]) -> list[Fact]:
    """Return facts sorted by the numbers in them, such as steps. Facts with equal numbers keep
    their order."""
    return sorted(facts, key=lambda one: [part for part in one.arguments if isinstance(part, int)])


def read_atom(text: str) -> Atom:
    """Parse a text as a predicate with arguments. Raises RuleError."""
    clauses = parse_rules(f"{text.strip().rstrip('.')}.")
    if len(clauses) != 1 or clauses[0].body:
        raise RuleError(
            'Enter a single goal, such as: reachable("Ada Marsh", Name, Steps). Put your own '
            "rules into a file."
        )
    return clauses[0].head


def check_variables(atom: Atom) -> None:
    """Raise RuleError if a variable occurs twice, because a goal cannot require equal arguments."""
    named = [one.name for one in atom.arguments if isinstance(one, Variable) and one.name != "_"]
    if twice := sorted({one for one in named if named.count(one) > 1}):
        raise RuleError(
            f"The variable {twice[0]} occurs twice. Use a different variable for each argument."
        )


def goal_value(term: Term, phrase_ids_by_name: dict[str, str]) -> Value | None:
    """Return the value of an argument, or `None` for a variable. Raises RuleError."""
    match term:
        case Variable():
            return None
        case Arithmetic():
            raise RuleError("A goal may contain only names, numbers, and variables.")
        case str():
            return phrase_ids_by_name.get(folded_name(term), term)
        case _:
            return term


def facts_with_names(graph: Graph, facts: Collection[Fact]) -> list[str]:
    """Return facts as rule text, with names in place of phraseIds.

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
    """Return a value as rule text."""
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
