"""The records of a list over time, as bars by decade, and as a table that says the same. Pure."""

from collections.abc import Sequence
from typing import Any

from narabot.models import Filters, Passage
from narabot.rendering.facets import DECADE, FacetValue, decade_counts, decade_value


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
