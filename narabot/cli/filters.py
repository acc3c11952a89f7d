"""Parse filters from the command line: `--filter NAME=VALUE`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, TypeVar, cast

import typer

from narabot.errors import InvalidQuestionError
from narabot.models import (
    NO_FILTERS,
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
    """Parse `1941-1943`, `1941`, `1941-`, or `-1943`."""
    said = YEARS.fullmatch(value)
    if said is None or not (said["first"] or said["last"]):
        raise ValueError("write years as 1941-1943, 1941, 1941-, or -1943")
    first, last = (int(one) if one else None for one in (said["first"], said["last"]))
    if not said["to"]:
        if first and last:
            raise ValueError("separate two years with a hyphen")
        last = first
    if first is not None and last is not None and first > last:
        raise ValueError("the first year is later than the last year")
    return Years(first, last)


def choice_parser(choices: Iterable[Choice]) -> Callable[[str], Choice]:
    """Return a parser for one choice. The parser ignores case and accepts a prefix of a choice."""
    options = list(choices)

    def parse(value: str) -> Choice:
        for choice in options:
            if value and choice.lower().startswith(value.lower()):
                return choice
        raise ValueError(f"choose one of: {', '.join(options)}")

    return parse


def choices_parser(choices: Iterable[Choice]) -> Callable[[str], tuple[Choice, ...]]:
    """Return a parser for one or more choices, separated by commas."""
    parse = choice_parser(choices)
    return lambda value: tuple(parse(part.strip()) for part in value.split(","))


def access(value: str) -> tuple[AccessStatus, ...]:
    """Parse access statuses. `restricted` means all restricting statuses."""
    return RESTRICTED if value.lower() == "restricted" else choices_parser(AccessStatus)(value)


def yes_or_no(value: str) -> bool:
    """Parse `yes` or `no`."""
    if value.lower() not in {"yes", "no"}:
        raise ValueError("use yes or no")
    return value.lower() == "yes"


def number(value: str) -> int:
    """Parse a whole number."""
    if not re.fullmatch(r"[0-9]{1,15}", value):
        raise ValueError("use a whole number")
    return int(value)


def identifier(value: str) -> str:
    """Parse a collection identifier."""
    if not value:
        raise ValueError("use an identifier such as FDR-MORGEN")
    return value.upper()


def record(value: str) -> NamedRecord:
    """Parse a naId. The chat looks up the record's name in the graph."""
    return NamedRecord(number(value))


def phrase(value: str) -> NamedPhrase:
    """Parse a phrase ID. The chat looks up the phrase in the graph."""
    return NamedPhrase(value)


def computed(value: str) -> ComputedSet:
    """Parse a plan that selects records. The chat validates the plan."""
    return ComputedSet(value)


VALUE_PARSERS: Mapping[type, Callable[[str], Any]] = {
    AccessStatus: access,
    ComputedSet: computed,
    NamedPhrase: phrase,
    NamedRecord: record,
    Years: years,
    bool: yes_or_no,
    int: number,
    str: identifier,
}
"""Type → parser for its values, for types that are not simple choices."""


def value_parser(kind: FilterKind) -> Callable[[str], Any]:
    """Return the parser for a filter's values."""
    if kind.values in VALUE_PARSERS:
        return VALUE_PARSERS[kind.values]
    choices = cast("type[StrEnum]", kind.values)
    return choices_parser(choices) if kind.is_list else choice_parser(choices)


OPTIONS = {kind.option: (field, value_parser(kind)) for field, kind in FILTERS.items()}
"""Filter name → field and parser."""

EXAMPLES = ", ".join(f"{kind.option}={kind.example}" for kind in FILTERS.values())

FilterOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--filter",
        "-f",
        metavar="NAME=VALUE",
        help=f"Filter the records. Repeatable. Examples: {EXAMPLES}.",
    ),
]


def parse_filters(options: Iterable[str]) -> Filters:
    """Parse command-line filters. Raise InvalidQuestionError if a filter is invalid."""
    filters = NO_FILTERS
    for option in options:
        name, _, value = option.partition("=")
        if name not in OPTIONS:
            raise InvalidQuestionError(
                f"Unknown filter {name!r}. Choose one of: {', '.join(OPTIONS)}."
            )
        field, parse = OPTIONS[name]
        try:
            filters = replace(filters, **{field: parse(value.strip())})
        except ValueError as error:
            raise InvalidQuestionError(f"--filter {option}: {error}.") from error
    return filters
