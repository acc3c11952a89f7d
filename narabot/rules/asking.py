"""Rules asked something: facts from outside are read as far as they are asked for, then answered.

What is outside is given as functions; this knows no graph.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from narabot.errors import RuleLimitError
from narabot.rules.clauses import Clause, Predicate
from narabot.rules.demand import Asked, Demand, asked_name, demand
from narabot.rules.evaluation import USUAL_LIMITS, Limits, solve
from narabot.rules.facts import Constant, Fact, Value
from narabot.rules.stratification import check_rules
from narabot.rules.translation import program_text

MOST_ROUNDS = 16
"""What was read may lead to what is to be read next; so often at most."""

MOST_READ = 20_000
"""Facts that may be read from outside."""

Source = Callable[[tuple[Value, ...], int], Collection[Fact]]
"""Tells the facts of a predicate whose first argument is one of some values; at most so many."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked: the facts of a predicate, some of whose arguments are known."""

    predicate: str
    arguments: tuple[Value | None, ...]

    @property
    def asked(self) -> Asked:
        """The predicate with the places that are known."""
        known = tuple(place for place, one in enumerate(self.arguments) if one is not None)
        return (self.predicate, len(self.arguments)), known

    @property
    def constants(self) -> list[str]:
        """What it has of names without quotation marks that begin with no capital letter."""
        return [one.name for one in self.arguments if isinstance(one, Constant)]

    @property
    def as_fact(self) -> Fact:
        """What is known, as the rules are told it."""
        return Fact(asked_name(self.asked), tuple(one for one in self.arguments if one is not None))

    def fits(self, fact: Fact) -> bool:
        """Return whether a fact answers it."""
        return fact.predicate == self.predicate and all(
            wanted is None or wanted == one
            for wanted, one in zip(self.arguments, fact.arguments, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What rules answer."""

    facts: tuple[Fact, ...]
    """Those that fit the goal, sorted."""
    read: int = 0
    """Facts that were read from outside."""
    notes: tuple[str, ...] = ()
    """What clingo left out."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules with what they may ask of outside."""

    clauses: tuple[Clause, ...]
    sources: Mapping[Predicate, Source]
    given: frozenset[Predicate] = frozenset()
    """Predicates that facts are given of, though there may be none this time."""
    limits: Limits = USUAL_LIMITS

    def ask(self, goal: Goal, facts: Collection[Fact] = ()) -> Answer:
        """Return what the rules say of a goal.

        Raises RuleError where they cannot be evaluated, RuleLimitError where it takes too much, and
        what the functions that read from outside raise.
        """
        check_rules(self.clauses)
        given = self.given | {(one.predicate, len(one.arguments)) for one in facts}
        asked_for = demand(self.clauses, goal.asked, self.sources, given)
        told = self.read(asked_for, [goal.as_fact, *facts])
        solution = solve(program_text(asked_for.answering), told, [goal.asked[0]], self.limits)
        return Answer(
            tuple(one for one in solution.facts if goal.fits(one)),
            sum((one.predicate, len(one.arguments)) in self.sources for one in told),
            solution.notes,
        )

    def read(self, asked_for: Demand, told: list[Fact]) -> list[Fact]:
        """Return what is told with the facts from outside that are asked for, and who asks what."""
        program = program_text(asked_for.asking)
        names = {asked_name(one): one for one in asked_for.asked}
        wanted = [(name, len(places)) for name, (_, places) in names.items()]
        seen: set[Fact] = set()
        room = MOST_READ
        for _ in range(MOST_ROUNDS):
            asked = solve(program, told, wanted, self.limits).facts
            new = [one for one in asked if one not in seen]
            read = self.from_outside([(names[one.predicate][0], one) for one in new], room)
            if not read and not any(names[one.predicate][0] in self.sources for one in new):
                return [*told, *asked]
            seen.update(new)
            told = [*told, *read]
            room -= len(read)
        raise RuleLimitError(
            f"The rules ask more than {MOST_ROUNDS} times for what they have just been told of. "
            "Bound how far they go."
        )

    def from_outside(self, asked: Iterable[tuple[Predicate, Fact]], room: int) -> list[Fact]:
        """Return the facts that are asked for. Raises RuleLimitError when there are too many."""
        values: dict[Predicate, list[Value]] = {}
        for predicate, one in asked:
            values.setdefault(predicate, []).extend(one.arguments[:1])
        read: list[Fact] = []
        for predicate in sorted(values.keys() & self.sources.keys()):
            read += self.sources[predicate](tuple(values[predicate]), room + 1 - len(read))
            if len(read) > room:
                raise RuleLimitError(
                    f"Too many: the rules ask for more than {MOST_READ} facts. Ask about less."
                )
        return read
