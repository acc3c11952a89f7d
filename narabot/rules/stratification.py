"""Whether rules can be evaluated at all: no contradiction by negation, no counting for ever. Pure.

Rules are refused in which a predicate depends on its own absence (then there may be no model, or
several), and those that compute ever new numbers of their own.
"""

from collections.abc import Iterable, Mapping

from narabot.errors import RuleError
from narabot.rules.clauses import Clause, Comparison, Computed, Predicate, Term, Variable, said

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}

Dependencies = Mapping[Predicate, frozenset[Predicate]]


def check_rules(clauses: Iterable[Clause]) -> None:
    """Raise RuleError where rules cannot be evaluated in strata, or might never come to an end."""
    clauses = tuple(clauses)
    direct = dependencies(clauses)
    for clause in clauses:
        for literal in clause.literals:
            if literal.is_negated:
                refuse_cycle(clause, literal.atom.predicate, direct)
        check_bounds(clause, direct)


def dependencies(clauses: Iterable[Clause]) -> Dependencies:
    """Return by predicate those of which its rules speak."""
    found: dict[Predicate, frozenset[Predicate]] = {}
    for clause in clauses:
        named = {literal.atom.predicate for literal in clause.literals}
        found[clause.head.predicate] = found.get(clause.head.predicate, frozenset()) | named
    return found


def way(start: Predicate, end: Predicate, direct: Dependencies) -> tuple[Predicate, ...]:
    """Return a shortest way along dependencies with both its ends, () where there is none."""
    ways: dict[Predicate, tuple[Predicate, ...]] = {start: (start,)}
    ahead = [start]
    for one in ahead:
        if one == end:
            return ways[one]
        for other in sorted(direct.get(one, ())):
            if other not in ways:
                ways[other] = (*ways[one], other)
                ahead.append(other)
    return ()


def refuse_cycle(clause: Clause, denied: Predicate, direct: Dependencies) -> None:
    """Raise RuleError when what a rule denies depends on what the rule says."""
    back = way(denied, clause.head.predicate, direct)
    if back:
        cycle = " → ".join([said(clause.head.predicate), *(f"{said(one)}" for one in back)])
        cycle = cycle.replace(" → ", " → not ", 1)
        raise RuleError(
            f"The rule in line {clause.line} says something by its own absence: {cycle}. "
            "Rules must not turn in a circle through a negation."
        )


def check_bounds(clause: Clause, direct: Dependencies) -> None:
    """Raise RuleError where a rule computes of its own results a number that nothing bounds."""
    recursive = {
        literal.atom.predicate
        for literal in clause.literals
        if not literal.is_negated and way(literal.atom.predicate, clause.head.predicate, direct)
    }
    if not recursive:
        return
    bounds = Bounds(clause, recursive)
    for term in clause.head.arguments:
        if not bounds.ends(term):
            name = term.name if isinstance(term, Variable) else "a number in its head"
            raise RuleError(
                f"The rule in line {clause.line} counts {name} of its own results without bound. "
                f"Bound it, as in `{name if isinstance(term, Variable) else 'D'} < 5`."
            )


class Bounds:
    """What the body of a recursive rule says of the size of numbers."""

    def __init__(self, clause: Clause, recursive: set[Predicate]) -> None:
        """Read the body once."""
        positive = [one.atom for one in clause.literals if not one.is_negated]
        self.comparisons = [
            *clause.comparisons,
            *(Comparison(c.right, MIRRORED[c.operator], c.left) for c in clause.comparisons),
        ]
        self.given = {term for atom in positive for term in atom.arguments}
        """What an atom gives: there are as many values as it has facts."""
        self.finite = {
            term for atom in positive if atom.predicate not in recursive for term in atom.arguments
        }

    def ends(self, term: Term) -> bool:
        """Return whether a term of the head can have only so many values."""
        if not isinstance(term, Computed) and (
            not isinstance(term, Variable) or self.is_given(term)
        ):
            return True
        return all(self.has_bound(term, up, ()) for up in self.needed(term))

    def is_given(self, term: Term) -> bool:
        """Return whether a term stands in an atom as it is, also under another name."""
        return term in self.given or any(one in self.given for one in self.equals(term))

    def equals(self, term: Term) -> list[Term]:
        """Return the terms that the body says a term to be."""
        return [c.right for c in self.comparisons if c.operator == "=" and c.left == term]

    def needed(self, term: Term) -> tuple[bool, ...]:
        """Return which bounds a term needs (upper: True): what only grows, from what is already
        there, needs no lower one.
        """
        for one in (term, *self.equals(term)):
            match one:
                case Computed("plus", (before, int(step))) if step > 0 and self.is_given(before):
                    return (True,)
                case Computed("minus", (before, int(step))) if step > 0 and self.is_given(before):
                    return (False,)
        return (True, False)

    def has_bound(self, term: Term, up: bool, behind: tuple[Term, ...]) -> bool:
        """Return whether a term has an upper bound, or a lower one."""
        if isinstance(term, int) or term in self.finite:
            return True
        if term in behind:
            return False
        signs = ("<", "<=") if up else (">", ">=")
        if any(
            c.left == term and c.operator in signs and isinstance(c.right, int)
            for c in self.comparisons
        ):
            return True
        behind = (*behind, term)
        if isinstance(term, Computed):
            return self.computed_bound(term, up, behind)
        return any(self.has_bound(one, up, behind) for one in self.equals(term))

    def computed_bound(self, term: Computed, up: bool, behind: tuple[Term, ...]) -> bool:
        """Return whether bounds of its parts bound a computed number."""
        first, *others = term.arguments
        if term.function == "plus":
            return all(self.has_bound(one, up, behind) for one in term.arguments)
        if term.function == "minus":
            return self.has_bound(first, up, behind) and all(
                self.has_bound(one, not up, behind) for one in others
            )
        both = [(one, side) for one in term.arguments for side in (True, False)]
        return all(self.has_bound(one, side, behind) for one, side in both)
