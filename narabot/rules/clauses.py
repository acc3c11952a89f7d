"""Data classes for rules, independent of the notation. This module has no side effects."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from narabot.rules.facts import Constant


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable in a rule. Each "_" is a different variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A number that is computed from other numbers."""

    function: str
    """`plus`, `minus`, `mult`, or `div`."""
    arguments: tuple["Term", ...]


Term: TypeAlias = Variable | Arithmetic | Constant | int | str

Predicate: TypeAlias = tuple[str, int]
"""The name and the number of arguments: `edge/3` differs from `edge/2`."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms."""

    name: str
    arguments: tuple[Term, ...] = ()

    @property
    def predicate(self) -> Predicate:
        """The name and the number of arguments."""
        return self.name, len(self.arguments)


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, which may be negated."""

    atom: Atom
    is_negated: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two terms."""

    left: Term
    operator: str
    right: Term


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule: the head is true if the whole body is true."""

    head: Atom
    body: tuple[Literal | Comparison, ...]
    line: int
    """Number of the line on which the rule begins."""

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals in the body."""
        return tuple(one for one in self.body if isinstance(one, Literal))

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The comparisons in the body."""
        return tuple(one for one in self.body if isinstance(one, Comparison))


def variables(terms: Iterable[Term]) -> Iterator[Variable]:
    """Yield the variables in terms, except "_"."""
    for term in terms:
        if isinstance(term, Arithmetic):
            yield from variables(term.arguments)
        elif isinstance(term, Variable) and term.name != "_":
            yield term


def predicate_text(predicate: Predicate) -> str:
    """Return a predicate in the usual notation: `edge/3`."""
    return f"{predicate[0]}/{predicate[1]}"
