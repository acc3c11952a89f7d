"""Tests of the guide to viewing or ordering a record, which uses only facts from the record."""

import html
from dataclasses import replace

from narabot.models import (
    HeldRecord,
    Holdings,
    LevelOfDescription,
    ReferenceUnit,
    Restriction,
    StatedTexts,
)
from narabot.presentation.citing.order_guides import order_guide
from narabot.presentation.markdown import JOINER
from narabot.presentation.strings import RUSSIAN, set_page_language
from tests.unit.test_rendering_records import passage, record

ITEM = record(3, "Logbook", LevelOfDescription.ITEM)
SERIES = record(2, "Ship Logs", LevelOfDescription.SERIES)
UNIT = ReferenceUnit(
    "National Archives at *Boston*",
    "380 Trapelo Road, Waltham, MA 02452, telephone 781-663-0130, boston@example.org",
)


def plain_steps(held: HeldRecord) -> str:
    """Return the steps without their markup."""
    steps = (f"{heading}: {step_text}" for heading, step_text in order_guide(held).steps)
    return html.unescape("\n".join(steps)).replace(JOINER, "")


def test_guide_starts_with_remote_options_and_ends_with_contact() -> None:
    online = passage(ITEM, SERIES, holdings=Holdings(online_count=2))
    held = HeldRecord(
        online,
        units=(UNIT,),
        containers=StatedTexts(("Box 3",), ITEM),
        microfilm=StatedTexts(("M337, roll 9",), ITEM),
        handling=StatedTexts(("Gloves.",), ITEM),
        access=Restriction("Restricted - Possibly", SERIES),
        access_note="Ask <b>first</b>.",
        use=Restriction("Unrestricted", ITEM),
    )
    guide = order_guide(held)
    assert [heading for heading, _ in guide.steps] == [
        "Look online first",
        "Request the microfilm",
        "Check access restrictions",
        "Handling instructions",
        "Check use restrictions",
        "Contact the holder",
    ]
    step_text = plain_steps(held)
    assert "2 digital objects are on this record" in step_text
    assert "M337, roll 9" in step_text
    assert "Some of these records may be closed" in step_text
    assert "Stated for the series above." in step_text
    assert "781" in step_text
    assert "(mailto:boston@example.org)" in step_text
    assert not any("<b>" in one or "*Boston*" in one for _, one in guide.steps)
    assert guide.request_text.splitlines()[1:] == ["Box and folder: Box 3"]
    assert "National Archives Identifier 3" in guide.request_text


def test_missing_information_is_not_invented() -> None:
    guide = order_guide(HeldRecord(passage(ITEM)))
    assert [heading for heading, _ in guide.steps] == ["Contact the holder"]
    assert "The catalog does not state" in guide.steps[0][1]
    assert guide.request_text.startswith("Logbook (National Archives Identifier 3)")
    assert "\n" not in guide.request_text


def test_request_text_is_english_on_a_russian_page() -> None:
    boxes = StatedTexts(("Box 3",), SERIES)
    held = HeldRecord(passage(ITEM, SERIES), units=(UNIT,), containers=boxes)
    expected = order_guide(held).request_text
    assert "Box and folder: Box 3 (stated for the series above)" in expected
    set_page_language(None, RUSSIAN)
    try:
        guide = order_guide(held)
    finally:
        set_page_language(None)
    assert guide.request_text == expected
    assert [heading for heading, _ in guide.steps] == ["Обратитесь по месту хранения"]


def test_boxes_of_whole_series_are_omitted_from_request_text() -> None:
    boxes = StatedTexts(tuple(f"Box {number}" for number in range(1, 41)), SERIES)
    held = HeldRecord(passage(ITEM, SERIES), containers=boxes)
    assert "\n" not in order_guide(held).request_text


def test_guide_mentions_missing_unit_address() -> None:
    held = HeldRecord(passage(ITEM), units=(replace(UNIT, address=None),))
    assert "NARA lists no address" in plain_steps(held)


def test_guide_counts_online_objects_for_series() -> None:
    series = passage(SERIES, holdings=Holdings(online_count=1))
    assert "1 digital object is online" in plain_steps(HeldRecord(series))
