"""Tests of batch writes, which must not depend on the order of lines, batches, and files.

The property-based tests run `ingest.write.loader.write_batch` on an in-memory graph that imitates
each Cypher statement. Tests on a real Neo4j server check the statements themselves.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from ingest.parse.mentions import mention_key
from ingest.parse.record import CatalogRecord
from ingest.parse.schema import Raw
from ingest.write.batch import Batch
from ingest.write.batch_plan import (
    SHARED_PROPERTIES,
    BatchPlan,
    PreparedRecord,
    chunk_rows,
    na_id_of_key,
    plan_batch,
)
from ingest.write.decisions import Decision, Verdict, fullness, judge, parse_stored
from ingest.write.loader import STATEMENTS, write_batch
from narabot.graph import load_query
from narabot.models import Label, Relation, Row
from tests.records import ancestor, parsed, raw_authority, raw_record

CHUNK_CHARS = 60

STORED = (
    "recordHash canonicalLength file_name line_num otherFiles lends mentions mentionCounts "
    "release addedInRelease changedInRelease changes withdrawn".split()
)
"""Properties that `ingest.write.decisions.parse_stored` reads."""

Node = tuple[frozenset[str], dict[str, Any]]
Files = dict[str, list[CatalogRecord]]


def prepared(record: CatalogRecord) -> PreparedRecord:
    """Return a record prepared with chunks of equal length and made-up vectors."""
    starts = range(0, max(len(record.text), 1), CHUNK_CHARS)
    chunks = tuple(record.text[start : start + CHUNK_CHARS] for start in starts)
    vectors = np.array([[len(chunk), number] for number, chunk in enumerate(chunks)], np.float32)
    return PreparedRecord(record, chunks, vectors)


# In-memory graph


class Record(dict[str, Any]):
    """A row, as the Neo4j driver returns it."""

    def data(self) -> Row:
        return dict(self)


class Rows(list[Record]):
    """A result, as the Neo4j driver returns it."""

    def consume(self) -> None:
        """Do nothing; the rows are already in memory."""


@cache
def statement_names() -> dict[str, str]:
    """Return the name of each statement, keyed by its Cypher text."""
    names = ["lock_records", "stored_records", *(name for name, _, _ in STATEMENTS)]
    links = {load_query("ingest", "link", one): f"link_{one}" for one in Relation}
    return {load_query("ingest", name): name for name in names} | links


@dataclass
class MemoryGraph:
    """A graph in memory. Its methods imitate the statements in `ingest/queries`."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: set[tuple[str, str, str]] = field(default_factory=set)
    unsettled: dict[int, set[str]] = field(default_factory=dict)
    writes: int = 0

    def run(self, query: str, parameters: Row | None = None, **more: Any) -> Rows:
        """Run a statement, as `write_batch` does in a transaction."""
        name = statement_names()[query]
        (given,) = ((parameters or {}) | more).values()
        if name.startswith("link_"):
            self.link(name.removeprefix("link_"), given)
            found = None
        else:
            found = getattr(self, name)(given)
        self.writes += name != "stored_records"
        return Rows(found or [])

    def stored_records(self, na_ids: Iterable[int]) -> list[Record]:
        """Return the stored properties of records."""
        names = STORED
        return [
            Record(
                {"naId": na_id} | {name: self.nodes[f"{na_id}-0"][1].get(name) for name in names}
            )
            for na_id in na_ids
            if f"{na_id}-0" in self.nodes
        ]

    def lock_records(self, na_ids: Iterable[int]) -> list[Record]:
        """Create missing nodes and return the stored properties of all the records."""
        for na_id in na_ids:
            self.nodes.setdefault(f"{na_id}-0", (frozenset({Label.RECORD}), {"naId": na_id}))
        return self.stored_records(na_ids)

    def forget_texts(self, na_ids: Iterable[int]) -> None:
        """Do nothing: these records have no knowledge layer."""

    def clear_records(self, na_ids: Iterable[int]) -> None:
        """Delete later chunks and the relationships that end at the first chunk."""
        for na_id in na_ids:
            for chunk_id, (_, properties) in list(self.nodes.items()):
                if properties["naId"] == na_id and properties.get("chunkSeqId", 0) > 0:
                    self.detach_delete(chunk_id)
            self.edges = {edge for edge in self.edges if edge[2] != f"{na_id}-0"}

    def delete_orphans(self, na_ids: Iterable[int]) -> None:
        """Delete stubs."""
        for na_id in na_ids:
            self.detach_delete(f"{na_id}-0")

    def detach_delete(self, chunk_id: str) -> None:
        """Delete a node and its relationships."""
        del self.nodes[chunk_id]
        self.edges = {edge for edge in self.edges if chunk_id not in edge[1:]}

    def write_chunks(self, rows: Iterable[Row]) -> None:
        """Write chunks, replacing all their properties."""
        for row in rows:
            written = row["properties"] | {"embedding": row["embedding"]}
            self.nodes[row["chunkId"]] = (frozenset(row["labels"]), written)

    def write_stubs(self, rows: Iterable[Row]) -> None:
        """Write stubs, replacing all their properties."""
        for row in rows:
            known = self.nodes.get(row["chunkId"])
            assert known is None or "text" not in known[1], "a stub overwrites a record"
            self.nodes[row["chunkId"]] = (frozenset(row["labels"]), dict(row["properties"]))

    def write_mention_counts(self, rows: Iterable[Row]) -> None:
        self.set_properties(rows)

    def write_places(self, rows: Iterable[Row]) -> None:
        self.set_properties(rows)

    def set_properties(self, rows: Iterable[Row]) -> None:
        """Set properties of existing nodes."""
        for row in rows:
            known = self.nodes[row["chunkId"]][1]
            known.update(row)
            for name in [name for name, value in known.items() if value is None]:
                del known[name]

    def link(self, relation: str, rows: Iterable[Row]) -> None:
        """Link chunks. Neo4j would silently skip a relationship whose nodes are missing."""
        for row in rows:
            assert {row["start"], row["end"]} <= self.nodes.keys(), f"{row} has no node at one end"
            self.edges.add((relation, row["start"], row["end"]))

    def write_unsettled(self, rows: Iterable[Row]) -> None:
        """Record which files must be read a second time."""
        for row in rows:
            self.unsettled.setdefault(row["naId"], set()).update(row["files"])


