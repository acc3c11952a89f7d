"""The text of rules read into clauses, by the grammar of `rules.lark`. Pure."""

import re
from functools import cache, reduce
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from narabot.errors import RuleError
from narabot.rules.clauses import Atom, Clause, Comparison, Computed, Literal, Term, Variable
from narabot.rules.facts import GREATEST_NUMBER, Constant

FUNCTIONS = frozenset({"plus", "minus", "mult", "div"})
"""Of Mangle's functions those that rules here may call."""

ESCAPE = re.compile(r"\\(.)", re.DOTALL)

WRITTEN_OUT = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def read_rules(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a text. Raises RuleError, with the line that cannot be read."""
    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        there = error.get_context(text, span=30).rstrip()
        raise RuleError(
            f"Line {error.line} of the rules cannot be read from column {error.column} on:\n{there}"
        ) from None
    try:
        clauses: tuple[Clause, ...] = Reading(visit_tokens=False).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return clauses


@cache
def parser() -> Lark:
    """Return the parser, which is made once."""
    grammar = (files("narabot.rules") / "rules.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)


class Reading(Transformer[Token, Any]):
    """Makes values of what the grammar finds; a method for each of its rules."""

    def start(self, clauses: list[Clause]) -> tuple[Clause, ...]:
        """Return all clauses."""
        return tuple(clauses)

    @v_args(meta=True)
    def clause(self, meta: Any, parts: list[Any]) -> Clause:
        """Return a rule, or a fact."""
        head, body = parts
        return Clause(head, body or (), meta.line)

    def body(self, parts: list[Literal | Comparison]) -> tuple[Literal | Comparison, ...]:
        """Return what a rule asks."""
        return tuple(parts)

    def literal(self, parts: list[Any]) -> Literal:
        """Return an atom, or that it does not hold."""
        negation, atom = parts
        return Literal(atom, negation is not None)

    def comparison(self, parts: list[Any]) -> Comparison:
        """Return two terms compared."""
        left, operator, right = parts
        return Comparison(left, str(operator), right)

    def atom(self, parts: list[Any]) -> Atom:
        """Return a predicate of terms."""
        name, *terms = parts
        return Atom(str(name), tuple(term for term in terms if term is not None))

    def variable(self, parts: list[Token]) -> Variable:
        """Return what is left open."""
        return Variable(str(parts[0]))

    def anything(self, _: list[Token]) -> Variable:
        """Return what is left open and not spoken of again."""
        return Variable("_")

    def number(self, parts: list[Token]) -> int:
        """Return a number that clingo can hold."""
        found = int(parts[0])
        if found > GREATEST_NUMBER:
            raise_at(parts[0], f"Rules count up to {GREATEST_NUMBER}.")
        return found

    def negative(self, parts: list[Token]) -> int:
        """Return a number below 0."""
        return -self.number(parts)

    def text(self, parts: list[Token]) -> str:
        """Return a text without its quotation marks."""
        return ESCAPE.sub(lambda found: WRITTEN_OUT.get(found[1], found[1]), parts[0][1:-1])

    def constant(self, parts: list[Token]) -> Constant:
        """Return a name: `/viewer` and `viewer` are the same."""
        return Constant(parts[0].removeprefix("/"))

    def call(self, parts: list[Any]) -> Term:
        """Return a call of one of the known functions."""
        function = parts[0].removeprefix("fn:")
        if function not in FUNCTIONS or len(parts) < 3:
            known = ", ".join(f"fn:{one}" for one in sorted(FUNCTIONS))
            raise_at(parts[0], f"Rules know {known}, each of two terms or more; not {parts[0]}.")
        whole: Term = reduce(lambda one, other: Computed(function, (one, other)), parts[1:])
        return whole

    def plus(self, parts: list[Term]) -> Computed:
        """Return a sum."""
        return Computed("plus", tuple(parts))

    def minus(self, parts: list[Term]) -> Computed:
        """Return a difference."""
        return Computed("minus", tuple(parts))

    def mult(self, parts: list[Term]) -> Computed:
        """Return a product."""
        return Computed("mult", tuple(parts))


def raise_at(token: Token, what: str) -> None:
    """Raise RuleError with the line of a token."""
    raise RuleError(f"Line {token.line} of the rules: {what}")
