"""Tests of quality reports in HTML, Markdown, and CSV: hostile text, no data, and long lists."""

import csv
import re
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ingest.quality import QualityReport, render_csv, render_html, render_markdown
from ingest.quality.finding_types import FINDING_TYPES, REJECTED, YEAR_AT_END
from ingest.quality.findings import (
    Finding,
    FoundRecord,
    Table,
    TableName,
    TypeCount,
    cell_text,
    list_summary,
    one_line,
)
from ingest.quality.html import chart_description, chart_svg, fill_decades
from ingest.quality.plain_formats import FORMULA_STARTS, escape, neutralize_formula

KIND = FINDING_TYPES[0]

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1)) | **b** `c` www.example.org https://example.org",
    "{{ 7 * 7 }} {% raw %} &amp; ~~d~~ _e_ $f$",
    "two\nlines\r\nand\x00 a\x1b[31m control",
    '"> </style></table><h1>',
    "\u202eturned",
)


def record(**fields: object) -> FoundRecord:
    """Return a record that is listed in a finding."""
    known: dict[str, object] = {
        "na_id": 7,
        "type": "item",
        "name": "Logbook",
        "page": "https://catalog.archives.gov/id/7",
        "is_mentioned_only": False,
        "file_name": "rg_1-1.jsonl",
        "line_num": 3,
        "detail": "a circle",
    }
    return FoundRecord(**(known | fields))  # type: ignore[arg-type]


def finding(*records: FoundRecord, total: int | None = None, **fields: object) -> Finding:
    """Return a finding with these records."""
    kind = replace(KIND, **fields)  # type: ignore[arg-type]
    count = len(records) if total is None else total
    return Finding(kind, (TypeCount("item", count),) if count else (), records)


def table(name: TableName = TableName.FILES, *rows: tuple[str | int | float, ...]) -> Table:
    """Return a table of counts."""
    columns = {TableName.FILES: "Records", TableName.ONLINE: "Share online"}
    shown = ("What", columns.get(name, "Descriptions"))
    return Table(name, "Files", "With records.", shown, rows, len(rows))


def report(*findings: Finding, tables: tuple[Table, ...] = ()) -> QualityReport:
    """Return a report for a fixed date."""
    versions = "narabot 0.1.0; graph: schema 1"
    day = date(2026, 11, 21)
    return QualityReport(day, versions, 15_335, 15_300, 1_100, 100, tables, findings)


class Seen(HTMLParser):
    """Collects the tags, attributes, and text that a browser would parse."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("text", HOSTILE)
def test_html_escapes_hostile_text(text: str) -> None:
    tables = (table(TableName.FILES, (text, 3)),)
    page = render_html(
        report(finding(record(name=text, detail=text, file_name=text)), tables=tables)
    )
    seen, plain = Seen(page), Seen(render_html(report(finding(record()), tables=tables)))
    assert not {"script", "img", "iframe", "link"} & set(seen.tags)
    assert set(seen.tags) == set(plain.tags)
    assert not [name for name, _ in seen.attributes if name.startswith("on")]
    assert "49" not in seen.text
    assert "\u202e" not in page.split("<main>")[1].split("</main>")[0].split("<bdi>")[1]


@pytest.mark.slow
def test_html_loads_nothing_from_other_sites() -> None:
    counted = table(TableName.DECADES, ("1940s", 3), ("1960s", 8))
    seen = Seen(render_html(report(finding(record()), tables=(counted,))))
    links = {value for name, value in seen.attributes if name in {"href", "src", "action"}}
    assert {link for link in links if link and not link.startswith("#")} == {
        "https://catalog.archives.gov/id/7"
    }
    assert "url(" not in seen.text
    assert "@import" not in seen.text


def test_html_anchors_are_unique_and_linked() -> None:
    findings = [replace(finding(record()), kind=kind) for kind in (REJECTED, *FINDING_TYPES)]
    tables = tuple(
        replace(table(TableName.FILES, ("a", 1)), name=name) for name in [TableName.FILES]
    )
    seen = Seen(render_html(report(*findings, tables=tables)))
    anchors = [value for name, value in seen.attributes if name == "id"]
    links = {value for name, value in seen.attributes if name == "href"}
    assert len(anchors) == len(set(anchors))
    assert {f"#{anchor}" for anchor in anchors if anchor != "contents"} == {
        link for link in links if link and link.startswith("#")
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_escapes_hostile_text(text: str) -> None:
    written = render_markdown(report(finding(record(name=text, detail=text, file_name=text))))
    parser = MarkdownIt("gfm-like", {"linkify": False})
    shown = parser.render(written)
    seen, plain = Seen(shown), Seen(parser.render(render_markdown(report(finding(record())))))
    assert seen.tags == plain.tags
    hrefs = {value for name, value in seen.attributes if name == "href"}
    assert hrefs == {"https://catalog.archives.gov/id/7"}


MARKDOWN_TEXTS = st.text("ab1 \\`*_{}[]()<>#|&;~@:/.!$^=+-www'\"é\u0301")
"""Texts from a small alphabet that includes Markdown's special characters."""