# In-memory ingest


def fullest(records: Sequence[CatalogRecord]) -> list[CatalogRecord]:
    """Return the records of a file, with only the fullest record for each naId."""
    found: dict[int, CatalogRecord] = {}
    for record in records:
        other = found.get(record.na_id, record)
        found[record.na_id] = max(other, record, key=lambda one: (*fullness(one), -one.line_num))
    return list(found.values())


def batches(
    files: Files, order: Sequence[str], size: int
) -> Iterator[tuple[str, list[CatalogRecord]]]:
    """Yield each batch with its file name."""
    for name in order:
        records = fullest(files[name])
        for start in range(0, len(records), size):
            yield name, records[start : start + size]


def ingest(
    graph: MemoryGraph, files: Files, order: Sequence[str], size: int, stop: int | None = None
) -> list[Decision]:
    """Load batches up to `stop`, read unsettled files again, and return the decisions."""
    decided: list[Decision] = []
    for _, batch in list(batches(files, order, size))[:stop]:
        decided += ingest_batch(graph, batch)
    unsettled, graph.unsettled = graph.unsettled, {}
    for name, batch in batches(files, order, size):
        ingest_batch(graph, [one for one in batch if name in unsettled.get(one.na_id, ())])
    return decided


def ingest_batch(graph: MemoryGraph, lines: Sequence[CatalogRecord]) -> list[Decision]:
    """Judge and write one batch, as `ingest.read.batches` and `ingest.write.run` do."""
    rows = graph.stored_records([line.na_id for line in lines])
    verdicts = judge(lines, {row["naId"]: parse_stored(row) for row in rows})
    both = list(zip(lines, verdicts, strict=True))
    batch = Batch(
        written=tuple(prepared(line) for line, verdict in both if verdict.is_written),
        noted=tuple(line for line, verdict in both if verdict.is_noted),
    )
    if not batch.is_empty:
        write_batch(graph, batch)  # type: ignore[arg-type]
    return [verdict.decision for verdict in verdicts]


