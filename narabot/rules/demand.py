"""Which facts rules ask for when they are asked something: what is bound is passed on. Pure.

That is the rewriting of "magic sets" (Bancilhon and others, 1986): a rule is looked at only for
what is asked of its head, and asks of the predicates in its body for what it knows by then. A
predicate from outside is asked with its first argument, else it would have to be read whole.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from narabot.errors import RuleError
from narabot.rules.clauses import (
    Atom,
    Clause,
    Comparison,
    Computed,
    Literal,
    Predicate,
    Term,
    Variable,
    said,
    variables,
)

Asked = tuple[Predicate, tuple[int, ...]]
"""A predicate with the places of its arguments that are known when it is asked."""


@dataclass(frozen=True, slots=True)
class Demand:
    """Rules, rewritten for one way to ask."""

    asking: tuple[Clause, ...]
    """Tell what is asked of each predicate; negations are left out, so rather too much is asked."""
    answering: tuple[Clause, ...]
    """The rules, each looked at only for what is asked."""
    asked: frozenset[Asked]


def asked_name(asked: Asked) -> str:
    """Return the predicate that holds of what is asked; no rule can write this name."""
    (name, arity), places = asked
    return "_".join(["_asked", name, str(arity), *map(str, places)])


def demand(
    clauses: Iterable[Clause],
    goal: Asked,
    outside: Collection[Predicate],
    given: Collection[Predicate],
) -> Demand:
    """Return rules rewritten for a goal, with predicates from outside and such of given facts.

    Raises RuleError for a predicate of which nobody says anything, and for one from outside that is
    asked for without its first argument.
    """
    ruled: dict[Predicate, list[Clause]] = {}
    for clause in clauses:
        ruled.setdefault(clause.head.predicate, []).append(clause)
    check_said(goal[0], {*ruled, *outside, *given})
    if goal[0] in outside and 0 not in goal[1]:
        raise RuleError(f"{said(goal[0])} is asked for without its first argument. Give it.")
    waiting = [goal]
    asking: list[Clause] = []
    answering: list[Clause] = []
    for asked in waiting:
        for clause in ruled.get(asked[0], ()):
            for literal in clause.literals:
                check_said(literal.atom.predicate, {*ruled, *outside, *given}, clause.line)
            guard = Literal(guard_of(asked, clause.head))
            answering.append(Clause(clause.head, (guard, *clause.body), clause.line))
            asking.append(without_negations(answering[-1]))
            for further, rule in calls(clause, guard, outside, ruled):
                asking.append(rule)
                if further not in waiting:
                    waiting.append(further)
    return Demand(tuple(asking), tuple(answering), frozenset(waiting))


def check_said(predicate: Predicate, known: Collection[Predicate], line: int | None = None) -> None:
    """Raise RuleError for a predicate of which nobody says anything."""
    if predicate not in known:
        where = "" if line is None else f" (line {line} of the rules)"
        raise RuleError(f"No rule and no fact says what {said(predicate)} is{where}.")


def guard_of(asked: Asked, atom: Atom) -> Atom:
    """Return that a predicate is asked of an atom's known arguments."""
    return Atom(asked_name(asked), tuple(atom.arguments[place] for place in asked[1]))


def without_negations(clause: Clause) -> Clause:
    """Return a rule that holds at least where another one does."""
    kept = (one for one in clause.body if not (isinstance(one, Literal) and one.is_negated))
    return Clause(clause.head, tuple(kept), clause.line)


def calls(
    clause: Clause,
    guard: Literal,
    outside: Collection[Predicate],
    ruled: Collection[Predicate],
) -> Iterator[tuple[Asked, Clause]]:
    """Yield what a rule asks of others, each with the rule that tells of what it is asked."""
    bound = Bound(clause.comparisons, guard.atom.arguments)
    before: list[Literal | Comparison] = [guard]
    left = sorted(clause.literals, key=lambda one: one.is_negated)
    while left:
        ready = (one for one in left if one.atom.predicate not in outside or bound.first(one.atom))
        literal = next(ready, None)
        if literal is None:
            raise RuleError(unbound(left[0].atom, clause))
        left.remove(literal)
        predicate = literal.atom.predicate
        if predicate in outside or predicate in ruled:
            places = (0,) if predicate in outside else bound.places(literal.atom)
            body = (*before, *bound.comparisons_known())
            asked = (predicate, places)
            yield asked, Clause(guard_of(asked, literal.atom), body, clause.line)
        if not literal.is_negated:
            before.append(literal)
            bound.add(literal.atom.arguments)


def unbound(atom: Atom, clause: Clause) -> str:
    """Return that a predicate from outside cannot be read whole."""
    return (
        f"{said(atom.predicate)} in line {clause.line} of the rules is asked for without its first "
        "argument. Give it: in what is asked, or by a condition of the same rule."
    )


class Bound:
    """The variables of a rule that are known after some of its conditions."""

    def __init__(self, comparisons: Iterable[Comparison], known: Iterable[Term]) -> None:
        """Begin with the terms that are asked for."""
        self.comparisons = tuple(comparisons)
        self.known: set[Term] = set()
        self.add(known)

    def add(self, terms: Iterable[Term]) -> None:
        """Note the variables in some terms, and what can be computed of them."""
        # of a sum only the whole is known, not its parts
        self.known |= {term for term in terms if isinstance(term, Variable) and term.name != "_"}
        while further := {one for one in self.computed() if one not in self.known}:
            self.known |= further

    def computed(self) -> Iterator[Variable]:
        """Yield the variables that the body says to be what is known."""
        for comparison in self.comparisons:
            ends = (comparison.left, comparison.right)
            for one, other in (ends, ends[::-1]):
                if comparison.operator == "=" and isinstance(one, Variable) and self.has(other):
                    yield one

    def has(self, term: Term) -> bool:
        """Return whether a term is known."""
        if isinstance(term, Variable):
            return term in self.known
        return not isinstance(term, Computed) or all(map(self.has, term.arguments))

    def first(self, atom: Atom) -> bool:
        """Return whether an atom's first argument is known."""
        return bool(atom.arguments) and self.has(atom.arguments[0])

    def places(self, atom: Atom) -> tuple[int, ...]:
        """Return the places of an atom's known arguments."""
        return tuple(place for place, term in enumerate(atom.arguments) if self.has(term))

    def comparisons_known(self) -> tuple[Comparison, ...]:
        """Return the comparisons of which all is known."""
        return tuple(
            one for one in self.comparisons if set(variables((one.left, one.right))) <= self.known
        )
