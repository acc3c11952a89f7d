"""Tests of displaying a phrase: its class, its statements, and sentences that mention it."""

from collections.abc import Iterable
from html import unescape

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from narabot.knowledge.classes import classes
from narabot.models import LevelOfDescription, PathRecord, RecordType
from narabot.models.knowledge import NamingRecord, PhraseSummary, StatedRelation
from narabot.presentation.markdown import link_names
from narabot.presentation.phrases import (
    CLASSES,
    MAX_SENTENCE_LENGTH,
    RELATIONS,
    class_label,
    evidence_lines,
    highlighted_sentence,
    names_in_title,
    naming_lines,
    phrase_name,
    relation_lines,
    sentence_bounds,
)

RECORD = PathRecord(
    na_id=7,
    record_type=RecordType.DESCRIPTION,
    type=LevelOfDescription.SERIES,
    name="Letters",
    start_date="1901",
    end_date="1902",
    source="https://catalog.archives.gov/id/7",
)
VANE = PhraseSummary("a" * 16, "Vane, Ruth", "PERSON", 8, 3, 2)
DAY = PhraseSummary("b" * 16, "1901-05-04", "DATE", None, 1, 1)


def read(lines: Iterable[str]) -> list[str]:
    """Return Markdown lines with their escapes removed."""
    return [unescape(line) for line in lines]


def stated(relation: str, other: PhraseSummary, *, is_subject: bool = True) -> StatedRelation:
    """Return a relation that a record states."""
    return StatedRelation(relation, is_subject, other, 2, RECORD, "Ruth *Vane*, 1901")


def test_labels_cover_all_classes_and_only_defined_relations() -> None:
    assert set(CLASSES) == classes().all_entities
    assert set(RELATIONS) <= set(classes().all_relations)
    assert class_label("PERSON") == "Person"


def test_day_phrase_is_shown_as_a_readable_date() -> None:
    assert phrase_name(DAY) == "May 4, 1901"


def test_statements_are_grouped_by_relation() -> None:
    other = PhraseSummary("c" * 16, "Board", "ORGANIZATION", None, 1, 1)
    lines = read(
        relation_lines(
            [stated("SENT_TO", other), stated("SENT_TO", VANE), stated("DATE_OF_BIRTH", DAY)]
        )
    )
    assert lines == [
        f"**Wrote to:** [Board](?phrase={'c' * 16}) · [Vane, Ruth](?phrase={'a' * 16})",
        f"**Born:** [May 4, 1901](?phrase={'b' * 16})",
    ]


def test_relation_label_depends_on_direction_with_a_fallback() -> None:
    [line] = relation_lines([stated("SENT_TO", VANE, is_subject=False)])
    assert line.startswith("**Received letters from:**")
    [line] = relation_lines([stated("HAS_CAUSE", VANE)])
    assert line.startswith("**Has cause:**")


def test_evidence_text_is_escaped() -> None:
    [line] = evidence_lines([stated("SENT_TO", VANE)])
    assert "&#42;Vane&#42;" in line
    [line] = read([line])
    assert "[Letters](?naId=7) (stated 2 times)" in line


TEXT = "Title: Letters\nScope and content: They left. Ruth Vane came, and Vane wrote. All ends."


def test_sentence_is_shown_with_the_name_highlighted() -> None:
    first = TEXT.index("Ruth Vane")
    second = TEXT.index("Vane wrote")
    shown = highlighted_sentence(TEXT, [(first, first + 9), (second, second + 4)])
    assert unescape(shown) == (
        ":yellow-background[**Ruth Vane**] came, and :yellow-background[**Vane**] wrote."
    )
    assert unescape(naming_lines(NamingRecord(RECORD, TEXT, ((first, first + 9),)))).startswith(
        "**[Letters](?naId=7)** — Series · 1901 – 1902"
    )


def test_periods_in_a_heading_do_not_end_the_sentence() -> None:
    heading = "Department of Harbors. Lighthouse Board. 10/9/1852-1910"
    text = f"Title: Letters\nCreated by: {heading} (Most Recent)\nDates: 1901"
    start = text.index("Department")
    first, last = sentence_bounds(text, start, start + len("Department of Harbors"))
    assert text[first:last] == f"Created by: {heading} (Most Recent)"


def test_long_sentence_is_cut_around_the_name() -> None:
    text = "word " * 400 + "Vane" + " word" * 400
    start = text.index("Vane")
    shown = unescape(highlighted_sentence(text, [(start, start + 4)]))
    assert shown.startswith("…") and shown.endswith("…")
    assert len(shown) < MAX_SENTENCE_LENGTH + 60


@examples(st.text(alphabet="aA .\n!", max_size=80), st.data())
def test_sentence_bounds_contain_the_span(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = sentence_bounds(text, start, end)
    assert 0 <= first <= start <= end <= last <= len(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ruth Vane wrote.", "[Ruth Vane](?phrase=1) wrote."),
        ("Ruth Vaness wrote.", "Ruth Vaness wrote."),
        ("To Vane.", "To [Vane](?phrase=2)."),
        ("*Vane*", "*[Vane](?phrase=2)*"),
        ("nobody", "nobody"),
    ],
)
def test_names_in_a_text_become_links(text: str, shown: str) -> None:
    names = {"Vane": "?phrase=2", "Ruth Vane": "?phrase=1"}
    assert unescape(link_names(text, names)) == shown
    assert "*" not in link_names(text, names)


def test_whole_names_in_a_title_are_linked_in_order() -> None:
    names = {"State": "?phrase=a", "Rio": "?phrase=b", "Vane": "?phrase=c"}
    line = names_in_title("Airgram from Rio to State Concerning Statements", names)
    assert line == "**Names in the title:** [Rio](?phrase=b) · [State](?phrase=a)"
    assert names_in_title("Statements", names) == ""
