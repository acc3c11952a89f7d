"""Tests that hostile text in any field of a record remains plain text in every export."""

import csv
import io
import json
import re
from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import StrEnum
from itertools import cycle
from typing import Any

import pytest
from markdown_it import MarkdownIt
from pybtex.database import parse_string

from narabot.models import (
    AuthorityType,
    HeldRecord,
    Holdings,
    LevelOfDescription,
    Passage,
    PathRecord,
    ReferenceUnit,
    RelatedAuthority,
    Restriction,
    StatedTexts,
)
from narabot.presentation.citing import FORMATS, FormatName
from narabot.presentation.citing.pull_lists import PULL_FORMATS, PullFormatName, pull_list
from tests.page.nasty import NASTY
from tests.unit.test_pull_lists import Tables
from tests.unit.test_rendering_records import passage, record

HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    '=HYPERLINK("https://evil.example","x")',
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1:A9)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    " =1+1",
    "\ufeff=1+1",
    "＝1+1",
    "\nER  - \r\nTY  - JOUR\nTI  - Another",
    "}\n}\n@article{evil, title = {x",
    '", "naId": 1, "x": "',
    "](javascript:alert(1)) ![x](https://evil.example/x.png) <https://evil.example>",
    "\u202edesrever\u2067 \u2028line\u2029paragraph\x85next\x00null\x1b[31m\x07",
    "</td></tr></table><script>alert(1)</script>",
    "x" * 5_000,
    *NASTY,
)
FORMULA = re.compile(r"[\s\ufeff]*[=+\-@＝＋－＠]")
DAY = date(2026, 11, 22)
KEPT = {"chunk_id", "source"}
"""Fields that ingest and the graph derive from the naId alone."""


def filled(value: Any, texts: Any) -> Any:
    """Replace each string in a value, at any depth, with a hostile text."""
    if isinstance(value, str) and not isinstance(value, StrEnum):
        return next(texts)
    if isinstance(value, tuple):
        return tuple(filled(one, texts) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            one.name: filled(getattr(value, one.name), texts)
            for one in fields(value)
            if one.name not in KEPT
        }
        return replace(value, **changed)
    return value


def full_path() -> tuple[PathRecord, ...]:
    """Return an item, its series, and its collection, with every field of a path record filled."""
    levels = (
        LevelOfDescription.ITEM,
        LevelOfDescription.SERIES,
        LevelOfDescription.COLLECTION,
    )
    return tuple(
        replace(
            record(number, "Name", level),
            start_date="1871",
            end_date="1872",
            collection_identifier="X",
            reference_units=("Boston",),
            records_types=("Textual",),
        )
        for number, level in enumerate(levels, start=10)
    )


def hostile_passages() -> list[Passage]:
    """Return records in which every string is hostile. Each text appears once in each field."""
    whole = passage(
        *full_path(),
        authorities=(RelatedAuthority(AuthorityType.PERSON, "Who", "https://x"),),
        holdings=Holdings("open", "note", "use", ("Boston",), ("Box",), ("https://x",), 2),
    )
    found = []
    for number in range(len(HOSTILE)):
        texts = cycle((*HOSTILE[number:], *HOSTILE[:number]))
        one = filled(whole, texts)
        path = (replace(one.path[0], na_id=100 + number), *one.path[1:])
        found.append(replace(one, na_id=100 + number, path=path))
    return found


def exported(name: FormatName) -> str:
    return FORMATS[name].write(hostile_passages())


def rows(table: str) -> list[dict[str, str]]:
    assert table.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(table[1:], newline=""), strict=True))


def assert_table_is_safe(found: list[dict[str, str]]) -> None:
    assert [row["naId"] for row in found] == [str(100 + n) for n in range(len(HOSTILE))]
    for row in found:
        assert None not in row
        for name, cell in row.items():
            assert not FORMULA.match(cell), (name, cell)
            assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u202a-\u202e]", cell)


def test_csv_fields_are_not_formulas() -> None:
    assert_table_is_safe(rows(exported(FormatName.CSV)))