# The expected graph, computed directly from the lines


def all_of(files: Files) -> list[CatalogRecord]:
    return [record for records in files.values() for record in records]


def winners(files: Files) -> list[CatalogRecord]:
    """Return the fullest line for each naId or, in a tie, the first in file and line order."""
    found: dict[int, CatalogRecord] = {}
    for record in all_of(files):
        known = found.get(record.na_id)
        if known is None or fullness(record) > fullness(known):
            found[record.na_id] = record
        elif fullness(record) == fullness(known):
            found[record.na_id] = min(known, record, key=lambda one: (one.file_name, one.line_num))
    return list(found.values())


def graph_of(files: Files) -> tuple[dict[str, Node], set[tuple[str, str, str]]]:
    """Return the nodes and relationships that these files should produce."""
    records = winners(files)
    names = {
        record.na_id: sorted({one.file_name for one in all_of(files) if one.na_id == record.na_id})
        for record in records
    }
    nodes: dict[str, Node] = {}
    edges: set[tuple[str, str, str]] = set()
    mentioned: dict[int, Counter[str]] = {}
    own = {record.na_id for record in records}
    for record in records:
        names[record.na_id].remove(record.file_name)
        rows = chunk_rows(prepared(record), names[record.na_id])
        for row in rows:
            properties = row["properties"] | {"embedding": row["embedding"]}
            nodes[row["chunkId"]] = (frozenset(row["labels"]), properties)
        ids = [row["chunkId"] for row in rows]
        edges |= {("Next", *pair) for pair in pairwise(ids)}
        for edge in record.references.edges:
            edges.add((str(edge.relation), f"{edge.start}-0", f"{edge.end}-0"))
        for mention in record.references.mentions:
            if mention.na_id not in own:
                mentioned.setdefault(mention.na_id, Counter())[mention.statement] += 1
    for na_id, statements in mentioned.items():
        ordered = sorted(statements)
        stub = json.loads(ordered[0])[0]
        stub |= {"mentions": ordered, "mentionCounts": [statements[one] for one in ordered]}
        type_ = stub.get("levelOfDescription", stub.get("authorityType"))
        label = "specificRecordsTypes" if type_ == "specificRecordsType" else type_
        nodes[f"{na_id}-0"] = (frozenset({"record", label}), stub)
        for statement in ordered:
            edges |= {(name, f"{s}-0", f"{na_id}-0") for name, s in json.loads(statement)[1]}
    return nodes, edges


# Small data sets

