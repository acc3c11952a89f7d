"""Clauses as a program of clingo. Pure.

Names are looked at once more, though the grammar lets no other through; texts are quoted.
"""

import re
from collections.abc import Iterable

from narabot.errors import RuleError
from narabot.rules.clauses import Atom, Clause, Comparison, Computed, Literal, Term, Variable
from narabot.rules.facts import Constant, as_json

NAME = re.compile(r"_|_*[A-Za-z][A-Za-z0-9_]*", re.ASCII)

SIGNS = {"plus": " + ", "minus": " - ", "mult": " * ", "div": " / "}


def program_text(clauses: Iterable[Clause]) -> str:
    """Return clauses as a program of clingo, one a line.

    Raises RuleError for a text that clingo cannot hold.
    """
    lines: list[str] = []
    for clause in clauses:
        body = ", ".join(map(condition_text, clause.body))
        behind = f" :- {body}." if body else "."
        lines.append(atom_text(clause.head) + behind)
    return "\n".join(lines) + "\n"


def condition_text(condition: Literal | Comparison) -> str:
    """Return a part of a body."""
    if isinstance(condition, Literal):
        return ("not " if condition.is_negated else "") + atom_text(condition.atom)
    return f"{term_text(condition.left)} {condition.operator} {term_text(condition.right)}"


def atom_text(atom: Atom) -> str:
    """Return a predicate with its terms."""
    terms = ", ".join(map(term_text, atom.arguments))
    name = checked(atom.name)
    return f"{name}({terms})" if terms else name


def term_text(term: Term) -> str:
    """Return a term."""
    if isinstance(term, int | str):
        return constant_text(term)
    match term:
        case Variable(name) | Constant(name):
            return checked(name)
        case Computed(function, arguments):
            return f"({SIGNS[function].join(map(term_text, arguments))})"


def constant_text(value: int | str) -> str:
    """Return a number, or a quoted text. Raises RuleError for what clingo cannot hold."""
    as_json(value)
    if isinstance(value, int):
        return str(value) if value >= 0 else f"({value})"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def checked(name: str) -> str:
    """Return the name of a predicate, a variable or a constant. Raises RuleError for other text."""
    if not NAME.fullmatch(name) or name == "not":
        raise RuleError(f"{name!r} is no name that a rule may have.")
    return name
