"""Tests of lists as tables: plain text, whatever the catalog contains."""

from dataclasses import replace

import pytest

from narabot.models import CATALOG_URL, Holdings, LevelOfDescription
from narabot.presentation.records import MAX_NAME_LENGTH, MAX_NOTE_LENGTH
from narabot.presentation.tables import (
    CELLS,
    COLUMN_NAMES,
    DEFAULT_COLUMNS,
    POSITION_COLUMN,
    TableColumn,
    columns_of,
    table,
)
from tests.unit.test_rendering_records import passage, record

FULL = passage(
    replace(record(7, "Logbook", LevelOfDescription.ITEM), start_date="ca. 1943", start_year=1943),
    record(6, "Logs", LevelOfDescription.SERIES),
    replace(
        record(5, "Navy", LevelOfDescription.RECORD_GROUP),
        record_group_number=80,
        reference_units=("National Archives at Boston",),
    ),
    holdings=Holdings("Restricted\n - Partly", containers=("Box 1", "Box 2"), online_count=3),
)
BARE = passage(record(9_900_000_007, None, LevelOfDescription.ITEM))


def test_each_column_shows_stated_facts_in_plain_text() -> None:
    shown = table([FULL, BARE], tuple(TableColumn))
    assert set(COLUMN_NAMES) == set(CELLS) == set(TableColumn)
    assert {name: cells[0] for name, cells in shown.items()} == {
        POSITION_COLUMN: 1,
        "Title": "Logbook",
        "Level": "Item",
        "Dates": "from ca. 1943",
        "First year": 1943,
        "NAID": f"{CATALOG_URL}7",
        "Record group or collection": "Record group 80: Navy",
        "Series": "Logs",
        "Held at": "National Archives at Boston",
        "Container": "Box 1; Box 2",
        "Access": "Restricted - Partly",
        "Digital objects": 3,
    }
    assert {name: cells[1] for name, cells in shown.items() if cells[1] is not None} == {
        POSITION_COLUMN: 2,
        "Title": "Untitled item (NAID 9900000007)",
        "Level": "Item",
        "Digital objects": 0,
    }


def test_columns_keep_their_order_and_skip_unknown_names() -> None:
    assert columns_of(["online", "genre", "title"]) == (TableColumn.TITLE, TableColumn.ONLINE)
    assert columns_of(["genre"]) == columns_of([]) == DEFAULT_COLUMNS


def test_table_has_the_requested_columns() -> None:
    assert list(table([FULL], [TableColumn.NA_ID, TableColumn.TITLE])) == [
        POSITION_COLUMN,
        "NAID",
        "Title",
    ]


@pytest.mark.parametrize(
    ("title", "cell"),
    [
        ("x" * 3000, "x" * (MAX_NAME_LENGTH - 1) + "…"),
        ("<b>bold</b> :red[red] *stars*", "<b>bold</b> :red[red] *stars*"),
        ("\u202evexillology \u05d3\u05d2\u05dc\nledger", "vexillology \u05d3\u05d2\u05dc ledger"),
        (" ", "Untitled file unit (NAID 3)"),
    ],
)
def test_title_is_one_line_of_plain_text(title: str, cell: str) -> None:
    assert table([passage(record(title=title))], [TableColumn.TITLE])["Title"] == [cell]


def test_long_list_of_containers_is_shortened() -> None:
    crowded = replace(FULL, holdings=Holdings(containers=tuple(map(str, range(1000)))))
    [cell] = table([crowded], [TableColumn.CONTAINER])["Container"]
    assert cell.startswith("0; 1; 2") and len(cell) <= MAX_NOTE_LENGTH
