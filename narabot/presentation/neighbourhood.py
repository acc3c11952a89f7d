"""The neighbourhood of a record as a graph: the record in the middle, names at both sides. Pure.

Each node has a row of its own, so that names never overlap and nothing jumps.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from narabot.models import (
    AuthorityType,
    FullRecord,
    Neighbours,
    PathRecord,
    RecordType,
)
from narabot.presentation.markdown import shortened
from narabot.presentation.neighbours import Group, groups, sentence, table
from narabot.presentation.pictures import (
    HERE_COLOUR,
    LINE_COLOUR,
    NARROW,
    Option,
    Picture,
    plain,
    still,
)
from narabot.presentation.records import name
from narabot.presentation.strings import later, say

ROW, HEADING_ROW, GAP = 38, 28, 10
"""Heights in pixels of a node with two lines, of the line above a group, and below a group."""

LEAST_HEIGHT = 120

SIDE, NARROW_SIDE, ONE_SIDE, NARROW_ONE_SIDE = 262, 134, 400, 204
"""Pixels at each side for the names, and where there are some at the right only."""

MIDDLE = 40
"""Pixels at the left of the record's own node, if it has no names at its left."""

LONGEST_LABEL = 46
"""Characters of a name: two lines, on a telephone three."""

SHAPES: Mapping[str, tuple[str, str, str, str]] = {
    RecordType.DESCRIPTION: ("rect", "#3d74ad", "■", later("description")),
    AuthorityType.PERSON: ("circle", "#8563b0", "●", later("person")),
    AuthorityType.ORGANIZATION: ("diamond", "#27827d", "◆", later("organization")),
    AuthorityType.GEOGRAPHIC_PLACE_NAME: (
        "path://M0,0L20,0L10,17Z",
        "#5b8334",
        "▼",
        later("place"),
    ),
    AuthorityType.TOPICAL_SUBJECT: ("triangle", "#ad6a1f", "▲", later("subject")),
    AuthorityType.SPECIFIC_RECORDS_TYPE: (
        "path://M5,0L15,0L20,9L15,17L5,17L0,9Z",
        "#b04f6f",
        "⬢",
        later("type of records"),
    ),
}
"""The symbol, its colour, its sign and words in the legend, of each kind of node."""


def neighbourhood_picture(full: FullRecord, neighbours: Sequence[Neighbours]) -> Picture | None:
    """Return the picture of what has to do with a record, `None` where nothing has."""
    found = groups(neighbours)
    if not found:
        return None
    left, right = sides(found)
    height = max(LEAST_HEIGHT, total_height(left), total_height(right))
    nodes = [middle(height)]
    for side, some in (("left", left), ("right", right)):
        top = (height - total_height(some)) // 2
        tops = accumulate(map(height_of, some), initial=top)
        for group, place in zip(some, tops, strict=False):
            nodes += group_nodes(group, side, place)
    return Picture(
        option=option(nodes, height, has_left=bool(left)),
        height=height,
        alt=sentence(full, neighbours),
        key=key(found),
        na_ids=(tuple(node["naId"] for node in nodes),),
        table=table(found, neighbours),
    )


def height_of(group: Group) -> int:
    """Return the height of a group in pixels."""
    more = HEADING_ROW * bool(group.left_out)
    return HEADING_ROW + ROW * len(group.neighbours) + more + GAP


def total_height(some: Sequence[Group]) -> int:
    """Return the height of groups below each other."""
    return sum(map(height_of, some))


def sides(found: Sequence[Group]) -> tuple[Sequence[Group], Sequence[Group]]:
    """Return groups in their order at the left and at the right, as even as can be."""
    cuts = range(len(found))
    cut = min(cuts, key=lambda n: abs(total_height(found[:n]) - total_height(found[n:])))
    return found[:cut], found[cut:]


