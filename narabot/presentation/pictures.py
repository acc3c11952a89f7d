"""What the pictures of a record have in common: a chart, and the table that says the same. Pure.

ECharts shows names as plain text where no formatter and no rich text is set. Tooltips would be
HTML, so there are none; nor is there any motion.
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
"""Of ECharts."""

NARROW = 600
"""Pixels of width up to which a picture is drawn for a telephone."""

HERE_COLOUR = "#a8500f"
"""The record itself. White words can be read on it; it can be told from white and from black."""

LINE_COLOUR = "#8690a0"

TEMPLATE = re.compile(r"([{$])")


NAME_COLUMN, KIND_COLUMN, DATES_COLUMN = later("Name"), later("Kind"), later("Dates")
ROLE_COLUMN, BELOW_COLUMN = later("Relation"), later("Contains")


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart that can be clicked, and its table."""

    option: Option
    height: int
    """In pixels."""
    alt: str
    """What it shows, in a sentence."""
    key: str
    """How it is to be read, as Markdown."""
    na_ids: tuple[tuple[int | None, ...], ...]
    """By series and place, as ECharts tells of a click; `None` where it leads nowhere."""
    table: Mapping[str, Sequence[str]]
    """The columns, as Markdown, with a row for each record."""


def still(**parts: Any) -> Option:
    """Return an option without motion and without tooltips."""
    return {"animation": False, "tooltip": {"show": False}, **parts}


def clicked(picture: Picture, selected: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the record that was clicked, `None` where there is none.

    A click on a line is none. What is selected may be of an earlier picture under the same key.
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
    """Return names with links to the records' own pages."""
    return [page_link(escape(name(one)), one.na_id) for one in records]


def plain(text: str) -> str:
    """Return a text in which ECharts reads nothing: an invisible joiner stands in all it might.

    These are templates (`{b}`) and, where it fills a text into one, JavaScript's `$$` and `$&`.
    """
    return TEMPLATE.sub(rf"\1{JOINER}", text)
