"""Tests of the lists that show how a request led to its evidence."""

import re
from dataclasses import replace

import pytest

from narabot.chat.tracing import Recorder
from narabot.models import (
    Answer,
    Attempt,
    CallOutcome,
    Computation,
    Escalation,
    EvidencePath,
    ModelCall,
    PathEdge,
    PathNode,
    Quote,
    RouterStep,
    Sentence,
)
from narabot.presentation.provenance import trace_lines
from narabot.presentation.search_route import (
    MAX_PATHS,
    calls_table,
    path_list,
    path_lists,
    plan_text,
    route_list,
)
from narabot.presentation.strings import set_page_language
from tests.further_payloads import ALL_PAYLOADS
from tests.unit.test_rendering_tracing import TRACE, traced

STEP = RouterStep(
    1,
    "rules",
    "relation",
    "cypher_traverse",
    (("relation", 0.754), ("simple", 0.2), ("global", 0.001)),
    ("connected", "with"),
)
FIRST = Attempt("vector_search", "How is A connected with B?", 7, 1.25, 1234.4, "0a1b")
SECOND = Attempt("cypher_traverse", "A, B", 1, 3.5, 9.0, "2c3d", is_kept=True)
ESCALATION = Escalation("vector_search", "cypher_traverse", "Too little of it answers.", "A, B")
PATH = EvidencePath(
    (
        PathNode("Ada Marsh", "PERSON", phrase_id="0123456789abcdef"),
        PathNode("Harbor Board", "ORGANIZATION"),
        PathNode("Harbor ledgers", "series", na_id=3),
    ),
    (
        PathEdge("MEMBER_OF", Quote(5, "5-0", 0, 30, "Ada Marsh sat on the Harbor Board")),
        PathEdge("creator"),
    ),
)
ROUTED = replace(TRACE, router=STEP, attempts=(FIRST, SECOND), escalations=(ESCALATION,))


def seen(markdown: str) -> str:
    """Return Markdown approximately as it is displayed."""
    plain = re.sub(r"&#(\d+);", lambda sign: chr(int(sign[1])), markdown)
    return plain.replace("\u2060", "")


def test_trace_without_route_or_paths_renders_nothing() -> None:
    assert route_list(TRACE) == ""
    assert path_lists(TRACE) == []
    assert not any(calls_table(TRACE).values())
    assert plan_text(traced()) == ""


def test_route_lists_decision_attempts_and_escalations_in_order() -> None:
    assert seen(route_list(ROUTED)).split("\n") == [
        "1. **Request type: relation**  ",
        "   :small[75% likely · classified by rules · based on the words “connected”, “with” · or "
        "simple, 20% · method: Related names]",
        "2. **Names in the request**: “How is A connected with B?”  ",
        "   :small[7 records · relevance 1.2 out of 5 · 1,234 ms]",
        "3. Next method: Related names  ",
        "   :small[the results do not support an answer well · reworded as “A, B”]",
        "4. **Related names**: “A, B”  ",
        "   :small[one record · relevance 3.5 out of 5 · 9 ms · used for the answer]",
    ]


def test_missing_values_are_omitted_and_unknown_names_shown_verbatim() -> None:
    step = RouterStep(4, "dice", "riddle", "hybrid")
    assert seen(route_list(replace(TRACE, router=step))).split("\n") == [
        "1. **Request type: riddle**  ",
        "   :small[dice · method: Hybrid search]",
    ]


def test_path_lists_nodes_relations_and_quotations() -> None:
    assert seen(path_list(PATH)).split("\n") == [
        "1. **[Ada Marsh](?phrase=0123456789abcdef)** · Person  ",
        "   :small[*Member of* · “Ada Marsh sat on the Harbor Board” ([record 5](?naId=5))]",
        "2. **Harbor Board** · Organization or office  ",
        "   :small[*Created*]",
        "3. **[Harbor ledgers](?naId=3)** · Series",
    ]


@pytest.mark.parametrize(
    ("edge", "words"),
    [
        (PathEdge("MEMBER_OF", is_reversed=True), "Members"),
        (PathEdge("OWNER_OF"), "Owner of"),
        (PathEdge("OWNER_OF", is_reversed=True), "(owner of)"),
        (PathEdge("creator", is_reversed=True), "Created by"),
        (PathEdge("subject"), "Subject of"),
        (PathEdge("broaderTerm", is_reversed=True), "Broader terms"),
        (PathEdge("broaderTerm"), "(broader terms)"),
        (PathEdge("Includes"), "Includes"),
        (PathEdge("Includes", is_reversed=True), "Part of"),
        (PathEdge("MENTIONED_IN"), "Mentioned in"),
        (PathEdge("MEANS", is_reversed=True), "Referred to as"),
        (PathEdge("Next"), "Next"),
    ],
)
def test_relation_label_depends_on_its_direction(edge: PathEdge, words: str) -> None:
    path = EvidencePath((PathNode("A", "PERSON"), PathNode("B", "person")), (edge,))
    assert f"*{words}*" in seen(path_list(path))


