"""Compute the facets of a list, their counts, and the records that match the chosen values."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain
from typing import Any

from narabot.models import NO_FILTERS, Filters, Passage, Years
from narabot.models.filters import FILTERS, merge_filters
from narabot.ordering import natural_key
from narabot.presentation.facet_values import FACETS, PREFIXED_FACETS, ChosenValues, Scope, Value
from narabot.words import folded_parts, words_start_with

ValuesByFacet = Mapping[str, Sequence[Mapping[str, Value]]]
"""For each facet's key, the values of each record, keyed by the value's key."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A facet value with its record count."""

    value: Value
    count: int
    """Number of records that have the value and match the choices in all other facets."""

    @property
    def label(self) -> str:
        """Label of the value."""
        return self.value.label


@dataclass(frozen=True, slots=True)
class Facet:
    """A property in which the records of a list differ."""

    key: str
    """Key that identifies the facet on the page."""
    name: str
    """Label of the facet."""
    values: tuple[FacetValue, ...]


@dataclass(frozen=True)
class FacetedList(Scope):
    """A list with the facet values of its records, computed once."""

    @cached_property
    def record_values(self) -> ValuesByFacet:
        """Each record's values for each facet."""
        return {
            facet: [{value.key: value for value in kind.values(self, one)} for one in self.records]
            for facet, kind in FACETS.items()
        }


def facets(listed: FacetedList) -> list[Facet]:
    """Return the facets that can filter a list.

    Facets that the list's filters make redundant are omitted. Each value is counted among the
    records that match the choices in all other facets.
    """
    found = []
    for key, kind in FACETS.items():
        if not set(kind.fields) & set(listed.filters.in_force):
            facet = Facet(key, kind.name(), tuple(value_counts(listed, key)))
            if len(facet.values) > 1 or any(one == key for one, _ in listed.chosen):
                found.append(facet)
    return found


def value_counts(listed: FacetedList, facet: str) -> list[FacetValue]:
    """Return a facet's values with their counts, including chosen values without records."""
    others = [choice for choice in listed.chosen if choice[0] != facet]
    counts = Counter(
        key
        for values, is_kept in zip(
            listed.record_values[facet], record_matches(listed, others), strict=True
        )
        if is_kept
        for key in values
    )
    known = {key: value for values in listed.record_values[facet] for key, value in values.items()}
    wanted = {value for key, value in listed.chosen if key == facet}
    found = [
        FacetValue(value, counts[key])
        for key, value in known.items()
        if counts[key] or key in wanted
    ]
    return sorted(found, key=value_order)


def value_order(one: FacetValue) -> tuple[Any, ...]:
    """Return the sort key of a value: its position if it has one, or else its count and label."""
    if one.value.place is not None:
        return (one.value.place,)
    return (-one.count, natural_key(one.label))


def record_matches(listed: FacetedList, chosen: ChosenValues) -> list[bool]:
    """Return, for each record, whether it matches the chosen values.

    A record must match at least one chosen value in every facet that has chosen values.
    """
    wanted: dict[str, set[str]] = {}
    for facet, value in chosen:
        wanted.setdefault(facet, set()).add(value)
    return [
        all(
            not values.isdisjoint(listed.record_values[facet][place])
            for facet, values in wanted.items()
        )
        for place in range(len(listed.records))
    ]


def matching_records(listed: FacetedList, find: str = "") -> tuple[Passage, ...]:
    """Return the records that match the chosen values and contain the typed words or prefixes."""
    chosen = [choice for choice in listed.chosen if choice[0] in FACETS]
    words = folded_parts(find)
    return tuple(
        record
        for record, is_kept in zip(listed.records, record_matches(listed, chosen), strict=True)
        if is_kept and (not words or has_words(record, words))
    )


def has_words(record: Passage, words: Collection[str]) -> bool:
    """Return whether each of the words is a prefix of a word in a record's title or text."""
    return words_start_with(f"{record.record.name or ''} {record.text}", words)


def chosen_labels(listed: FacetedList) -> dict[tuple[str, str], str]:
    """Return the label of each chosen value."""
    labels = {
        (facet, key): value.label
        for facet, records in (listed.record_values if listed.chosen else {}).items()
        for values in records
        for key, value in values.items()
    }
    return {
        choice: chosen_label(choice[0], labels.get(choice, choice[1]))
        for choice in listed.chosen
        if choice[0] in FACETS
    }


def chosen_label(facet: str, label: str) -> str:
    """Return the label of a chosen value.

    If the label is unclear by itself, the facet's name precedes it.
    """
    return f"{FACETS[facet].name()}: {label}" if facet in PREFIXED_FACETS else label


def database_filters(listed: FacetedList) -> Filters:
    """Return a database filter for the chosen values.

    The filter may also match other records.
    """
    by_facet: dict[str, list[Filters]] = {}
    for facet, key in listed.chosen:
        values = (one[key] for one in listed.record_values.get(facet, ()) if key in one)
        if (value := next(values, None)) is not None:
            by_facet.setdefault(facet, []).append(value.filters)
    asked = (union_filter(by_facet[facet]) for facet in FACETS if facet in by_facet)
    return reduce(merge_filters, asked, NO_FILTERS)  # keeps the shortest year range


def union_filter(filters: Sequence[Filters]) -> Filters:
    """Return a filter for all records that match at least one of the filters.

    The filter may also match other records. A year filter spans the first to the last year. If no
    single filter can express the union, the returned filter has no conditions.
    """
    first, *others = filters
    if not others:
        return first
    if any(one.in_force != first.in_force for one in others) or len(first.in_force) != 1:
        return NO_FILTERS
    [field_name] = first.in_force
    values: list[Any] = [getattr(one, field_name) for one in filters]
    if field_name == "years":
        return Filters(
            years=Years(min(one.first for one in values), max(one.last for one in values))
        )
    if FILTERS[field_name].is_list:
        every: Any = tuple(dict.fromkeys(chain.from_iterable(values)))
        return Filters(**{field_name: every})
    return NO_FILTERS
