"""A record's page in AppTest: contents, links, and unusual records."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from narabot.embedding import Embeddings
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.presentation.markdown import JOINER
from narabot.presentation.overviews import SOURCE_NOTE
from narabot.settings import Settings
from tests.conftest import database_variables
from tests.ingesting import write_records
from tests.page.nasty import HOSTILE_NOTE, HOSTILE_TITLE
from tests.page.questions import follow, labels
from tests.page_fixtures import script, script_in
from tests.records import ancestor, raw_authority, raw_record
from tests.stores import load

GROUP, SERIES, FILE_UNIT, ITEM, HOSTILE, UNTITLED, CROWDED, BIG = range(1001, 1009)
OFFICE, OLD_OFFICE, MAKER = 2000, 2001, 2010

ABOVE_SERIES = [ancestor(GROUP, "recordGroup", 1, title="Navy Records")]
ABOVE_ITEM = [
    ancestor(GROUP, "recordGroup", 3, title="Navy Records"),
    ancestor(SERIES, "series", 2, title="Ship Logs"),
    ancestor(FILE_UNIT, "fileUnit", 1, title="Logs of the Essex"),
]
NAMES = [
    {"naId": OFFICE + 1, "heading": "Naval Office. 1900 - 1910"},
    {"naId": OFFICE + 2, "heading": "Naval Bureau. 1910 - 1920"},
]
PICTURE = {"objectType": "Image (JPG)"}
ARCHIVES = "https://catalog.archives.gov/medialz/"


def page_records() -> list[dict[str, Any]]:
    """Return a small catalog that includes everything that a record's page can show."""
    maker = {"naId": OLD_OFFICE, "heading": "Naval Office. 1900 - 1910"}
    crowd = [
        {"naId": 3000 + number, "heading": f"Person {number}", "authorityType": "person"}
        for number in range(200)
    ]
    unit = {
        "name": "National Archives",
        "address1": "8601 Adelphi Road",
        "city": "College Park",
        "state": "MD",
        "email": "stillpix@nara.gov",
    }
    series = {
        "levelOfDescription": "series",
        "ancestors": ABOVE_SERIES,
        "generalRecordsTypes": ["Textual Records"],
    }
    return [
        raw_record(
            "Ship Logs",
            naId=SERIES,
            **series,
            creators=[maker | {"authorityType": "organization", "creatorType": "Most Recent"}],
            inclusiveStartDate={"year": 1900, "dateQualifier": "ca.", "logicalDate": "1900-01-01"},
            scopeAndContentNote="Logs of ships.\n\nIn two parts.",
            accessRestriction={"status": "Restricted - Partly", "note": "Ask first."},
            useRestriction={"status": "Unrestricted"},
            physicalOccurrences=[
                {
                    "referenceUnits": [unit],
                    "mediaOccurrences": [{"containerId": "Box 3, Folder 2"}],
                }
            ],
        ),
        raw_record(
            "Log of the Essex",
            naId=ITEM,
            ancestors=ABOVE_ITEM,
            contributors=[
                {
                    "naId": MAKER,
                    "heading": "Brady, Mathew",
                    "authorityType": "person",
                    "contributorType": "Photographer",
                }
            ],
            microformPublications=[{"title": "M1000", "note": "Roll 9"}],
            findingAids=[{"findingAidType": "Index", "url": "https://example.org/index"}],
            digitalObjects=[
                PICTURE | {"objectUrl": f"{ARCHIVES}{number}.jpg"} for number in range(1, 6)
            ]
            + [PICTURE | {"objectUrl": "https://example.org/6.jpg"}]
            + [PICTURE | {"objectUrl": "javascript:alert(1)"}]
            + [{"objectUrl": f"{ARCHIVES}all.pdf", "extractedText": "wind SW, fresh"}],
        ),
        raw_record("Log of the Wasp", naId=ITEM + 900, ancestors=ABOVE_ITEM),
        raw_record(
            HOSTILE_TITLE + "\u202e \u05d3\u05d2\u05dc " + "long " * 600,
            naId=HOSTILE,
            **series,
            scopeAndContentNote=HOSTILE_NOTE,
        ),
        raw_record(None, naId=UNTITLED, scopeAndContentNote="No title at all."),
        raw_record("Crowded", naId=CROWDED, **series | {"creators": crowd}),
        raw_record("Big", naId=BIG, **series),
        raw_authority(
            "Naval Office",
            naId=OFFICE,
            authorityType="organization",
            administrativeHistoryNote="Founded in 1900.",
            organizationNames=NAMES,
        ),
    ]