def test_number_of_displayed_paths_is_limited() -> None:
    assert len(path_lists(replace(TRACE, paths=(PATH,) * 9))) == MAX_PATHS


def test_path_requires_an_edge_between_consecutive_nodes() -> None:
    with pytest.raises(ValueError, match="do not form a path"):
        EvidencePath((PathNode("A", "PERSON"),), (PathEdge("creator"),))
    with pytest.raises(ValueError, match="do not form a path"):
        EvidencePath((), ())


NASTY = (
    "<script>alert(1)</script>",
    "![i](https://evil.example/x.png)",
    "[c](javascript:alert(1))",
    ":red[red] $x^2$ :material/home:",
    "\n\n# Heading\n- item",
    "a](data:x,y) | b | `c`",
    "\u202edeser",
    "]\n2. **forged**",
)
LIVE = re.compile(r"<[a-z]|\]\((?!\?naId=\d|\?phrase=)|!\[|:(?!small)[a-z]+\[|\u202e|(?m:^#)")


@pytest.mark.parametrize("text", [*NASTY, *(one.text for one in ALL_PAYLOADS)])
def test_untrusted_text_is_escaped(text: str) -> None:
    router = replace(STEP, method=text, query_type=text, suggested_tool=text, words_fired=(text,))
    attempt = replace(FIRST, strategy=text, wording=text)
    escalation = Escalation(text, text, text, text)
    node = PathNode(text, text, na_id=3, phrase_id=text)
    path = EvidencePath((node, node), (PathEdge(text, Quote(3, text, 0, 1, text)),))
    trace = replace(
        TRACE, router=router, attempts=(attempt,), escalations=(escalation,), paths=(path,)
    )
    drawn = [route_list(trace), *path_lists(trace)]
    assert [LIVE.findall(one) for one in drawn] == [[], []]
    assert [len(one.split("\n")) for one in drawn] == [6, 3]


def test_calls_table_leaves_unknown_values_blank() -> None:
    calls = (
        ModelCall("abc123", 1200, 8, 900.5, CallOutcome.ANSWERED),
        ModelCall("", None, None, 20.0, CallOutcome.TIMEOUT),
    )
    assert calls_table(replace(TRACE, calls=calls)) == {
        "Prompt": ["abc123", ""],
        "Input tokens": ["1,200", ""],
        "Output tokens": ["8", ""],
        "Milliseconds": ["900.5", "20.0"],
        "Outcome": ["answered", "timed out"],
    }


def test_computation_is_described_once() -> None:
    counted = Sentence("14.", (), Computation("{}", "Counted: ledgers.", "0"))
    answer = Answer((counted, counted), 1.0, "computed")
    assert "Computed: Counted: ledgers." in trace_lines(traced(answer=answer))


def test_route_is_displayed_in_russian() -> None:
    set_page_language(None, "ru")
    try:
        drawn = seen(route_list(ROUTED))
    finally:
        set_page_language(None)
    assert "Вид запроса: связь" in drawn
    assert "7 записей · соответствие 1.2 из 5" in drawn


def test_recorder_stores_which_attempt_is_kept() -> None:
    recorder = Recorder()
    for one in (FIRST, SECOND):
        recorder.record_attempt(one)
    recorder.set_attempts((replace(FIRST, is_kept=True), replace(SECOND, is_kept=False)))
    assert [one.is_kept for one in recorder.attempts] == [True, False]


def test_combined_and_special_relations_have_labels() -> None:
    nodes = (PathNode("A", "PERSON"), PathNode("B", "PERSON"))
    for relation, label in (
        ("LOCATED_IN, PART_OF", "Located in&#44; Part of"),
        ("thesis", "Mentioned together with"),
        ("episode", "Mentioned together with"),
    ):
        assert f"*{label}*" in path_list(EvidencePath(nodes, (PathEdge(relation),)))


def test_empty_attempt_is_not_marked_as_used() -> None:
    nothing = replace(SECOND, hits=0)
    assert "used for the answer" in route_list(ROUTED)
    assert "used for the answer" not in route_list(replace(ROUTED, attempts=(nothing,)))
