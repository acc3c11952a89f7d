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


def test_names_sharing_a_text_are_linked_and_namesakes_merged() -> None:
    names = name_graph(graph_of({"a": ["Vane", "Board"], "b": ["vane", "Quill"]}))
    assert names.neighbors["vane"] == {"board", "quill"}
    assert names.texts == {("board", "vane"): {"a"}, ("quill", "vane"): {"b"}}
    assert name_graph(LETTERS).own == {"quill": {"life"}}
    assert name_graph(LETTERS).of_classes({"CITY"}) == {"salem"}


def test_long_name_list_links_only_the_rarest_names() -> None:
    crowd = [f"Clerk {number}" for number in range(MOST_NAMES + 5)]
    names = name_graph(graph_of({"list": [*crowd, "Common"], "again": ["Common", "Vane"]}))
    assert len(names) == MOST_NAMES * (MOST_NAMES - 1) // 2 + 1
    assert names.neighbors["common"] == {"vane"}


def test_answer_must_be_near_a_start_name() -> None:
    """In MiniRAG's code, every node of an answer class counts as an answer, however far away."""
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
    assert scores == plain  # "alone" is three edges away, so it is not an answer


def test_only_chunks_with_a_similarity_are_found() -> None:
    found = ranked_chunks(name_graph(LETTERS), {"vane": 1.0}, frozenset(), MEASURED[2:])
    assert {one.chunk_id for one in found} == {"life", "letter"}


def test_chunk_with_only_one_name_is_found() -> None:
    """If only paths with edges counted, a text with a single name would never be found."""
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
def test_answer_classes_follow_from_the_question(question: str, wanted: set[str]) -> None:
    assert answer_classes(question) == wanted


def test_where_question_accepts_any_place_class() -> None:
    assert answer_classes("Where was the treaty signed?") >= {"CITY", "COUNTRY", "LOCATION"}