@pytest.fixture(scope="module")
def records_settings(
    server: Connection,
    server_settings: Settings,
    embeddings: Embeddings,
    tmp_path_factory: pytest.TempPathFactory,
) -> Settings:
    """Load the small catalog, with 10,000 items in one series. Return the server's settings."""
    shard = write_records(tmp_path_factory.mktemp("lines") / "rg_1-1.jsonl", *page_records())
    with open_graph(server) as graph:
        load(graph, server_settings, embeddings, shard)
        graph.write(
            "MATCH (big:record {naId: $naId, chunkSeqId: 0}) "
            "UNWIND range(100001, 110000) AS naId CREATE (big)-[:Includes]->(:record:item {"
            "naId: naId, chunkSeqId: 0, chunkId: naId + '-0', recordType: 'description', "
            "levelOfDescription: 'item', title: 'Page ' + naId, stub: true, "
            "source: 'https://catalog.archives.gov/id/' + naId})",
            naId=BIG,
        )
    return server_settings


@pytest.fixture
def page(records_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppTest]:
    """Yield the page with the small catalog before its first run."""
    with script_in(database_variables(records_settings), monkeypatch):
        yield script()


def opened(page: AppTest, na_id: int | str) -> AppTest:
    """Return the page of a record."""
    page.query_params["naId"] = str(na_id)
    page.run()
    assert not page.exception
    assert not page.error
    return page


def text(page: AppTest) -> str:
    """Return all text on the page."""
    shown = (page.header, page.subheader, page.markdown, page.caption, page.warning, page.info)
    parts = [element.value for elements in shown for element in elements]
    parts += [button.label for button in page.button]
    return html.unescape("\n".join(parts)).replace(JOINER, "")


def at(page: AppTest) -> str | None:
    """Return the naId in the URL."""
    given = page.query_params.get("naId")
    return given[0] if isinstance(given, list) else given


@pytest.mark.slow
def test_series_page_shows_text_names_location_and_restrictions(page: AppTest) -> None:
    shown = text(opened(page, SERIES))
    assert page.header[0].value == "Ship Logs"
    assert "from ca. 1900" in shown
    assert "Logs of ships.\n\nIn two parts." in shown
    assert (
        "8601 Adelphi Road, College Park, MD ([stillpix@nara.gov](mailto:stillpix@nara.gov))"
        in shown
    )
    assert "Box 3, Folder 2" in shown
    assert "orange-badge[:material/lock_clock: Access: Restricted - Partly]" in shown
    assert "Ask first" in shown
    assert "Naval Office. 1900 - 1910 (Most Recent)" in shown
    assert "Contains 1 file unit" in shown
    assert "Navy Records (record group)" in shown


def test_item_page_shows_microfilm_finding_aids_and_inherited_fields(page: AppTest) -> None:
    shown = text(opened(page, ITEM))
    assert "M1000. Roll 9." in shown
    assert "(https://example.org/index)" in shown
    assert "As stated for the series above:" in shown
    assert "Box 3, Folder 2" in shown
    assert "Brady, Mathew (Photographer)" in shown
    assert "NARA lists the creators for the series above." in shown
    assert "1 of 2 in this file unit" in shown


def test_page_images_appear_individually_after_consent(page: AppTest) -> None:
    opened(page, ITEM)
    assert not pictures(page)
    page.button(key="page-images-yes").click().run()
    assert pictures(page) == [f"{ARCHIVES}1.jpg"]
    assert "File 1 of 8" in text(page)
    turn(page, 5)
    assert pictures(page) == [f"{ARCHIVES}5.jpg"]
    page.button(key="turn-chevron_left").click().run()
    assert pictures(page) == [f"{ARCHIVES}4.jpg"]
    turn(page, 6)
    assert not pictures(page)
    assert "(https://example.org/6.jpg)" in text(page)
    turn(page, 7)
    assert not pictures(page)
    assert not any("javascript:" in one.value.partition("](")[2] for one in page.markdown)
    page.toggle(key="images-switch").set_value(False).run()
    turn(page, 1)
    assert not pictures(page)
    page.button(key="page-images").click().run()
    assert pictures(page) == [f"{ARCHIVES}1.jpg"]


