"""Tests of list answers: which requests get one, and one quoted line per matching record."""

import pytest

from narabot.answering import MAX_LIST_LINES, list_answer
from narabot.answering.extractive.reranking import RerankedDraft, RerankingFeatures
from narabot.answering.generative import LIST_ANSWER
from narabot.models import ENUMERATION, Quote, Response, Trace, Wording
from narabot.presentation.responses import answer_markdown
from narabot.understanding import plain_request
from narabot.understanding.expected_answer import asks_for_all
from tests.unit.test_reader_answers import passage


def draft(na_id: int, text: str, relevance: float = 0.5) -> RerankedDraft:
    """Return a draft that quotes this text from a record."""
    found = passage(na_id, text)
    name = Quote(na_id, f"{na_id}-0", 0, 0, "Logbooks")
    quote = Quote(na_id, f"{na_id}-0", 0, len(text), text)
    signs = RerankingFeatures(relevance, 0.0, 0.5, 0.0, 0.0, 0.0)
    return RerankedDraft(found, (name, quote), None, signs)


def test_each_answering_record_gets_a_line() -> None:
    made = [draft(1, "Ice closed the bay."), draft(2, "The lamp broke."), draft(3, "No.", -0.1)]
    answer = list_answer(made)
    assert answer is not None
    assert [one.text for one in answer.sentences] == ["Ice closed the bay.", "The lamp broke."]
    assert all(one.quotes[0].quote == one.text for one in answer.sentences)
    assert answer.is_enumeration
    assert answer.answerer == ENUMERATION
    assert not answer.is_by_model


def test_single_or_duplicate_line_is_not_a_list() -> None:
    assert list_answer([draft(1, "Ice closed the bay."), draft(2, "Ice closed the bay.")]) is None
    assert list_answer([draft(1, "Ice closed the bay."), draft(2, "No.", -0.5)]) is None
    assert list_answer([]) is None


def test_list_length_is_limited() -> None:
    answer = list_answer([draft(na_id, f"Storm {na_id}.") for na_id in range(20)])
    assert answer is not None
    assert len(answer.sentences) == MAX_LIST_LINES


@pytest.mark.parametrize(
    ("request_", "is_for_all"),
    [
        ("Which storms were there at all?", False),
        ("What did all the keepers write?", True),
        ("Name every ship that called.", True),
        ("After all, who kept the light?", False),
        ("First of all, who kept the light?", False),
        ("Who was the overall commander?", False),
        ("Was it known all over the coast?", False),
        ("Какие все суда заходили в порт?", True),
        ("Был ли он всё ещё смотрителем?", False),
        ("Что писал каждый смотритель?", True),
        ("Who kept the light?", False),
    ],
)
def test_request_for_everything_is_recognized(request_: str, is_for_all: bool) -> None:
    assert asks_for_all(request_) is is_for_all


def test_line_numbers_from_model_are_removed() -> None:
    reply = ["1. Ice closed", " the bay.\n2) The lamp broke.\n\n- A boat", " sank.\n(4) It rained."]
    wanted = ["Ice closed the bay.", "The lamp broke.", "A boat sank.", "It rained."]
    assert list(LIST_ANSWER.read(reply)) == wanted
    assert len(list(LIST_ANSWER.read(f"{n}. Storm.\n" for n in range(50)))) == MAX_LIST_LINES
    assert list(LIST_ANSWER.read(["1941 was a year of storms."])) == ["1941 was a year of storms."]


def test_list_lines_are_shown_with_numbers() -> None:
    made = [draft(1, "Ice closed the bay."), draft(2, "The lamp *broke*.")]
    request = plain_request(Wording("What did all keepers write?"))
    response = Response(
        query=request.query,
        asked=request.asked,
        request_class=request.request_class,
        passages=tuple(one.passage for one in made),
        answer=list_answer(made),
        trace=Trace("rules", "hybrid", ENUMERATION, {}),
    )
    text = "1. Ice closed the bay&#46;\n2. The lamp &#42;broke&#42;&#46;"
    assert answer_markdown(response) == text