NA_IDS = st.integers(1, 6)
NAMES = st.sampled_from(["Law", "Laws", "Ship", None, "Letters received by the surveyor " * 3])
AUTHORITIES = st.lists(
    st.builds(
        lambda na_id, heading, type_, year: {
            "naId": na_id,
            "heading": heading,
            "authorityType": type_,
            "establishDate": {"year": year},
        },
        NA_IDS,
        NAMES,
        st.sampled_from(["person", "organization", "specificRecordsType", None]),
        st.sampled_from([None, 1900]),
    ),
    max_size=2,
)
ANCESTORS = st.lists(
    st.builds(
        lambda na_id, level, title, creators: ancestor(
            na_id, level, title=title, creators=creators
        ),
        NA_IDS,
        st.sampled_from(["recordGroup", "series", "fileUnit"]),
        NAMES,
        AUTHORITIES,
    ),
    max_size=3,
)
DESCRIPTIONS = st.builds(
    lambda na_id, level, title, above, creators, subjects: raw_record(
        title,
        naId=na_id,
        levelOfDescription=level,
        ancestors=above,
        creators=creators,
        subjects=subjects,
    ),
    NA_IDS,
    st.sampled_from(["item", "fileUnit", "series"]),
    NAMES,
    ANCESTORS,
    AUTHORITIES,
    AUTHORITIES,
)
AUTHORITY_RECORDS = st.builds(
    lambda na_id, type_, heading, terms, names: raw_authority(
        heading, naId=na_id, authorityType=type_, relatedTerms=terms, organizationNames=names
    ),
    NA_IDS,
    st.sampled_from(["person", "organization", "topicalSubject"]),
    NAMES,
    AUTHORITIES,
    AUTHORITIES,
)
RAWS = DESCRIPTIONS | AUTHORITY_RECORDS
FILE_NAMES = ["a.jsonl", "b.jsonl", "c.jsonl"]


def as_files(lines: Iterable[tuple[str, Raw]]) -> Files:
    """Return parsed records with their line numbers, grouped by file name."""
    files: Files = {}
    for name, raw in lines:
        records = files.setdefault(name, [])
        records.append(parsed(raw, name, len(records) + 1))
    return files


WORLDS = st.lists(st.tuples(st.sampled_from(FILE_NAMES), RAWS), min_size=1, max_size=9).map(
    as_files
)
TWINS = st.builds(
    lambda lines, more: as_files([*lines, *((name, lines[n % len(lines)][1]) for name, n in more)]),
    st.lists(st.tuples(st.sampled_from(FILE_NAMES), RAWS), min_size=1, max_size=6),
    st.lists(st.tuples(st.sampled_from(FILE_NAMES), st.integers(0, 9)), max_size=3),
)
"""Data sets in which some lines occur more than once."""

SIZES = st.integers(1, 4)
law = settings(suppress_health_check=[HealthCheck.too_slow])


def in_some_order(data: st.DataObject, files: Files) -> list[str]:
    """Shuffle the records in each file and return the file names in random order."""
    for name in files:
        files[name] = data.draw(st.permutations(files[name]))
    return data.draw(st.permutations(sorted(files)))


def assert_is_graph_of(graph: MemoryGraph, files: Files) -> None:
    """Assert that a graph is the expected graph for these files."""
    nodes, edges = graph_of(files)
    assert graph.nodes == nodes
    assert graph.edges == edges


@pytest.mark.slow
@law
@given(WORLDS | TWINS, SIZES, st.data())
def test_any_load_order_produces_the_same_graph(
    files: Files, size: int, data: st.DataObject
) -> None:
    graph = MemoryGraph()
    decided = ingest(graph, files, in_some_order(data, files), size)
    for decision in set(decided):
        event(decision.name)
    assert_is_graph_of(graph, files)


@pytest.mark.slow
@law
@given(WORLDS | TWINS, SIZES, SIZES, st.data())
def test_second_run_in_any_order_writes_nothing(
    files: Files, size: int, other_size: int, data: st.DataObject
) -> None:
    graph = MemoryGraph()
    ingest(graph, files, in_some_order(data, files), size)
    graph.writes = 0
    decided = ingest(graph, files, in_some_order(data, files), other_size)
    assert set(decided) <= {Decision.KEEP, Decision.LOSE}
    assert graph.writes == 0


@pytest.mark.slow
@law
@given(WORLDS | TWINS, SIZES, st.integers(0, 5), st.data())
def test_resumed_run_produces_the_same_graph(
    files: Files, size: int, stop: int, data: st.DataObject
) -> None:
    graph = MemoryGraph()
    order = in_some_order(data, files)
    ingest(graph, files, order, size, stop)
    ingest(graph, files, order, size)
    assert_is_graph_of(graph, files)


