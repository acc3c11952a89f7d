"""Magic-set rewriting, which limits evaluation to the facts that are needed to answer a goal.

The rewriting passes bound arguments on (Bancilhon and others, 1986). A rule is evaluated only for
the demanded instances of its head. From the predicates in its body, a rule demands only what its
bound variables allow. An external predicate is demanded with its first argument, because otherwise
all of its facts would have to be read. This module has no side effects.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from narabot.errors import RuleError
from narabot.rules.clauses import (
    Arithmetic,
    Atom,
    Clause,
    Comparison,
    Literal,
    Predicate,
    Term,
    Variable,
    predicate_text,
    variables,
)

AdornedPredicate = tuple[Predicate, tuple[int, ...]]
"""A predicate with the positions of the arguments that are bound when it is demanded."""


@dataclass(frozen=True, slots=True)
class MagicProgram:
    """Rules that have been rewritten for one kind of goal."""

    demand_rules: tuple[Clause, ...]
    """Rules that derive the demands. Because they omit negations, they may demand too much."""
    answer_rules: tuple[Clause, ...]
    """The original rules, each guarded by a demand for its head."""
    adorned: frozenset[AdornedPredicate]


def magic_name(asked: AdornedPredicate) -> str:
    """Return the name of the predicate for demands. No rule can use this name."""
    (name, arity), places = asked
    return "_".join(["_asked", name, str(arity), *map(str, places)])


def rewrite_for_goal(
    clauses: Iterable[Clause],
    goal: AdornedPredicate,
    outside: Collection[Predicate],
    given: Collection[Predicate],
) -> MagicProgram:
    """Return rules rewritten for a goal.

    `outside` contains the predicates with sources, and `given` contains the predicates with
    supplied facts. Raise RuleError for an undefined predicate, and for an external predicate that
    is demanded without its first argument.
    """
    ruled: dict[Predicate, list[Clause]] = {}
    for clause in clauses:
        ruled.setdefault(clause.head.predicate, []).append(clause)
    check_defined(goal[0], {*ruled, *outside, *given})
    if goal[0] in outside and 0 not in goal[1]:
        raise RuleError(f"{predicate_text(goal[0])} needs a value for its first argument.")
    waiting = [goal]
    asking: list[Clause] = []
    answering: list[Clause] = []
    for asked in waiting:
        for clause in ruled.get(asked[0], ()):
            for literal in clause.literals:
                check_defined(literal.atom.predicate, {*ruled, *outside, *given}, clause.line)
            guard = Literal(magic_atom(asked, clause.head))
            answering.append(Clause(clause.head, (guard, *clause.body), clause.line))
            asking.append(without_negations(answering[-1]))
            for further, rule in body_demands(clause, guard, outside, ruled):
                asking.append(rule)
                if further not in waiting:
                    waiting.append(further)
    return MagicProgram(tuple(asking), tuple(answering), frozenset(waiting))


def check_defined(
    predicate: Predicate, known: Collection[Predicate], line: int | None = None
) -> None:
    """Raise RuleError for a predicate that no rule, source, or fact defines."""
    if predicate not in known:
        where = "" if line is None else f" (line {line} of the rules)"
        raise RuleError(f"No rule and no fact defines {predicate_text(predicate)}{where}.")


def magic_atom(asked: AdornedPredicate, atom: Atom) -> Atom:
    """Return the atom that demands a predicate with the bound arguments of another atom."""
    return Atom(magic_name(asked), tuple(atom.arguments[place] for place in asked[1]))


def without_negations(clause: Clause) -> Clause:
    """Return a rule without its negated literals.

    The result applies wherever the original rule does.
    """
    kept = (one for one in clause.body if not (isinstance(one, Literal) and one.is_negated))
    return Clause(clause.head, tuple(kept), clause.line)


def body_demands(
    clause: Clause,
    guard: Literal,
    outside: Collection[Predicate],
    ruled: Collection[Predicate],
) -> Iterator[tuple[AdornedPredicate, Clause]]:
    """Yield a rule's demands for other predicates, each with the rule that derives the demand."""
    bound = Bound(clause.comparisons, guard.atom.arguments)
    before: list[Literal | Comparison] = [guard]
    left = sorted(clause.literals, key=lambda one: one.is_negated)
    while left:
        ready = (one for one in left if one.atom.predicate not in outside or bound.first(one.atom))
        literal = next(ready, None)
        if literal is None:
            raise RuleError(unbound_message(left[0].atom, clause))
        left.remove(literal)
        predicate = literal.atom.predicate
        if predicate in outside or predicate in ruled:
            places = (0,) if predicate in outside else bound.places(literal.atom)
            body = (*before, *bound.comparisons_known())
            asked = (predicate, places)
            yield asked, Clause(magic_atom(asked, literal.atom), body, clause.line)
        if not literal.is_negated:
            before.append(literal)
            bound.add(literal.atom.arguments)


def unbound_message(atom: Atom, clause: Clause) -> str:
    """Return the error message for an external predicate without its first argument."""
    return (
        f"{predicate_text(atom.predicate)} in line {clause.line} of the rules needs a value for "
        "its first argument. Supply the value in the goal or through a condition in the same "
        "rule."
    )


class Bound:
    """The variables in a rule that are bound after some of the rule's conditions."""

    def __init__(self, comparisons: Iterable[Comparison], known: Iterable[Term]) -> None:
        """Start with the terms that the goal binds."""
        self.comparisons = tuple(comparisons)
        self.known: set[Term] = set()
        self.add(known)

    def add(self, terms: Iterable[Term]) -> None:
        """Add the variables in the terms, and all variables that can then be computed."""
        # a bound sum does not bind the variables in it
        self.known |= {term for term in terms if isinstance(term, Variable) and term.name != "_"}
        while further := {one for one in self.computed() if one not in self.known}:
            self.known |= further

    def computed(self) -> Iterator[Variable]:
        """Yield the variables that the body equates with bound terms."""
        for comparison in self.comparisons:
            ends = (comparison.left, comparison.right)
            for one, other in (ends, ends[::-1]):
                if comparison.operator == "=" and isinstance(one, Variable) and self.has(other):
                    yield one

    def has(self, term: Term) -> bool:
        """Return whether a term is bound."""
        if isinstance(term, Variable):
            return term in self.known
        return not isinstance(term, Arithmetic) or all(map(self.has, term.arguments))

    def first(self, atom: Atom) -> bool:
        """Return whether an atom's first argument is bound."""
        return bool(atom.arguments) and self.has(atom.arguments[0])

    def places(self, atom: Atom) -> tuple[int, ...]:
        """Return the positions of an atom's bound arguments."""
        return tuple(place for place, term in enumerate(atom.arguments) if self.has(term))

    def comparisons_known(self) -> tuple[Comparison, ...]:
        """Return the comparisons whose variables are all bound."""
        return tuple(
            one for one in self.comparisons if set(variables((one.left, one.right))) <= self.known
        )
