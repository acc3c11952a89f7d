"""Shared parts of a record's charts: an ECharts option and an equivalent table.

ECharts displays names as plain text if neither a formatter nor rich text is set. Tooltips would be
HTML, so they are off. Animation is off too.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from narabot.models import PathRecord
from narabot.presentation.cards import page_link
from narabot.presentation.markdown import JOINER, escape
from narabot.presentation.records import name
from narabot.presentation.strings import later

Option = dict[str, Any]
"""Type of an ECharts option."""

NARROW_WIDTH = 600
"""Maximum width at which charts use the phone layout, in pixels."""

CURRENT_RECORD_COLOR = "#a8500f"
"""Color of the current record. The color contrasts with white text, and with white and black page
backgrounds."""

LINE_COLOR = "#8690a0"

TEMPLATE = re.compile(r"([{$])")


NAME_COLUMN, KIND_COLUMN, DATES_COLUMN = later("Name"), later("Type"), later("Dates")
ROLE_COLUMN, BELOW_COLUMN = later("Relation"), later("Contains")


@dataclass(frozen=True, slots=True)
class Chart:
    """A clickable chart and its table."""

    option: Option
    height: int
    """Height in pixels."""
    alt: str
    """Text alternative, as a sentence."""
    key: str
    """Legend, as Markdown."""
    na_ids: tuple[tuple[int | None, ...], ...]
    """For each ECharts series and data index, the naId of the record that a click opens, or
    `None`."""
    table: Mapping[str, Sequence[str]]
    """Columns of the table, with one Markdown cell for each record."""


def static_option(**parts: Any) -> Option:
    """Return an option without animation or tooltips."""
    return {"animation": False, "tooltip": {"show": False}, **parts}


def clicked_record(picture: Chart, selected: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the naId of the clicked record, or `None` if no record was clicked.

    Clicks on lines are ignored. The selection may come from an earlier chart with the same widget
    key.
    """
    for one in selected:
        if one["data_type"] == "edge" or one["series_index"] >= len(picture.na_ids):
            continue
        series = picture.na_ids[one["series_index"]]
        found = (series[place] for place in one["data_indices"] if place < len(series))
        na_id: int | None = next((na_id for na_id in found if na_id is not None), None)
        if na_id is not None:
            return na_id
    return None


def linked_names(records: Iterable[PathRecord]) -> list[str]:
    """Return record names as links to their pages."""
    return [page_link(escape(name(one)), one.na_id) for one in records]


def escape_template(text: str) -> str:
    """Return text that contains no ECharts templates or JavaScript replacement patterns.

    An invisible joiner breaks up templates such as `{b}`. It also breaks up `$$` and `$&`, which
    JavaScript would replace.
    """
    return TEMPLATE.sub(rf"\1{JOINER}", text)