@pytest.mark.slow
@law
@given(
    st.dictionaries(
        st.tuples(st.sampled_from(FILE_NAMES), NA_IDS), st.tuples(RAWS, RAWS), min_size=1
    ),
    SIZES,
    st.data(),
)
def test_changed_files_leave_nothing_from_old_lines(
    lines: dict[tuple[str, int], tuple[Raw, Raw]], size: int, data: st.DataObject
) -> None:
    old = as_files((name, raw | {"naId": na_id}) for (name, na_id), (raw, _) in lines.items())
    new = as_files((name, raw | {"naId": na_id}) for (name, na_id), (_, raw) in lines.items())
    graph = MemoryGraph()
    ingest(graph, old, in_some_order(data, old), size)
    ingest(graph, new, in_some_order(data, new), size)
    assert_is_graph_of(graph, new)


@pytest.mark.slow
@law
@given(WORLDS, SIZES)
def test_every_record_has_consecutive_linked_chunks(files: Files, size: int) -> None:
    graph = MemoryGraph()
    ingest(graph, files, sorted(files), size)
    for record in winners(files):
        own = [node for _, node in graph.nodes.values() if node["naId"] == record.na_id]
        numbers = sorted(node["chunkSeqId"] for node in own)
        assert numbers == list(range(len(own)))
        links = {
            edge
            for edge in graph.edges
            if edge[0] == "Next" and edge[1].startswith(f"{record.na_id}-")
        }
        assert links == {
            ("Next", f"{record.na_id}-{n}", f"{record.na_id}-{n + 1}") for n in numbers[:-1]
        }
    for labels, node in graph.nodes.values():
        assert len(labels - {"record", "recordWithText"}) == 1
        assert ("stub" in node) != ("recordWithText" in labels)


# Rows


def planned(
    *raws: Raw, decision: Decision = Decision.ADD, stored: dict[int, Row] | None = None
) -> BatchPlan:
    """Return the plan for a batch when the graph contains these stored rows."""
    known = {
        na_id: parse_stored(EMPTY | {"naId": na_id} | row) for na_id, row in (stored or {}).items()
    }
    verdicts = [Verdict(parsed(raw), known.get(raw["naId"]), decision) for raw in raws]
    written = [
        (prepared(parsed(raw)), verdict) for raw, verdict in zip(raws, verdicts, strict=True)
    ]
    return plan_batch(written, verdicts, known)


EMPTY: Row = dict.fromkeys(STORED)


def statement(raw: Raw, na_id: int) -> str:
    """Return the statement that a line makes about another record."""
    (one,) = (m.statement for m in parsed(raw).references.mentions if m.na_id == na_id)
    return one


def test_only_first_chunk_has_every_property() -> None:
    raw = raw_record(
        scopeAndContentNote="x" * 200,
        coverageStartDate={"year": 1941},
        ancestors=[ancestor(1, "recordGroup", 1, recordGroupNumber=11)],
        digitalObjects=[{"objectUrl": "u"}],
    )
    first, second, *_ = chunk_rows(prepared(parsed(raw)))
    assert first["labels"] == second["labels"] == ["record", "recordWithText", "item"]
    assert first["properties"]["scopeAndContentNote"] == "x" * 200
    assert first["properties"]["lends"] == [m.key for m in parsed(raw).references.mentions]
    assert second["chunkId"] == second["properties"]["chunkId"] == "7-1"
    assert second["properties"] == {
        "naId": 7,
        "recordType": "description",
        "levelOfDescription": "item",
        "title": "Logbook",
        "source": "https://catalog.archives.gov/id/7",
        "startYear": 1941,
        "endYear": 1941,
        "recordGroupNumber": 11,
        "isOnline": True,
        "chunkId": "7-1",
        "chunkSeqId": 1,
        "text": parsed(raw).text[CHUNK_CHARS : 2 * CHUNK_CHARS],
    }


