"""Rule-based parsing of filters from the words of English and Russian requests.

"Photographs from the 1930s in record group 79" names a type, years, and a record group. Words that
only name a filter are removed from the search text. Other words ("photographs") remain in the text.
This module has no side effects.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from narabot.models import NO_FILTERS, Filters, RequestClass
from narabot.understanding.filter_rules import LIST_RULES, SCOPE_RULES, FilterRule

NAME_BEFORE = re.compile(r"\b[A-Z][\w'’.-]*, [A-Z][\w'’.() -]*, *$")
LIFE_SPANS = range(25, 110)
"""Possible numbers of years between a birth and a death. `Lincoln, Abraham, 1809-1865` names a
person, not a filter on years."""

NEGATED = re.compile(r"\b(?:not|except|excluding|without|не|кроме) $", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundFilter:
    """A filter that a request names, with its position."""

    field: str
    value: Any
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class ParsedFilters:
    """The filters in a request, and the text that remains."""

    request: str
    """The request without the words that only name a filter."""
    filters: Filters
    rest: str
    """The request without any of the words that name filters."""
    found: tuple[FoundFilter, ...]
    """The filters, each with the position of the words that name the filter."""


@dataclass(frozen=True, slots=True)
class RemainingText:
    """The text that remains of a request, with the original position of each character."""

    text: str
    places: tuple[int, ...]

    def without(self, match: re.Match[str]) -> "RemainingText":
        """Return the text with the matched words replaced by a space."""
        start, end = match.span()
        return RemainingText(
            f"{self.text[:start]} {self.text[end:]}",
            (*self.places[: start + 1], *self.places[end:]),
        )


def parse_filters(
    request: str, request_class: RequestClass, removed: frozenset[str] = frozenset()
) -> ParsedFilters:
    """Return the filters that a request names, and the remaining text to search for.

    Words for a field whose filter the user removed no longer set that filter.
    """
    is_list = request_class is RequestClass.SHOW_RECORDS
    searched, rest = RemainingText(request, tuple(range(len(request) + 1))), request
    read: set[str] = set()
    found: list[FoundFilter] = []
    for one in (*SCOPE_RULES, *(LIST_RULES if is_list else ())):
        match = one.pattern.search(searched.text)
        if match is None or one.field in read or is_false_match(one, match):
            continue
        read.add(one.field)
        if one.field not in removed:
            found.append(found_filter(one, match, searched))
        rest = one.pattern.sub(non_filter_words, rest, count=1)
        if is_list and (one.is_cut or one.field in removed):
            searched = searched.without(match)
    filters = replace(NO_FILTERS, **{one.field: one.value for one in found})
    return ParsedFilters(
        tidy(searched.text) if read else request, filters, tidy(rest), tuple(found)
    )


def non_filter_words(match: re.Match[str]) -> str:
    """Return the matched words that do not belong to a filter."""
    return f" {match.groupdict().get('kept', '')} "


def found_filter(rule: FilterRule, match: re.Match[str], searched: RemainingText) -> FoundFilter:
    """Return the filter that the matched words name, with the words' position in the request."""
    start, last = searched.places[match.start()], searched.places[match.end() - 1]
    return FoundFilter(rule.field, rule.value(match), start, last + 1, rule.name)


def is_false_match(rule: FilterRule, match: re.Match[str]) -> bool:
    """Return whether the matched words are negated, or are the years of a person's life."""
    before = match.string[: match.start()]
    if NEGATED.search(before):
        return True
    years = rule.value(match) if rule.field == "years" and NAME_BEFORE.search(before) else None
    return bool(years and years.first and years.last and years.last - years.first in LIFE_SPANS)


def tidy(request: str) -> str:
    """Return a request without the spaces and punctuation that are left over after removals."""
    return re.sub(r" (?=[,.;:?!])", "", " ".join(request.split())).rstrip(" ,;:")
