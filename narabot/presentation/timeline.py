"""Show the number of listed records per decade as a chart, a text alternative, and a table."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from narabot.models import Filters, Passage
from narabot.presentation.facet_values import Scope, decade_value, decade_values
from narabot.presentation.facets import FacetValue
from narabot.presentation.record_years import DECADE
from narabot.presentation.strings import say


def decade_counts(records: Sequence[Passage], filters: Filters) -> tuple[FacetValue, ...]:
    """Return a list's decades with their counts, without gaps between decades.

    The result is empty unless at least two decades have records.
    """
    scope = Scope.of(records, filters)
    counts = Counter(int(one.key) for record in records for one in decade_values(scope, record))
    if len(counts) < 2:
        return ()
    decades = range(min(counts), max(counts) + 1, DECADE)
    return tuple(FacetValue(decade_value(decade), counts[decade]) for decade in decades)


def timeline_chart(bars: Sequence[FacetValue]) -> dict[str, Any]:
    """Return the chart's Apache ECharts option. Its colors come from the theme."""
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
                "name": say("Records"),
                "data": [bar.count or None for bar in bars],  # omit the label for 0
                "selectedMode": "single",
                "label": {"show": len(bars) <= 20, "position": "top"},
            }
        ],
    }


def timeline_alt_text(bars: Sequence[FacetValue]) -> str:
    """Return the chart's text alternative."""
    most = max(bars, key=lambda bar: bar.count)
    return say(
        "Bar chart of the listed records by decade, from the {first} to the {last}. The {most} "
        "have the most records ({count}). The table below shows the same data.",
        first=bars[0].label,
        last=bars[-1].label,
        count=most.count,
        most=most.label,
    )


def timeline_table(bars: Sequence[FacetValue]) -> dict[str, list[Any]]:
    """Return the decades that have records, with their counts, as table columns."""
    filled = [bar for bar in bars if bar.count]
    return {
        say("Decade"): [bar.label for bar in filled],
        say("Records"): [bar.count for bar in filled],
    }
