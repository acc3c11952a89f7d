"""What the pictures of a record have in common: a chart, and the table that says the same. Pure.

ECharts shows names as plain text where no formatter and no rich text is set. Tooltips would be
HTML, so there are none; nor is there any motion.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Option = dict[str, Any]
"""Of ECharts."""

NARROW = 480
"""Pixels of width up to which a picture is drawn for a telephone."""

HERE_COLOUR = "#a8500f"
"""The record itself. White words can be read on it; it can be told from white and from black."""

LINE_COLOUR = "#8690a0"


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart that can be clicked, and its table."""

    option: Option
    height: int
    """In pixels."""
    alt: str
    """What it shows, in a sentence."""
    na_ids: tuple[int | None, ...]
    """By the places at which ECharts tells of a click; `None` where no record is."""
    table: Mapping[str, Sequence[str]]
    """The columns, the rows of all in one order."""
    row_na_ids: tuple[int, ...]
    """Of the rows."""


def still(**parts: Any) -> Option:
    """Return an option without motion and without tooltips."""
    return {"animation": False, "tooltip": {"show": False}, **parts}


def clicked(picture: Picture, places: Sequence[int]) -> int | None:
    """Return the record at the place that was clicked, `None` where there is none."""
    found = (picture.na_ids[place] for place in places if 0 <= place < len(picture.na_ids))
    return next((na_id for na_id in found if na_id is not None), None)
