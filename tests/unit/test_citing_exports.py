"""Tests that other programs read each citation export back as it was written."""

import io
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from unicodedata import decomposition

import msgspec
import pandas
import pypandoc
import pytest
from citeproc.source.json import CiteProcJSON
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pybtex.database import parse_string
from pylatexenc.latex2text import (
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)

from narabot.models import AuthorityType, Holdings, LevelOfDescription, Passage
from narabot.presentation.citing import FORMATS, FormatName
from narabot.presentation.citing.export_formats import FORMATS_WITH_NOTES, cell
from narabot.presentation.citing.reference_managers import has_pairs
from tests.page.nasty import NASTY
from tests.unit.test_rendering_records import passage, record

SERIES = replace(record(2, "Letters", LevelOfDescription.SERIES), start_date="1870")
DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
GROUP = replace(
    record(1, "Records of the Coast Guard", LevelOfDescription.RECORD_GROUP),
    record_group_number=26,
)
HELD = Holdings(reference_units=("National Archives at Boston",), containers=("Box 3",))

TITLES = (
    "very long " * 300 + "end",
    "{braces} that pair",
    "} braces { that do not",
    "{{{",
    "\\ back\\slash \\\\ \\end{document} \\",
    "line\nend\r\nand\ttab  and two spaces",
    "TY  - JOUR\nER  - \nTI  - Another",
    "ER  - ",
    '@article{key, title = "x"}',
    "@comment{x} @string{a = b}",
    "right\u200fto\u200eleft דגל ספינה",
    "quotes \"double\" 'single' ``both'' “curly” ‘ones’",
    "comma, semicolon; colon: and # 100 % of $5 & ~ ^ _",
    "=cmd()",
    "+1",
    "-1",
    "@SUM(A1)",
    "'=quoted",
    '=HYPERLINK("https://example.org","x")',
    "one -- two --- three ?` !` << >>",
    "é ñ 東京 №",
    *NASTY,
)


def titled(*titles: str) -> list[Passage]:
    """Return an item for each title, all in the same series."""
    return [
        passage(
            replace(
                record(number, title, LevelOfDescription.ITEM),
                start_date="1871-03-03",
                end_date="1871-03-03",
            ),
            SERIES,
            GROUP,
            holdings=HELD,
        )
        for number, title in enumerate(titles, start=100)
    ]


def written(name: FormatName, titles: Sequence[str]) -> str:
    return FORMATS[name].write(titled(*titles))


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def by_pandoc(text: str, form: str) -> list[dict[str, Any]]:
    """Return the CSL items that pandoc parses from a text."""
    return json.loads(pypandoc.convert_text(text, "csljson", format=form))


def plain_quotes(text: str) -> str:
    """Replace the curly quotation marks that pandoc writes with straight ones."""
    return text.translate(str.maketrans("‘’“”", "''\"\""))


def without_quotes(text: str) -> str:
    """Remove quotation marks from a text, because pandoc interprets TeX and CSL quotation marks."""
    return text.translate(dict.fromkeys(map(ord, "'\"`‘’“”")))


def ris_titles(titles: Sequence[str]) -> list[str]:
    return [
        one["title"] for one in by_pandoc(written(FormatName.RIS, titles).replace("\r", ""), "ris")
    ]


def latex_reader() -> LatexNodes2Text:
    """Return a LaTeX parser that handles three additional LaTeX kernel symbols."""
    known = get_default_latex_context_db()
    signs = {"textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^"}
    macros = [MacroTextSpec(name, sign) for name, sign in signs.items()]
    known.add_context_category("signs", prepend=True, macros=macros)
    return LatexNodes2Text(known, strict_latex_spaces=True, keep_comments=True)


def bibtex_titles(titles: Sequence[str]) -> list[str]:
    entries = parse_string(written(FormatName.BIBTEX, titles), "bibtex").entries
    return [latex_reader().latex_to_text(entry.fields["title"]) for entry in entries.values()]


def csl_titles(titles: Sequence[str]) -> list[str]:
    source = CiteProcJSON(msgspec.json.decode(written(FormatName.CSL_JSON, titles)))
    return [str(item["title"]) for item in source.values()]


def csv_titles(titles: Sequence[str]) -> list[str]:
    table = written(FormatName.CSV, titles).encode()
    read = pandas.read_csv(
        io.BytesIO(table), dtype=str, keep_default_na=False, encoding="utf-8-sig"
    )
    return list(read["title"])


def json_titles(titles: Sequence[str]) -> list[str]:
    return [
        on_one_line(one["title"]) for one in msgspec.json.decode(written(FormatName.JSON, titles))
    ]


READERS: dict[FormatName, Callable[[Sequence[str]], list[str]]] = {
    FormatName.RIS: ris_titles,
    FormatName.BIBTEX: bibtex_titles,
    FormatName.CSL_JSON: csl_titles,
    FormatName.JSON: json_titles,
}


