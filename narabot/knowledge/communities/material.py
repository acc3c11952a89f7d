"""Read the data for a community's report from the graph."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from narabot.chat.overviews import scope_of
from narabot.errors import ComputationLimitError
from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE
from narabot.models import Quote, Row
from narabot.models.communities import CommunityKind
from narabot.models.knowledge import NON_NAME_CLASSES
from narabot.models.lines import SCOPE_AND_CONTENT, TITLE
from narabot.plans.algebra import Descendants, RecordsById, RecordSet, with_descendants
from narabot.plans.facts import RecordFacts
from narabot.plans.sources import Sets
from narabot.retrieval.records.sentences import sentences

MAX_HEAVY_NAMES = 10
"""Maximum number of a community's names that are examined."""

LOOKED_AT, MOST_THESES = 300, 12
"""Maximum numbers of complete statements about each name that are examined and returned."""

MIN_THESES = 7
"""Minimum number of complete statements. If there are fewer, narabot also reads sentences from a
sample of records."""

MAX_READ_RECORDS = 40
"""Maximum number of records whose sentences are read. A larger set of records is sampled evenly."""

READ_LABELS = frozenset({TITLE, SCOPE_AND_CONTENT})
"""Labels of lines that describe a record's content."""

MAX_LISTED_RECORDS = 500
"""Maximum size, in records, of a detected community for which plans are computed.

Plans list all records in the community."""


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """A stored community."""

    community_id: str
    kind: CommunityKind
    size: int
    digest: str
    na_id: int | None
    """The naId of a catalog community's record."""
    name: str
    """The name of a catalog community, or "" for a detected community."""
    tops: tuple[int, ...]
    """The naIds of the records that, with their descendants, make up a catalog community."""
    home: int | None = None
    """The naId of the catalog community in which a detected community was found."""


@dataclass(frozen=True, slots=True)
class HeavyName:
    """One of a community's most important names."""

    phrase_id: str
    name: str
    beside: int
    """Number of other names that share a chunk with this name."""


@dataclass(frozen=True, slots=True)
class Material:
    """The data for a community's report."""

    community: CommunityRow
    names: int
    """Number of names in the community."""
    heaviest: tuple[HeavyName, ...]
    scope: tuple[Quote, ...]
    """The first sentences of the scope and content note."""
    theses: tuple[Quote, ...]
    """Complete statements about the heaviest names.

    If there are few statements, sentences in which records describe their content are included."""
    records: RecordSet | None
    """The records for plans, or `None` if there are too many records to list."""
    facts: tuple[RecordFacts, ...]
    """Facts about the records, or an empty tuple if there are too many records."""


def community_row(row: Row) -> CommunityRow:
    """Return the community in a result row."""
    return CommunityRow(
        community_id=row["communityId"],
        kind=CommunityKind(row["kind"]),
        size=row["size"],
        digest=row["digest"],
        na_id=row["naId"],
        name=row["name"] or "",
        tops=tuple(row["tops"] or ()),
        home=row["homeNaId"],
    )


def read_material(graph: Graph, sets: Sets, one: CommunityRow) -> Material:
    """Return the data for a report. May raise GraphUnavailableError."""
    is_given = one.kind is CommunityKind.GIVEN
    names, heaviest = read_names(graph, one)
    records = community_records(one) if is_given else RecordsById(member_na_ids(graph, one))
    try:
        facts = sets.read(records)
    except ComputationLimitError:
        facts = ()
    is_short = is_given or len(facts) <= MAX_LISTED_RECORDS
    scope = scope_of(graph, one.na_id) if one.na_id is not None else ()
    tops = one.tops if is_given else tuple(filter(None, [one.home]))
    theses = read_theses(graph, [name.phrase_id for name in heaviest], tops)
    if len(theses) < MIN_THESES:
        theses += read_sentences(graph, [record.na_id for record in facts])
    return Material(
        community=replace(one, size=len(facts) or one.size),
        names=names,
        heaviest=heaviest,
        scope=scope,
        theses=tuple(theses),
        records=records if is_short else None,
        facts=facts,
    )


def community_records(one: CommunityRow) -> RecordSet:
    """Return the set of records in a catalog community, for use in plans."""
    is_unit = one.tops == (one.na_id,)
    return (
        Descendants(RecordsById(one.tops)) if is_unit else with_descendants(RecordsById(one.tops))
    )


def member_na_ids(graph: Graph, one: CommunityRow) -> tuple[int, ...]:
    """Return the naIds of the records in a detected community."""
    query = load_query("narabot", "members_of_found")
    rows = graph.read(query, communityIds=[one.community_id])
    return tuple(na_id for row in rows for na_id in row["naIds"])


def read_names(graph: Graph, one: CommunityRow) -> tuple[int, tuple[HeavyName, ...]]:
    """Return the number of names in a community, and the heaviest of these names."""
    if one.kind is CommunityKind.GIVEN:
        rows = graph.read(
            load_query(PACKAGE, "names_of_catalog_community"),
            naIds=list(one.tops),
            unnaming=sorted(NON_NAME_CLASSES),
            most=MAX_HEAVY_NAMES,
        )
    else:
        query = load_query(PACKAGE, "names_of_detected_community")
        rows = graph.read(query, communityId=one.community_id, most=MAX_HEAVY_NAMES)
    heaviest = (
        HeavyName(told["phraseId"], told["name"], told["beside"])
        for row in rows
        for told in row["heaviest"]
    )
    return sum(row["names"] for row in rows), tuple(heaviest)


def read_theses(graph: Graph, phrase_ids: Sequence[str], na_ids: Sequence[int]) -> list[Quote]:
    """Return the complete statements about names in the texts of records and their descendants."""
    rows = graph.read(
        load_query(PACKAGE, "theses_about"),
        phraseIds=list(phrase_ids),
        naIds=list(na_ids),
        looked=LOOKED_AT,
        most=MOST_THESES,
    )
    return [
        Quote(
            row["naId"],
            row["chunkId"],
            row["start"],
            row["end"],
            row["text"][row["start"] : row["end"]],
        )
        for row in rows
    ]


def read_sentences(graph: Graph, na_ids: Sequence[int]) -> list[Quote]:
    """Return sentences in which sampled records describe their own content."""
    some = na_ids[:: max(1, -(-len(na_ids) // MAX_READ_RECORDS))]
    rows = graph.read(load_query(PACKAGE, "texts_of_records"), naIds=list(some))
    return [
        Quote(row["naId"], row["chunkId"], start, end, row["text"][start:end])
        for row in rows
        for label, start, end in sentences(row["text"])
        if label in READ_LABELS
    ]
