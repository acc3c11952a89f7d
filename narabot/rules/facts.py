"""Facts (predicates with arguments) and their conversion for clingo.

Facts are passed as values and never as program text, so their characters need no escaping. This
module has no side effects.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from narabot.errors import RuleError

MAX_NUMBER = 2**31 - 1
"""Largest number that rules may contain, because clingo's integers have 32 bits."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A name in a rule: `viewer` in clingo's notation, `/viewer` in Mangle's."""

    name: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate that is true for specific arguments."""

    predicate: str
    arguments: tuple["Value", ...] = ()


Value: TypeAlias = int | str | Constant | Fact
"""A number, a string, a name in rules, or a nested fact."""


def fact(predicate: str, *arguments: Value) -> Fact:
    """Return a fact with a predicate and its arguments."""
    return Fact(predicate, arguments)


def as_json(value: Value) -> Any:
    """Return a value in the format for the clingo process.

    Raise RuleError for values that clingo cannot represent: a number beyond 32 bits, or a string
    with a NUL or a surrogate.
    """
    match value:
        case Constant(name):
            return {"name": name}
        case Fact(predicate, arguments):
            return {"predicate": predicate, "arguments": [as_json(one) for one in arguments]}
        case int() if abs(value) > MAX_NUMBER:
            raise RuleError(f"Rules cannot use numbers beyond {MAX_NUMBER}: {value}.")
        case str() if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise RuleError("Texts in rules cannot contain NUL characters or surrogates.")
    return value


def value_of(data: Any) -> Value:
    """Return a value from the clingo process."""
    if not isinstance(data, dict):
        return int(data) if isinstance(data, int) else str(data)
    if "name" in data:
        return Constant(data["name"])
    return Fact(data["predicate"], tuple(map(value_of, data["arguments"])))


def fact_of(data: Any) -> Fact:
    """Return a fact from the clingo process."""
    return Fact(data["predicate"], tuple(map(value_of, data["arguments"])))


def argument_tuples(facts: Collection[Fact], predicate: str) -> tuple[tuple[Value, ...], ...]:
    """Return the arguments of each fact with the specified predicate, in order."""
    return tuple(one.arguments for one in facts if one.predicate == predicate)