def test_image_choice_is_saved_and_restored_through_a_cookie(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(page, ITEM)
    page.button(key="page-images-no").click().run()
    assert any("narabot_images=no" in one.proto.body for one in page.get("html"))
    assert not pictures(page)
    again = script()
    monkeypatch.setattr("narabot.pages.images.cookie_choice", lambda: "yes")
    assert pictures(opened(again, ITEM)) == [f"{ARCHIVES}1.jpg"]


def turn(page: AppTest, place: int) -> None:
    """Go to a digital object by entering its number in the box."""
    page.number_input(key=f"jump-{ITEM}").set_value(place).run()
    assert not page.exception
    assert not page.error


def pictures(page: AppTest) -> list[str]:
    """Return the URLs of the images on the page."""
    bodies = "".join(one.proto.body for one in page.get("html"))
    return re.findall(r'<img src="([^"]*)"', bodies)


def test_page_text_is_shown_and_labeled_as_machine_read(page: AppTest) -> None:
    assert "wind SW" not in text(opened(page, ITEM))
    turn(page, 8)
    assert "wind SW, fresh" in text(page)
    assert "Machine-read; may contain errors" in text(page)
    assert not [one for one in page.toggle if one.key == f"words-{ITEM}"]


def test_search_within_a_record_jumps_to_the_file(page: AppTest) -> None:
    opened(page, ITEM)
    page.text_input(key=f"find-{ITEM}").set_value("fresh winds").run()
    shown = text(page)
    assert ":yellow-background[**wind**] SW, :yellow-background[**fresh**]" in shown
    assert "File 1 of 8" in shown
    page.button(key=f"find-{ITEM}-0").click().run()
    assert "File 8 of 8" in text(page)
    page.text_input(key=f"find-{ITEM}").set_value("zeppelin").run()
    assert "No matches in this record." in text(page)


def test_record_page_navigates_to_siblings_and_ancestors(page: AppTest) -> None:
    opened(page, ITEM)
    page.button(key="after").click().run()
    assert at(page) == str(ITEM + 900)
    assert page.button(key="after").disabled
    follow(page, SERIES)
    assert page.header[0].value == "Ship Logs"
    follow(page, FILE_UNIT)
    assert page.header[0].value == "Logs of the Essex"
    assert "is not loaded" in text(page)
    assert "Contains 2 items" in text(page)


def test_authority_page_shows_names_and_records_by_role(page: AppTest) -> None:
    shown = text(opened(page, OFFICE))
    assert "Founded in 1900." in shown
    assert "Earlier and later names" in shown
    assert "Naval Bureau. 1910 - 1920" in shown
    assert "1 record by or about this authority" in shown
    assert "**Created:** 1 series" in shown
    follow(page, OLD_OFFICE)
    assert "Other records mention this organization, but" in text(page)
    assert "1 record by or about this authority" in text(page)


def test_record_that_is_only_mentioned_has_a_page(page: AppTest) -> None:
    shown = text(opened(page, GROUP))
    assert "Other records mention this record group, but" in shown
    assert "Contains 4 series" in shown


def test_withdrawn_record_shows_a_warning_and_its_path(page: AppTest, server: Connection) -> None:
    one = "MATCH (first:record {naId: $naId, chunkSeqId: 0}) "
    with open_graph(server) as graph:
        graph.write(
            f"{one} SET first.withdrawn = true, first.withdrawnInRelease = '2027-01<b>', "
            "first.withdrawnDate = '2027-01-20'",
            naId=ITEM,
        )
        try:
            shown = text(opened(page, ITEM))
        finally:
            graph.write(
                f"{one} REMOVE first.withdrawn, first.withdrawnInRelease, first.withdrawnDate",
                naId=ITEM,
            )
    [warning] = page.warning
    assert "NARA has withdrawn this record from its catalog" in warning.value
    assert "<b>" not in warning.value
    assert "Ship Logs" in shown


def test_hostile_title_is_plain_text(page: AppTest) -> None:
    shown = text(opened(page, HOSTILE))
    assert len(html.unescape(page.header[0].value)) < 400
    assert "\u202e" not in shown
    assert HOSTILE_TITLE in shown
    assert HOSTILE_NOTE in shown
    raw = "\n".join(one.value for one in (*page.header, *page.markdown, *page.caption))
    assert "<script>" not in raw
    assert "](javascript" not in raw


def test_untitled_record_gets_a_heading(page: AppTest) -> None:
    opened(page, UNTITLED)
    assert html.unescape(page.header[0].value) == f"Untitled item (NAID {UNTITLED})"


def test_all_of_many_creators_are_links(page: AppTest) -> None:
    opened(page, CROWDED)
    assert len(re.findall(r"\[Person .*?\]\(\?naId=", text(page))) == 200
    assert page.expander[0].label == "188 more"
    assert sum(label.startswith("Records by") for label in labels(page)) == 3


def test_ten_thousand_children_are_paginated(page: AppTest) -> None:
    opened(page, BIG)
    assert "Contains 10,000 items" in text(page)
    page.button(key=f"children-{BIG}-Last").click().run()
    assert "9,981 – 10,000 of 10,000" in text(page)
    assert "[Page 110000" in text(page)


def click(page: AppTest, label: str) -> None:
    """Click the button with this label, and wait for the result."""
    next(button for button in page.button if html.unescape(button.label) == label).click().run()
    assert not page.exception
    assert not page.error


def charts(page: AppTest) -> list[dict[str, Any]]:
    """Return the charts on the page as ECharts specifications."""
    return [json.loads(one.proto.spec) for one in page.get("echarts_chart")]


def test_hierarchy_chart_opens_on_request_and_stays_during_navigation(page: AppTest) -> None:
    opened(page, ITEM)
    assert not charts(page)
    page.toggle(key="show-hierarchy").set_value(True).run()
    page.toggle(key="table-hierarchy").set_value(True).run()
    (hierarchy,) = charts(page)
    assert hierarchy["yAxis"]["data"] == [
        "Record group: Navy Records",
        "Series: Ship Logs",
        "File unit: Logs of the Essex",
        "Item: Log of the Essex",
        "Log of the Wasp",
    ]
    names = list(page.table[0].value["Name"])
    assert names[0] == f"[Navy Records](?naId={GROUP})"
    assert len(names) == 5
    follow(page, SERIES)
    (hierarchy,) = charts(page)
    assert hierarchy["yAxis"]["data"][1] == "Series: Ship Logs"
    assert len(page.table) == 1


def test_authority_has_a_neighborhood_chart_but_no_hierarchy(page: AppTest) -> None:
    opened(page, OFFICE)
    assert not [one for one in page.toggle if one.key == "show-hierarchy"]
    page.toggle(key="show-neighbourhood").set_value(True).run()
    (neighbourhood,) = charts(page)
    nodes = [node["name"] for node in neighbourhood["series"][0]["data"]]
    assert nodes[1] == "Earlier and later names"
    assert nodes[-2:] == ["Created", "Ship Logs"]


def test_record_without_neighbors_shows_a_message(page: AppTest) -> None:
    opened(page, UNTITLED)
    page.toggle(key="show-neighbourhood").set_value(True).run()
    assert "No related names or records were found." in text(page)
    assert not charts(page)


def test_overview_is_created_on_request_and_can_be_listed(page: AppTest) -> None:
    assert SOURCE_NOTE not in text(opened(page, SERIES))
    page.toggle(key="show-overview").set_value(True).run()
    assert not page.exception and not page.error
    shown = text(page)
    assert SOURCE_NOTE in shown
    assert "2 items" in shown, shown
    page.button(key=f"overview-list-{SERIES}").click().run()
    assert at(page) is None
    assert "Log of the Wasp" in text(page)


def test_record_without_children_has_no_overview(page: AppTest) -> None:
    opened(page, ITEM)
    assert not [one for one in page.toggle if one.key == "show-overview"]
