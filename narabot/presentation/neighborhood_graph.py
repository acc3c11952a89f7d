"""Draw a record's neighborhood as a graph, with the record in the middle and names on both sides.

Each node has its own row, so names never overlap and the layout is stable.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from narabot.models import (
    AuthorityType,
    FullRecord,
    Neighbors,
    PathRecord,
    RecordType,
)
from narabot.presentation.charts import (
    CURRENT_RECORD_COLOR,
    LINE_COLOR,
    NARROW_WIDTH,
    Chart,
    Option,
    escape_template,
    static_option,
)
from narabot.presentation.markdown import shortened
from narabot.presentation.neighbor_groups import Group, alt_text, group_neighbors, neighbor_table
from narabot.presentation.records import name
from narabot.presentation.strings import later, say

ROW, HEADING_ROW, GAP = 38, 28, 10
"""Height of a node with two lines, of a group heading, and of the gap below a group, in pixels."""

MIN_HEIGHT = 120

SIDE, NARROW_SIDE, ONE_SIDE, NARROW_ONE_SIDE = 262, 134, 400, 204
"""Width reserved for names, in pixels.

`SIDE` applies if names are on both sides, `ONE_SIDE` if names are only on the right. The `NARROW`
values are for phones.
"""

MIDDLE = 40
"""Space to the left of the record's own node if there are no names on that side, in pixels."""

MAX_LABEL_LENGTH = 46
"""Maximum length of a name, in characters. A name of this length fills two lines, or three on a
phone."""

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
"""Symbol, color, legend symbol, and legend text for each kind of node."""


def neighborhood_chart(full: FullRecord, neighbors: Sequence[Neighbors]) -> Chart | None:
    """Return the chart of a record's neighbors, or `None` if there are none."""
    found = group_neighbors(neighbors)
    if not found:
        return None
    left, right = sides(found)
    height = max(MIN_HEIGHT, total_height(left), total_height(right))
    nodes = [center_node(height)]
    for side, some in (("left", left), ("right", right)):
        top = (height - total_height(some)) // 2
        tops = accumulate(map(height_of, some), initial=top)
        for group, place in zip(some, tops, strict=False):
            nodes += group_nodes(group, side, place)
    return Chart(
        option=chart_option(nodes, height, has_left=bool(left)),
        height=height,
        alt=alt_text(full, neighbors),
        key=legend(found),
        na_ids=(tuple(node["naId"] for node in nodes),),
        table=neighbor_table(found, neighbors),
    )


def height_of(group: Group) -> int:
    """Return the height of a group in pixels."""
    more = HEADING_ROW * bool(group.left_out)
    return HEADING_ROW + ROW * len(group.neighbors) + more + GAP


def total_height(some: Sequence[Group]) -> int:
    """Return the total height of groups in pixels."""
    return sum(map(height_of, some))


def sides(found: Sequence[Group]) -> tuple[Sequence[Group], Sequence[Group]]:
    """Split the groups into left and right sides of similar height, and keep their order."""
    cuts = range(len(found))
    cut = min(cuts, key=lambda n: abs(total_height(found[:n]) - total_height(found[n:])))
    return found[:cut], found[cut:]


def center_node(height: int) -> Option:
    """Return the node for the record itself."""
    return {
        "naId": None,
        "name": say("This\nrecord"),
        "value": [0, height // 2],
        "symbol": "roundRect",
        "symbolSize": [52, 42],
        "itemStyle": {"color": CURRENT_RECORD_COLOR},
        "label": {"position": "inside", "color": "#ffffff", "fontWeight": "bold", "width": 50},
        "cursor": "default",
    }


def group_nodes(group: Group, side: str, top: int) -> Iterator[Option]:
    """Yield a group's heading, its nodes, and the number of omitted nodes."""
    yield text_node(group.heading, side, top + HEADING_ROW // 2, "bold")
    top += HEADING_ROW
    for place, one in enumerate(group.neighbors):
        yield record_node(one.record, side, top + ROW * place + ROW // 2)
    if group.left_out:
        below = top + ROW * len(group.neighbors) + HEADING_ROW // 2
        yield text_node(say("and {count} more", count=group.left_out), side, below, "normal")


def text_node(text: str, side: str, top: int, weight: str) -> Option:
    """Return a node for text that is not a record, in a column of names."""
    return {
        "naId": None,
        "name": text,
        "value": [-1 if side == "left" else 1, top],
        "symbolSize": 0,
        "label": {"position": side, "fontWeight": weight},
        "cursor": "default",
    }


def record_node(record: PathRecord, side: str, top: int) -> Option:
    """Return the node for a record, with the record's name next to the node."""
    symbol, color, _, _ = SHAPES[kind(record)]
    return {
        "naId": record.na_id,
        "name": escape_template(shortened(name(record), MAX_LABEL_LENGTH)),
        "value": [-1 if side == "left" else 1, top],
        "symbol": symbol,
        "itemStyle": {"color": color},
        "label": {"position": side},
    }


def kind(record: PathRecord) -> str:
    """Return the kind of record that determines the node's shape."""
    is_description = record.record_type is RecordType.DESCRIPTION
    return RecordType.DESCRIPTION if is_description else record.type


def chart_option(nodes: Sequence[Option], height: int, *, has_left: bool) -> Option:
    """Return the ECharts option with all nodes and the lines from the first node to the records."""
    axis = {"show": False, "type": "value"}
    side, narrow_side = (SIDE, NARROW_SIDE) if has_left else (ONE_SIDE, NARROW_ONE_SIDE)
    narrow = {
        "grid": {"left": narrow_side if has_left else MIDDLE, "right": narrow_side},
        "series": [{"label": label(narrow_side, 11)}],
    }
    return static_option(
        grid={"left": side if has_left else MIDDLE, "right": side, "top": 0, "bottom": 0},
        xAxis=axis | {"min": -1 if has_left else 0, "max": 1},
        yAxis=axis | {"min": 0, "max": height, "inverse": True},
        series=[graph(nodes, side)],
        media=[{"query": {"maxWidth": NARROW_WIDTH}, "option": narrow}],
    )


def label(side: int, size: int) -> Option:
    """Return the style of names for a column width and a font size."""
    return {
        "show": True,
        "width": side - 16,
        "overflow": "break",
        "textBorderColor": "transparent",
        "fontSize": size,
        "lineHeight": size + 2,
    }


def graph(nodes: Sequence[Option], side: int) -> Option:
    """Return the nodes and lines as an ECharts series."""
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
            for place, node in enumerate(nodes)  # unique, unlike the names
        ],
        "links": lines,
        "symbolSize": 16,
        "lineStyle": {"color": LINE_COLOR, "width": 1.5, "opacity": 1},
        "label": label(side, 13),
        "emphasis": {"disabled": True},
    }


def legend(found: Sequence[Group]) -> str:
    """Return the meaning of the shapes that the chart contains."""
    there = {kind(one.record) for group in found for one in group.neighbors}
    shapes = " · ".join(
        f"{sign}\N{NO-BREAK SPACE}{say(words)}"
        for kind, (_, _, sign, words) in SHAPES.items()
        if kind in there
    )
    return say("Select a name to open its record. {shapes}", shapes=shapes)
