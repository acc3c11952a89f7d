"""Read filters out of a request's words, English or Russian, by rules. Pure.

"Photographs from the 1930s in record group 79" names a type, years and a record group. Words that
say nothing but a filter are cut out of what is searched for; others ("photographs") stay in it.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from narabot.models import EVERYTHING, Filters, RequestClass
from narabot.understanding.filter_rules import LIST_RULES, SCOPE_RULES, Rule

NAME_BEFORE = re.compile(r"\b[A-Z][\w'’.-]*, [A-Z][\w'’.() -]*, *$")
LIFE = range(25, 110)
"""Years between a birth and a death; `Lincoln, Abraham, 1809-1865` asks for a person."""

NEGATED = re.compile(r"\b(?:not|except|excluding|without|не|кроме) $", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundFilter:
    """A filter that a request names, and where."""

    field: str
    value: Any
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a request asks for within which filters."""

    request: str
    """Without the words that say nothing but a filter."""
    filters: Filters
    rest: str
    """Without all words that were read as filters."""
    found: tuple[FoundFilter, ...]
    """The filters, each where its words stand in the request."""


@dataclass(frozen=True, slots=True)
class Remainder:
    """What cutting leaves of a request, and where each of its signs stood."""

    text: str
    places: tuple[int, ...]

    def without(self, said: re.Match[str]) -> "Remainder":
        """Return what cutting these words leaves; a blank stands for them."""
        start, end = said.span()
        return Remainder(
            f"{self.text[:start]} {self.text[end:]}",
            (*self.places[: start + 1], *self.places[end:]),
        )


def read_filters(
    request: str, request_class: RequestClass, removed: frozenset[str] = frozenset()
) -> Reading:
    """Return the filters that a request names, and what is left of it to search for.

    Words for fields that a reader has removed say nothing any more.
    """
    is_list = request_class is RequestClass.SHOW_RECORDS
    searched, rest = Remainder(request, tuple(range(len(request) + 1))), request
    read: set[str] = set()
    found: list[FoundFilter] = []
    for one in (*SCOPE_RULES, *(LIST_RULES if is_list else ())):
        said = one.pattern.search(searched.text)
        if said is None or one.field in read or is_no_filter(one, said):
            continue
        read.add(one.field)
        if one.field not in removed:
            found.append(found_filter(one, said, searched))
        rest = one.pattern.sub(kept_words, rest, count=1)
        if is_list and (one.is_cut or one.field in removed):
            searched = searched.without(said)
    filters = replace(EVERYTHING, **{one.field: one.value for one in found})
    return Reading(tidied(searched.text) if read else request, filters, tidied(rest), tuple(found))


def kept_words(said: re.Match[str]) -> str:
    """Return what stands among the words of a filter and is none."""
    return f" {said.groupdict().get('kept', '')} "


def found_filter(one: Rule, said: re.Match[str], searched: Remainder) -> FoundFilter:
    """Return the filter that words say, and where they stand in the request."""
    start, last = searched.places[said.start()], searched.places[said.end() - 1]
    return FoundFilter(one.field, one.value(said), start, last + 1, one.name)


def is_no_filter(one: Rule, said: re.Match[str]) -> bool:
    """Return whether words say what is not wanted, or when a person lived."""
    before = said.string[: said.start()]
    if NEGATED.search(before):
        return True
    years = one.value(said) if one.field == "years" and NAME_BEFORE.search(before) else None
    return bool(years and years.first and years.last and years.last - years.first in LIFE)


def tidied(request: str) -> str:
    """Return a request without what cutting has left between its words."""
    return re.sub(r" (?=[,.;:?!])", "", " ".join(request.split())).rstrip(" ,;:")
