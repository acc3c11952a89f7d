"""Rules as values, whichever way they were written. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from narabot.rules.facts import Constant


@dataclass(frozen=True, slots=True)
class Variable:
    """A thing that a rule leaves open; "_" is another one wherever it stands."""

    name: str


@dataclass(frozen=True, slots=True)
class Computed:
    """A number that is computed of others."""

    function: str
    """`plus`, `minus`, `mult` or `div`."""
    arguments: tuple["Term", ...]


Term: TypeAlias = Variable | Computed | Constant | int | str

Predicate: TypeAlias = tuple[str, int]
"""Its name and the number of its arguments: `edge/3` is another one than `edge/2`."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate of some terms."""

    name: str
    arguments: tuple[Term, ...] = ()

    @property
    def predicate(self) -> Predicate:
        """Its name and the number of its arguments."""
        return self.name, len(self.arguments)


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom that is to hold, or not to hold."""

    atom: Atom
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two terms compared."""

    left: Term
    operator: str
    right: Term


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule: the head holds where all of the body does."""

    head: Atom
    body: tuple[Literal | Comparison, ...]
    line: int
    """Where it stands in its text."""

    @property
    def literals(self) -> tuple[Literal, ...]:
        """What it asks of predicates."""
        return tuple(one for one in self.body if isinstance(one, Literal))

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """What it compares."""
        return tuple(one for one in self.body if isinstance(one, Comparison))


def variables(terms: Iterable[Term]) -> Iterator[Variable]:
    """Yield the variables in some terms, but for "_"."""
    for term in terms:
        if isinstance(term, Computed):
            yield from variables(term.arguments)
        elif isinstance(term, Variable) and term.name != "_":
            yield term


def said(predicate: Predicate) -> str:
    """Return a predicate as one writes it: `edge/3`."""
    return f"{predicate[0]}/{predicate[1]}"
