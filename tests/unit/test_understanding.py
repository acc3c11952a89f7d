"""Tests of parsing a request with the previous turn, filters, and the user's choice."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from narabot.dates import months_with_years
from narabot.embedding import Vectors
from narabot.models import (
    NO_CHOICE,
    NO_FILTERS,
    Answer,
    FilterChoice,
    Filters,
    LevelOfDescription,
    NamedRecord,
    RequestClass,
    Response,
    Trace,
    Wording,
    Years,
)
from narabot.understanding import ParsedRequest
from narabot.understanding.followup import FollowUp
from narabot.understanding.parsing import RequestClassifiers, parse_request, without_filter
from narabot.understanding.query_rewriting import subject_words
from narabot.understanding.request_class import Classifier


def unused(texts: Sequence[str]) -> Vectors:
    """Stand in for an embedding model, which the rules do not need."""
    return np.zeros((len(texts), 2), dtype=np.float32)


def understood(
    query: str, earlier: Response | None = None, choice: FilterChoice = NO_CHOICE
) -> ParsedRequest:
    """Return a request, parsed without a model."""
    return parse_request(query, RequestClassifiers(Classifier(unused)), earlier, choice)


def response(
    asked: str, kind: RequestClass, answer: Answer | None, filters: Filters = NO_FILTERS
) -> Response:
    """Return the response to an earlier turn."""
    trace = Trace("", "", "", {})
    return Response(
        query=asked,
        asked=asked,
        request_class=kind,
        passages=(),
        answer=answer,
        trace=trace,
        filters=filters,
    )


def listed(asked: str, filters: Filters = NO_FILTERS) -> Response:
    """Return the list that an earlier turn produced."""
    return response(asked, RequestClass.SHOW_RECORDS, None, filters)


def test_words_in_a_list_request_become_filters() -> None:
    request = understood("Show me letters about harbors from the 1840s")
    assert request.filters == Filters(years=Years(1840, 1849))
    assert request.wording.text == "Show me letters about harbors"
    assert request.searched_as is None  # the filter chip shows the rest


def test_request_with_only_filters_is_searched_unchanged() -> None:
    request = understood("1840s", choice=FilterChoice())
    assert request.wording.text == "1840s"


@pytest.mark.parametrize(
    "order",
    [
        "Show me maps",
        "Show photographs from the 1930s",
        "Show me records in record group 79",
        "List the letters that are online",
    ],
)
def test_self_contained_request_starts_a_new_list(order: str) -> None:
    assert understood(order, listed("Show me letters about harbors")).asked == order


def test_removed_filter_stays_removed_in_follow_ups() -> None:
    earlier = replace(listed("Show me letters from the 1840s"), removed=frozenset({"years"}))
    request = understood("only those online", earlier)
    assert request.filters == Filters(is_online=True)
    assert request.wording.text == "Show me letters"
    set_again = understood("only those from 1845", earlier)
    assert set_again.filters == Filters(years=Years(1845, 1845))


@pytest.mark.parametrize(
    ("narrowing", "filters"),
    [
        ("only those online", Filters(is_online=True)),
        ("Now just the ones from 1845, please", Filters(years=Years(1845, 1845))),
        ("and the series?", Filters(levels=(LevelOfDescription.SERIES,))),
        ("только онлайн", Filters(is_online=True)),
    ],
)
def test_follow_up_narrows_the_list(narrowing: str, filters: Filters) -> None:
    request = understood(narrowing, listed("Show me letters about harbors"))
    assert request.request_class is RequestClass.SHOW_RECORDS
    assert request.asked == "Show me letters about harbors"
    assert request.wording.text == "Show me letters about harbors"
    assert request.filters == filters


def test_narrowed_list_can_be_narrowed_further() -> None:
    earlier = listed("Show me letters", Filters(years=Years(1840, 1849)))
    request = understood("only those online", earlier)
    assert request.filters == Filters(years=Years(1840, 1849), is_online=True)


def test_follow_up_does_not_narrow_an_answer() -> None:
    answered = response("Who?", RequestClass.QUESTION, Answer((), 0.0, ""))
    assert understood("only those online", answered).asked != "Who?"


def test_chosen_filters_override_filters_in_the_request() -> None:
    choice = FilterChoice(Filters(years=Years(1900, 1901), record_group=26))
    request = understood("Show me letters from the 1840s that are online", choice=choice)
    assert request.filters == Filters(years=Years(1900, 1901), record_group=26, is_online=True)


def test_removed_filter_is_ignored_regardless_of_its_source() -> None:
    removed = FilterChoice(removed=frozenset({"years"}))
    request = understood("Show me letters from the 1840s", choice=removed)
    assert (request.filters, request.wording.text) == (NO_FILTERS, "Show me letters")
    earlier = listed("Show me letters", Filters(years=Years(1840, 1849)))
    assert understood("only those online", earlier, removed).filters == Filters(is_online=True)


@pytest.mark.parametrize("field", ["years", "levels", "is_online"])
def test_without_filter_equals_parsing_with_the_filter_removed(field: str) -> None:
    query = "List the file units about harbors from the 1840s that are not online"
    removed = understood(query, choice=FilterChoice(removed=frozenset({field})))
    assert without_filter(understood(query), field) == removed
    assert field not in removed.filters.in_force


def test_follow_up_words_narrow_the_list_and_keep_filters() -> None:
    earlier = listed("Show me letters about harbors", Filters(years=Years(1840, 1849)))
    request = understood("only telegrams", earlier)
    assert request.asked == "Show me letters about harbors telegrams"
    assert request.filters == Filters(years=Years(1840, 1849))


def test_question_after_a_list_is_a_question() -> None:
    request = understood("and who created them?", listed("Show me letters about harbors"))
    assert request.request_class is RequestClass.QUESTION


def test_subject_words_exclude_filters() -> None:
    request = understood("List the file units about harbors from the 1840s")
    assert subject_words(request.matter) == ("harbors",)


@pytest.mark.parametrize(
    ("order", "names", "words"),
    [
        ("Show the records in Ship Logs of the Navy", ("Ship Logs of the Navy",), ()),
        ("Show the records in ship  logs", ("Ship Logs",), ()),
        (
            "Show the records by or about Lincoln, Abraham, 1809-1865",
            ("Lincoln, Abraham, 1809-1865",),
            (),
        ),
        ("Show me letters in Ship Logs", ("Ship Logs",), ("letters",)),
        ("Show me logs", ("Ship Logs",), ("logs",)),
        ("Show me records", (), ()),
    ],
)
def test_filter_name_is_not_a_subject_word(
    order: str, names: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert subject_words(Wording(order), names) == words


def test_request_with_loose_terms_has_no_subject_words() -> None:
    assert subject_words(Wording("Show me letters", loose=("karamanli",))) is None


def test_request_reports_its_kind_of_follow_up() -> None:
    before = listed("Show me letters about harbors")
    assert understood("only online", before).follow_up is FollowUp.NARROWS
    assert understood("Who wrote them?", before).follow_up is FollowUp.DEPENDS
    assert understood("Who was Dorothea Lange?", before).follow_up is None
    assert understood("Who wrote them?").follow_up is None


def test_russian_request_yields_english_labels_and_names() -> None:
    request = understood("В какой коробке письмо Моргентау?")
    assert "Container" in request.question.labels
    assert request.name_tokens.words[-1].word == "morgenta"


@pytest.mark.parametrize(
    ("query", "number"),
    [("5605346", 5605346), ("Show me record 99", 99), ("record group 79", None), ("79 maps", None)],
)
def test_record_number_request_is_recognized(query: str, number: int | None) -> None:
    assert understood(query).record_number == number


def test_request_reports_the_positions_of_its_filters() -> None:
    request = understood("Show me letters about harbors from the 1840s")
    (years,) = request.found_filters
    assert request.query[years.start : years.end] == "from the 1840s"
    assert without_filter(request, "years").found_filters == ()


def test_narrowing_request_reports_positions_of_its_filters() -> None:
    request = understood("only online", listed("Show me letters from the 1840s"))
    (online,) = request.found_filters
    assert (online.field, request.query[online.start : online.end]) == ("is_online", "only online")


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("letters of 23 June: which are of 1841", ["June 23, 1841"]),
        ("letters of 23 June in 1841 or 1842", []),
        ("letters of 1841", []),
        ("letters of June 1841 and July 1842", ["June 1841", "July 1842"]),
    ],
)
def test_single_year_applies_to_all_dates(text: str, dates: list[str]) -> None:
    assert [str(one.date) for one in months_with_years(text)] == dates


@pytest.mark.parametrize(
    "request_",
    [
        "Which series name the crews of whalers?",
        "What records list pensioners",
        "Which Navy personnel records cover 1918?",
        "In which series would I find crew lists?",
        "В каких сериях есть имена моряков?",
        "Какие документы рассказывают о школах?",
    ],
)
def test_question_about_which_records_is_broad(request_: str) -> None:
    assert understood(request_).is_broad


@pytest.mark.parametrize(
    "request_",
    [
        "Which series was created by the Coast Guard?",
        "What series is the film in?",
        "Under which file number does the speech stand?",
        "Which file number has the speech?",
        "What record group is it in?",
        "Who kept the records of the school?",
        "Какое число стоит в деле?",
    ],
)
def test_question_about_a_fact_in_records_is_not_broad(request_: str) -> None:
    assert not understood(request_).is_broad


def test_follow_up_on_a_record_page_refers_to_that_record() -> None:
    choice = FilterChoice(Filters(ancestor=NamedRecord(7, "Ship Plans")))
    parsed = understood("Who created them?", listed("Show me flags"), choice)
    assert parsed.asked == "Who created them: Ship Plans?"
    assert parsed.filters.ancestor == NamedRecord(7, "Ship Plans")
    assert (
        understood("Only online ones", listed("Show me flags"), choice).follow_up
        is not FollowUp.NARROWS
    )
