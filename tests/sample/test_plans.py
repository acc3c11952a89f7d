"""Plans on the sample records: safe queries and correct values."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import pytest

from narabot.chat import Chat, Models, open_chat, respond
from narabot.errors import ComputationLimitError, InvalidQuestionError
from narabot.graph import Graph, load_query, open_graph
from narabot.models import (
    REFUSAL,
    ComputedSet,
    Connection,
    FilterChoice,
    Filters,
    Label,
    LevelOfDescription,
)
from narabot.models.catalog import FULL_TEXT_INDEX
from narabot.plans import sources
from narabot.plans.algebra import (
    Conditions,
    CreatedBy,
    CreatorRole,
    Descendants,
    Difference,
    Intersection,
    Records,
    RecordsById,
    RecordSet,
    Union,
)
from narabot.plans.evaluation import evaluate
from narabot.plans.plan_json import read_plan, to_json
from narabot.plans.recomputation import is_reproduced
from narabot.plans.sources import open_sets
from narabot.plans.values import (
    Common,
    Compare,
    Count,
    CountBy,
    DaysBetween,
    Facet,
    Field,
    FieldsOf,
    ListOf,
    Measure,
    Neighbor,
    Overview,
    Plan,
    Top,
    Total,
    WithFields,
)
from narabot.presentation.response_json import AskResponse
from narabot.reading import open_intent_parser
from narabot.settings import Settings
from tests.graphs import operators
from tests.payloads import PAYLOADS

ENDED = ("plan_level", "plan_words", "plan_given", "plan_below", "plan_made_by")
"""Names of the queries that `facts_of_records` completes."""

VALUES: dict[str, Any] = {
    "recordGroup": None,
    "index": FULL_TEXT_INDEX,
    "words": "title:letters",
    "most": 10,
    "naIds": [1],
    "mentioned": False,
}
ROW = re.findall(r"AS (\w+)", load_query("narabot", "facts_of_records"))
"""Columns that `facts_of_records` returns."""

SURVEY_SERIES = 9_900_000_002


@pytest.fixture(scope="module")
def chat(api_settings: Settings, models: Models, sample_server: Connection) -> Iterator[Chat]:
    with open_graph(sample_server) as graph:
        yield open_chat(api_settings, replace(models, intents=open_intent_parser()), graph)


def statement(name: str) -> str:
    if name not in ENDED:
        return load_query("narabot", name)
    type_ = Label.SERIES if name == "plan_level" else None
    return load_query("narabot", name, type_) + load_query("narabot", "facts_of_records")


@pytest.mark.parametrize("name", [*ENDED, "titles_near", "plan_authorities", "plan_hits"])
def test_no_query_writes_or_scans_all_nodes(name: str, sample_graph: Graph) -> None:
    with sample_graph.session() as session:
        summary = session.run(f"EXPLAIN {statement(name)}", **VALUES).consume()
    assert summary.query_type == "r"
    found = set(operators(summary.plan))
    assert not found & {"AllNodesScan", "CartesianProduct"}, found


@dataclass(frozen=True)
class Explaining(Graph):
    """A graph that explains each query once instead of running it and returns fixed rows."""

    seen: dict[str, set[str]] = field(default_factory=dict)
    given: tuple[dict[str, Any], ...] = ()

    def read(self, query: Any, **parameters: Any) -> list[dict[str, Any]]:
        if query not in self.seen:
            with self.session() as session:
                summary = session.run(f"EXPLAIN {query}", **parameters).consume()
            assert summary.query_type == "r", query
            self.seen[query] = set(operators(summary.plan))
        return list(self.given)


LEAVES: tuple[RecordSet, ...] = (
    Records(Conditions(levels=(LevelOfDescription.SERIES,), record_group=26)),
    Records(Conditions(words=(("whale",),), is_online=False)),
    RecordsById((1, 2)),
    CreatedBy((1,), CreatorRole.PREDECESSOR, Conditions(levels=(LevelOfDescription.ITEM,))),
)
"""Record sets of each kind that has no operands."""


def deeper(sets: Sequence[RecordSet]) -> list[RecordSet]:
    """Return these sets and every set that is built from one or two of these sets."""
    pairs = [
        pair(one, two)
        for one, two in product(sets, sets)
        for pair in (Intersection, Union, Difference)
    ]
    return [*sets, *map(Descendants, sets), *pairs]


def values_over(sets: Sequence[RecordSet]) -> Iterator[Plan]:
    """Yield plans of every kind for each set."""
    for one in sets:
        yield from (ListOf(one), Count(one), Count(one, Facet.SENDER), Total(one), Overview(one))
        yield from (CountBy(one, facet) for facet in Facet)
        yield from (Top(one, measure) for measure in Measure)
        yield from (DaysBetween(one), Neighbor(one), FieldsOf(one, tuple(Field)))
        yield from (Compare((one, one), Measure.RECORDS), Common((one, one)))
        yield WithFields(Top(one, Measure.DAYS), tuple(Field))


def test_record_sets_match_the_graph(sample_graph: Graph) -> None:
    read = open_sets(sample_graph).read
    folders = Conditions(levels=(LevelOfDescription.FILE_UNIT,))
    below = read(Descendants(RecordsById((SURVEY_SERIES,)), folders))
    assert [one.na_id for one in below] == [9_900_000_003, 9_900_000_004]
    assert [one.document_count for one in below] == [2, 2]
    assert read(Descendants(RecordsById((SURVEY_SERIES,)), folders)) is below
    [series] = read(RecordsById((SURVEY_SERIES,)))
    makers = {one.role: one.na_id for one in series.creators}
    assert read(CreatedBy((makers["Most Recent"],))) == (series,)
    titled = read(Records(Conditions(words=(("breakwater",),))))
    assert 9_900_000_004 in {one.na_id for one in titled}


def test_overly_large_set_is_rejected(sample_graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_RECORDS", 3)
    with pytest.raises(ComputationLimitError, match="more than 3 records"):
        open_sets(sample_graph).read(Records(Conditions(levels=(LevelOfDescription.ITEM,))))
    common = Conditions(words=(("records", "letters", "of", "inlet", "log"),), record_group=99999)
    with pytest.raises(ComputationLimitError, match="more than 3 records"):
        open_sets(sample_graph).read(Records(common))


@pytest.mark.parametrize("payload", [one.text for one in PAYLOADS][:40])
def test_hostile_text_is_searched_as_a_plain_word(payload: str, sample_graph: Graph) -> None:
    found = open_sets(sample_graph).read(Records(Conditions(words=((payload,),))))
    assert len(found) <= 1


def test_hostile_text_does_not_change_queries(
    sample_graph: Graph, sample_server: Connection
) -> None:
    graph = Explaining(sample_graph.driver, sample_server)
    known: set[str] = set()
    texts = [
        before + one.text for one in PAYLOADS for before in ("", "' OR 1=1 //", '"}) DELETE n')
    ]
    assert len(texts) >= 100
    for place, text in enumerate(["harmless", *texts]):
        said = Conditions((), None, ((text,),), (text,), text, text, text, (text,))
        plan = read_plan(to_json(ListOf(Difference(Descendants(Records(said)), Records(said)))))
        evaluate(plan, open_sets(graph))
        known = known or set(graph.seen)
        assert set(graph.seen) == known, (place, text)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "How many folders are in the Charts, Films, and Sound Recordings of the Inlet?",
            "2 file units in “Charts",
        ),
        (
            "Which folder comes after POL BRAZ 01/01/1967?",
            "“POL BRAZ 01/01/1969” (124 documents",
        ),
        (
            "Which has more documents, POL BRAZ 01/01/1967 or POL BRAZ 01/01/1969, by how many?",
            "“POL BRAZ 01/01/1969”: 124 documents; “POL BRAZ 01/01/1967”: 57 documents;",
        ),
        ("Give me an overview of the Penrose Inlet Survey Office.", "Created by:"),
        (
            "Сколько папок в Charts, Films, and Sound Recordings of the Inlet?",
            "2 единицы хранения в «Charts",
        ),
    ],
)
def test_computed_value_is_stated_and_reproducible(question: str, said: str, chat: Chat) -> None:
    response = respond(chat, question)
    assert response.answer is not None
    assert response.answer.is_computed
    assert said in response.answer.text
    assert "loaded" in response.answer.text or response.records
    body = AskResponse.of(response).to_json()
    texts = response.quoted_texts
    for sentence in body["sentences"]:
        for quote in sentence["quotes"]:
            stored = texts[quote["chunkId"]]
            assert stored[quote["start"] : quote["end"]] == quote["quote"]
    computation = response.answer.computation
    assert computation is not None
    assert is_reproduced(chat.retriever.graph, computation.plan, computation.digest)
    assert not is_reproduced(chat.retriever.graph, computation.plan, "0" * 64)
    assert not is_reproduced(chat.retriever.graph, "{}", computation.digest)


def test_records_used_in_a_computation_can_be_listed(chat: Chat) -> None:
    answer = respond(chat, "How many folders are in the Inlet Survey Office's series?").answer
    assert answer is not None and answer.computation is not None
    [behind] = answer.computation.behind
    wanted = FilterChoice(Filters(computed=behind.records))
    listed = respond(chat, f"List {behind.records.name}", wanted)
    assert listed.answer is None
    assert listed.listing is not None and listed.listing.is_complete
    assert len(listed.records) == behind.count > 0
    narrowed = respond(
        chat, "List them", FilterChoice(Filters(computed=behind.records, is_online=True))
    )
    assert len(narrowed.records) < behind.count


def test_invalid_plan_is_rejected(chat: Chat) -> None:
    choice = FilterChoice(Filters(computed=ComputedSet("MATCH (n) DETACH DELETE n")))
    with pytest.raises(InvalidQuestionError, match="Invalid plan"):
        respond(chat, "List them", choice)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("How many series did Quux Zyzzy Bureau create in 1913?", "No loaded record matches"),
        ("How many telegrams from Zanzibar to State are there?", "No loaded record matches"),
        ("Сколько телеграмм пришло из Zanzibar?", "Ни одна из"),
    ],
)
def test_refusal_explains_why_there_is_no_answer(question: str, why: str, chat: Chat) -> None:
    answer = respond(chat, question).answer
    assert answer is not None
    assert answer.text == REFUSAL
    assert why in answer.why


def test_question_about_a_missing_creator_is_refused(chat: Chat) -> None:
    response = respond(chat, "Who was the predecessor creator of the Evacuee Case Files?")
    assert response.answer is not None
    assert response.answer.text == REFUSAL


def test_question_about_record_content_is_not_computed(chat: Chat) -> None:
    response = respond(chat, "What do the Evacuee Case Files contain about births?")
    assert response.answer is not None
    assert not response.answer.is_computed


def test_computable_question_is_searched_when_computing_is_off(chat: Chat) -> None:
    question = "How many folders are in the Inlet Survey Office's series?"
    computed = respond(chat, question)
    assert computed.answer is not None
    assert computed.answer.is_computed
    found = respond(replace(chat, computes=False), question)
    assert found.answer is not None
    assert not found.answer.is_computed
    assert "retrieve" in found.trace.timings_ms


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "why"),
    [
        (
            "How many series did Quux Zyzzy Bureau create in 1913?",
            "the selected method only searches",
        ),
        ("Сколько телеграмм пришло из Zanzibar?", "не выбирая способ"),
        ("Who was the first mate of the brig Zyzzy?", ""),
    ],
)
def test_chosen_strategy_reports_that_it_does_not_compute(
    question: str, why: str, chat: Chat
) -> None:
    answer = respond(chat.using("words"), question).answer
    assert answer is not None
    assert why in answer.why
    assert bool(answer.why) == bool(why)
    wanted = respond(replace(chat, computes=False), question).answer
    assert wanted is not None
    assert not wanted.why


def test_follow_up_refers_to_the_records_of_a_computation(chat: Chat) -> None:
    first = respond(chat, "How many folders are in the Inlet Survey Office's series?")
    assert first.computed_set is not None
    narrowed = respond(chat, "Only those that are online", earlier=first)
    assert narrowed.answer is None or narrowed.answer.text != REFUSAL
    behind = respond(chat, "List those", earlier=first)
    whole = {one.na_id for one in behind.records}
    online = {one.na_id for one in narrowed.records}
    assert online and online < whole


def test_new_request_ignores_the_previous_computation(chat: Chat) -> None:
    first = respond(chat, "How many folders are in the Inlet Survey Office's series?")
    other = respond(chat, "Which folder comes after POL BRAZ 01/01/1967?", earlier=first)
    assert other.answer is not None
    assert "“POL BRAZ 01/01/1969”" in other.answer.text
