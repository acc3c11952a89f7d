"""The knowledge layer with a language model: calls, cached replies, and the effects of faults."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as law
from hypothesis import strategies as st
from typer.testing import CliRunner

from narabot.cli import knowledge
from narabot.graph import Graph
from narabot.knowledge import model_extraction
from narabot.knowledge.extractors.llm import ExtractionClient, ModelCounts
from narabot.knowledge.model_extraction import (
    MAX_CONSECUTIVE_FAILURES,
    extract_with_model,
    plan_extraction,
)
from narabot.llm import LanguageModel, open_language_model
from narabot.retrieval.phrases import phrase_page
from narabot.settings import Settings
from tests.chat_server import Reply, chat_server, refuse, silence
from tests.conftest import LAYER_SCHEMA, wipe
from tests.further_payloads import ALL_PAYLOADS
from tests.graphs import digest, nodes
from tests.ingesting import ingest, write_records
from tests.knowledge_layers import begin, build, layer, nodes_of_layer, remove
from tests.records import ancestor, raw_record

pytestmark = pytest.mark.layer

BORN = "{} was born in Holmhaven and wrote letter {}."
SIZES = {10: 8, 20: 3, 30: 1}
"""Number of items in each series."""


def made_settings(**values: object) -> Settings:
    """Return settings that ignore the environment file."""
    return Settings.model_validate({"_env_file": None, **values})


def item(na_id: int, series: int, name: str = "Otto Brand") -> dict[str, Any]:
    """Return an item that is in a series and states a person's place of birth."""
    return raw_record(
        f"Letter {na_id}",
        naId=na_id,
        levelOfDescription="item",
        ancestors=[ancestor(series, "series", 1)],
        scopeAndContentNote=BORN.format(name, na_id),
    )


def series(na_id: int) -> dict[str, Any]:
    return raw_record(f"Letters {na_id}", naId=na_id, levelOfDescription="series")


RAWS = [
    raw
    for na_id, size in SIZES.items()
    for raw in (series(na_id), *(item(na_id * 10 + at, na_id) for at in range(size)))
]
CHUNKS = len(RAWS)


