"""`--filter NAME=VALUE`: filters as they are written on the command line."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, TypeVar, cast

import typer

from narabot.errors import InvalidQuestionError
from narabot.models import (
    EVERYTHING,
    RESTRICTED,
    AccessStatus,
    ComputedSet,
    Filters,
    NamedPhrase,
    NamedRecord,
    Years,
)
from narabot.models.filters import FILTERS, FilterKind

Choice = TypeVar("Choice", bound=StrEnum)

YEARS = re.compile(r"(?P<first>\d{4})?(?P<to>\.\.|-|–)?(?P<last>\d{4})?")


def years(value: str) -> Years:
    """Return `1941-1943`, `1941`, `1941-` or `-1943`."""
    said = YEARS.fullmatch(value)
    if said is None or not (said["first"] or said["last"]):
        raise ValueError("years are written as 1941-1943, 1941, 1941- or -1943")
    first, last = (int(one) if one else None for one in (said["first"], said["last"]))
    if not said["to"]:
        if first and last:
            raise ValueError("between two years stands a hyphen")
        last = first
    if first is not None and last is not None and first > last:
        raise ValueError("the first year is after the last")
    return Years(first, last)


def one_of(choices: Iterable[Choice]) -> Callable[[str], Choice]:
    """Return what reads one of some values, whatever its case; the start of one is enough."""
    known = list(choices)

    def read(value: str) -> Choice:
        for choice in known:
            if value and choice.lower().startswith(value.lower()):
                return choice
        raise ValueError(f"it is one of: {', '.join(known)}")

    return read


def several_of(choices: Iterable[Choice]) -> Callable[[str], tuple[Choice, ...]]:
    """Return what reads one or more of some values, with commas between them."""
    read = one_of(choices)
    return lambda value: tuple(read(part.strip()) for part in value.split(","))


def access(value: str) -> tuple[AccessStatus, ...]:
    """Return an access status, or all that restrict."""
    return RESTRICTED if value.lower() == "restricted" else several_of(AccessStatus)(value)


def yes_or_no(value: str) -> bool:
    """Return `yes` or `no`."""
    if value.lower() not in {"yes", "no"}:
        raise ValueError("it is yes or no")
    return value.lower() == "yes"


def number(value: str) -> int:
    """Return a whole number."""
    if not re.fullmatch(r"[0-9]{1,15}", value):
        raise ValueError("it is a whole number")
    return int(value)


def identifier(value: str) -> str:
    """Return the identifier of a collection."""
    if not value:
        raise ValueError("it is an identifier such as FDR-MORGEN")
    return value.upper()


def record(value: str) -> NamedRecord:
    """Return the record of a naId; its name is for the graph to say."""
    return NamedRecord(number(value))


def phrase(value: str) -> NamedPhrase:
    """Return a phrase; whether a text has it is for the graph to say."""
    return NamedPhrase(value)


def computed(value: str) -> ComputedSet:
    """Return the records that a plan gives; whether it is one is for the chat to say."""
    return ComputedSet(value)


READERS: Mapping[type, Callable[[str], Any]] = {
    AccessStatus: access,
    ComputedSet: computed,
    NamedPhrase: phrase,
    NamedRecord: record,
    Years: years,
    bool: yes_or_no,
    int: number,
    str: identifier,
}
"""What reads values that are no plain choice."""


def reader(kind: FilterKind) -> Callable[[str], Any]:
    """Return what reads a filter's value."""
    if kind.values in READERS:
        return READERS[kind.values]
    choices = cast("type[StrEnum]", kind.values)
    return several_of(choices) if kind.is_list else one_of(choices)


OPTIONS = {kind.option: (field, reader(kind)) for field, kind in FILTERS.items()}
"""Of each name, the field and what reads its value."""

EXAMPLES = ", ".join(f"{kind.option}={kind.example}" for kind in FILTERS.values())

FilterOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--filter",
        "-f",
        metavar="NAME=VALUE",
        help=f"Only some records, as often as you like: {EXAMPLES}.",
    ),
]


def filters_of(options: Iterable[str]) -> Filters:
    """Return the filters of the command line. Raises InvalidQuestionError, saying what it takes."""
    filters = EVERYTHING
    for option in options:
        name, _, value = option.partition("=")
        if name not in OPTIONS:
            raise InvalidQuestionError(
                f"There is no filter {name!r}. There are: {', '.join(OPTIONS)}."
            )
        field, read = OPTIONS[name]
        try:
            filters = replace(filters, **{field: read(value.strip())})
        except ValueError as error:
            raise InvalidQuestionError(f"--filter {option}: {error}.") from error
    return filters
