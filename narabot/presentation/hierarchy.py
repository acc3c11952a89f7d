"""The hierarchy around a description as an icicle: boxes that hang in the boxes above them. Pure.

Each record has a row of its own, so that its name can be read; the box of a record above goes on
at the left of all that is in it. The numbers at the right are those of the descriptions below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from narabot.models import (
    MOST_COUNTED,
    CatalogType,
    CountedRecord,
    Hierarchy,
    LevelOfDescription,
)
from narabot.presentation.markdown import escape, shortened
from narabot.presentation.pictures import (
    BELOW_COLUMN,
    DATES_COLUMN,
    HERE_COLOUR,
    KIND_COLUMN,
    NAME_COLUMN,
    Option,
    Picture,
    linked_names,
    plain,
    still,
)
from narabot.presentation.records import dates, name, type_label
from narabot.presentation.strings import later, number, say, say_as

ROW = 27
"""Pixels of height."""

WHOLE, STRIP = 100, 4
"""The width of the picture, and of the box of a record above beside what is in it."""

WIDTHS = (704, 600, 480, 390, 340, 280)
"""Pixels of width for which the names are cut; between two, as for the smaller."""

SIGN_WIDTH, MARGIN = 7, 16
"""Pixels of a sign of the number at the right, and around both texts."""

LONGEST_LABEL = 110

LEVEL_COLOURS: Mapping[CatalogType, str] = {
    LevelOfDescription.RECORD_GROUP: "#2f3b52",
    LevelOfDescription.COLLECTION: "#2f3b52",
    LevelOfDescription.SERIES: "#2f5f94",
    LevelOfDescription.FILE_UNIT: "#24706a",
    LevelOfDescription.ITEM: "#655092",
}
OTHERS_COLOUR = "#646d7b"
"""White words can be read on all of these."""

EDGE = {"borderColor": "rgba(255, 255, 255, 0.45)", "borderWidth": 1}

KEY = later(
    "Each bar is a record, in the bar of the record above it; the number says how many "
    "descriptions are below. Choose a bar to go on from there."
)

BELOW, BESIDE, ABOVE, HERE = later("Below"), later("Beside"), later("Above"), later("This record")


@dataclass(frozen=True, slots=True)
class Box:
    """A row of the picture: a record, or how many others there are."""

    depth: int
    """0 for the root."""
    place: str
    one: CountedRecord | None
    left_out: int = 0
    tells_level: bool = True

    @property
    def text(self) -> str:
        """What stands in it."""
        if self.one is None:
            return say("… {count} more", count=self.left_out)
        level = f"{type_label(self.one.record.type)}: " if self.tells_level else ""
        return plain(level + shortened(name(self.one.record), LONGEST_LABEL))

    @property
    def count(self) -> str:
        """How many descriptions are below it, "" where there are none."""
        return count(self.one) if self.one and self.one.below else ""

    @property
    def colour(self) -> str:
        """Tells the level."""
        if self.place == HERE:
            return HERE_COLOUR
        return LEVEL_COLOURS[self.one.record.type] if self.one else OTHERS_COLOUR


def hierarchy_picture(around: Hierarchy) -> Picture:
    """Return the picture of the records above, beside and below a description."""
    found = boxes(around)
    path = found[: len(around.path)]
    depths = range(max(box.depth for box in found) + 1)
    shown = [(box, box.one) for box in found if box.one]
    return Picture(
        option=option(found, path, depths),
        height=ROW * len(found),
        alt=sentence(around),
        key=say(KEY),
        na_ids=tuple(tuple(at(box, depth, path) for box in found) for depth in depths),
        table={
            say(NAME_COLUMN): linked_names(one.record for _, one in shown),
            say_as("column", "Place"): [say(box.place) for box, _ in shown],
            say(KIND_COLUMN): [type_label(one.record.type) for _, one in shown],
            say(BELOW_COLUMN): [count(one) for _, one in shown],
            say(DATES_COLUMN): [escape(dates(one.record) or "") for _, one in shown],
        },
    )


def boxes(around: Hierarchy) -> list[Box]:
    """Return the rows from the root down: what is above, the record, below it, beside it."""
    here, *above = around.path
    own = len(above)
    path = [Box(depth, ABOVE, one) for depth, one in enumerate(reversed(above))]
    below = group(own + 1, BELOW, around.children, around.children_total)
    beside = group(own, BESIDE, around.siblings, around.siblings_total)
    return [*path, Box(own, HERE, here), *below, *beside]


def group(depth: int, place: str, some: Sequence[CountedRecord], total: int) -> list[Box]:
    """Return the boxes of some records, and that of the others."""
    left_out = total - len(some)
    others = [Box(depth, place, None, left_out)] if left_out > 0 else []
    is_mixed = len({one.record.type for one in some}) > 1
    return [*(Box(depth, place, one, tells_level=is_mixed) for one in some), *others]


def at(box: Box, depth: int, path: Sequence[Box]) -> int | None:
    """Return the record at a depth in a row, `None` for the record itself and for none."""
    found = box if depth == box.depth else path[depth] if depth < box.depth else None
    return found.one.record.na_id if found and found.one and found.place != HERE else None


def option(found: Sequence[Box], path: Sequence[Box], depths: Sequence[int]) -> Option:
    """Return the chart: bars on one another, one series for each depth, one for the numbers."""
    axis = {"show": False}
    return still(
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
    """Return the boxes that begin at a depth, and go on beside what is in them."""
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
    """Return the part of a row that is at a depth."""
    if depth < box.depth:
        style = {"color": path[depth].colour}
        return {"value": STRIP, "itemStyle": style, "label": {"show": False}}
    if depth > box.depth:
        return {"value": 0, "label": {"show": False}}
    return {"value": WHOLE - STRIP * depth, "itemStyle": EDGE | {"color": box.colour}}


def counts(found: Sequence[Box]) -> Option:
    """Return the numbers at the right end of the boxes."""
    return {
        "type": "bar",
        "stack": "boxes",
        "silent": True,
        "data": [{"value": 0, "label": {"formatter": box.count}} for box in found],
        "label": {"show": True, "position": "left", "color": "#ffffff", "fontSize": 12},
    }


def label(found: Sequence[Box], depth: int, width: int) -> Option:
    """Return how wide a name at a depth may be in a picture of a width."""
    inside = width * (WHOLE - STRIP * depth) // WHOLE
    longest = max(len(box.count) for box in found if box.depth == depth)
    return {
        "width": inside - SIGN_WIDTH * longest - MARGIN,
        "fontSize": 13 if width > WIDTHS[2] else 12,
    }


def count(one: CountedRecord) -> str:
    """Return how many descriptions are below a record."""
    if one.below > MOST_COUNTED:
        return say("more than {count}", count=MOST_COUNTED)
    return number(one.below)


def sentence(around: Hierarchy) -> str:
    """Return what the picture shows."""
    here, *above = around.path
    return say(
        "{name}, below {above} records of the hierarchy, with {children} records right below it, "
        "{siblings} beside it and {below} descriptions below it in all. The table below says the "
        "same.",
        name=name(here.record),
        above=len(above),
        children=around.children_total,
        siblings=around.siblings_total,
        below=count(here),
    )
