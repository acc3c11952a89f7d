"""In which respects a list can be narrowed, with counts; and its records over time. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from narabot.models import (
    Filters,
    LevelOfDescription,
    NamedRecord,
    Passage,
    PathRecord,
    RecordsType,
    Years,
)
from narabot.presentation.records import LONGEST_NAME, TYPE_NAMES, is_root, name, root_label
from narabot.understanding.periods import YEAR_IN_TITLE

DECADE = 10

TITLE_YEAR = re.compile(YEAR_IN_TITLE)


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One thing that records of a list are, and the filter that keeps those."""

    label: str
    count: int
    """Records of the list."""
    filters: Filters


@dataclass(frozen=True, slots=True)
class Facet:
    """One respect in which the records of a list differ."""

    name: str
    values: tuple[FacetValue, ...]


def facets(records: Sequence[Passage], filters: Filters) -> list[Facet]:
    """Return in which respects a list can be narrowed; what its filters already say is left out."""
    kinds = (
        ("Level", ("levels", "record_type"), level_values),
        ("Record group or collection", ("record_group", "collection", "ancestor"), root_values),
        ("Type of records", ("records_types",), records_type_values),
        ("Online copies", ("is_online",), online_values),
    )
    found = [
        Facet(title, tuple(values_of(records)))
        for title, fields, values_of in kinds
        if not set(fields) & set(filters.in_force)
    ]
    found.insert(1, decade_facet(records, filters))
    return [facet for facet in found if len(facet.values) > 1]


def narrowing_label(records: int, found: Sequence[Facet]) -> str:
    """Return by what a list of so many records can be narrowed: its facets, in one line."""
    names = ", ".join(facet.name.lower() for facet in found)
    return f"Narrow these {records:,} records by {names}"


def decade_facet(records: Sequence[Passage], filters: Filters) -> Facet:
    """Return the decades of a list, those within the years that are in force, in their order.

    A record of several decades counts in each.
    """
    counts = decade_counts(records, filters.years)
    return Facet("Decade", tuple(decade_value(decade, counts[decade]) for decade in sorted(counts)))


def decade_value(decade: int, count: int) -> FacetValue:
    """Return a decade, named by its first year, as one thing that records are from."""
    years = Years(decade, decade + DECADE - 1)
    return FacetValue(f"{decade}s", count, Filters(years=years))


def decade_counts(records: Sequence[Passage], within: Years | None) -> Counter[int]:
    """Return how many records are from each decade, by its first year.

    Where only the beginning or the end is known, as far as any record of the list goes.
    """
    spans = [years_of_record(one.record) for one in records]
    known = [year for span in spans for year in (*stated(span.first), *stated(span.last))]
    if not known:
        return Counter()
    first = max([min(known), *stated(within.first if within else None)])
    last = min([max(known), *stated(within.last if within else None)])
    return Counter(decade for span in spans for decade in decades_of(span, Years(first, last)))


def years_of_record(record: PathRecord) -> Years:
    """Return the years that a record is from, read as the filter by years reads them.

    Without dates of its own it is from those in its title, or else from those it inherits.
    """
    is_dated = record.start_date or record.end_date
    titled = [] if is_dated else [int(year) for year in TITLE_YEAR.findall(record.name or "")]
    if titled:
        return Years(min(titled), max(titled))
    return Years(record.start_year, record.end_year)


