"""Rule sets that answer goals with the help of external facts.

External facts are read only if the rules need them. Functions supply these facts, so this module
does not depend on the graph.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from narabot.errors import RuleLimitError
from narabot.rules.clauses import Clause, Predicate
from narabot.rules.evaluation import DEFAULT_LIMITS, Limits, solve
from narabot.rules.facts import Constant, Fact, Value
from narabot.rules.magic_sets import AdornedPredicate, MagicProgram, magic_name, rewrite_for_goal
from narabot.rules.stratification import check_rules
from narabot.rules.translation import program_text

MAX_ROUNDS = 16
"""Maximum number of rounds in which external facts are read. Facts from one round may require more
facts in the next round."""

MAX_FACTS_READ = 20_000
"""Maximum number of facts to read from external sources."""

FactSource = Callable[[tuple[Value, ...], int], Collection[Fact]]
"""Returns a predicate's facts whose first argument is one of the values, up to a limit."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A query for facts of one predicate. Some of the arguments may be bound."""

    predicate: str
    arguments: tuple[Value | None, ...]

    @property
    def adorned(self) -> AdornedPredicate:
        """The predicate with the positions that are bound."""
        known = tuple(place for place, one in enumerate(self.arguments) if one is not None)
        return (self.predicate, len(self.arguments)), known

    @property
    def constants(self) -> list[str]:
        """The names among the arguments. A name is lowercase and has no quotation marks."""
        return [one.name for one in self.arguments if isinstance(one, Constant)]

    @property
    def as_fact(self) -> Fact:
        """The bound arguments, as a fact for the rules."""
        return Fact(
            magic_name(self.adorned), tuple(one for one in self.arguments if one is not None)
        )

    def fits(self, fact: Fact) -> bool:
        """Return whether a fact answers the goal."""
        return fact.predicate == self.predicate and all(
            wanted is None or wanted == one
            for wanted, one in zip(self.arguments, fact.arguments, strict=True)
        )


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """The answer to a goal."""

    facts: tuple[Fact, ...]
    """The facts that fit the goal, sorted."""
    facts_read: int = 0
    """Number of facts that were read from external sources."""
    notes: tuple[str, ...] = ()
    """Messages about what clingo skipped."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules with their sources of external facts."""

    clauses: tuple[Clause, ...]
    sources: Mapping[Predicate, FactSource]
    declared: frozenset[Predicate] = frozenset()
    """Predicates whose facts callers supply. A query does not have to supply any facts for them."""
    limits: Limits = DEFAULT_LIMITS

    def ask(self, goal: Goal, facts: Collection[Fact] = ()) -> RuleAnswer:
        """Return the answer to a goal.

        Raise RuleError if the rules cannot be evaluated, RuleLimitError if they exceed a limit, and
        whatever the sources raise.
        """
        check_rules(self.clauses)
        given = self.declared | {(one.predicate, len(one.arguments)) for one in facts}
        asked_for = rewrite_for_goal(self.clauses, goal.adorned, self.sources, given)
        facts_so_far = self.read_facts(asked_for, [goal.as_fact, *facts])
        solution = solve(
            program_text(asked_for.answer_rules), facts_so_far, [goal.adorned[0]], self.limits
        )
        return RuleAnswer(
            tuple(one for one in solution.facts if goal.fits(one)),
            sum((one.predicate, len(one.arguments)) in self.sources for one in facts_so_far),
            solution.notes,
        )

    def read_facts(self, asked_for: MagicProgram, facts_so_far: list[Fact]) -> list[Fact]:
        """Return the supplied facts, all external facts that the rules need, and the demands."""
        program = program_text(asked_for.demand_rules)
        names = {magic_name(one): one for one in asked_for.adorned}
        wanted = [(name, len(places)) for name, (_, places) in names.items()]
        seen: set[Fact] = set()
        room = MAX_FACTS_READ
        for _ in range(MAX_ROUNDS):
            asked = solve(program, facts_so_far, wanted, self.limits).facts
            new = [one for one in asked if one not in seen]
            read = self.fetch([(names[one.predicate][0], one) for one in new], room)
            if not read and not any(names[one.predicate][0] in self.sources for one in new):
                return [*facts_so_far, *asked]
            seen.update(new)
            facts_so_far = [*facts_so_far, *read]
            room -= len(read)
        raise RuleLimitError(
            f"The rules need more than {MAX_ROUNDS} rounds of reading facts. Limit the length of "
            "the paths that the rules follow."
        )

    def fetch(self, asked: Iterable[tuple[Predicate, Fact]], room: int) -> list[Fact]:
        """Return the facts that are needed. Raise RuleLimitError if there are too many."""
        values: dict[Predicate, list[Value]] = {}
        for predicate, one in asked:
            values.setdefault(predicate, []).extend(one.arguments[:1])
        read: list[Fact] = []
        for predicate in sorted(values.keys() & self.sources.keys()):
            read += self.sources[predicate](tuple(values[predicate]), room + 1 - len(read))
            if len(read) > room:
                raise RuleLimitError(
                    f"The rules need more than {MAX_FACTS_READ} facts. Narrow the goal."
                )
        return read