def test_field_cannot_start_a_new_ris_record() -> None:
    lines = exported(FormatName.RIS).split("\r\n")
    assert all(re.fullmatch(r"[A-Z][A-Z0-9]  - .*|", line) for line in lines)
    assert not any(set(line) & set("\n\r\u2028\u2029\x85\x00") for line in lines)
    assert sum(line.startswith("TY  - ") for line in lines) == len(HOSTILE)
    assert sum(line.startswith("ER  - ") for line in lines) == len(HOSTILE)


def test_field_cannot_start_a_new_bibtex_entry() -> None:
    entries = parse_string(exported(FormatName.BIBTEX), "bibtex").entries
    assert sorted(entries) == sorted(f"nara{100 + n}" for n in range(len(HOSTILE)))
    assert not any(
        re.search(r"\\(?:input|write|include|immediate|csname|catcode)\b", value)
        for entry in entries.values()
        for value in entry.fields.values()
    )


@pytest.mark.parametrize("name", [FormatName.JSON, FormatName.CSL_JSON])
def test_field_cannot_break_out_of_json(name: FormatName) -> None:
    found = json.loads(exported(name))
    assert len(found) == len(HOSTILE)
    assert len({tuple(sorted(one)) for one in found}) <= 2


def test_field_cannot_add_markup_to_markdown_list() -> None:
    blocks = MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(
        exported(FormatName.MARKDOWN)
    )
    assert {block.type for block in blocks if block.nesting == 1} == {
        *("bullet_list_open", "list_item_open", "paragraph_open")
    }
    inline = [child for block in blocks for child in block.children or ()]
    assert {child.type for child in inline} <= {"text", "text_special", "link_open", "link_close"}
    hrefs = [str(child.attrs["href"]) for child in inline if child.type == "link_open"]
    assert len(hrefs) == len(HOSTILE)


@pytest.mark.parametrize("name", [FormatName.NARA, FormatName.CHICAGO])
def test_citation_stays_on_one_line(name: FormatName) -> None:
    citations = [line for line in exported(name).splitlines() if line]
    assert len(citations) == len(HOSTILE)
    assert not any(re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", line) for line in citations)


def hostile_pulls() -> list[HeldRecord]:
    """Return the same records with hostile texts in every field of the pull list."""
    found = []
    for number, one in enumerate(hostile_passages()):
        texts = cycle((*HOSTILE[number:], *HOSTILE[:number]))
        above = one.path[1]
        held = HeldRecord(
            one,
            (ReferenceUnit("Boston", "Trapelo Road"),),
            StatedTexts(("Box 1", "Box 2"), one.path[0]),
            access=Restriction("closed", above),
            access_note="note",
            use=Restriction("closed", above),
            microfilm=StatedTexts(("roll",), above),
            handling=StatedTexts(("gloves",), above),
        )
        changed = filled(held, texts)
        found.append(replace(changed, passage=one))
    return found


@pytest.mark.slow
def test_pull_list_fields_remain_plain_text() -> None:
    pulls = pull_list(hostile_pulls(), DAY)
    written = {name: form.write(pulls) for name, form in PULL_FORMATS.items()}
    table = rows(written[PullFormatName.CSV])
    assert len(table) == len(HOSTILE)
    assert not [cell for row in table for cell in row.values() if FORMULA.match(cell)]
    page = Tables(written[PullFormatName.PRINT])
    assert not {"script", "img", "b", "i", "a", "u", "iframe"} & set(page.tags)
    blocks = MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(
        written[PullFormatName.MARKDOWN]
    )
    kinds = {child.type for block in blocks for child in block.children or ()}
    assert not {"image", "html_inline"} & kinds
    links = [
        child for block in blocks for child in block.children or () if child.type == "link_open"
    ]
    hrefs = {str(link.attrs["href"]) for link in links}
    assert hrefs == {one.record.source for one in hostile_passages()}
    assert not [block for block in blocks if block.type == "html_block"]