def middle(height: int) -> Option:
    """Return the node of the record itself."""
    return {
        "naId": None,
        "name": say("This\nrecord"),
        "value": [0, height // 2],
        "symbol": "roundRect",
        "symbolSize": [52, 42],
        "itemStyle": {"color": HERE_COLOUR},
        "label": {"position": "inside", "color": "#ffffff", "fontWeight": "bold", "width": 50},
        "cursor": "default",
    }


def group_nodes(group: Group, side: str, top: int) -> Iterator[Option]:
    """Yield a heading, the nodes below it, and how many more there are."""
    yield words_node(group.heading, side, top + HEADING_ROW // 2, "bold")
    top += HEADING_ROW
    for place, one in enumerate(group.neighbours):
        yield record_node(one.record, side, top + ROW * place + ROW // 2)
    if group.left_out:
        below = top + ROW * len(group.neighbours) + HEADING_ROW // 2
        yield words_node(say("and {count} more", count=group.left_out), side, below, "normal")


def words_node(text: str, side: str, top: int, weight: str) -> Option:
    """Return words that stand in a column of names and are no record."""
    return {
        "naId": None,
        "name": text,
        "value": [-1 if side == "left" else 1, top],
        "symbolSize": 0,
        "label": {"position": side, "fontWeight": weight},
        "cursor": "default",
    }


def record_node(record: PathRecord, side: str, top: int) -> Option:
    """Return the node of a record with its name beside it."""
    symbol, colour, _, _ = SHAPES[kind(record)]
    return {
        "naId": record.na_id,
        "name": plain(shortened(name(record), LONGEST_LABEL)),
        "value": [-1 if side == "left" else 1, top],
        "symbol": symbol,
        "itemStyle": {"color": colour},
        "label": {"position": side},
    }


def kind(record: PathRecord) -> str:
    """Return the kind of a record that its node's shape tells."""
    is_description = record.record_type is RecordType.DESCRIPTION
    return RecordType.DESCRIPTION if is_description else record.type


def option(nodes: Sequence[Option], height: int, *, has_left: bool) -> Option:
    """Return the chart of nodes and of the lines from the first to the records."""
    axis = {"show": False, "type": "value"}
    side, narrow_side = (SIDE, NARROW_SIDE) if has_left else (ONE_SIDE, NARROW_ONE_SIDE)
    narrow = {
        "grid": {"left": narrow_side if has_left else MIDDLE, "right": narrow_side},
        "series": [{"label": label(narrow_side, 11)}],
    }
    return still(
        grid={"left": side if has_left else MIDDLE, "right": side, "top": 0, "bottom": 0},
        xAxis=axis | {"min": -1 if has_left else 0, "max": 1},
        yAxis=axis | {"min": 0, "max": height, "inverse": True},
        series=[graph(nodes, side)],
        media=[{"query": {"maxWidth": NARROW}, "option": narrow}],
    )


def label(side: int, size: int) -> Option:
    """Return how names are written at a side of a width, in letters of a size."""
    return {
        "show": True,
        "width": side - 16,
        "overflow": "break",
        "textBorderColor": "transparent",
        "fontSize": size,
        "lineHeight": size + 2,
    }


def graph(nodes: Sequence[Option], side: int) -> Option:
    """Return the nodes and lines as ECharts takes them."""
    lines = [
        {"source": 0, "target": place}
        for place, node in enumerate(nodes)
        if node["naId"] is not None
    ]
    return {
        "type": "graph",
        "coordinateSystem": "cartesian2d",
        "selectedMode": "single",
        "data": [
            {"id": str(place)} | {key: value for key, value in node.items() if key != "naId"}
            for place, node in enumerate(nodes)  # names may be alike
        ],
        "links": lines,
        "symbolSize": 16,
        "lineStyle": {"color": LINE_COLOUR, "width": 1.5, "opacity": 1},
        "label": label(side, 13),
        "emphasis": {"disabled": True},
    }


def key(found: Sequence[Group]) -> str:
    """Return what the shapes mean, of those that are there."""
    there = {kind(one.record) for group in found for one in group.neighbours}
    shapes = " · ".join(
        f"{sign}\N{NO-BREAK SPACE}{say(words)}"
        for kind, (_, _, sign, words) in SHAPES.items()
        if kind in there
    )
    return say("Choose a name to go on from there. {shapes}", shapes=shapes)