def decades_of(years: Years, within: Years) -> set[int]:
    """Return the first years of the decades of some years, of an open end as far as the others."""
    if years == Years():
        return set()
    first, last = within.first or 0, within.last or 0
    start = first if years.first is None else max(years.first, first)
    end = last if years.last is None else min(years.last, last)
    return set(range(start // DECADE * DECADE, end + 1, DECADE)) if start <= end else set()


def stated(year: int | None) -> tuple[int, ...]:
    """Return a year that may not be there."""
    return () if year is None else (year,)


def level_values(records: Sequence[Passage]) -> list[FacetValue]:
    """Return the levels of a list, from the widest down; authorities have none."""
    counts = Counter(one.record.type for one in records)
    return [
        FacetValue(TYPE_NAMES[level][1], counts[level], Filters(levels=(level,)))
        for level in LevelOfDescription
        if level in counts
    ]


def root_values(records: Sequence[Passage]) -> list[FacetValue]:
    """Return the record groups and collections of a list."""
    roots = (one.path[-1] for one in records)
    return most_first((root for root in roots if is_root(root)), root_label, root_filters)


def root_filters(root: PathRecord) -> Filters:
    """Return the filter that keeps what is in a record group or collection."""
    if root.record_group_number is not None:
        return Filters(record_group=root.record_group_number)
    if root.collection_identifier:
        return Filters(collection=root.collection_identifier)
    return Filters(ancestor=NamedRecord(root.na_id, name(root)[:LONGEST_NAME]))


def records_type_values(records: Sequence[Passage]) -> list[FacetValue]:
    """Return the general types of the records of a list."""
    return most_first(
        (type_ for one in records for type_ in records_types(one)),
        str,
        lambda type_: Filters(records_types=(type_,)),
    )


def records_types(passage: Passage) -> set[RecordsType]:
    """Return the types of a record, else of the nearest above it that states any."""
    stated = next((step.records_types for step in passage.path if step.records_types), ())
    return {type_ for type_ in RecordsType if type_ in stated}


def online_values(records: Sequence[Passage]) -> list[FacetValue]:
    """Return which records of a list have digital copies."""
    counts = Counter(one.holdings.online_count > 0 for one in records)
    return [
        FacetValue("Online" if online else "Not online", counts[online], Filters(is_online=online))
        for online in (True, False)
        if counts[online]
    ]


def most_first(
    keys: Iterable[Any], label: Callable[[Any], str], filters: Callable[[Any], Filters]
) -> list[FacetValue]:
    """Return values with their counts, the most frequent first, of equals by their labels."""
    values = [FacetValue(label(key), count, filters(key)) for key, count in Counter(keys).items()]
    return sorted(values, key=lambda value: (-value.count, value.label))


def bars_by_decade(records: Sequence[Passage], filters: Filters) -> tuple[FacetValue, ...]:
    """Return the decades of a list without a gap, empty unless at least two have records."""
    counts = decade_counts(records, filters.years)
    if len(counts) < 2:
        return ()
    decades = range(min(counts), max(counts) + 1, DECADE)
    return tuple(decade_value(decade, counts[decade]) for decade in decades)


def bar_chart(bars: Sequence[FacetValue]) -> dict[str, Any]:
    """Return the chart for Apache ECharts; its colours are the theme's."""
    return {
        "aria": {"enabled": True},
        "animation": False,
        "grid": {"left": 8, "right": 8, "top": 24, "bottom": 8, "containLabel": True},
        "tooltip": {"trigger": "axis", "axisPointer": {"type": "shadow"}},
        "xAxis": {"type": "category", "data": [bar.label for bar in bars]},
        "yAxis": {"type": "value", "minInterval": 1},
        "series": [
            {
                "type": "bar",
                "name": "Records",
                "data": [bar.count or None for bar in bars],  # no label where there are none
                "selectedMode": "single",
                "label": {"show": len(bars) <= 20, "position": "top"},
            }
        ],
    }


def bars_in_words(bars: Sequence[FacetValue]) -> str:
    """Return what the chart shows, for those who do not see it."""
    most = max(bars, key=lambda bar: bar.count)
    return (
        f"Bars of how many of the listed records are from each decade, from the {bars[0].label} to "
        f"the {bars[-1].label}; most, {most.count:,}, are from the {most.label}. The table below "
        "says the same."
    )


def bars_table(bars: Sequence[FacetValue]) -> dict[str, list[Any]]:
    """Return the decades that have records, with their counts, as columns of a table."""
    filled = [bar for bar in bars if bar.count]
    return {
        "Decade": [bar.label for bar in filled],
        "Records": [bar.count for bar in filled],
    }
