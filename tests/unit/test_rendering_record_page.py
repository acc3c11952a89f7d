"""Tests of the record page as Markdown: lines without repetition, restrictions, and OCR labels."""

import html
from dataclasses import replace

import pytest

from narabot.models import (
    AccessStatus,
    AuthorityType,
    FullRecord,
    InheritedLine,
    LevelOfDescription,
    OnlineCopy,
    PathRecord,
    RecordType,
    Relation,
    Restriction,
    Role,
    TextLine,
)
from narabot.models.lines import AUTHORITY_LINES, DESCRIPTION_LINES, LineKind, PageSection
from narabot.presentation.record_page import (
    copy_link,
    facts_line,
    name_rows,
    page_badge,
    section,
    sections,
)
from narabot.presentation.restrictions import badges
from narabot.presentation.whole_record_json import RecordResponse

JOINER = "\u2060"


def record(na_id: int = 7, level: LevelOfDescription = LevelOfDescription.ITEM) -> PathRecord:
    source = f"https://catalog.archives.gov/id/{na_id}"
    return PathRecord(na_id, RecordType.DESCRIPTION, level, "Logbook", "ca. 1943", None, source)


def person(na_id: int, heading: str) -> PathRecord:
    return PathRecord(
        na_id, RecordType.AUTHORITY, AuthorityType.PERSON, heading, None, None, "https://x/"
    )


def shown(markdown: str) -> str:
    return html.unescape(markdown).replace(JOINER, "")


@pytest.mark.parametrize("kinds", [DESCRIPTION_LINES, AUTHORITY_LINES])
def test_each_record_line_appears_once(kinds: tuple[LineKind, ...]) -> None:
    lines = tuple(TextLine(kind.label, f"value{place}z") for place, kind in enumerate(kinds))
    full = FullRecord((record(),), is_stub=False, lines=lines)
    named = "\n".join(text for _, _, text in name_rows(full))
    whole = shown("\n".join(text for _, text in sections(full)) + named)
    assert [whole.count(line.text) for line in lines] == [1] * len(lines)


def test_line_of_names_is_omitted_if_all_are_linked() -> None:
    role = Role(Relation.CONTRIBUTOR, person(8, "Brady, M."), "Photographer", record())
    line = TextLine("Contributors", "Brady, M. (Photographer)")
    full = FullRecord((record(),), is_stub=False, lines=(line,), roles=(role,))
    assert [text for _, _, text in name_rows(full)] == [""]
    more = TextLine("Contributors", "Brady, M. (Photographer); Nobody")
    full = FullRecord((record(),), is_stub=False, lines=(more,), roles=(role,))
    assert "Nobody" in "".join(text for _, _, text in name_rows(full))


@pytest.mark.parametrize("status", [*AccessStatus, "Something :red[new]"])
def test_restriction_has_a_color_icon_and_label(status: str) -> None:
    full = FullRecord((record(),), is_stub=False, access=Restriction(status, record()))
    badge = badges(full)
    assert "-badge[:material/" in badge
    assert f"Access: {status}" in shown(badge)
    assert badge.startswith(":green") == (status == "Unrestricted")


def test_inherited_restriction_names_its_level() -> None:
    series = record(5, LevelOfDescription.SERIES)
    stated = Restriction("Restricted - Fully", series)
    full = FullRecord((record(), series), is_stub=False, access=stated)
    text = shown(section(full, PageSection.RESTRICTIONS))
    assert "are currently closed" in text
    assert "Stated for the series above." in text


def test_restriction_reasons_are_shown() -> None:
    line = TextLine("Access", "Restricted - Partly. FOIA (b)(6). Ask first.")
    restriction = Restriction("Restricted - Partly", record())
    full = FullRecord((record(),), is_stub=False, lines=(line,), access=restriction)
    assert "FOIA (b)(6). Ask first." in shown(section(full, PageSection.RESTRICTIONS))


def test_inherited_line_names_its_level() -> None:
    series = record(5, LevelOfDescription.SERIES)
    held = InheritedLine(TextLine("Held at", "Library (a@b.gov)"), series)
    full = FullRecord((record(), series), is_stub=False, inherited=(held,))
    text = shown(section(full, PageSection.HELD))
    assert "As stated for the series above:" in text
    assert "Library ([a@b.gov](mailto:a@b.gov))" in text


def test_dates_keep_nara_qualifiers() -> None:
    assert "from ca. 1943" in shown(facts_line(FullRecord((record(),), is_stub=False)))


def test_markup_in_a_record_is_escaped() -> None:
    line = TextLine("Notes", "<b>x</b> :red[y] [z](javascript:1)\n\n# no heading")
    text = section(FullRecord((record(),), is_stub=False, lines=(line,)), PageSection.DESCRIPTION)
    assert "<b>" not in text
    assert ":red[" not in text
    assert "\n# " not in text


def test_only_web_addresses_become_links() -> None:
    line = TextLine("Finding aids", "Guide, javascript:alert(1), https://a.gov/x_y; http://b.gov/")
    full = FullRecord((record(),), is_stub=False, lines=(line,))
    text = section(full, PageSection.FINDING_AIDS)
    assert text.count("](") == 2
    assert "](https://a.gov/x_y)" in text
    assert "](http://b.gov/)" in text


def test_page_text_is_labeled_with_its_source() -> None:
    machine = page_badge(TextLine("Machine-read text of page 1", "w"))
    public = page_badge(TextLine("Transcription of page 1", "w"))
    assert "Machine-read; may contain errors" in machine
    assert "Transcribed by the public" in public


def test_digital_object_without_a_web_address_has_no_link() -> None:
    assert "](" not in copy_link(OnlineCopy("javascript:alert(1)", "", "Scan"), 1)


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " JavaScript:x", "data:text/html,x", "//evil"]
)
def test_json_includes_only_web_addresses(url: str) -> None:
    stub = replace(record(), source=url)
    copies = (OnlineCopy(url, "", "Scan"), OnlineCopy("https://x/1 a.jpg", "", ""))
    data = RecordResponse.of_record(FullRecord((stub,), is_stub=True, online=copies)).to_json()
    assert [one["url"] for one in data["online"]] == [None, "https://x/1 a.jpg"]
    assert data["source"] is None
    assert url not in str(data)


def test_names_have_their_own_section() -> None:
    full = FullRecord((record(),), is_stub=True)
    assert PageSection.NAMES in [title for title, _ in sections(full)]