@pytest.mark.parametrize("name", READERS)
def test_titles_with_special_syntax_round_trip(name: FormatName) -> None:
    for title, read in zip(TITLES, READERS[name](TITLES), strict=True):
        assert plain_quotes(read) == plain_quotes(on_one_line(title))


@pytest.mark.parametrize("title", TITLES)
def test_csv_cells_are_not_formulas(title: str) -> None:
    assert csv_titles([title]) == [cell(on_one_line(title))]
    assert cell(on_one_line(title))[0] not in "=+-@\t\r\n"


RAISED = "".join(
    sign for sign in map(chr, range(0x3000)) if decomposition(sign).startswith(("<super>", "<sub>"))
)
LETTERS = st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=DIRECTIONS + RAISED)
"""Characters that `one_line` keeps and that pandoc does not write as `<sup>` or `<sub>`."""

ANY_TITLES = st.lists(st.text(LETTERS).filter(str.strip), min_size=1, max_size=12)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
@given(titles=ANY_TITLES)
def test_any_title_round_trips(name: FormatName, titles: list[str]) -> None:
    read = [plain_quotes(one) for one in READERS[name](titles)]
    assert read == [plain_quotes(on_one_line(title)) for title in titles]


@given(titles=ANY_TITLES)
def test_any_title_round_trips_through_csv(titles: list[str]) -> None:
    assert csv_titles(titles) == [cell(on_one_line(title)) for title in titles]


@given(title=st.text(LETTERS).filter(str.strip))
def test_markdown_citation_is_one_list_item(title: str) -> None:
    blocks = MarkdownIt("commonmark").parse(written(FormatName.MARKDOWN, [title]))
    assert [block.type for block in blocks if block.nesting == 1] == [
        "bullet_list_open",
        "list_item_open",
        "paragraph_open",
    ]
    inline = next(block.children for block in blocks if block.type == "inline") or []
    assert {one.type for one in inline} == {"text", "text_special", "link_open", "link_close"} - (
        set() if any(one.type == "text_special" for one in inline) else {"text_special"}
    )


def test_control_characters_become_spaces_or_are_removed() -> None:
    steering = "a\x00b\x1b[31mc\u202ed\u2028e\x85f"
    for name in (FormatName.RIS, FormatName.BIBTEX, FormatName.CSL_JSON):
        assert READERS[name]([steering]) == ["a b [31mcd e f"]
    assert len(written(FormatName.NARA, [steering]).splitlines()) == 1
    assert len(written(FormatName.CHICAGO, [steering]).splitlines()) == 1


def test_pandoc_reads_the_same_titles_from_bibtex() -> None:
    # Pandoc has no escape for an unmatched brace.
    titles = [title for title in TITLES if has_pairs(title)]
    read = by_pandoc(written(FormatName.BIBTEX, titles), "bibtex")
    assert [without_quotes(one["title"]) for one in read] == [
        without_quotes(on_one_line(title)) for title in titles
    ]


def test_pandoc_reads_the_same_titles_from_csl_json() -> None:
    titles = [title for title in TITLES if "<" not in title]  # CSL treats this as markup
    read = by_pandoc(written(FormatName.CSL_JSON, titles), "csljson")
    assert [without_quotes(one["title"]) for one in read] == [
        without_quotes(on_one_line(title)) for title in titles
    ]


def test_reference_manager_receives_record_and_its_location() -> None:
    (item,) = by_pandoc(written(FormatName.CSL_JSON, ["Log"]), "csljson")
    assert item == {
        "id": "nara100",
        "type": "document",
        "title": "Log",
        "issued": {"date-parts": [[1871, 3, 3]]},
        "collection-title": "Letters, from 1870",
        "archive": "National Archives at Boston",
        "archive_location": "Box 3, Records of the Coast Guard, Record Group 26",
        "number": "National Archives Identifier 100",
        "URL": "https://catalog.archives.gov/id/100",
    }
    (ris,) = by_pandoc(written(FormatName.RIS, ["Log"]).replace("\r", ""), "ris")
    assert ris["issued"] == {"date-parts": [[1871]]}
    assert ris["URL"] == item["URL"]
    assert ris["publisher"] == item["archive"]


@pytest.mark.parametrize(
    ("start", "end", "issued"),
    [
        ("1871", "1871", {"date-parts": [[1871]]}),
        ("1871-03", "1875", {"date-parts": [[1871, 3], [1875]]}),
        ("ca. 1871", "1875", {"date-parts": [[1871], [1875]], "circa": True}),
    ],
)
def test_exported_dates_keep_their_certainty(start: str, end: str, issued: object) -> None:
    dated = passage(replace(record(), start_date=start, end_date=end))
    (item,) = by_pandoc(FORMATS[FormatName.BIBTEX].write([dated]), "biblatex")
    assert item["issued"] == issued