def changed(one: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all records, with one replaced by its changed version."""
    return [one if one["naId"] == raw["naId"] else raw for raw in RAWS]


def load(graph: Graph, folder: Path, *raws: dict[str, Any]) -> None:
    """Load some records in place of the records loaded earlier."""
    ingest(graph, folder, write_records(folder / "rg_1-1.jsonl", *raws), batch=50)


@pytest.fixture
def loaded(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph of three series with their items."""
    load(graph, tmp_path, *RAWS)
    return graph


def perfect_reply(text: str) -> str:
    """Return a perfect model's reply to a text: the person and the place of birth."""
    found = re.search(r"(\w+ \w+) was born in (Holmhaven)", text)
    person, town = found.groups() if found else ("", "")
    entities = [
        {"entity_name": name, "entity_type": kind, "description": ""}
        for name, kind in ((person, "PERSON"), (town, "CITY"))
        if name
    ]
    relation = {
        "source_entity": person,
        "target_entity": town,
        "relation_type": "PLACE_OF_BIRTH",
        "description": "",
        "relationship_strength": 5,
    }
    return json.dumps({"entities": entities, "relations": [relation] if found else []})


class PerfectModel:
    """A language model that extracts exactly what each text says. `asked` lists the texts."""

    name = "perfect"
    max_input_tokens = 100_000

    def __init__(self, dies_after: int = 1_000) -> None:
        self.asked: list[str] = []
        self.dies_after = dies_after

    def count_tokens(self, prompt: str) -> int:
        return len(prompt.split())

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        if len(self.asked) == self.dies_after:
            raise KeyboardInterrupt
        self.asked.append(prompt.rpartition("Text:\n")[2])
        yield perfect_reply(self.asked[-1])


def built_with(
    graph: Graph,
    model: LanguageModel,
    share: float = 0.25,
    most_calls: int | None = None,
    within: list[int] | None = None,
) -> ModelCounts:
    """Build the knowledge layer with a model, and return the counts of the model's replies."""
    run = begin(graph, within)
    reader = ExtractionClient(model, made_settings(), most_calls=most_calls)
    extract_with_model(run, reader, plan_extraction(run, reader, share))
    build(graph, within)
    return reader.counts


def series_of(text: str) -> int:
    """Return the series that contains a text's record."""
    found = re.search(r"Letter (\d+)", text)
    return int(found.group(1)) // 10 if found else int(re.findall(r"Letters (\d+)", text)[0])


def births(graph: Graph) -> int:
    """Return the number of birthplace statements from the model."""
    [row] = graph.read(
        "MATCH (one:Statement {method: 'llm', class: 'PLACE_OF_BIRTH'}) RETURN count(one) AS n"
    )
    return int(row["n"])


def test_build_calls_no_model_by_default(loaded: Graph) -> None:
    build(loaded)
    assert births(loaded) == 0
    assert not loaded.read("MATCH (c:record) WHERE c.modelReplyBy IS NOT NULL RETURN c.naId AS n")


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_each_series_contributes_its_share_of_chunks(loaded: Graph, share: float) -> None:
    model = PerfectModel()
    counts = built_with(loaded, model, share)
    assert counts.calls == counts.read == len(model.asked) == math.ceil(share * CHUNKS)
    assert len(set(model.asked)) == len(model.asked)
    asked = Counter(map(series_of, model.asked))
    for na_id, size in SIZES.items():
        exact = share * (size + 1)
        assert math.floor(exact) <= asked[na_id] <= math.ceil(exact)
    assert births(loaded) == sum("was born" in text for text in model.asked)


def test_model_statements_quote_their_chunks(
    loaded: Graph,
) -> None:
    build(loaded)
    plain = layer(loaded)
    built_with(loaded, PerfectModel(), 1.0)
    rows = loaded.read(
        "MATCH (s:Statement {method: 'llm', kind: 'relation'})-[:STATED_IN]->(c:PassageNode) "
        "RETURN substring(c.text, s.start, s.end - s.start) AS said ORDER BY c.naId"
    )
    assert len(rows) == sum(SIZES.values())
    assert all("Otto Brand was born in Holmhaven" in row["said"] for row in rows)
    built_with(loaded, PerfectModel(), 0.0)
    assert layer(loaded) == plain


class FreeModel(PerfectModel):
    """A model that returns descriptions of names, and relations without a valid class."""

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        for reply in super().stream(prompt, max_new_tokens=max_new_tokens):
            free = reply.replace("PLACE_OF_BIRTH", "was a child of")
            yield free.replace('"description": ""', '"description": "born in Holmhaven"')


def test_phrase_page_omits_unclassified_relations_and_shows_descriptions(loaded: Graph) -> None:
    built_with(loaded, FreeModel(), 1.0)
    [row] = loaded.read("MATCH (p:PhraseNode {name: 'Otto Brand'}) RETURN p.phraseId AS phraseId")
    assert loaded.read("MATCH (s:Statement {kind: 'relation', method: 'llm'}) RETURN s.kind")
    page = phrase_page(loaded, row["phraseId"])
    assert page.relations == ()
    assert {one.text for one in page.described} == {"born in Holmhaven"}
    assert len(page.described) == page.phrase.records == sum(SIZES.values())


def test_no_chunk_is_sent_twice(loaded: Graph) -> None:
    built_with(loaded, PerfectModel(), 0.5)
    before = layer(loaded)
    counts = built_with(loaded, PerfectModel(), 0.5)
    assert (counts.calls, counts.unasked) == (0, 0)
    build(loaded)
    assert layer(loaded) == before
    assert built_with(loaded, PerfectModel(), 0.75).calls == math.ceil(0.75 * CHUNKS) - math.ceil(
        0.5 * CHUNKS
    )


@pytest.mark.parametrize("dies_after", [0, 1, 4])
def test_killed_build_resumes_where_it_stopped(loaded: Graph, dies_after: int) -> None:
    first, second = PerfectModel(dies_after), PerfectModel()
    with pytest.raises(KeyboardInterrupt):
        built_with(loaded, first, 0.5)
    counts = built_with(loaded, second, 0.5)
    assert counts.calls == math.ceil(0.5 * CHUNKS) - dies_after
    assert not set(first.asked) & set(second.asked)
    whatever = layer(loaded)
    remove(loaded)
    built_with(loaded, PerfectModel(), 0.5)
    assert layer(loaded) == whatever


@pytest.mark.parametrize("most_calls", [0, 1, 3, 50])
def test_call_budget_is_respected_and_next_run_continues(loaded: Graph, most_calls: int) -> None:
    wanted = math.ceil(0.5 * CHUNKS)
    counts = built_with(loaded, PerfectModel(), 0.5, most_calls)
    assert counts.calls == min(most_calls, wanted)
    assert counts.unasked == wanted - counts.calls
    assert built_with(loaded, PerfectModel(), 0.5).calls == wanted - counts.calls


def test_removal_leaves_the_catalog_unchanged(loaded: Graph) -> None:
    before = digest(loaded)
    built_with(loaded, PerfectModel(), 0.5)
    assert nodes_of_layer(loaded) > 0
    remove(loaded)
    assert nodes_of_layer(loaded) == 0
    assert digest(loaded) == before


def test_changed_text_discards_its_cached_reply(loaded: Graph, tmp_path: Path) -> None:
    built_with(loaded, PerfectModel(), 1.0)
    load(loaded, tmp_path, *changed(item(100, 10, "Ada Marsh")))
    [row] = loaded.read("MATCH (c:record {chunkId: '100-0'}) RETURN c.modelReply AS reply")
    assert row["reply"] is None
    model = PerfectModel()
    built_with(loaded, model, 1.0)
    assert ["Ada Marsh" in text for text in model.asked] == [True]
    assert births(loaded) == sum(SIZES.values())


def test_withdrawn_record_loses_its_cached_reply(loaded: Graph, tmp_path: Path) -> None:
    built_with(loaded, PerfectModel(), 1.0)
    path = write_records(tmp_path / "next" / "rg_1-1.jsonl", series(10), item(101, 10))
    ingest(loaded, tmp_path, path.parent, release="release-2")
    assert len(loaded.read("MATCH (c:record) WHERE c.modelReply IS NOT NULL RETURN c.naId")) == 2


def test_replies_from_another_model_are_kept_but_unused(loaded: Graph) -> None:
    other = PerfectModel()
    other.name = "other"
    built_with(loaded, PerfectModel(), 0.5)
    before = layer(loaded)
    built_with(loaded, other, 0.5, most_calls=0)
    assert births(loaded) == 0
    assert built_with(loaded, PerfectModel(), 0.5).calls == 0
    assert layer(loaded) == before


STEPS = ("load", "change", "withdraw", "build", "with model", "other share", "killed", "budget")


def take(graph: Graph, folder: Path, step: str, number: int) -> None:
    match step:
        case "load":
            load(graph, folder, *RAWS)
        case "change":
            load(graph, folder, *changed(item(201 + number % 2, 20, f"Ada Marsh{number}")))
        case "withdraw":
            kept = [raw for raw in RAWS if raw["naId"] != 100 + number]
            path = write_records(folder / f"r{number}" / "rg_1-1.jsonl", *kept)
            ingest(graph, folder, path.parent, release=f"release-{number:02}", batch=50)
        case "build":
            build(graph)
        case "with model":
            built_with(graph, PerfectModel())
        case "other share":
            built_with(graph, PerfectModel(), 0.6, within=[10] if number % 2 else None)
        case "killed":
            with suppress(KeyboardInterrupt):
                built_with(graph, PerfectModel(dies_after=number % 3), 0.5)
        case _:
            built_with(graph, PerfectModel(), 0.5, most_calls=number)


@law(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=5))
def test_layer_depends_only_on_texts_and_model(
    steps: list[str], graph: Graph, tmp_path_factory: pytest.TempPathFactory
) -> None:
    wipe(graph, LAYER_SCHEMA)
    folder = tmp_path_factory.mktemp("steps")
    load(graph, folder, *RAWS)
    for number, step in enumerate(steps):
        take(graph, folder, step, number)
    built_with(graph, PerfectModel())
    whatever = layer(graph)
    remove(graph)
    assert nodes_of_layer(graph) == 0
    built_with(graph, PerfectModel())
    assert layer(graph) == whatever


