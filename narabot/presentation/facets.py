"""In which respects a list can be narrowed, with counts, and what is left of it then. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain
from typing import Any

from narabot.models import EVERYTHING, Filters, Passage, Years
from narabot.models.filters import FILTERS, joined
from narabot.ordering import natural_key
from narabot.presentation.facet_values import FACETS, NAMED_ON_CHIPS, Chosen, Scope, Value
from narabot.words import begins_with, folded_parts

Read = Mapping[str, Sequence[Mapping[str, Value]]]
"""By the keys of facets: of each record of a list its values, by their keys."""


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, and how many records have it."""

    value: Value
    count: int
    """Records that have it and whatever was chosen in other facets."""

    @property
    def label(self) -> str:
        """How it is called."""
        return self.value.label


@dataclass(frozen=True, slots=True)
class Facet:
    """One respect in which the records of a list differ."""

    key: str
    """By which it is known to the page."""
    name: str
    """What a reader sees."""
    values: tuple[FacetValue, ...]


@dataclass(frozen=True)
class Listed(Scope):
    """A list whose records are read in each respect, once."""

    @cached_property
    def read(self) -> Read:
        """The values of each of its records in each respect."""
        return {
            facet: [{value.key: value for value in kind.values(self, one)} for one in self.records]
            for facet, kind in FACETS.items()
        }


def facets(listed: Listed) -> list[Facet]:
    """Return in which respects a list can be narrowed; what its filters already say is left out.

    Each value is counted among the records that have what was chosen in the other facets.
    """
    found = []
    for key, kind in FACETS.items():
        if not set(kind.fields) & set(listed.filters.in_force):
            facet = Facet(key, kind.name(), tuple(counted(listed, key)))
            if len(facet.values) > 1 or any(one == key for one, _ in listed.chosen):
                found.append(facet)
    return found


def counted(listed: Listed, facet: str) -> list[FacetValue]:
    """Return the values of a facet with their counts; of those that none has, what was chosen."""
    others = [choice for choice in listed.chosen if choice[0] != facet]
    counts = Counter(
        key
        for values, is_kept in zip(listed.read[facet], kept(listed, others), strict=True)
        if is_kept
        for key in values
    )
    known = {key: value for values in listed.read[facet] for key, value in values.items()}
    wanted = {value for key, value in listed.chosen if key == facet}
    found = [
        FacetValue(value, counts[key])
        for key, value in known.items()
        if counts[key] or key in wanted
    ]
    return sorted(found, key=value_order)


def value_order(one: FacetValue) -> tuple[Any, ...]:
    """Return by what values stand: by their own order, else the most frequent first."""
    if one.value.place is not None:
        return (one.value.place,)
    return (-one.count, natural_key(one.label))


def kept(listed: Listed, chosen: Chosen) -> list[bool]:
    """Return of each record whether it has one of the values chosen of each facet."""
    wanted: dict[str, set[str]] = {}
    for facet, value in chosen:
        wanted.setdefault(facet, set()).add(value)
    return [
        all(not values.isdisjoint(listed.read[facet][place]) for facet, values in wanted.items())
        for place in range(len(listed.records))
    ]


def narrowed(listed: Listed, find: str = "") -> tuple[Passage, ...]:
    """Return the records of a list that have what was chosen, and words, whole or begun."""
    chosen = [choice for choice in listed.chosen if choice[0] in FACETS]
    words = folded_parts(find)
    return tuple(
        record
        for record, is_kept in zip(listed.records, kept(listed, chosen), strict=True)
        if is_kept and (not words or has_words(record, words))
    )


def has_words(record: Passage, words: Collection[str]) -> bool:
    """Return whether each of some folded words begins a word of a record's title or text."""
    return begins_with(f"{record.record.name or ''} {record.text}", words)


def chosen_labels(listed: Listed) -> dict[tuple[str, str], str]:
    """Return in words what was chosen, the value alone where it says enough."""
    labels = {
        (facet, key): value.label
        for facet, records in (listed.read if listed.chosen else {}).items()
        for values in records
        for key, value in values.items()
    }
    return {
        choice: chosen_label(choice[0], labels.get(choice, choice[1]))
        for choice in listed.chosen
        if choice[0] in FACETS
    }


def chosen_label(facet: str, label: str) -> str:
    """Return a value as its chip says it, with the facet's name where the value may mean more."""
    return f"{FACETS[facet].name()}: {label}" if facet in NAMED_ON_CHIPS else label


def database_filters(listed: Listed) -> Filters:
    """Return what the database can be asked for what was chosen; it may give more records."""
    by_facet: dict[str, list[Filters]] = {}
    for facet, key in listed.chosen:
        values = (one[key] for one in listed.read.get(facet, ()) if key in one)
        if (value := next(values, None)) is not None:
            by_facet.setdefault(facet, []).append(value.filters)
    asked = (either(by_facet[facet]) for facet in FACETS if facet in by_facet)
    return reduce(joined, asked, EVERYTHING)  # of decades, years and months the shortest


def either(filters: Sequence[Filters]) -> Filters:
    """Return a filter that keeps what any of some keeps, and perhaps more.

    Years are those from the first to the last; what no one filter can say is not asked for.
    """
    first, *others = filters
    if not others:
        return first
    if any(one.in_force != first.in_force for one in others) or len(first.in_force) != 1:
        return EVERYTHING
    [field_name] = first.in_force
    values: list[Any] = [getattr(one, field_name) for one in filters]
    if field_name == "years":
        return Filters(
            years=Years(min(one.first for one in values), max(one.last for one in values))
        )
    if FILTERS[field_name].is_list:
        every: Any = tuple(dict.fromkeys(chain.from_iterable(values)))
        return Filters(**{field_name: every})
    return EVERYTHING