def test_uncertain_dates_are_exported_verbatim() -> None:
    dated = passage(replace(record(), start_date="ca. 1871", end_date="1875?"))
    for name in (FormatName.RIS, FormatName.BIBTEX, FormatName.CSL_JSON, FormatName.CSV):
        assert "ca. 1871 – 1875?" in FORMATS[name].write([dated])
    ris = FORMATS[FormatName.RIS].write([dated])
    assert "PY  - 1871\r\nDA  - 1871///ca. 1871 – 1875?\r\n" in ris


@pytest.mark.parametrize("name", FormatName)
def test_duplicate_record_is_exported_once(name: FormatName) -> None:
    assert FORMATS[name].write(titled("Log") * 2) == FORMATS[name].write(titled("Log"))


@pytest.mark.parametrize("name", FormatName)
def test_export_of_no_records_is_empty(name: FormatName) -> None:
    assert FORMATS[name].write([]).strip("\ufeff\r\n") in {"", "[]"}


def seconds_to_write(name: FormatName, passages: list[Passage]) -> float:
    begun = time.process_time()
    FORMATS[name].write(passages)
    return time.process_time() - begun


def test_each_format_has_its_name_and_suffix() -> None:
    assert list(FORMATS) == list(FormatName)
    assert all(one.name is name for name, one in FORMATS.items())
    assert {one.suffix for one in FORMATS.values()} == {
        *(".txt", ".ris", ".bib", ".json", ".csv", ".md")
    }


@pytest.mark.parametrize("note", ["=cmd()", "two\nlines", "# <b>no</b> [x](https://y.org)", *NASTY])
def test_note_is_exported_with_its_record_as_plain_text(note: str) -> None:
    passages, notes = titled("Letter", "Map"), {101: note}
    table = io.BytesIO(FORMATS_WITH_NOTES[FormatName.CSV](passages, notes).encode(errors="replace"))
    read = pandas.read_csv(table, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    assert list(read["note"]) == ["", cell(note)]
    items = [
        token
        for token in MarkdownIt("gfm-like", {"linkify": False}).parse(
            FORMATS_WITH_NOTES[FormatName.MARKDOWN](passages, notes)
        )
        if token.type.endswith("_open") and token.tag not in {"p", "ul", "li"}
    ]
    assert items == []


def test_export_without_notes_has_no_note_field() -> None:
    assert "note" not in FORMATS[FormatName.CSV].write(titled("Letter")).splitlines()[0]
    assert "Note:" not in FORMATS[FormatName.MARKDOWN].write(titled("Letter"))


def ris_type_of(one: Passage) -> str:
    return FORMATS[FormatName.RIS].write([one]).splitlines()[0].removeprefix("TY  - ")


@pytest.mark.parametrize(
    ("kind", "records_types", "expected"),
    [
        ("Telegram", ("Textual Records",), "PCOMM"),
        ("Letter", (), "PCOMM"),
        ("Report", (), "RPRT"),
        (None, ("Textual Records",), "MANSCPT"),
        (None, (), "MANSCPT"),
        (None, ("Moving Images",), "MPCT"),
        (None, ("Maps and Charts",), "MAP"),
        (None, ("Sound Recordings",), "SOUND"),
        (None, ("Photographs and other Graphic Materials",), "ART"),
        (None, ("Maps and Charts", "Textual Records"), "MANSCPT"),
        (None, ("Something new",), "MANSCPT"),
    ],
)
def test_item_gets_the_matching_ris_type(
    kind: str | None, records_types: tuple[str, ...], expected: str
) -> None:
    item = replace(record(3, "Logbook", LevelOfDescription.ITEM), document_kind=kind)
    assert ris_type_of(passage(replace(item, records_types=records_types))) == expected
    above = replace(SERIES, records_types=records_types)
    assert ris_type_of(passage(item, above)) == expected


def test_ris_type_distinguishes_series_from_authorities() -> None:
    maps = replace(SERIES, records_types=("Maps and Charts",))
    assert {ris_type_of(passage(one)) for one in (maps, GROUP)} == {"MANSCPT"}
    assert ris_type_of(passage(record(5, "Brady, Mathew", AuthorityType.PERSON))) == "GEN"


def test_telegram_is_exported_with_its_type_and_title_date() -> None:
    title = "Telegram from Recife to State: 07/07/1969"
    telegram = replace(record(3, title, LevelOfDescription.ITEM), document_kind="Telegram")
    ris = FORMATS[FormatName.RIS].write([passage(telegram, SERIES)])
    assert "DA  - 1969/07/07/\r\n" in ris
    assert "PY  - 1969\r\n" in ris
    assert "M3  - Telegram\r\n" in ris
    (csl,) = json.loads(FORMATS[FormatName.CSL_JSON].write([passage(telegram, SERIES)]))
    assert csl["issued"] == {"date-parts": [[1969, 7, 7]]}
    assert "date = {1969-07-07}" in FORMATS[FormatName.BIBTEX].write([passage(telegram, SERIES)])
