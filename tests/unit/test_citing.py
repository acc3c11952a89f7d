"""Tests of citations in NARA's format and as Chicago notes."""

import json
from dataclasses import replace

import pypandoc
import pytest
from citeproc import CitationStylesStyle

from narabot.models import (
    FIRST_EXAMPLE_NA_ID,
    AuthorityType,
    Holdings,
    LevelOfDescription,
    Passage,
    PathRecord,
)
from narabot.presentation.citing import chicago_citation, citation, nara_citation
from narabot.presentation.citing.citation_styles import STYLE, chicago_item
from tests.unit.test_rendering_records import passage, record

COLLEGE_PARK = Holdings(reference_units=("National Archives at College Park",))


def item(title: str | None = "Letter from A to B", **fields: object) -> PathRecord:
    known = record(123, title, LevelOfDescription.ITEM)
    dated = {"start_date": "1871-03-03", "end_date": "1871-03-03"}
    return replace(known, **{**dated, **fields})  # type: ignore[arg-type]


def file_unit() -> PathRecord:
    return record(12, "Consular Letters.")


def series() -> PathRecord:
    letters = record(11, "Letters Received", LevelOfDescription.SERIES)
    return replace(letters, start_date="1870", end_date="1875")


def record_group(**fields: object) -> PathRecord:
    state = record(1, "General Records of the Department of State", LevelOfDescription.RECORD_GROUP)
    return replace(state, record_group_number=59, **fields)  # type: ignore[arg-type]


def letter(held: Holdings = COLLEGE_PARK) -> Passage:
    return passage(item(), file_unit(), series(), record_group(), holdings=held)


def test_nara_citation_runs_from_record_to_repository() -> None:
    assert nara_citation(letter()) == (
        "Letter from A to B, March 3, 1871 (National Archives Identifier 123); Consular Letters; "
        "Letters Received, 1870–1875; General Records of the Department of State, Record Group 59; "
        "National Archives at College Park; https://catalog.archives.gov/id/123"
    )


def test_chicago_note_runs_from_record_to_repository() -> None:
    held = replace(COLLEGE_PARK, containers=("Box 3",))
    assert chicago_citation(letter(held)) == (
        "“Letter from A to B,” March 3, 1871, Consular Letters, Letters Received, 1870–1875, "
        "Box 3, General Records of the Department of State, Record Group 59, National Archives "
        "at College Park, National Archives Identifier 123, https://catalog.archives.gov/id/123."
    )


@pytest.mark.parametrize(
    "cited",
    [
        letter(),
        passage(series(), record_group()),
        passage(record()),
        passage(item("Who? What!"), series(), record_group()),
    ],
)
def test_pandoc_writes_the_same_chicago_note(cited: Passage) -> None:
    """Pandoc produces the same note from the same CSL style."""
    data = chicago_item(citation(cited))
    source = f"[@{data['id']}]\n\n---\nreferences: {json.dumps([data])}\n---\n"
    written = pypandoc.convert_text(
        source, "plain", "markdown", extra_args=["--citeproc", "--csl", str(STYLE), "--wrap=none"]
    )
    note = next(line for line in written.splitlines() if line.startswith("[1] "))
    assert note.removeprefix("[1] ") == chicago_citation(cited)


@pytest.mark.filterwarnings("error")
def test_our_csl_style_is_valid() -> None:
    CitationStylesStyle(str(STYLE), validate=True)


def test_unstated_fields_are_omitted() -> None:
    link = "https://catalog.archives.gov/id/3"
    assert nara_citation(passage()) == f"Logbook (National Archives Identifier 3); {link}"
    assert chicago_citation(passage()) == f"Logbook, National Archives Identifier 3, {link}."


@pytest.mark.parametrize("title", [None, "", " \n"])
def test_untitled_record_is_cited_by_level_and_number(title: str | None) -> None:
    assert nara_citation(passage(item(title))).startswith("Untitled item (NAID 123), March 3, 1871")


def test_long_title_is_cited_in_full() -> None:
    assert citation(passage(item("long " * 700 + "end"))).title.endswith("long end")


def test_sample_record_has_no_link_or_nara_identifier() -> None:
    invented = record(FIRST_EXAMPLE_NA_ID, "Penrose Inlet", LevelOfDescription.SERIES)
    number = f"example record {FIRST_EXAMPLE_NA_ID}"
    assert nara_citation(passage(invented)) == f"Penrose Inlet ({number})"
    assert chicago_citation(passage(invented)) == f"Penrose Inlet, {number}."