# Server faults


def sending(text: Callable[[str], str]) -> Callable[[Reply], None]:
    """Return a script that applies a function to a perfect reply and sends the result."""

    def script(reply: Reply) -> None:
        reply.begin()
        reply.send_piece(text(perfect_reply("Otto Brand was born in Holmhaven")))
        reply.complete()

    return script


def broken_off(reply: Reply) -> None:
    """Send a complete reply but no end event."""
    reply.begin()
    reply.send_piece(perfect_reply("Otto Brand was born in Holmhaven"))


REFUSING = {
    "429": refuse(429, "Too many requests"),
    "500": refuse(500, "Oops"),
    "401": refuse(401, "Who are you?"),
    "silent": silence,
    "broken off": broken_off,
}
MALFORMED = {
    "truncated": sending(lambda reply: reply[:-5]),
    "talk before": sending(lambda reply: f"Here you are: {reply}"),
    "empty": sending(lambda _: ""),
    "thought without an end": sending(lambda _: "<think>Otto"),
    "refusal": sending(lambda _: "I cannot help with that."),
    "other keys": sending(lambda _: '{"cypher": "MATCH (n) DETACH DELETE n"}'),
    "wrong types": sending(lambda _: '{"entities": 7, "relations": []}'),
}
UNTRUE = {
    "invented names": sending(lambda reply: reply.replace("Otto", "Olga")),
    "no class": sending(lambda reply: reply.replace("PERSON", "DRAGON").replace("CITY", "DRAGON")),
}


