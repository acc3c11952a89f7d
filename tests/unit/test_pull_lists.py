"""Tests of pull lists: locations in shelf order, written in three formats."""

import csv
import io
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from narabot.models import (
    AuthorityType,
    HeldRecord,
    Holdings,
    LevelOfDescription,
    PathRecord,
    ReferenceUnit,
    Restriction,
    StatedTexts,
)
from narabot.presentation.citing.pull_lists import (
    PULL_FORMATS,
    PullFormatName,
    PullList,
    pull_list,
    pull_preview,
)
from narabot.presentation.citing.pull_slips import access_instructions, pull_slip
from narabot.presentation.markdown import JOINER
from tests.page.nasty import NASTY
from tests.unit.test_rendering_records import passage, record

GFM = MarkdownIt("gfm-like", {"linkify": False})
DAY = date(2026, 11, 22)
BOSTON = ReferenceUnit("National Archives at Boston", "380 Trapelo Road (boston@nara.gov)")
SILENT = ReferenceUnit("National Archives at Boston", None)
KENNEDY = ReferenceUnit("Kennedy Library", None)
GROUP = replace(
    record(1, "Coast Guard", LevelOfDescription.RECORD_GROUP),
    record_group_number=26,
)
SERIES = record(2, "Letters", LevelOfDescription.SERIES)
UNIT = record(3, "Letters of 1871")
RIGHT_TO_LEFT = "\u202eevil \u05d3\u05d2\u05dc"
TITLES = (*NASTY, "x" * 3_000, RIGHT_TO_LEFT, "=1+1", "\t-cmd", "</td></tr><script>x</script>")


def held(
    na_id: int = 10,
    title: str | None = "Letter",
    *,
    units: tuple[ReferenceUnit, ...] = (BOSTON,),
    boxes: tuple[str, ...] = (),
    by: PathRecord | None = None,
    copies: int = 0,
    level: LevelOfDescription = LevelOfDescription.ITEM,
) -> HeldRecord:
    """Return a record of Coast Guard letters. The record `by` states the boxes."""
    own = record(na_id, title, level)
    above = (GROUP,) if level is LevelOfDescription.SERIES else (SERIES, GROUP)
    found = passage(own, *above, holdings=Holdings(online_count=copies))
    return HeldRecord(found, units, StatedTexts(boxes, by or own) if boxes else None)


def listed(*records: HeldRecord) -> PullList:
    return pull_list(records, DAY)


def written(name: PullFormatName, *records: HeldRecord) -> str:
    return PULL_FORMATS[name].write(listed(*records))


def rows(*records: HeldRecord) -> list[dict[str, str]]:
    table = written(PullFormatName.CSV, *records)
    assert table.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(table[1:], newline=""), strict=True))