@given(st.text() | MARKDOWN_TEXTS)
@example("_a_ a_b __a__ a*b* ~c~ `d` &amp; &#58; \\| <b> ![e](f) $g$")
def test_escaped_markdown_shows_the_original_text(text: str) -> None:
    parser = MarkdownIt("gfm-like", {"linkify": False})
    shown = parser.parse(f"| a |\n| --- |\n| x{escape(text)}x |")
    cells = [token.children or [] for token in shown if token.type == "inline"]
    assert {token.type for cell in cells for token in cell} == {"text"}
    assert "".join(token.content for token in cells[1]) == f"x{one_line(text)}x"


def test_escaped_addresses_do_not_become_links() -> None:
    assert escape("http://a.org www.a.org b@a.org") == r"http\://a.org www\.a.org b\@a.org"


@pytest.mark.parametrize(
    "text",
    ["rg_59-1.jsonl:12", "7/9/1964 (1 of 2)", "schema 1, text 2: all-MiniLM-L6-v2", "AT&T! #3 = 4"],
)
def test_text_without_markup_is_not_escaped(text: str) -> None:
    assert escape(text) == text


@pytest.mark.parametrize("start", FORMULA_STARTS)
def test_csv_has_no_formula(start: str) -> None:
    written = render_csv(report(finding(record(name=f'{start}HYPERLINK("http://x","y")'))))
    cells = [cell for row in csv.reader(StringIO(written)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(FORMULA_STARTS)]


@given(st.text())
def test_no_text_becomes_a_formula(text: str) -> None:
    assert not str(neutralize_formula(text)).startswith(FORMULA_STARTS)


def test_csv_has_a_row_per_count_and_record() -> None:
    tables = (table(TableName.FILES, ("a.jsonl", 1234)), table(TableName.ONLINE, ("item", 0.5)))
    written = render_csv(report(finding(record(), total=2), tables=tables))
    rows = list(csv.DictReader(StringIO(written)))
    assert {"a.jsonl", "1234"} <= set(rows[2].values())
    assert rows[3]["value"] == "0.5"
    assert (rows[4]["section"], rows[4]["value"]) == ("Findings", "2")
    assert (rows[5]["naId"], rows[5]["source"]) == ("7", "https://catalog.archives.gov/id/7")


def test_example_record_has_no_link() -> None:
    example = report(finding(record(na_id=9_900_000_001, page=None)))
    assert "9900000001 (example record)" in render_markdown(example)
    page = Seen(render_html(example))
    assert "(example record)" in page.text
    assert not [v for n, v in page.attributes if n == "href" and v and "9900000001" in v]
    assert "example record" in render_csv(example)


def test_rejected_line_is_shown_without_a_na_id() -> None:
    rejected = report(finding(record(na_id=None, page=None, name='{"naId": -7}')))
    assert "example" not in render_html(rejected)
    assert "| rejected" not in render_markdown(rejected)
    assert "rg_1-1.jsonl:3" in Seen(render_html(rejected)).text


def test_record_without_a_line_is_labeled_only_mentioned() -> None:
    mentioned = report(finding(record(is_mentioned_only=True, file_name=None, line_num=None)))
    for written in (render_html(mentioned), render_markdown(mentioned), render_csv(mentioned)):
        assert "only mentioned" in written
        assert "None" not in written


def test_record_without_a_name_is_labeled() -> None:
    assert "(no name)" in render_html(report(finding(record(name=None))))


def test_report_states_its_record_counts() -> None:
    counts = "Records: 15,335, including 15,300 descriptions."
    assert counts in render_markdown(report())
    assert counts in render_html(report())


def test_check_without_findings_is_reported() -> None:
    for written in (render_html(report(finding())), render_markdown(report(finding()))):
        assert "Checked without findings" in written
        assert "records that are their own ancestors" in written
        assert "<td" not in written
    assert render_csv(report(finding())).splitlines()[-1].endswith("cycles,0,,,,,,,")


def test_truncated_list_states_the_full_count() -> None:
    cut = finding(record(), total=1234, units="records")
    assert list_summary(cut) == "1,234 records; the list shows the first 1 (item: 1,234)."
    assert "1,234 records; the list shows the first 1" in render_html(report(cut))
    whole = finding(record(), unit="record")
    assert list_summary(whole) == "1 record (item: 1)."


def test_truncated_table_states_the_full_count() -> None:
    cut = replace(table(TableName.FILES, ("a.jsonl", 1)), total=5000)
    assert "The table shows the first 1 of 5,000 rows." in render_html(report(tables=(cut,)))
    assert "The table shows the first 1 of 5,000 rows." in render_markdown(report(tables=(cut,)))


@pytest.mark.parametrize(
    ("cell", "shown"),
    [(1234567, "1,234,567"), (0.9734, "97.3%"), (None, "–"), ("a", "a"), (0, "0")],
)
def test_numbers_are_formatted_for_readers(cell: str | int | float | None, shown: str) -> None:
    assert cell_text(cell) == shown


def test_numbers_are_right_aligned() -> None:
    shown = (table(TableName.FILES, ("a.jsonl", 1234)),)
    assert '<td class="number">1,234</td>' in render_html(report(tables=shown))
    assert "| --- | ---: |" in render_markdown(report(tables=shown))


def test_chart_has_a_text_description() -> None:
    online = table(TableName.ONLINE, ("item", 0.999), ("series", 0.0))
    assert chart_description(online) == "Bar chart. Files, share online. item: 99.9%; series: 0.0%."
    page = render_html(report(tables=(online,)))
    assert 'role="img" aria-label="Bar chart. Files, share online. item: 99.9%' in page
    assert "99.9%</text>" in page


def test_table_without_chartable_values_has_no_chart() -> None:
    assert chart_svg(table(TableName.DECADES)) is None
    assert chart_svg(table(TableName.ONLINE, ("series", 0.0))) is None
    assert chart_svg(table(TableName.FILES, ("a.jsonl", 3))) is None


def test_decades_without_records_are_included() -> None:
    assert fill_decades([("1790s", 1), ("1820s", 2)]) == [
        ("1790s", 1),
        ("1800s", 0),
        ("1810s", 0),
        ("1820s", 2),
    ]


@pytest.mark.parametrize(
    ("title", "ends_in_a_year"),
    [
        ("Letter to Rio: 7/9/1964", True),
        ("Letters (1941-1943)", True),
        ("Letters, 1941.", True),
        ("POL 18 BRAZ 02/01/1963 (1 of 2)", True),
        ("Letter\nof 1964", True),
        ("Telegram (Brasilia 1867)", False),
        ("Telegram 41886", False),
        ("Letter: 7/9/1064", False),
        ("1964 letters", False),
        ("", False),
    ],
)
def test_year_at_end_of_title_is_recognized(title: str, ends_in_a_year: bool) -> None:
    assert bool(re.fullmatch(YEAR_AT_END, title)) is ends_in_a_year
