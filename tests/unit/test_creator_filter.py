"""Tests of the creator filter that a name sets, and of names in page text."""

from dataclasses import replace

import pytest

from narabot.chat.request_names import creator_filter
from narabot.models import (
    NO_FILTERS,
    AuthorityType,
    Filters,
    NamedAuthority,
    NamedRecord,
    RequestClass,
)
from narabot.presentation.records import authority_text, names_heading

LIST = RequestClass.SHOW_RECORDS
REQUEST = "Show letters by the Harbor Board about Mary Smith"


def named(
    na_id: int,
    matched: str,
    by: int = 1,
    about: int = 0,
    type_: AuthorityType = AuthorityType.ORGANIZATION,
) -> NamedAuthority:
    """Return an authority that the request names."""
    heading, source = f"{matched}, {na_id}", f"https://catalog.archives.gov/id/{na_id}"
    return NamedAuthority(na_id, type_, heading, source, matched, REQUEST.index(matched), by, about)


BOARD = named(1, "Harbor Board")
LATER_BOARD = named(2, "Harbor Board")
SMITH = named(3, "Mary Smith", by=2, about=1, type_=AuthorityType.PERSON)


def test_list_by_a_creator_gets_a_creator_filter() -> None:
    filters = creator_filter(REQUEST, LIST, ((BOARD,), (SMITH,)))
    assert filters == Filters(creator=NamedRecord(1, "Harbor Board, 1"))


def test_organizations_with_the_same_name_share_a_filter() -> None:
    filters = creator_filter(REQUEST, LIST, ((BOARD, LATER_BOARD),))
    assert filters == Filters(creator=NamedRecord(1, "Harbor Board", (2,)))


def test_unclear_creator_or_question_sets_no_filter() -> None:
    person = named(4, "Harbor Board", type_=AuthorityType.PERSON)
    assert creator_filter(REQUEST, LIST, ((BOARD, person),)) == NO_FILTERS
    assert creator_filter(REQUEST, LIST, ((SMITH,),)) == NO_FILTERS
    assert creator_filter(REQUEST, LIST, ((named(1, "Harbor Board", by=0),),)) == NO_FILTERS
    assert creator_filter(REQUEST, RequestClass.QUESTION, ((BOARD,),)) == NO_FILTERS


@pytest.mark.parametrize(
    ("before", "is_maker"),
    [
        ("letters by", True),
        ("letters written by the", True),
        ("photographs taken by", True),
        ("ships sunk by the", False),
        ("camps visited by", False),
        ("a speech given by", False),
        ("letters about", False),
    ],
)
def test_only_words_for_creating_records_set_a_creator_filter(before: str, is_maker: bool) -> None:
    request = f"Show {before} Harbor Board"
    board = replace(BOARD, start=request.index("Harbor"))
    assert bool(creator_filter(request, LIST, ((board,),))) is is_maker


def test_names_are_described_in_page_text() -> None:
    assert names_heading((BOARD, LATER_BOARD)) == "Authority records that match “Harbor Board”"
    assert names_heading((SMITH,)) == "Authority record that matches “Mary Smith”"
    assert authority_text(SMITH) == (
        "Mary Smith, 3 (person): 2 records by and 1 record about this person, plus their contents"
    )
    assert authority_text(named(1, "Harbor Board", by=0)) == (
        "Harbor Board, 1 (organization): no records"
    )
