"""Tests of MiniRAG's name graph, and of the chunks on its paths."""

import pytest

from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.name_graph import MOST_NAMES, name_graph
from narabot.retrieval.strategies.minirag import ranked_chunks
from narabot.understanding.answer_classes import answer_classes
from tests.phrase_graphs import graph_of

LETTERS = graph_of(
    {
        "letter": ["Vane", "Board", "Quill"],
        "life": ["Quill", "Salem"],
        "far": ["Salem", "Alone"],
        "other": ["Nobody", "Else"],
    },
    about={"life": "Quill"},
    classes={"Board": "ORGANIZATION", "Salem": "CITY"},
)
MEASURED = [Hit(chunk_id, 1, 0.5) for chunk_id in ("other", "far", "life", "letter")]


def best(fitting: frozenset[str]) -> list[str]:
    """Return the chunks found from one name, best first."""
    return [
        one.chunk_id for one in ranked_chunks(name_graph(LETTERS), {"vane": 1.0}, fitting, MEASURED)
    ]


def test_names_of_one_text_have_an_edge_and_namesakes_are_one() -> None:
    names = name_graph(graph_of({"a": ["Vane", "Board"], "b": ["vane", "Quill"]}))
    assert names.neighbors["vane"] == {"board", "quill"}
    assert names.texts == {("board", "vane"): {"a"}, ("quill", "vane"): {"b"}}
    assert name_graph(LETTERS).own == {"quill": {"life"}}
    assert name_graph(LETTERS).of_classes({"CITY"}) == {"salem"}


def test_a_list_of_very_many_names_relates_the_rarest() -> None:
    crowd = [f"Clerk {number}" for number in range(MOST_NAMES + 5)]
    names = name_graph(graph_of({"list": [*crowd, "Common"], "again": ["Common", "Vane"]}))
    assert len(names) == MOST_NAMES * (MOST_NAMES - 1) // 2 + 1
    assert names.neighbors["common"] == {"vane"}


def test_an_answer_is_a_name_of_its_class_near_to_a_start() -> None:
    """In MiniRAG's code, every node of the answer's class counts as an answer."""
    assert best(frozenset()) == ["letter", "life", "far"]
    assert "other" not in best(frozenset({"nobody"}))
    assert best(frozenset({"salem"}))[0] in {"letter", "life"}
    scores = {
        one.chunk_id: one.score
        for one in ranked_chunks(name_graph(LETTERS), {"vane": 1.0}, frozenset({"alone"}), MEASURED)
    }
    plain = {
        one.chunk_id: one.score
        for one in ranked_chunks(name_graph(LETTERS), {"vane": 1.0}, frozenset(), MEASURED)
    }
    assert scores == plain  # three relationships away, so not an answer


def test_only_what_was_measured_is_found() -> None:
    found = ranked_chunks(name_graph(LETTERS), {"vane": 1.0}, frozenset(), MEASURED[2:])
    assert {one.chunk_id for one in found} == {"life", "letter"}


def test_a_name_that_stands_alone_is_found_where_it_stands() -> None:
    """If only paths counted, a text with a single name would be on none."""
    graph = graph_of({"alone": ["Vane"], "other": ["Quill", "Board"]})
    found = ranked_chunks(name_graph(graph), {"vane": 0.5}, frozenset(), [Hit("alone", 1, 0.1)])
    assert found == [Hit("alone", 1, 0.5)]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Who wrote the letter?", {"PERSON"}),
        ("Which city was the consulate in?", {"CITY"}),
        ("Which search party was sent out?", {"ORGANIZATION"}),
        ("When was it sent?", set()),
        ("What is a widget?", set()),
    ],
)
def test_what_is_asked_for_tells_the_classes_of_an_answer(question: str, wanted: set[str]) -> None:
    assert answer_classes(question) == wanted


def test_where_asks_for_any_place() -> None:
    assert answer_classes("Where was the treaty signed?") >= {"CITY", "COUNTRY", "LOCATION"}
