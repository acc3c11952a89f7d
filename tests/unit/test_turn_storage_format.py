"""Tests that saved turns have a fixed format that does not depend on names in the data model."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pydantic import TypeAdapter

from narabot.conversations.shapes import VERSION
from narabot.conversations.shapes.parts import FILTER_NAMES
from narabot.conversations.shapes.turns import decode_turn, encode_turn
from narabot.models import (
    AccessStatus,
    Amount,
    Answer,
    Attempt,
    AuthorityType,
    CallOutcome,
    Chunk,
    Computation,
    ComputedSet,
    Escalation,
    EvidencePath,
    Filters,
    Holdings,
    LevelOfDescription,
    Listing,
    ListOrder,
    ListView,
    ModelCall,
    NamedAuthority,
    NamedPhrase,
    NamedRecord,
    Passage,
    PathEdge,
    PathNode,
    PathRecord,
    PlaceToLook,
    QueryRun,
    Quote,
    RecordsType,
    RecordType,
    RelatedAuthority,
    RequestClass,
    Response,
    RouterStep,
    Sentence,
    Step,
    Trace,
    Turn,
    UnderlyingRecords,
    Years,
)
from narabot.presentation.tables import TableColumn

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
ASKED = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)

FILTERS = Filters(
    levels=(LevelOfDescription.ITEM, LevelOfDescription.FILE_UNIT),
    record_type=RecordType.DESCRIPTION,
    records_types=(RecordsType.MAPS,),
    years=Years(1861, 1865),
    record_group=64,
    collection="FL-1",
    ancestor=NamedRecord(3, "A series", (4, 5)),
    creator=NamedRecord(6, "An office", (7,)),
    subject=NamedRecord(8, "Flags", (9,)),
    authority=NamedRecord(10, "A person", (11,)),
    naming=NamedPhrase("0123456789abcdef", "A place"),
    is_online=True,
    access=(AccessStatus.PARTLY,),
    computed=ComputedSet('{"type":"These","na_ids":[3]}', "ledgers"),
)
COMPUTATION = Computation(
    plan='{"type":"Count"}',
    said="Counted: ledgers.",
    digest="0" * 64,
    behind=(UnderlyingRecords(ComputedSet('{"type":"Records"}', "ledgers"), 3),),
    others=(UnderlyingRecords(ComputedSet('{"type":"These","na_ids":[3]}', "all ledgers"), 5),),
    facet="year",
    amounts=(Amount("1861", 2),),
    paths=((NamedRecord(3, "A series"), NamedRecord(1, "A record group")),),
)
SERIES = PathRecord(
    na_id=3,
    record_type=RecordType.DESCRIPTION,
    type=LevelOfDescription.SERIES,
    name="A series",
    start_date="1861",
    end_date="1865-04-09",
    source="https://catalog.archives.gov/id/3",
    record_group_number=64,
    collection_identifier="FL-1",
    reference_units=("National Archives at Boston",),
    records_types=("Maps and Charts",),
    document_kind="Letter",
    start_year=1861,
    end_year=1865,
)
PERSON = PathRecord(
    10, RecordType.AUTHORITY, AuthorityType.PERSON, "A person", None, None, "https://x.gov/id/10"
)
PASSAGE = Passage(
    na_id=3,
    chunk_id="3-0",
    score=0.032786885245901641,
    text="Ledger «Ω» \u202e of flags",
    chunks=(Chunk("3-0", "Ledger «Ω» \u202e of flags"),),
    path=(SERIES,),
    related_authorities=(RelatedAuthority(AuthorityType.TOPICAL_SUBJECT, "Flags", "https://x/8"),),
    holdings=Holdings(
        access_status="Restricted - Partly",
        access_note="Ask first.",
        use_status="Unrestricted",
        reference_units=("National Archives at Boston",),
        containers=("Box 3",),
        online_urls=("https://x.gov/3.jpg",),
        online_count=1,
    ),
    meaning=0.71,
)
RESPONSE = Response(
    query="Which ledger?",
    asked="Which ledger of flags?",
    request_class=RequestClass.QUESTION,
    passages=(PASSAGE, replace(PASSAGE, na_id=10, chunk_id="10-0", path=(PERSON,))),
    answer=Answer(
        (Sentence("Ledger", (Quote(3, "3-0", 0, 6, "Ledger"),), COMPUTATION),),
        0.875,
        "qwen",
        Quote(3, "3-0", 1, 4, "edg"),
        "Nobody has counted ledgers.",
    ),
    trace=Trace(
        classifier="rules",
        retrieval="hybrid",
        answerer="qwen",
        timings_ms={"understand": 1.5, "search": 20.25},
        trace_id="0" * 31 + "1",
        began=ASKED,
        queries=(QueryRun("search.cypher", 20, 2.5, 17.75),),
        index="schema 3",
        prompt="abc123",
        steps=(Step("Nearest by meaning", 200, 12.5),),
        limitations=("Maps were not looked at.",),
        router=RouterStep(
            1, "rules", "relation", "cypher_traverse", (("relation", 0.75),), ("between",), 0.5
        ),
        attempts=(Attempt("vector_search", "Which ledger?", 7, 1.5, 12.5, "0a1b", is_kept=True),),
        escalations=(Escalation("vector_search", "cypher_traverse", "Too little.", "A ledger?"),),
        calls=(ModelCall("abc123", 120, 8, 900.5, CallOutcome.MALFORMED),),
        paths=(
            EvidencePath(
                (PathNode("Ω", "PERSON", 10, "0123456789abcdef"), PathNode("A series", "series")),
                (PathEdge("creator", Quote(3, "3-0", 0, 6, "Ledger"), is_reversed=True),),
            ),
        ),
    ),
    filters=FILTERS,
    removed=frozenset(FILTER_NAMES),
    names=(
        (NamedAuthority(10, AuthorityType.PERSON, "A person", "https://x/10", "person", 6, 2, 3),),
    ),
    listing=Listing(("ledger",), 2, is_counted=True, is_complete=True),
    emptied_by={"is_online": 12, "levels": 3},
    meant={"legder": "Ledger"},
    searched_as="ledger",
    quoted_texts={"3-0": "Ledger «Ω» \u202e of flags"},
)
TURN = Turn(
    question="Which ledger?",
    response=RESPONSE,
    problem="Not today.",
    can_retry=True,
    view=ListView(
        ListOrder.OLDEST, 2, True, True, (3,), True, tuple(TableColumn), (("level", "item"),), "x"
    ),
    added=FILTERS,
    narrowed=Filters(years=Years(None, 1899), is_online=False),
    removed=dict.fromkeys(FILTER_NAMES, "in words"),
    is_alone=True,
    places=(PlaceToLook(PASSAGE, 0.5, (PASSAGE,)),),
    asked=ASKED,
    rating=0,
    reason="It is another ledger.",
    note="Compare it\nwith the ledger of 1812.",
    id="0123456789abcdef",
)
"""A turn with a value for every field in the data model."""


def opened(saved: Any) -> Turn:
    """Decode a turn from JSON."""
    return decode_turn(zlib.compress(json.dumps(saved).encode()), "an-id", "Which ledger?")


def written(turn: Turn) -> Any:
    """Encode a turn as JSON."""
    return json.loads(zlib.decompress(encode_turn(turn)))


def golden(version: int) -> Any:
    return json.loads((GOLDEN / f"kept_turn_{version}.json").read_text())


def parts(value: object) -> Iterator[object]:
    """Yield the dataclasses in a value."""
    if is_dataclass(value):
        yield value
        for one in fields(value):
            yield from parts(getattr(value, one.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from parts(one)


def default(field: "Field[object]") -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def test_sample_turn_has_a_value_in_every_field() -> None:
    """A new field needs a value in `TURN`, so that the tests below check whether it is saved."""
    filled, known = set(), set()
    for part in parts(TURN):
        for field in fields(part):  # type: ignore[arg-type]
            name = f"{type(part).__name__}.{field.name}"
            known.update({name} if field.compare else ())
            if field.compare and getattr(part, field.name) not in (default(field), None, ()):
                filled.add(name)
    assert known - filled == set()
    assert set(Filters.__dataclass_fields__) == set(FILTER_NAMES)


def test_encoded_turn_matches_golden_file() -> None:
    assert written(TURN) == golden(VERSION)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_turn_of_any_version_decodes_unchanged(version: int) -> None:
    assert opened(golden(version)) == TURN


def test_turn_of_version_0_has_only_step_times() -> None:
    steps = (Step("understand", None, 1.5), Step("search", None, 20.25))
    trace = replace(without_route(RESPONSE.trace), steps=steps, limitations=())
    assert RESPONSE.answer is not None
    [sentence] = RESPONSE.answer.sentences
    answer = replace(
        RESPONSE.answer, span=None, why="", sentences=(replace(sentence, computation=None),)
    )
    filters = replace(FILTERS, computed=None, naming=None)
    then = without_kind(PASSAGE)
    response = replace(
        RESPONSE,
        trace=trace,
        answer=answer,
        meant={},
        passages=(then, *RESPONSE.passages[1:]),
        filters=filters,
        removed=RESPONSE.removed - {"computed", "naming"},
    )
    removed = {
        name: said for name, said in TURN.removed.items() if name not in {"computed", "naming"}
    }
    assert opened(golden(0)) == replace(
        TURN,
        response=response,
        is_alone=False,
        added=filters,
        removed=removed,
        note=None,
        places=(PlaceToLook(then, 0.5, (then,)),),
        view=replace(TURN.view, chosen=(), find=""),
    )


def without_route(trace: Trace) -> Trace:
    """Return a trace as it was before the router existed."""
    return replace(trace, router=None, attempts=(), escalations=(), calls=(), paths=())


def test_trace_saved_before_the_router_decodes_without_one() -> None:
    saved = golden(1)
    for name in ("router", "attempts", "escalations", "calls", "paths"):
        del saved["response"]["trace"][name]
    response = opened(saved).response
    assert response is not None
    assert response.trace == without_route(RESPONSE.trace)


@pytest.mark.parametrize(
    ("name", "damage"), [("nodes", []), ("edges", [{"relation": "x"}] * 2), ("edges", 3)]
)
def test_turn_with_an_invalid_path_keeps_only_its_question(name: str, damage: Any) -> None:
    saved = golden(VERSION)
    saved["response"]["trace"]["paths"][0][name] = damage
    assert opened(saved).response is None


def without_kind(passage: Passage) -> Passage:
    """Return a passage as it was before document kinds were taken from titles."""
    return replace(passage, path=tuple(replace(one, document_kind=None) for one in passage.path))


def test_step_names_in_version_0_become_readable() -> None:
    saved = golden(0)
    saved["response"]["trace"]["timings_ms"] = {"classify": 1.5}
    response = opened(saved).response
    assert response is not None
    assert response.trace.steps == (Step("Understanding the request", None, 1.5),)
    assert response.trace.timings_ms == {"classify": 1.5}


def test_every_version_has_a_golden_file() -> None:
    assert len(list(GOLDEN.glob("kept_turn_*.json"))) == VERSION + 1


def test_saved_keys_do_not_depend_on_data_model_names() -> None:
    dumped = json.loads(TypeAdapter(Turn).dump_json(TURN))
    assert not {key for key in keys(written(TURN)) if "_" in key}
    assert {key for key in keys(dumped) if "_" in key}


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from keys(one)
    elif isinstance(value, list):
        for one in value:
            yield from keys(one)


@pytest.mark.parametrize(
    "turn",
    [
        Turn("Open?"),
        Turn("Where?", places="The database does not answer."),
        Turn("Where?", places=()),
        Turn("?", replace(RESPONSE, answer=Answer((), 0.1, "extractive"), listing=None)),
        Turn("?", replace(RESPONSE, answer=None, passages=(), quoted_texts={})),
        Turn("?", added=Filters(years=Years()), narrowed=Filters(is_online=False)),
        replace(TURN, response=None, rating=None, view=ListView()),
    ],
)
def test_turn_with_fewer_values_round_trips(turn: Turn) -> None:
    assert decode_turn(encode_turn(turn), "other", "other") == turn


def test_unknown_keys_are_ignored() -> None:
    saved = golden(VERSION)
    saved["mood"] = "curious"
    saved["response"]["trace"]["steps"][0]["tokens"] = 12
    saved["response"]["passages"][0]["path"][0]["genre"] = "ledger"
    saved["response"]["emptiedBy"]["genre"] = 4
    saved["removed"]["genre"] = "Ledgers"
    assert opened(saved) == TURN
    saved["view"]["order"] = "genre"
    assert opened(saved).view.order is ListOrder.RELEVANCE


def test_turn_of_a_newer_version_keeps_only_its_question() -> None:
    left = opened(golden(VERSION) | {"version": VERSION + 1})
    assert (left.id, left.question, left.can_retry) == ("an-id", "Which ledger?", True)
    assert "Another version of narabot" in (left.problem or "")


def damaged() -> Iterator[Any]:
    yield from (None, [], "turn", 7, {}, {"version": None}, {"version": "1"}, {"version": -9})
    for version in range(VERSION + 1):
        yield {"version": version}
        for key in golden(version):
            if key != "version":
                yield golden(version) | {key: [{"path": 3, "timings_ms": [4], "removed": [5]}]}
        no_type = golden(version)
        for name in ("type", "levelOfDescription"):
            no_type["response"]["passages"][0]["path"][0].pop(name, None)
        yield no_type
    yield golden(0) | {"response": {"removed": [5], "passages": [{"path": [6, {}, None]}]}}


@pytest.mark.parametrize("saved", list(damaged()))
def test_damaged_turn_keeps_only_its_question(saved: Any) -> None:
    left = opened(saved)
    assert left.question == "Which ledger?"
    assert "Another version of narabot" in (left.problem or "")


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"{}", zlib.compress(b"{"), zlib.compress(b"\xff")]
)
def test_invalid_bytes_become_a_retry_message(content: bytes) -> None:
    assert "Ask again" in (decode_turn(content, "an-id", "?").problem or "")


def test_truncated_turn_becomes_a_retry_message() -> None:
    whole = encode_turn(TURN)
    for length in range(0, len(whole), 50):
        assert "Ask again" in (decode_turn(whole[:length], "an-id", "?").problem or "")
    assert msgspec.json.decode(zlib.decompress(whole))["version"] == VERSION
