"""Parser for rules, based on the grammar in `rules.lark`. The parser has no side effects."""

import re
from functools import cache, reduce
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from narabot.errors import RuleError
from narabot.rules.clauses import Arithmetic, Atom, Clause, Comparison, Literal, Term, Variable
from narabot.rules.facts import MAX_NUMBER, Constant

FUNCTIONS = frozenset({"plus", "minus", "mult", "div"})
"""Mangle functions that rules may call."""

ESCAPE = re.compile(r"\\(.)", re.DOTALL)

ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def parse_rules(text: str) -> tuple[Clause, ...]:
    """Return the clauses in a text. A syntax error raises RuleError, whose message names the
    line."""
    try:
        tree = parser().parse(text)
    except UnexpectedInput as error:
        there = error.get_context(text, span=30).rstrip()
        raise RuleError(
            f"Line {error.line} of the rules has an error at column {error.column}:\n{there}"
        ) from None
    try:
        clauses: tuple[Clause, ...] = ClauseBuilder(visit_tokens=False).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return clauses


@cache
def parser() -> Lark:
    """Return the cached parser."""
    grammar = (files("narabot.rules") / "rules.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)


class ClauseBuilder(Transformer[Token, Any]):
    """Builds clauses from the parse tree, with one method for each grammar rule."""

    def start(self, clauses: list[Clause]) -> tuple[Clause, ...]:
        """Return all clauses."""
        return tuple(clauses)

    @v_args(meta=True)
    def clause(self, meta: Any, parts: list[Any]) -> Clause:
        """Return a rule or fact."""
        head, body = parts
        return Clause(head, body or (), meta.line)

    def body(self, parts: list[Literal | Comparison]) -> tuple[Literal | Comparison, ...]:
        """Return the conditions of a rule."""
        return tuple(parts)

    def literal(self, parts: list[Any]) -> Literal:
        """Return an atom or a negated atom."""
        negation, atom = parts
        return Literal(atom, negation is not None)

    def comparison(self, parts: list[Any]) -> Comparison:
        """Return a comparison of two terms."""
        left, operator, right = parts
        return Comparison(left, str(operator), right)

    def atom(self, parts: list[Any]) -> Atom:
        """Return a predicate applied to terms."""
        name, *terms = parts
        return Atom(str(name), tuple(term for term in terms if term is not None))

    def variable(self, parts: list[Token]) -> Variable:
        """Return a named variable."""
        return Variable(str(parts[0]))

    def anything(self, _: list[Token]) -> Variable:
        """Return an anonymous variable."""
        return Variable("_")

    def number(self, parts: list[Token]) -> int:
        """Return a number that clingo can represent."""
        found = int(parts[0])
        if found > MAX_NUMBER:
            raise_at(parts[0], f"Rules cannot use numbers greater than {MAX_NUMBER}.")
        return found

    def negative(self, parts: list[Token]) -> int:
        """Return a negative number."""
        return -self.number(parts)

    def text(self, parts: list[Token]) -> str:
        """Return a string without its quotation marks."""
        return ESCAPE.sub(lambda found: ESCAPES.get(found[1], found[1]), parts[0][1:-1])

    def constant(self, parts: list[Token]) -> Constant:
        """Return a name. `/viewer` and `viewer` are equal."""
        return Constant(parts[0].removeprefix("/"))

    def call(self, parts: list[Any]) -> Term:
        """Return a call to a supported function."""
        function = parts[0].removeprefix("fn:")
        if function not in FUNCTIONS or len(parts) < 3:
            known = ", ".join(f"fn:{one}" for one in sorted(FUNCTIONS))
            raise_at(
                parts[0],
                f"Rules support {known}, each with at least two terms, but not this call of "
                f"{parts[0]}.",
            )
        whole: Term = reduce(lambda one, other: Arithmetic(function, (one, other)), parts[1:])
        return whole

    def plus(self, parts: list[Term]) -> Arithmetic:
        """Return a sum."""
        return Arithmetic("plus", tuple(parts))

    def minus(self, parts: list[Term]) -> Arithmetic:
        """Return a difference."""
        return Arithmetic("minus", tuple(parts))

    def mult(self, parts: list[Term]) -> Arithmetic:
        """Return a product."""
        return Arithmetic("mult", tuple(parts))


def raise_at(token: Token, what: str) -> None:
    """Raise RuleError with the line number of a token."""
    raise RuleError(f"Line {token.line} of the rules: {what}")