def test_series_record_group_and_collection_can_be_cited() -> None:
    assert nara_citation(passage(series(), record_group())) == (
        "Letters Received, 1870–1875 (National Archives Identifier 11); General Records of the "
        "Department of State, Record Group 59; https://catalog.archives.gov/id/11"
    )
    assert nara_citation(passage(record_group(start_date="1789"))) == (
        "General Records of the Department of State, Record Group 59, from 1789 (National "
        "Archives Identifier 1); https://catalog.archives.gov/id/1"
    )
    papers = replace(
        record(2, "Henry Morgenthau, Jr. Papers", LevelOfDescription.COLLECTION),
        collection_identifier="FDR-MORGEN",
    )
    assert nara_citation(passage(papers)) == (
        "Henry Morgenthau, Jr. Papers, Collection FDR-MORGEN (National Archives Identifier 2); "
        "https://catalog.archives.gov/id/2"
    )


def test_inherited_number_identifies_the_record_group() -> None:
    orphan = passage(item(record_group_number=59))
    assert citation(orphan).group == "Record Group 59"
    nameless = passage(item(record_group_number=59), replace(record_group(), name=None))
    assert citation(nameless).group == "Untitled record group (NAID 1), Record Group 59"


def test_repository_is_inherited_only_if_unambiguous() -> None:
    held = ("National Archives at Boston",)
    above = passage(item(), replace(file_unit(), reference_units=held), series())
    assert citation(above).repository == "National Archives at Boston"
    both = passage(item(), replace(series(), reference_units=(*held, "National Archives")))
    assert citation(both).repository is None
    assert citation(letter(Holdings(reference_units=("A", "B")))).repository == "A and B"


def test_authority_record_is_cited_as_part_of_catalog() -> None:
    keeper = passage(record(8, "Keeper, A.", AuthorityType.PERSON))
    assert nara_citation(keeper) == (
        "Keeper, A. (National Archives Identifier 8); National Archives Catalog; "
        "https://catalog.archives.gov/id/8"
    )


def test_title_loses_its_period_unless_it_ends_an_abbreviation() -> None:
    assert nara_citation(passage(item("Pontoon bridge, Va."))).startswith("Pontoon bridge, Va., M")
    assert nara_citation(passage(item("On Elk Mountain."))).startswith("On Elk Mountain, M")


def test_title_that_looks_like_markup_is_cited_verbatim() -> None:
    title = '<i>Log</i> <span class="nocase">of</span> {x} \\y'
    assert chicago_citation(passage(item(title))).startswith(f"“{title},” March 3, 1871,")


TELEGRAM = "Telegram from Recife to State: 07/07/1969"


@pytest.mark.parametrize(
    ("title", "dates"),
    [
        (TELEGRAM, "1969-07-07"),
        ("Letter from A to B, March 3, 1871", "1871-03-03"),
        ("Letter from A to B, March 3, 1871 (copy)", "1871-03-03"),
        ("Report for March 1871", "1871-03"),
        ("Report of 1871", "1871"),
    ],
)
def test_date_at_end_of_title_is_not_repeated(title: str, dates: str) -> None:
    dated = passage(item(title, start_date=dates, end_date=dates), series())
    undated = passage(item(title, start_date=None, end_date=None), series())
    for one in (dated, undated):
        assert (citation(one).start_date, citation(one).end_date) == (dates, dates)
        assert nara_citation(one).startswith(f"{title} (National Archives Identifier 123)")
        assert chicago_citation(one).startswith(f"“{title},” Letters Received")


def test_years_in_ancestors_title_are_not_repeated() -> None:
    lists = record(11, "Passenger Lists, 1820-1895", LevelOfDescription.SERIES)
    above = replace(lists, start_date="1820", end_date="1895")
    assert citation(passage(item(), above)).series == "Passenger Lists, 1820-1895"
    assert nara_citation(passage(above)).startswith("Passenger Lists, 1820-1895 (National")


@pytest.mark.parametrize(
    ("title", "start"),
    [
        ("Letter from A to B, 1871", "1871-03-03"),
        ("Letter from A to B, March 3, 1872", "1871-03-03"),
        ("The strike of March 3, 1871 in Boston", "1871-03-03"),
        ("Letter from A to B, 1871", "ca. 1871"),
    ],
)
def test_date_that_adds_to_the_title_is_shown(title: str, start: str) -> None:
    one = passage(item(title, start_date=start, end_date=start))
    assert not citation(one).is_dated_by_title
    assert f", {citation(one).dates} (National" in nara_citation(one)


@pytest.mark.parametrize(
    "title",
    [
        "Logbook",
        "Telegram: 02/30/1969",
        "Telegram: 07/07/2090",
        "May 3, 1940, May 2, 1940",
        "1868, 1869, 1870",
        "The strike of 1968 in Brazil",
    ],
)
def test_title_without_a_valid_final_date_gives_no_date(title: str) -> None:
    cited = citation(passage(item(title, start_date=None, end_date=None)))
    assert (cited.dates, cited.start_date, cited.end_date) == (None, None, None)


def test_file_unit_is_not_dated_by_its_opening_date() -> None:
    folder = record(12, "POL BRAZ 01/01/1967", LevelOfDescription.FILE_UNIT)
    assert citation(passage(replace(folder, start_date=None, end_date=None))).dates is None
