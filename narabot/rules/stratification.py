"""Checks that rules can be evaluated: no cycle through a negation, and no unbounded counting.

If a predicate depends on its own absence, there may be no model or several models. If rules compute
new numbers from their own results without bound, evaluation may never end. This module has no side
effects.
"""

from collections.abc import Iterable, Mapping

from narabot.errors import RuleError
from narabot.rules.clauses import (
    Arithmetic,
    Clause,
    Comparison,
    Predicate,
    Term,
    Variable,
    predicate_text,
)

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}

Dependencies = Mapping[Predicate, frozenset[Predicate]]


def check_rules(clauses: Iterable[Clause]) -> None:
    """Raise RuleError if rules are not stratified or might never terminate."""
    clauses = tuple(clauses)
    direct = dependencies(clauses)
    for clause in clauses:
        for literal in clause.literals:
            if literal.is_negated:
                check_cycle(clause, literal.atom.predicate, direct)
        check_bounds(clause, direct)


def dependencies(clauses: Iterable[Clause]) -> Dependencies:
    """Return, for each predicate, the predicates in the bodies of its rules."""
    found: dict[Predicate, frozenset[Predicate]] = {}
    for clause in clauses:
        named = {literal.atom.predicate for literal in clause.literals}
        found[clause.head.predicate] = found.get(clause.head.predicate, frozenset()) | named
    return found


def shortest_path(start: Predicate, end: Predicate, direct: Dependencies) -> tuple[Predicate, ...]:
    """Return a shortest path along the dependencies, including both ends, or () if none exists."""
    paths: dict[Predicate, tuple[Predicate, ...]] = {start: (start,)}
    ahead = [start]
    for one in ahead:
        if one == end:
            return paths[one]
        for other in sorted(direct.get(one, ())):
            if other not in paths:
                paths[other] = (*paths[one], other)
                ahead.append(other)
    return ()


def check_cycle(clause: Clause, denied: Predicate, direct: Dependencies) -> None:
    """Raise RuleError if a negated predicate depends on the head of its rule."""
    back = shortest_path(denied, clause.head.predicate, direct)
    if back:
        cycle = " → ".join(
            [predicate_text(clause.head.predicate), *(f"{predicate_text(one)}" for one in back)]
        )
        cycle = cycle.replace(" → ", " → not ", 1)
        raise RuleError(
            f"The rule in line {clause.line} depends on its own absence: {cycle}. "
            "Rules must not form a cycle through a negation."
        )


def check_bounds(clause: Clause, direct: Dependencies) -> None:
    """Raise RuleError if a rule computes an unbounded number from its own results."""
    recursive = {
        literal.atom.predicate
        for literal in clause.literals
        if not literal.is_negated
        and shortest_path(literal.atom.predicate, clause.head.predicate, direct)
    }
    if not recursive:
        return
    bounds = Bounds(clause, recursive)
    for term in clause.head.arguments:
        if not bounds.is_finite(term):
            name = term.name if isinstance(term, Variable) else "a number in its head"
            raise RuleError(
                f"The rule in line {clause.line} computes {name} from its own results without a "
                f"bound. Add a bound, such as `{name if isinstance(term, Variable) else 'D'} < "
                "5`."
            )


class Bounds:
    """The bounds that the body of a recursive rule sets on numbers."""

    def __init__(self, clause: Clause, recursive: set[Predicate]) -> None:
        """Collect the comparisons and terms in the body."""
        positive = [one.atom for one in clause.literals if not one.is_negated]
        self.comparisons = [
            *clause.comparisons,
            *(Comparison(c.right, MIRRORED[c.operator], c.left) for c in clause.comparisons),
        ]
        self.direct = {term for atom in positive for term in atom.arguments}
        """Terms that occur in an atom. They have at most as many values as the atom has facts."""
        self.finite = {
            term for atom in positive if atom.predicate not in recursive for term in atom.arguments
        }

    def is_finite(self, term: Term) -> bool:
        """Return whether a term in the head can have only finitely many values."""
        if not isinstance(term, Arithmetic) and (
            not isinstance(term, Variable) or self.is_direct(term)
        ):
            return True
        return all(self.has_bound(term, up, ()) for up in self.needed(term))

    def is_direct(self, term: Term) -> bool:
        """Return whether a term, or a term that equals it, occurs in an atom."""
        return term in self.direct or any(one in self.direct for one in self.equals(term))

    def equals(self, term: Term) -> list[Term]:
        """Return the terms that the body equates with a term."""
        return [c.right for c in self.comparisons if c.operator == "=" and c.left == term]

    def needed(self, term: Term) -> tuple[bool, ...]:
        """Return the bounds that a term needs: `True` for upper, `False` for lower.

        For example, a term that only grows from values in an atom needs no lower bound.
        """
        for one in (term, *self.equals(term)):
            match one:
                case Arithmetic("plus", (before, int(step))) if step > 0 and self.is_direct(before):
                    return (True,)
                case Arithmetic("minus", (before, int(step))) if step > 0 and self.is_direct(
                    before
                ):
                    return (False,)
        return (True, False)

    def has_bound(self, term: Term, up: bool, visited: tuple[Term, ...]) -> bool:
        """Return whether a term has an upper bound, or a lower bound if `up` is false."""
        if isinstance(term, int) or term in self.finite:
            return True
        if term in visited:
            return False
        signs = ("<", "<=") if up else (">", ">=")
        if any(
            c.left == term and c.operator in signs and isinstance(c.right, int)
            for c in self.comparisons
        ):
            return True
        visited = (*visited, term)
        if isinstance(term, Arithmetic):
            return self.computed_bound(term, up, visited)
        return any(self.has_bound(one, up, visited) for one in self.equals(term))

    def computed_bound(self, term: Arithmetic, up: bool, visited: tuple[Term, ...]) -> bool:
        """Return whether a computed number is bounded because its parts are bounded."""
        first, *others = term.arguments
        if term.function == "plus":
            return all(self.has_bound(one, up, visited) for one in term.arguments)
        if term.function == "minus":
            return self.has_bound(first, up, visited) and all(
                self.has_bound(one, not up, visited) for one in others
            )
        both = [(one, side) for one in term.arguments for side in (True, False)]
        return all(self.has_bound(one, side, visited) for one, side in both)
