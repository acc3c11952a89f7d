"""Draw the hierarchy around a description as an icicle chart.

Each record has its own row so that its name stays readable. An ancestor's bar continues to the left
of all its descendants. The numbers on the right count the descriptions below each record.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from narabot.models import (
    MAX_COUNTED,
    CatalogType,
    CountedRecord,
    Hierarchy,
    LevelOfDescription,
)
from narabot.presentation.charts import (
    BELOW_COLUMN,
    CURRENT_RECORD_COLOR,
    DATES_COLUMN,
    KIND_COLUMN,
    NAME_COLUMN,
    Chart,
    Option,
    escape_template,
    linked_names,
    static_option,
)
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.strings import later, number, say, say_as

ROW = 27
"""Height of a row, in pixels."""

WHOLE, STRIP = 100, 4
"""Width of the chart, and of the visible part of an ancestor's bar, in axis units."""

WIDTHS = (704, 600, 480, 390, 340, 280)
"""Chart widths for which labels are laid out, in pixels. Other widths use the next smaller
entry."""

DIGIT_WIDTH, MARGIN = 7, 16
"""Width of a digit in the count, and total width of the margins in a row, in pixels."""

MAX_LABEL_LENGTH = 110

LEVEL_COLORS: Mapping[CatalogType, str] = {
    LevelOfDescription.RECORD_GROUP: "#2f3b52",
    LevelOfDescription.COLLECTION: "#2f3b52",
    LevelOfDescription.SERIES: "#2f5f94",
    LevelOfDescription.FILE_UNIT: "#24706a",
    LevelOfDescription.ITEM: "#655092",
}
OMITTED_COLOR = "#646d7b"
"""Color of the row for omitted records. White text is readable on all of the chart's colors."""

EDGE = {"borderColor": "rgba(255, 255, 255, 0.45)", "borderWidth": 1}

LEGEND = later(
    "Each bar represents a record and is nested in the bar of the record's parent. The number "
    "shows how many descriptions are below the record. Select a bar to open its record."
)

BELOW, BESIDE, ABOVE, HERE = (
    later("Child"),
    later("Sibling"),
    later("Ancestor"),
    later("This record"),
)


@dataclass(frozen=True, slots=True)
class Box:
    """A row in the chart: a record, or the number of omitted records."""

    depth: int
    """Level in the hierarchy. The root has depth 0."""
    place: str
    one: CountedRecord | None
    left_out: int = 0
    shows_level: bool = True

    @property
    def text(self) -> str:
        """Text of the row."""
        if self.one is None:
            return say("… {count} more", count=self.left_out)
        level = f"{type_label(self.one.record.type)}: " if self.shows_level else ""
        return escape_template(level + shortened(name(self.one.record), MAX_LABEL_LENGTH))

    @property
    def count(self) -> str:
        """Number of descriptions below the record, or "" if there are none."""
        return count(self.one) if self.one and self.one.below else ""

    @property
    def color(self) -> str:
        """Color that indicates the level of description."""
        if self.place == HERE:
            return CURRENT_RECORD_COLOR
        return LEVEL_COLORS[self.one.record.type] if self.one else OMITTED_COLOR


def hierarchy_chart(around: Hierarchy) -> Chart:
    """Return the chart of a description's ancestors, siblings, and children."""
    found = boxes(around)
    path = found[: len(around.path)]
    depths = range(max(box.depth for box in found) + 1)
    shown = [(box, box.one) for box in found if box.one]
    return Chart(
        option=chart_option(found, path, depths),
        height=ROW * len(found),
        alt=alt_text(around),
        key=say(LEGEND),
        na_ids=tuple(tuple(record_at(box, depth, path) for box in found) for depth in depths),
        table={
            say(NAME_COLUMN): linked_names(one.record for _, one in shown),
            say_as("column", "Place"): [say(box.place) for box, _ in shown],
            say(KIND_COLUMN): [type_label(one.record.type) for _, one in shown],
            say(BELOW_COLUMN): [count(one) for _, one in shown],
            say(DATES_COLUMN): [escape(dates(one.record) or "") for _, one in shown],
        },
    )


