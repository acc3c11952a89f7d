"""The hierarchy around a description as boxes in boxes. Pure.

A box is larger the more descriptions are below its record; by the logarithm, so that the smallest
can still be read and clicked.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log10

from narabot.models import MOST_COUNTED, CatalogType, CountedRecord, Hierarchy, LevelOfDescription
from narabot.rendering.markdown import shortened
from narabot.rendering.pictures import HERE_COLOUR, NARROW, Option, Picture, still
from narabot.rendering.records import dates, name, type_label

HEADING = 28
"""Pixels of the line above the boxes in a box."""

LEAST_HEIGHT, BOX_HEIGHT = 240, 11
"""Pixels of the picture, and for each box that is in no heading."""

LONGEST_LABEL = 90

BESIDE_SHARE = 0.3
"""Of the parent's box, for what is beside a record that has something below it."""

LEVEL_COLOURS: Mapping[CatalogType, str] = {
    LevelOfDescription.RECORD_GROUP: "#2b3a55",
    LevelOfDescription.COLLECTION: "#2b3a55",
    LevelOfDescription.SERIES: "#2a5a8c",
    LevelOfDescription.FILE_UNIT: "#1f6b66",
    LevelOfDescription.ITEM: "#5f4a8b",
}
OTHERS_COLOUR = "#5b6573"
"""White words can be read on all of these."""

Row = tuple[str, CountedRecord]
"""What a record is to the one that the picture is of, and the record."""


def hierarchy_picture(around: Hierarchy) -> Picture:
    """Return the picture of the records above, beside and below a description."""
    root = nested(around)
    listed = rows(around)
    return Picture(
        option=option(root),
        height=height(around),
        alt=sentence(around),
        na_ids=(None, *na_ids(root)),  # ECharts puts a root of its own above
        table={
            "Name": [name(one.record) for _, one in listed],
            "Place": [place for place, _ in listed],
            "Level": [type_label(one.record.type) for _, one in listed],
            "Descriptions below": [count(one) for _, one in listed],
            "Dates": [dates(one.record) or "" for _, one in listed],
        },
        row_na_ids=tuple(one.record.na_id for _, one in listed),
    )


def rows(around: Hierarchy) -> list[Row]:
    """Return the records of the picture, from the root down."""
    here, *above = around.path
    return [
        *(("Above it", one) for one in reversed(above)),
        ("This record", here),
        *(("Below it", one) for one in around.children),
        *(("Beside it", one) for one in around.siblings),
    ]


def nested(around: Hierarchy) -> Option:
    """Return the root's box with all boxes in it."""
    here, *above = around.path
    own = box(here) | {"itemStyle": {"color": HERE_COLOUR, "borderColor": HERE_COLOUR}}
    below = [*map(box, around.children), *others(around.children_total - len(around.children))]
    beside = [*map(box, around.siblings), *others(around.siblings_total - len(around.siblings))]
    if below:
        own |= {"children": below, "value": total(below)}
        scale(beside, total(below) * BESIDE_SHARE / (1 - BESIDE_SHARE))
    for one in above:
        own = box(one) | {"children": [own, *beside]}
        own["value"] = total(own["children"])
        beside = []
    return own


def box(one: CountedRecord) -> Option:
    """Return the box of a record, without those in it."""
    colour = LEVEL_COLOURS[one.record.type]
    return {
        "naId": one.record.na_id,
        "name": label(one),
        "value": 1 + log10(1 + one.below),
        "itemStyle": {"color": colour, "borderColor": colour},
    }


def others(number: int) -> Iterator[Option]:
    """Yield the box that stands for records which have none."""
    if number:
        colour = {"color": OTHERS_COLOUR, "borderColor": OTHERS_COLOUR}
        yield {"naId": None, "name": f"… {number:,} more", "value": 1, "itemStyle": colour}


def scale(boxes: Sequence[Option], whole: float) -> None:
    """Let some boxes take a given part of the box around them."""
    before = total(boxes)
    for one in boxes:
        one["value"] *= whole / before


def total(boxes: Sequence[Option]) -> float:
    """Return the size of some boxes."""
    return float(sum(one["value"] for one in boxes))


def label(one: CountedRecord) -> str:
    """Return what stands in a box."""
    short = shortened(name(one.record), LONGEST_LABEL)
    return f"{short} · {count(one)}" if one.below else short


def count(one: CountedRecord) -> str:
    """Return how many descriptions are below a record."""
    return f"more than {MOST_COUNTED:,}" if one.below > MOST_COUNTED else f"{one.below:,}"


def na_ids(root: Option) -> Iterator[int | None]:
    """Yield the records of all boxes, each before those in it."""
    yield root["naId"]
    for one in root.get("children", ()):
        yield from na_ids(one)


def height(around: Hierarchy) -> int:
    """Return the height of the picture in pixels."""
    boxes = len(around.children) + len(around.siblings)
    return LEAST_HEIGHT + HEADING * len(around.path) + BOX_HEIGHT * boxes // 2


def option(root: Option) -> Option:
    """Return the chart."""
    treemap = {
        "type": "treemap",
        "data": [root],
        "left": 0,
        "right": 0,
        "top": 0,
        "bottom": 0,
        "roam": False,
        "nodeClick": False,
        "sort": False,
        "breadcrumb": {"show": False},
        "selectedMode": "single",
        "itemStyle": {"gapWidth": 2, "borderWidth": 2},
        "label": {
            "show": True,
            "position": "insideTopLeft",
            "color": "#ffffff",
            "overflow": "break",
            "fontSize": 12,
            "lineHeight": 15,
        },
        "upperLabel": {"show": True, "height": HEADING, "color": "#ffffff", "fontSize": 12},
        "emphasis": {"disabled": True},
    }
    narrow = {"series": [{"label": {"fontSize": 11, "lineHeight": 13}}]}
    return still(series=[treemap], media=[{"query": {"maxWidth": NARROW}, "option": narrow}])


def sentence(around: Hierarchy) -> str:
    """Return what the picture shows."""
    here = around.path[0]
    return (
        f"{name(here.record)} as a box in the boxes of the {len(around.path) - 1} records above "
        f"it, with {count(here)} descriptions below it and {around.siblings_total:,} records "
        "beside it. The table below says the same."
    )
