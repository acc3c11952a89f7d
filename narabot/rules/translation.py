"""Translation of clauses into a clingo program.

Names are validated again, although the grammar admits only valid names. Strings are quoted. This
module has no side effects.
"""

import re
from collections.abc import Iterable

from narabot.errors import RuleError
from narabot.rules.clauses import Arithmetic, Atom, Clause, Comparison, Literal, Term, Variable
from narabot.rules.facts import Constant, as_json

NAME = re.compile(r"_|_*[A-Za-z][A-Za-z0-9_]*", re.ASCII)

OPERATORS = {"plus": " + ", "minus": " - ", "mult": " * ", "div": " / "}


def program_text(clauses: Iterable[Clause]) -> str:
    """Return clauses as a clingo program, one clause per line.

    Raise RuleError for a string that clingo cannot represent.
    """
    lines: list[str] = []
    for clause in clauses:
        body = ", ".join(map(condition_text, clause.body))
        ending = f" :- {body}." if body else "."
        lines.append(atom_text(clause.head) + ending)
    return "\n".join(lines) + "\n"


def condition_text(condition: Literal | Comparison) -> str:
    """Return a condition in a rule body as clingo text."""
    if isinstance(condition, Literal):
        return ("not " if condition.is_negated else "") + atom_text(condition.atom)
    return f"{term_text(condition.left)} {condition.operator} {term_text(condition.right)}"


def atom_text(atom: Atom) -> str:
    """Return a predicate applied to terms as clingo text."""
    terms = ", ".join(map(term_text, atom.arguments))
    name = checked_name(atom.name)
    return f"{name}({terms})" if terms else name


def term_text(term: Term) -> str:
    """Return a term as clingo text."""
    if isinstance(term, int | str):
        return constant_text(term)
    match term:
        case Variable(name) | Constant(name):
            return checked_name(name)
        case Arithmetic(function, arguments):
            return f"({OPERATORS[function].join(map(term_text, arguments))})"


def constant_text(value: int | str) -> str:
    """Return a number or a quoted string. Raise RuleError for a value that clingo cannot
    represent."""
    as_json(value)
    if isinstance(value, int):
        return str(value) if value >= 0 else f"({value})"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def checked_name(name: str) -> str:
    """Return a valid name of a predicate, variable, or constant. Raise RuleError if the name is
    invalid."""
    if not NAME.fullmatch(name) or name == "not":
        raise RuleError(f"{name!r} is not a valid name in a rule.")
    return name