def boxes(around: Hierarchy) -> list[Box]:
    """Return the rows: the ancestors from the root, the record, its children, and its siblings."""
    here, *above = around.path
    own = len(above)
    path = [Box(depth, ABOVE, one) for depth, one in enumerate(reversed(above))]
    below = group(own + 1, BELOW, around.children, around.children_total)
    beside = group(own, BESIDE, around.siblings, around.siblings_total)
    return [*path, Box(own, HERE, here), *below, *beside]


def group(depth: int, place: str, some: Sequence[CountedRecord], total: int) -> list[Box]:
    """Return one row for each record, and one row for the omitted records, if any."""
    left_out = total - len(some)
    others = [Box(depth, place, None, left_out)] if left_out > 0 else []
    is_mixed = len({one.record.type for one in some}) > 1
    return [*(Box(depth, place, one, shows_level=is_mixed) for one in some), *others]


def record_at(box: Box, depth: int, path: Sequence[Box]) -> int | None:
    """Return the naId of the record at a depth in a row.

    Return `None` for the current record and for positions without a record.
    """
    found = box if depth == box.depth else path[depth] if depth < box.depth else None
    return found.one.record.na_id if found and found.one and found.place != HERE else None


def chart_option(found: Sequence[Box], path: Sequence[Box], depths: Sequence[int]) -> Option:
    """Return the ECharts option: stacked bars, one series for each depth and one for the counts."""
    axis = {"show": False}
    return static_option(
        grid={"left": 0, "right": 0, "top": 0, "bottom": 0, "containLabel": False},
        xAxis=axis | {"type": "value", "min": 0, "max": WHOLE},
        yAxis=axis | {"type": "category", "inverse": True, "data": [box.text for box in found]},
        series=[*(bars(found, path, depth) for depth in depths), counts(found)],
        media=[
            {
                "query": {"maxWidth": wider - 1},
                "option": {"series": [{"label": label(found, depth, width)} for depth in depths]},
            }
            for wider, width in pairwise(WIDTHS)
        ],
    )


def bars(found: Sequence[Box], path: Sequence[Box], depth: int) -> Option:
    """Return the series of bars that begin at a depth and continue to the left of their
    descendants."""
    return {
        "type": "bar",
        "stack": "boxes",
        "barCategoryGap": 0,
        "selectedMode": "single",
        "data": [bar(box, path, depth) for box in found],
        "label": {
            "show": True,
            "position": "insideLeft",
            "formatter": "{b}",
            "color": "#ffffff",
            "overflow": "truncate",
            "ellipsis": "…",
        }
        | label(found, depth, WIDTHS[0]),
        "emphasis": {"disabled": True},
        "select": {"disabled": True},
    }


def bar(box: Box, path: Sequence[Box], depth: int) -> Option:
    """Return the segment of a row at the specified depth."""
    if depth < box.depth:
        style = {"color": path[depth].color}
        return {"value": STRIP, "itemStyle": style, "label": {"show": False}}
    if depth > box.depth:
        return {"value": 0, "label": {"show": False}}
    return {"value": WHOLE - STRIP * depth, "itemStyle": EDGE | {"color": box.color}}


def counts(found: Sequence[Box]) -> Option:
    """Return the series that shows the counts at the right end of the bars."""
    return {
        "type": "bar",
        "stack": "boxes",
        "silent": True,
        "data": [{"value": 0, "label": {"formatter": box.count}} for box in found],
        "label": {"show": True, "position": "left", "color": "#ffffff", "fontSize": 12},
    }


def label(found: Sequence[Box], depth: int, width: int) -> Option:
    """Return the label style for a depth and a chart width in pixels."""
    inside = width * (WHOLE - STRIP * depth) // WHOLE
    longest = max(len(box.count) for box in found if box.depth == depth)
    return {
        "width": inside - DIGIT_WIDTH * longest - MARGIN,
        "fontSize": 13 if width > WIDTHS[2] else 12,
    }


def count(one: CountedRecord) -> str:
    """Return the number of descriptions below a record, as text."""
    if one.below > MAX_COUNTED:
        return say("more than {count}", count=MAX_COUNTED)
    return number(one.below)


def alt_text(around: Hierarchy) -> str:
    """Return the chart's text alternative."""
    here, *above = around.path
    return say(
        "Hierarchy of {name}. Ancestors: {above}; siblings: {siblings}; children: {children}; "
        "descriptions at all levels below: {below}. The table below shows the same data.",
        name=name(here.record),
        above=len(above),
        children=around.children_total,
        siblings=around.siblings_total,
        below=count(here),
    )
