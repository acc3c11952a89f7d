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


def test_naras_form_goes_from_the_record_to_the_repository() -> None:
    assert nara_citation(letter()) == (
        "Letter from A to B, March 3, 1871 (National Archives Identifier 123); Consular Letters; "
        "Letters Received, 1870–1875; General Records of the Department of State, Record Group 59; "
        "National Archives at College Park; https://catalog.archives.gov/id/123"
    )


def test_a_chicago_note_goes_the_same_way() -> None:
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
def test_another_processor_of_csl_writes_the_same_note(cited: Passage) -> None:
    """Pandoc produces the same note from the same CSL style."""
    data = chicago_item(citation(cited))
    source = f"[@{data['id']}]\n\n---\nreferences: {json.dumps([data])}\n---\n"
    written = pypandoc.convert_text(
        source, "plain", "markdown", extra_args=["--citeproc", "--csl", str(STYLE), "--wrap=none"]
    )
    note = next(line for line in written.splitlines() if line.startswith("[1] "))
    assert note.removeprefix("[1] ") == chicago_citation(cited)


@pytest.mark.filterwarnings("error")
def test_our_style_is_valid_csl() -> None:
    CitationStylesStyle(str(STYLE), validate=True)


def test_what_is_not_stated_is_left_out() -> None:
    link = "https://catalog.archives.gov/id/3"
    assert nara_citation(passage()) == f"Logbook (National Archives Identifier 3); {link}"
    assert chicago_citation(passage()) == f"Logbook, National Archives Identifier 3, {link}."


@pytest.mark.parametrize("title", [None, "", " \n"])
def test_an_untitled_record_is_named_by_type_and_number(title: str | None) -> None:
    assert nara_citation(passage(item(title))).startswith("Untitled item (NAID 123), March 3, 1871")


def test_a_long_title_is_cited_whole() -> None:
    assert citation(passage(item("long " * 700 + "end"))).title.endswith("long end")


def test_a_record_of_the_sample_has_neither_link_nor_naras_identifier() -> None:
    invented = record(FIRST_EXAMPLE_NA_ID, "Penrose Inlet", LevelOfDescription.SERIES)
    number = f"example record {FIRST_EXAMPLE_NA_ID}"
    assert nara_citation(passage(invented)) == f"Penrose Inlet ({number})"
    assert chicago_citation(passage(invented)) == f"Penrose Inlet, {number}."


def test_a_series_a_record_group_and_a_collection_are_cited_themselves() -> None:
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


def test_the_record_group_is_known_by_the_number_that_a_record_inherits() -> None:
    orphan = passage(item(record_group_number=59))
    assert citation(orphan).group == "Record Group 59"
    nameless = passage(item(record_group_number=59), replace(record_group(), name=None))
    assert citation(nameless).group == "Untitled record group (NAID 1), Record Group 59"


def test_the_repository_is_inherited_where_it_can_be_only_one() -> None:
    held = ("National Archives at Boston",)
    above = passage(item(), replace(file_unit(), reference_units=held), series())
    assert citation(above).repository == "National Archives at Boston"
    both = passage(item(), replace(series(), reference_units=(*held, "National Archives")))
    assert citation(both).repository is None
    assert citation(letter(Holdings(reference_units=("A", "B")))).repository == "A and B"


def test_an_authority_stands_in_the_catalogue() -> None:
    keeper = passage(record(8, "Keeper, A.", AuthorityType.PERSON))
    assert nara_citation(keeper) == (
        "Keeper, A. (National Archives Identifier 8); National Archives Catalog; "
        "https://catalog.archives.gov/id/8"
    )


def test_the_full_stop_of_a_title_is_dropped_and_that_of_an_abbreviation_kept() -> None:
    assert nara_citation(passage(item("Pontoon bridge, Va."))).startswith("Pontoon bridge, Va., M")
    assert nara_citation(passage(item("On Elk Mountain."))).startswith("On Elk Mountain, M")


def test_a_title_that_looks_like_markup_is_cited_as_written() -> None:
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
def test_a_date_in_which_a_title_ends_is_said_once(title: str, dates: str) -> None:
    dated = passage(item(title, start_date=dates, end_date=dates), series())
    undated = passage(item(title, start_date=None, end_date=None), series())
    for one in (dated, undated):
        assert (citation(one).start_date, citation(one).end_date) == (dates, dates)
        assert nara_citation(one).startswith(f"{title} (National Archives Identifier 123)")
        assert chicago_citation(one).startswith(f"“{title},” Letters Received")


def test_a_title_with_its_years_is_said_once_above_a_record_too() -> None:
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
def test_a_date_that_says_more_than_the_title_is_said_beside_it(title: str, start: str) -> None:
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
def test_a_title_that_ends_in_no_day_that_has_been_dates_nothing(title: str) -> None:
    cited = citation(passage(item(title, start_date=None, end_date=None)))
    assert (cited.dates, cited.start_date, cited.end_date) == (None, None, None)


def test_a_folder_is_not_dated_by_the_day_on_which_it_was_opened() -> None:
    folder = record(12, "POL BRAZ 01/01/1967", LevelOfDescription.FILE_UNIT)
    assert citation(passage(replace(folder, start_date=None, end_date=None))).dates is None