@contextmanager
def server_model(script: Callable[[Reply], None]) -> Iterator[tuple[LanguageModel, list[Any]]]:
    """Yield a server's model and the requests that the server receives.

    Only the silent server has a short time to reply.
    """
    with chat_server(script) as server:
        told = made_settings(
            llm_provider="openai-compatible",
            llm_base_url=server.url,
            llm_model="m",
            llm_timeout_s=0.2 if script is silence else 60,
        )
        model = open_language_model(told, retries=0).model
        assert model is not None
        yield model, server.requests


@pytest.fixture
def plain(loaded: Graph) -> list[object]:
    """Return the knowledge layer that is built without a model."""
    build(loaded)
    return layer(loaded)


WANTED = math.ceil(0.5 * CHUNKS)


@pytest.mark.parametrize("name", REFUSING)
def test_failing_server_leaves_the_plain_layer(
    loaded: Graph, plain: list[object], name: str
) -> None:
    with server_model(REFUSING[name]) as (model, requests):
        counts = built_with(loaded, model, 0.5)
    assert layer(loaded) == plain
    assert counts.calls == counts.failed == len(requests) == MAX_CONSECUTIVE_FAILURES
    assert counts.unasked == WANTED - MAX_CONSECUTIVE_FAILURES
    assert built_with(loaded, PerfectModel(), 0.5).calls == WANTED


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_replies_leave_the_plain_layer(
    loaded: Graph, plain: list[object], name: str
) -> None:
    with server_model(MALFORMED[name]) as (model, requests):
        counts = built_with(loaded, model, 0.5, most_calls=WANTED)
        assert len(requests) == counts.calls == WANTED
        again = built_with(loaded, model, 0.5)
    assert layer(loaded) == plain
    assert (counts.malformed, counts.retries) == (math.ceil(WANTED / 2), WANTED // 2)
    assert again.malformed == counts.unasked == WANTED - counts.malformed


@pytest.mark.parametrize("name", UNTRUE)
def test_untrue_replies_are_dropped_and_counted(
    loaded: Graph, plain: list[object], name: str
) -> None:
    with server_model(UNTRUE[name]) as (model, requests):
        counts = built_with(loaded, model, 0.5)
    assert births(loaded) == 0
    assert counts.read == counts.calls == len(requests) == WANTED
    assert counts.dropped.not_found + counts.dropped.unknown_classes >= WANTED
    if name == "no class":
        assert layer(loaded) == plain


def test_unreachable_server_leaves_the_plain_layer(loaded: Graph, plain: list[object]) -> None:
    with server_model(silence) as (model, _):
        pass
    counts = built_with(loaded, model, 0.5)
    assert layer(loaded) == plain
    assert (counts.failed, counts.unasked) == (
        MAX_CONSECUTIVE_FAILURES,
        WANTED - MAX_CONSECUTIVE_FAILURES,
    )


def test_perfect_server_is_called_once_per_chunk(loaded: Graph) -> None:
    with server_model(sending(str)) as (model, requests):
        counts = built_with(loaded, model, 0.5)
    assert counts.read == len(requests) == WANTED
    assert births(loaded) >= WANTED - len(SIZES)


def test_text_changed_during_a_call_gets_no_reply(
    loaded: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def outdated(*args: Any) -> Iterator[Any]:
        for chunk in chunks_of(*args):
            yield type(chunk)(chunk.chunk_id, f"{chunk.text} And more.")

    chunks_of = model_extraction.chunks_of
    monkeypatch.setattr(model_extraction, "chunks_of", outdated)
    built_with(loaded, PerfectModel(), 0.5)
    assert births(loaded) == 0


# Injected orders


class ObedientModel(PerfectModel):
    """A model that obeys the order in a text and returns names and statements with its words."""

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        text = prompt.rpartition("Text:\n")[2]
        found = re.search(r"Letter (\d+)", text)
        payload = ALL_PAYLOADS[int(found.group(1)) - 1000] if found else ALL_PAYLOADS[0]
        names = ["Otto Brand", "Holmhaven", payload.text, payload.obeyed, "'}) DETACH DELETE n //"]
        yield json.dumps(
            {
                "entities": [
                    {"entity_name": one, "entity_type": "PERSON", "description": payload.obeyed}
                    for one in names
                ],
                "relations": [
                    {
                        "source_entity": one,
                        "target_entity": "Otto Brand",
                        "relation_type": payload.obeyed,
                        "description": payload.obeyed,
                        "relationship_strength": 5,
                    }
                    for one in names[1:]
                ],
            }
        )


def test_injected_orders_stay_out_of_the_layer(graph: Graph, tmp_path: Path) -> None:
    said = BORN.format("Otto Brand", 1)
    raws = [
        item(1000 + at, 10) | {"scopeAndContentNote": f"{said}\n{payload.text}"}
        for at, payload in enumerate(ALL_PAYLOADS)
    ]
    load(graph, tmp_path, series(10), *raws)
    texts = {chunk_id: told.get("text") for chunk_id, (_, told) in nodes(graph).items()}
    counts = built_with(graph, ObedientModel(), 1.0)
    assert counts.read + counts.malformed == len(texts) > len(ALL_PAYLOADS)
    assert counts.malformed == 1  # a code fence inside a name makes the JSON invalid
    after = {chunk_id: told.get("text") for chunk_id, (_, told) in nodes(graph).items()}
    assert after == texts
    stated = graph.read(
        "MATCH (s:Statement {method: 'llm'})-[:STATED_IN]->(c:PassageNode) "
        "RETURN s.text AS text, s.class AS class, "
        "substring(c.text, s.start, s.end - s.start) AS said"
    )
    assert len(stated) >= len(ALL_PAYLOADS)
    for row in stated:
        assert (row["text"], row["class"]) == (None, None)
        assert "Otto Brand was born in Holmhaven" in row["said"]
    named = graph.read(
        "MATCH (:PhraseNode)-[m:MENTIONED_IN {method: 'llm'}]->(:PassageNode) "
        "RETURN DISTINCT m.surface AS surface"
    )
    orders = {payload.obeyed for payload in ALL_PAYLOADS}
    assert not orders & {row["surface"] for row in named}


# The command


def command_output(
    graph: Graph, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *options: str
) -> str:
    """Return the command's output."""

    @contextmanager
    def opened() -> Iterator[tuple[Settings, Graph]]:
        yield Settings.from_environment(), graph

    monkeypatch.setattr(knowledge, "open_knowledge", opened)
    monkeypatch.setenv("NARABOT_DATA_DIR", str(tmp_path / "narabot-data"))
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(knowledge.app, ["build", *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_command_reports_planned_and_completed_model_calls(
    loaded: Graph, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with chat_server(sending(str)) as server:
        monkeypatch.setenv("LLM_BASE_URL", server.url)
        monkeypatch.setenv("LLM_MODEL", "m")
        assert "without a language model" in command_output(loaded, monkeypatch, tmp_path)
        assert server.requests == []
        options = ["--with-model", "--skeleton", "0.5", "--budget-calls", "3"]
        said = command_output(loaded, monkeypatch, tmp_path, *options)
    assert len(server.requests) == 3
    assert f"{WANTED} of {CHUNKS} chunks are selected for m. 0 of them are already done." in said
    assert f"The other {WANTED} take at most 3 calls." in said
    assert "m was called 3 times (0 retries): 3 chunks with valid replies, 0 with" in said
    assert f"{WANTED - 3} not sent." in said


def test_command_continues_without_a_configured_model(
    loaded: Graph, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LLM_PROVIDER", "none")
    said = command_output(loaded, monkeypatch, tmp_path, "--with-model")
    assert "none is configured" in said
    assert "No language model was used." in said
    monkeypatch.setenv("LLM_PROVIDER", "openai-compatible")
    monkeypatch.delenv("LLM_BASE_URL", raising=False)
    assert "LLM_BASE_URL" in command_output(loaded, monkeypatch, tmp_path, "--with-model")