def test_later_chunks_of_authority_have_its_heading() -> None:
    rows = chunk_rows(prepared(parsed(raw_authority(biographicalNote="x" * 100))))
    assert rows[1]["properties"]["heading"] == "Myer, Dillon"
    assert rows[1]["properties"]["authorityType"] == "person"
    assert set(rows[1]["properties"]) <= {*SHARED_PROPERTIES, "chunkId", "chunkSeqId", "text"}


def test_empty_record_has_a_first_chunk() -> None:
    (row,) = chunk_rows(prepared(parsed(raw_record(None))))
    assert (row["chunkId"], row["properties"]["text"]) == ("7-0", "naId: 7")
    assert "lends" not in row["properties"]


def test_chunks_are_linked_in_reading_order() -> None:
    plan = planned(raw_record("x" * 150))
    assert plan.edges == {
        Relation.NEXT: [{"start": "7-0", "end": "7-1"}, {"start": "7-1", "end": "7-2"}]
    }


def test_relationships_run_from_authority_to_first_chunk() -> None:
    plan = planned(raw_record(subjects=[{"naId": 5}], ancestors=[ancestor(1, "series", 1)]))
    assert plan.edges == {
        Relation.INCLUDES: [{"start": "1-0", "end": "7-0"}],
        Relation.SUBJECT: [{"start": "5-0", "end": "7-0"}],
    }


@pytest.mark.parametrize(
    ("decision", "place"),
    [(Decision.KEEP, ("b", 5)), (Decision.LOSE, ("b", 5)), (Decision.MOVE, ("a", 1))],
)
def test_unwritten_line_updates_only_its_location_and_files(
    decision: Decision, place: tuple[str, int]
) -> None:
    stored = parse_stored(
        EMPTY | {"naId": 7, "recordHash": "h", "file_name": "b", "line_num": 5, "otherFiles": ["c"]}
    )
    verdict = Verdict(parsed(raw_record(), "a", 1), stored, decision)
    others = sorted({"a", "b", "c"} - {place[0]})
    row = {"file_name": place[0], "line_num": place[1], "otherFiles": others}
    assert plan_batch([], [verdict], {7: stored}) == BatchPlan(
        places=[{"chunkId": "7-0", "release": None} | row]
    )


def test_mentioned_record_becomes_a_stub_of_its_type() -> None:
    raw = raw_record(
        subjects=[{"naId": 5, "heading": "Maps", "authorityType": "specificRecordsType"}]
    )
    (row,) = planned(raw).stubs
    assert (row["chunkId"], row["labels"]) == ("5-0", ["record", "specificRecordsTypes"])
    assert row["properties"]["heading"] == "Maps"
    assert row["properties"]["stub"] is True
    assert row["properties"]["mentions"] == [statement(raw, 5)]
    assert row["properties"]["mentionCounts"] == [1]
    assert "text" not in row["properties"]


def test_smallest_of_differing_mentions_sets_stub_properties() -> None:
    law = raw_record(naId=7, subjects=[{"naId": 5, "heading": "Law"}])
    acts = raw_record(naId=8, subjects=[{"naId": 5, "heading": "Acts"}])
    for order in ((law, acts), (acts, law)):
        (row,) = planned(*order).stubs
        assert row["properties"]["heading"] == "Acts"
        assert row["properties"]["mentions"] == [statement(acts, 5), statement(law, 5)]


def test_repeated_mention_is_counted() -> None:
    raws = [raw_record(naId=na_id, subjects=[{"naId": 5}]) for na_id in (7, 8)]
    (row,) = planned(*raws).stubs
    assert row["properties"]["mentionCounts"] == [2]


