"""What a report on a community is made of, as it is read from the graph."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from narabot.chat.overviews import scope_of
from narabot.errors import TooMuchToComputeError
from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE
from narabot.models import Quote, Row
from narabot.models.communities import CommunityKind
from narabot.models.knowledge import UNNAMING
from narabot.models.lines import SCOPE_AND_CONTENT, TITLE
from narabot.plans.algebra import Below, RecordSet, These, with_below
from narabot.plans.facts import RecordFacts
from narabot.plans.sources import Sets
from narabot.retrieval.records.sentences import sentences

HEAVIEST = 10
"""Names of a community that are looked at."""

LOOKED_AT, MOST_THESES = 300, 12
"""Thoughts about one name that are looked at, and of these those in the community that are read."""

ENOUGH_THESES = 7
"""With fewer thoughts, the sentences of some records are read too."""

MOST_READ = 40
"""Records whose sentences are read, at equal distances."""

READ_LABELS = frozenset({TITLE, SCOPE_AND_CONTENT})
"""Of the lines whose sentences say what a record is about."""

MOST_LISTED = 500
"""Records of a found community that a plan lists; of more it is not computed."""


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """A community as it is written."""

    community_id: str
    kind: CommunityKind
    size: int
    digest: str
    na_id: int | None
    """Of the record of a given one."""
    name: str
    """Of a given one, "" of another."""
    tops: tuple[int, ...]
    """The records in which all of a given one are kept."""
    home: int | None = None
    """The naId of the given one in which another was found."""


@dataclass(frozen=True, slots=True)
class HeavyName:
    """One of the names that count most in a community."""

    phrase_id: str
    name: str
    beside: int
    """So many of its other names stand in a chunk with it."""


@dataclass(frozen=True, slots=True)
class Material:
    """All that a report on a community is made of."""

    community: CommunityRow
    names: int
    """So many names are in it."""
    heaviest: tuple[HeavyName, ...]
    scope: tuple[Quote, ...]
    """The first sentences of its scope note."""
    theses: tuple[Quote, ...]
    """What its texts say of its heaviest names; of few, also what its records say of themselves."""
    records: RecordSet | None
    """What plans are computed of, `None` of too many to be listed."""
    facts: tuple[RecordFacts, ...]
    """Of its records; none where these are too many to be gone through."""


def community_row(row: Row) -> CommunityRow:
    """Return a community as it was read."""
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
    """Return what a report is made of. Raises GraphUnavailableError."""
    is_given = one.kind is CommunityKind.GIVEN
    names, heaviest = read_names(graph, one)
    records = records_of(one) if is_given else These(members(graph, one))
    try:
        facts = sets.read(records)
    except TooMuchToComputeError:
        facts = ()
    is_short = is_given or len(facts) <= MOST_LISTED
    scope = scope_of(graph, one.na_id) if one.na_id is not None else ()
    tops = one.tops if is_given else tuple(filter(None, [one.home]))
    theses = read_theses(graph, [name.phrase_id for name in heaviest], tops)
    if len(theses) < ENOUGH_THESES:
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


def records_of(one: CommunityRow) -> RecordSet:
    """Return the records of a given community as a set of the algebra of plans."""
    is_unit = one.tops == (one.na_id,)
    return Below(These(one.tops)) if is_unit else with_below(These(one.tops))


def members(graph: Graph, one: CommunityRow) -> tuple[int, ...]:
    """Return the naIds of the records of a found community."""
    query = load_query("narabot", "members_of_found")
    rows = graph.read(query, communityIds=[one.community_id])
    return tuple(na_id for row in rows for na_id in row["naIds"])


def read_names(graph: Graph, one: CommunityRow) -> tuple[int, tuple[HeavyName, ...]]:
    """Return how many names a community has, and the heaviest."""
    if one.kind is CommunityKind.GIVEN:
        rows = graph.read(
            load_query(PACKAGE, "names_of_given"),
            naIds=list(one.tops),
            unnaming=sorted(UNNAMING),
            most=HEAVIEST,
        )
    else:
        query = load_query(PACKAGE, "names_of_found")
        rows = graph.read(query, communityId=one.community_id, most=HEAVIEST)
    heaviest = (
        HeavyName(told["phraseId"], told["name"], told["beside"])
        for row in rows
        for told in row["heaviest"]
    )
    return sum(row["names"] for row in rows), tuple(heaviest)


def read_theses(graph: Graph, phrase_ids: Sequence[str], na_ids: Sequence[int]) -> list[Quote]:
    """Return what is stated of some names in the texts below some records."""
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
    """Return what some of many records say that they are about."""
    some = na_ids[:: max(1, -(-len(na_ids) // MOST_READ))]
    rows = graph.read(load_query(PACKAGE, "texts_of_records"), naIds=list(some))
    return [
        Quote(row["naId"], row["chunkId"], start, end, row["text"][start:end])
        for row in rows
        for label, start, end in sentences(row["text"])
        if label in READ_LABELS
    ]
