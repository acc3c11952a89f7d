"""The records of a list over time, as bars by decade, and as a table that says the same. Pure."""

from collections.abc import Sequence
from typing import Any

from narabot.models import Filters, Response
from narabot.rendering.facets import DECADE, FacetValue, decade_facet, years_of


def bars_by_decade(response: Response) -> tuple[FacetValue, ...]:
    """Return the decades of a list without a gap, empty unless at least two have records."""
    counted = {value.label: value for value in decade_facet(response).values}
    if len(counted) < 2:
        return ()
    starts = [value.filters.years.first for value in counted.values() if value.filters.years]
    known = [start for start in starts if start is not None]
    return tuple(
        counted.get(f"{decade}s", FacetValue(f"{decade}s", 0, Filters(years=years_of(decade))))
        for decade in range(min(known), max(known) + 1, DECADE)
    )


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