def test_known_mention_changes_only_the_count() -> None:
    raw = raw_record(subjects=[{"naId": 5}])
    known = {5: {"mentions": [statement(raw, 5)], "mentionCounts": [3]}}
    plan = planned(raw, stored=known)
    assert plan.counts == [
        {"chunkId": "5-0", "mentions": [statement(raw, 5)], "mentionCounts": [4]}
    ]
    assert (plan.stubs, plan.orphans, plan.cleared) == ([], [], [])


def test_mention_does_not_turn_full_record_into_stub() -> None:
    raw = raw_record(subjects=[{"naId": 5}])
    plan = planned(raw, stored={5: {"recordHash": "h"}})
    assert (plan.stubs, plan.counts, plan.orphans, plan.cleared) == ([], [], [], [])
    own = raw_authority(naId=5)
    assert planned(raw, own).stubs == planned(own, raw).stubs == []


def replaced(lends: list[str], stub: Row, raw: Raw) -> BatchPlan:
    """Return the plan for replacing a line that mentioned naId 5."""
    stored = {7: {"recordHash": "old", "lends": lends}, 5: stub}
    return planned(raw, decision=Decision.REPLACE, stored=stored)


def test_stub_is_cleared_when_its_own_line_arrives() -> None:
    mention = statement(raw_record(subjects=[{"naId": 5}]), 5)
    stub = {"mentions": [mention], "mentionCounts": [1]}
    assert planned(raw_authority(naId=5), stored={5: stub}).cleared == [5]
    assert planned(raw_authority(naId=5)).cleared == []


def test_stub_without_mentions_is_deleted() -> None:
    mention = statement(raw_record(subjects=[{"naId": 5}]), 5)
    stub = {"mentions": [mention], "mentionCounts": [1]}
    plan = replaced([mention_key(5, mention)], stub, raw_record())
    assert plan.orphans == [5]
    assert plan.cleared == [7]


def test_stub_with_other_mentions_stays() -> None:
    mention = statement(raw_record(subjects=[{"naId": 5}]), 5)
    stub = {"mentions": [mention], "mentionCounts": [2]}
    plan = replaced([mention_key(5, mention)], stub, raw_record())
    assert plan.orphans == plan.stubs == []
    assert plan.counts == [{"chunkId": "5-0", "mentions": [mention], "mentionCounts": [1]}]


def test_changed_mention_rewrites_the_stub() -> None:
    before = raw_record(subjects=[{"naId": 5, "heading": "Law"}])
    after = raw_record(subjects=[{"naId": 5, "heading": "Laws"}])
    mention = statement(before, 5)
    plan = replaced([mention_key(5, mention)], {"mentions": [mention], "mentionCounts": [1]}, after)
    (row,) = plan.stubs
    assert row["properties"]["heading"] == "Laws"
    assert row["properties"]["mentions"] == [statement(after, 5)]
    assert plan.cleared == [7, 5]


def test_unchanged_mention_leaves_the_stub_alone() -> None:
    raw = raw_record("Another title", subjects=[{"naId": 5}])
    mention = statement(raw, 5)
    plan = replaced([mention_key(5, mention)], {"mentions": [mention], "mentionCounts": [1]}, raw)
    assert (plan.stubs, plan.counts, plan.orphans) == ([], [], [])


def test_stub_has_relationships_from_all_its_mentions() -> None:
    one = raw_record(naId=7, ancestors=[ancestor(1, "recordGroup", 2), ancestor(2, "series", 1)])
    series = ancestor(2, "series", 1, creators=[{"naId": 3}])
    other = raw_record(naId=8, ancestors=[series])
    edges = {
        (relation, row["start"])
        for relation, rows in planned(one, other).edges.items()
        for row in rows
        if row["end"] == "2-0"
    }
    assert edges == {("Includes", "1-0"), ("creator", "3-0")}


def test_mention_key_contains_the_naid() -> None:
    assert na_id_of_key(mention_key(5, "x")) == 5