class Tables(HTMLParser):
    """Collects a page's tags, headings, and bold names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.headings: list[str] = []
        self.names: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in {"meta", "br"}:
            self.open.append(tag)
        if tag in {"h1", "h2"}:
            self.headings.append("")
        if tag == "strong":
            self.names.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] in (["h1"], ["h2"]):
            self.headings[-1] += data
        if self.open[-1:] == ["strong"]:
            self.names[-1] += data


def text_of(markdown: str) -> str:
    """Return the text of rendered Markdown."""
    inline = (token for token in GFM.parse(markdown) if token.type == "inline")
    parts = (child for token in inline for child in token.children or ())
    return "".join("\n" if "break" in part.type else part.content for part in parts)


def test_records_are_grouped_by_holder_with_unknown_last() -> None:
    pulls = listed(held(10, units=()), held(11), held(12, units=(KENNEDY,)), held(13, units=()))
    assert [(one.heading, len(one.to_pull)) for one in pulls.groups] == [
        ("Kennedy Library", 1),
        ("National Archives at Boston", 1),
        ("Holder not stated", 2),
    ]
    assert pulls.groups[2].advice[0].startswith("Before you visit, ask the National Archives")


def test_address_comes_from_any_record_that_states_it() -> None:
    pulls = listed(held(10, units=(SILENT,)), held(11), held(12, units=(KENNEDY,)))
    assert [one.advice for one in pulls.groups] == [
        ("Contact: Kennedy Library (NARA lists no address)",),
        ("Contact: National Archives at Boston, 380 Trapelo Road (boston@nara.gov)",),
    ]


def test_boxes_are_in_shelf_order() -> None:
    boxes = ("Box 10", "Box 9, Folder 12", "Box 9, Folder 2")
    some = [held(number, boxes=(box,)) for number, box in enumerate(boxes, 10)]
    slips = listed(*some).groups[0].to_pull
    assert [slip.boxes for slip in slips] == ["Box 9, Folder 2", "Box 9, Folder 12", "Box 10"]


def test_slips_follow_the_hierarchy() -> None:
    series = held(2, "Letters", level=LevelOfDescription.SERIES)
    other = held(5, "Logs", level=LevelOfDescription.SERIES)
    group = HeldRecord(passage(GROUP), (BOSTON,))
    slips = listed(other, held(10, boxes=("Box 1",)), group, series).groups[0].to_pull
    assert [slip.na_id for slip in slips] == [1, 2, 10, 5]


@pytest.mark.parametrize(
    ("boxes", "by", "expected", "has_boxes"),
    [
        ((), None, "Not stated. Use the series and title to request the record.", False),
        (("Box 3",), None, "Box 3", True),
        (("Box 3", "Reel 1"), UNIT, "Box 3; Reel 1 (stated for the file unit above)", True),
        (
            tuple(f"Box {number}" for number in range(1, 401)),
            SERIES,
            "Not stated. The series above fills 400 containers, from Box 1 to Box 400.",
            False,
        ),
        (
            tuple(f"Box {number}" for number in range(1, 15)),
            None,
            "; ".join(f"Box {number}" for number in range(1, 13)) + "; and 2 more",
            True,
        ),
    ],
)
def test_boxes_name_the_record_that_states_them(
    boxes: tuple[str, ...], by: PathRecord | None, expected: str, has_boxes: bool
) -> None:
    one = held(boxes=boxes, by=by)
    assert pull_slip(one).boxes == expected
    assert pull_slip(one).has_boxes is has_boxes
    assert ("Box" in access_instructions(one)) is has_boxes


def test_online_item_need_not_be_pulled() -> None:
    pulls = listed(
        held(10, copies=3), held(11), held(12, copies=1, level=LevelOfDescription.SERIES)
    )
    assert [slip.na_id for slip in pulls.groups[0].online] == [10]
    assert pulls.groups[0].online[0].online == (
        "3 digital objects online. The original does not need to be pulled."
    )
    assert pulls.summary == "3 records: 2 to pull, 1 online (no need to pull)."
    assert [row["toPull"] for row in rows(held(10, copies=3), held(11))] == ["yes", "no"]


def test_restrictions_are_explained_in_plain_words() -> None:
    one = replace(
        held(),
        access=Restriction("Restricted - Fully", SERIES),
        access_note="Ask *first*.",
        use=Restriction("Unrestricted", SERIES),
        microfilm=StatedTexts(("M100. Roll 5.",), SERIES),
        handling=StatedTexts(("Wear gloves.",), SERIES),
    )
    slip = pull_slip(one)
    assert slip.handling == "Wear gloves. (stated for the series above)"
    assert [label for label, _ in slip.conditions] == ["Microfilm", "Handling", "Access"]
    assert [row["handling"] for row in rows(one)] == [slip.handling]
    assert slip.access == (
        "Restricted - Fully: These records are currently closed. Stated for the series above. "
        "Note from NARA: Ask *first*."
    )
    assert slip.use is None
    assert slip.microfilm == "M100. Roll 5. (stated for the series above)"
    assert "Ask &#42;first&#42;" in access_instructions(one)


def test_authority_record_is_not_pulled() -> None:
    person = HeldRecord(passage(record(20, "Myer, Dillon", AuthorityType.PERSON)))
    pulls = listed(person, held())
    assert pulls.names == ("Myer, Dillon",)
    assert pulls.count == 1
    for name in (PullFormatName.PRINT, PullFormatName.MARKDOWN):
        assert "Myer, Dillon" in written(name, person, held())


def test_record_is_listed_once() -> None:
    assert listed(held(10), held(10)).count == 1


def test_csv_row_includes_all_known_facts() -> None:
    (row,) = rows(held(boxes=("Box 3",)))
    assert row["heldAt"] == "National Archives at Boston"
    assert row["writeTo"].endswith("boston@nara.gov)")
    assert row["recordGroupOrCollection"] == "Coast Guard, Record Group 26"
    assert row["series"] == "Letters"
    assert row["containers"] == "Box 3"
    assert row["citation"].startswith("Letter (National Archives Identifier 10); Letters; Coast")
    assert row["notes"] == ""


def test_csv_includes_every_title_and_no_formula() -> None:
    some = [held(number, title) for number, title in enumerate(TITLES, 100)]
    found = rows(*some)
    assert len(found) == len(TITLES)
    for row in found:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())
        assert "\u202e" not in "".join(row.values())
    titles = {row["naId"]: row["title"].removeprefix("'") for row in found}
    for number, title in enumerate(NASTY, 100):
        assert titles[str(number)].startswith(" ".join(title.split())[:200])


def test_printed_page_shows_titles_as_plain_text() -> None:
    some = [held(number, title) for number, title in enumerate(TITLES, 100)]
    page = Tables(written(PullFormatName.PRINT, *some))
    shown = {" ".join(one.split()) for one in page.names}
    assert {" ".join(title.split()) for title in NASTY} <= shown
    assert not {"script", "img", "b", "i", "a"} & set(page.tags)
    assert page.headings == ["Pull list", "National Archives at Boston"]
    assert page.tags.count("tr") == len(TITLES) + 1
    assert "\u202e" not in "".join(page.names)


def test_printed_page_is_accessible_and_avoids_breaks_in_rows() -> None:
    page = written(PullFormatName.PRINT, held(title=None))
    assert '<html lang="en">' in page
    assert page.count('<th scope="col"') == 4
    assert '<th scope="row"' in page
    assert "break-inside: avoid" in page
    assert "table-header-group" in page
    assert "Untitled item (NAID 10)" in page


def test_markdown_shows_titles_as_plain_text() -> None:
    some = [held(number, title) for number, title in enumerate(TITLES, 100)]
    markdown = written(PullFormatName.MARKDOWN, *some)
    shown = text_of(markdown)
    for title in NASTY:
        assert " ".join(title.split()) in shown
    tags = {token.type for token in GFM.parse(markdown)}
    assert tags <= {
        f"{kind}_{end}" for kind in ("heading", "paragraph") for end in ("open", "close")
    } | {"inline"}
    assert "boston@nara.gov" in markdown, "the address can be copied"
    assert shown.count("Notes: ") == len(TITLES)


def test_preview_is_escaped_and_short() -> None:
    blocks = list(pull_preview([held(boxes=("Box [1](https://example.org)",))]))
    assert blocks[0] == "### National Archives at Boston"
    assert "Box &#91;1&#93;" in blocks[-1]
    assert "Notes" not in blocks[-1]
    assert "Cite" not in blocks[-1].replace(JOINER, "")


def test_empty_pull_list_can_be_written() -> None:
    for form in PULL_FORMATS.values():
        assert isinstance(form.write(listed()), str)
