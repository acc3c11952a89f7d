"""What rules work on: a predicate with its arguments; and how it goes to clingo and back. Pure.

Nothing here writes a program's text: a fact goes by value, whatever signs stand in it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from narabot.errors import RuleError

GREATEST_NUMBER = 2**31 - 1
"""clingo counts with 32 bits."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A name that rules give to a thing: `viewer` in clingo's way, `/viewer` in Mangle's."""

    name: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate that holds of some arguments."""

    predicate: str
    arguments: tuple["Value", ...] = ()


Value: TypeAlias = int | str | Constant | Fact
"""A number, a text, a name of the rules', or a fact of which another one tells."""


def fact(predicate: str, *arguments: Value) -> Fact:
    """Return a fact of a predicate and its arguments."""
    return Fact(predicate, arguments)


def as_json(value: Value) -> Any:
    """Return a value in the form in which it goes to the process of clingo.

    Raises RuleError for what clingo cannot hold: a number beyond 32 bits, a text with a NUL or half
    a character.
    """
    match value:
        case Constant(name):
            return {"name": name}
        case Fact(predicate, arguments):
            return {"predicate": predicate, "arguments": [as_json(one) for one in arguments]}
        case int() if abs(value) > GREATEST_NUMBER:
            raise RuleError(f"Rules count up to {GREATEST_NUMBER}; {value} is beyond that.")
        case str() if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise RuleError("A text for rules has a sign that no text may have (NUL, a surrogate).")
    return value


def value_of(told: Any) -> Value:
    """Return a value that the process of clingo tells."""
    if not isinstance(told, dict):
        return int(told) if isinstance(told, int) else str(told)
    if "name" in told:
        return Constant(told["name"])
    return Fact(told["predicate"], tuple(map(value_of, told["arguments"])))


def fact_of(told: Any) -> Fact:
    """Return a fact that the process of clingo tells."""
    return Fact(told["predicate"], tuple(map(value_of, told["arguments"])))


def tuples(facts: Collection[Fact], predicate: str) -> tuple[tuple[Value, ...], ...]:
    """Return the arguments of all facts of a predicate, in their order."""
    return tuple(one.arguments for one in facts if one.predicate == predicate)
