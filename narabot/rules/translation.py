"""Clauses as a program of clingo. Pure.

Names come from the grammar, which lets nothing else through; texts are quoted here.
"""

from collections.abc import Iterable

from narabot.rules.clauses import Atom, Clause, Comparison, Computed, Literal, Term, Variable
from narabot.rules.facts import Constant, as_json

FIRED = "_fired"
"""Of which rule a fact came: its number and the fact. No rule can write this name."""

SIGNS = {"plus": " + ", "minus": " - ", "mult": " * ", "div": " / "}


def program_text(clauses: Iterable[Clause], is_explained: bool = False) -> str:
    """Return clauses as a program of clingo, one a line.

    Explained, each says besides that it has fired (`FIRED`). Raises RuleError for a text that
    clingo cannot hold.
    """
    lines: list[str] = []
    for number, clause in enumerate(clauses):
        body = ", ".join(map(condition_text, clause.body))
        behind = f" :- {body}." if body else "."
        lines.append(atom_text(clause.head) + behind)
        if is_explained:
            lines.append(f"{FIRED}({number}, {atom_text(clause.head)}){behind}")
    return "\n".join(lines) + "\n"


def condition_text(condition: Literal | Comparison) -> str:
    """Return a part of a body."""
    if isinstance(condition, Literal):
        return ("not " if condition.is_negated else "") + atom_text(condition.atom)
    return f"{term_text(condition.left)} {condition.operator} {term_text(condition.right)}"


def atom_text(atom: Atom) -> str:
    """Return a predicate with its terms."""
    terms = ", ".join(map(term_text, atom.arguments))
    return f"{atom.name}({terms})" if terms else atom.name


def term_text(term: Term) -> str:
    """Return a term."""
    if isinstance(term, int | str):
        return constant_text(term)
    match term:
        case Variable(name) | Constant(name):
            return name
        case Computed(function, arguments):
            return f"({SIGNS[function].join(map(term_text, arguments))})"


def constant_text(value: int | str) -> str:
    """Return a number, or a quoted text. Raises RuleError for what clingo cannot hold."""
    as_json(value)
    if isinstance(value, int):
        return str(value) if value >= 0 else f"({value})"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
