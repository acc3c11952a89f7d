"""How many records of a list are from each decade, as bars, in words and as a table. Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from narabot.models import Filters, Passage
from narabot.presentation.facet_values import Scope, decade_value, decade_values
from narabot.presentation.facets import FacetValue
from narabot.presentation.record_years import DECADE
from narabot.presentation.strings import say


def bars_by_decade(records: Sequence[Passage], filters: Filters) -> tuple[FacetValue, ...]:
    """Return the decades of a list without a gap, empty unless at least two have records."""
    scope = Scope.of(records, filters)
    counts = Counter(int(one.key) for record in records for one in decade_values(scope, record))
    if len(counts) < 2:
        return ()
    decades = range(min(counts), max(counts) + 1, DECADE)
    return tuple(FacetValue(decade_value(decade), counts[decade]) for decade in decades)


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
                "name": say("Records"),
                "data": [bar.count or None for bar in bars],  # no label where there are none
                "selectedMode": "single",
                "label": {"show": len(bars) <= 20, "position": "top"},
            }
        ],
    }


def bars_in_words(bars: Sequence[FacetValue]) -> str:
    """Return what the chart shows, for those who do not see it."""
    most = max(bars, key=lambda bar: bar.count)
    return say(
        "Bars of how many of the listed records are from each decade, from the {first} to the "
        "{last}; most, {count}, are from the {most}. The table below says the same.",
        first=bars[0].label,
        last=bars[-1].label,
        count=most.count,
        most=most.label,
    )


def bars_table(bars: Sequence[FacetValue]) -> dict[str, list[Any]]:
    """Return the decades that have records, with their counts, as columns of a table."""
    filled = [bar for bar in bars if bar.count]
    return {
        say("Decade"): [bar.label for bar in filled],
        say("Records"): [bar.count for bar in filled],
    }
