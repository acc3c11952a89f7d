"""Detected communities: clusters of names within catalog communities, updated after changes.

Each chunk belongs to the narrowest catalog community with enough names. Communities detected in a
series are therefore not detected again in its record group.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import neo4j
from tenacity import Retrying

from narabot.graph import Graph, load_query, translate_errors
from narabot.knowledge.building import PACKAGE, run_statement
from narabot.knowledge.communities.catalog import COMMUNITY_VERSION, MIN_RECORDS, CatalogCommunity
from narabot.knowledge.communities.identifiers import detected_ids, previous_numbers
from narabot.knowledge.communities.leiden import Cluster, find_clusters, weigh_ties
from narabot.models import Row
from narabot.models.knowledge import NON_NAME_CLASSES, digest_of

MIN_HOME_NAMES = 200
"""Minimum number of names in a catalog community in which communities are detected."""

MIN_RECORD_NAMES = 2
"""Minimum number of a community's names that a member record must mention."""


@dataclass(frozen=True, slots=True)
class NamingChunk:
    """A chunk that mentions names."""

    na_id: int
    hash: str
    """Hash of the chunk's record and of the results extracted from that record."""
    units: tuple[int, ...]
    """The naIds of the catalog units that contain the chunk."""
    phrase_ids: tuple[str, ...]


def naming_chunks(graph: Graph, root: CatalogCommunity, units: Sequence[int]) -> list[NamingChunk]:
    """Return the chunks that mention names in a unit and its descendants."""
    rows = graph.read(
        load_query(PACKAGE, "names_in_unit"),
        naId=root.na_id,
        units=list(units),
        unnaming=sorted(NON_NAME_CLASSES),
    )
    return [
        NamingChunk(row["naId"], row["hash"], tuple(row["units"]), tuple(row["phraseIds"]))
        for row in rows
    ]


def narrowest_units(
    chunks: Sequence[NamingChunk], depths: Mapping[int, int]
) -> dict[int, list[NamingChunk]]:
    """Return the chunks to examine in each catalog unit, keyed by the unit's naId.

    `depths` contains the number of catalog units above each unit. This function is pure.
    """
    names: dict[int, set[str]] = {}
    for chunk in chunks:
        for unit in chunk.units:
            names.setdefault(unit, set()).update(chunk.phrase_ids)
    wide = {unit for unit, own in names.items() if len(own) >= MIN_HOME_NAMES}
    found: dict[int, list[NamingChunk]] = {}
    for chunk in chunks:
        able = [unit for unit in chunk.units if unit in wide]
        if able:
            nearest = max(able, key=lambda unit: (depths[unit], unit))
            found.setdefault(nearest, []).append(chunk)
    return {home: own for home, own in found.items() if len(phrase_ids_in(own)) >= MIN_HOME_NAMES}


def phrase_ids_in(chunks: Iterable[NamingChunk]) -> set[str]:
    """Return the phraseIds of all names in the chunks."""
    return {name for chunk in chunks for name in chunk.phrase_ids}


def detect_in_home(
    graph: Graph, retrying: Retrying, home: CatalogCommunity, chunks: Sequence[NamingChunk]
) -> int:
    """Detect and write the communities within a catalog community. Return the number of communities
    written."""
    own = home.community_id
    stated = retrying(read_ties, graph, phrase_ids_in(chunks))
    before = retrying(graph.read, load_query(PACKAGE, "existing_detected_communities"), home=own)
    known = {row["communityId"]: (row["level"], frozenset(row["phraseIds"])) for row in before}
    ties = weigh_ties([one.phrase_ids for one in chunks], stated)
    found = find_clusters(ties, previous_numbers(known))
    rows = detected_rows(own, found, detected_ids(own, found, known), chunks)
    retrying(write_detected, graph, home, rows)
    return len(rows)


def read_ties(graph: Graph, phrase_ids: Iterable[str]) -> dict[tuple[str, str], float]:
    """Return how strongly statements relate each pair of names, with both directions combined."""
    rows = graph.read(load_query(PACKAGE, "stated_ties"), phraseIds=sorted(phrase_ids))
    ties: dict[tuple[str, str], float] = {}
    for row in rows:
        pair = (min(row["one"], row["other"]), max(row["one"], row["other"]))
        ties[pair] = ties.get(pair, 0.0) + row["weight"]
    return ties


def detected_rows(
    home: str, found: Sequence[Cluster], ids: Sequence[str], chunks: Sequence[NamingChunk]
) -> list[Row]:
    """Return the rows for the communities that have enough records.

    This function is pure.
    """
    rows: list[Row] = []
    kept: set[str] = set()
    for one, own in zip(found, ids, strict=True):
        members = member_records(one, chunks)
        if len(members) < MIN_RECORDS:
            continue
        kept.add(own)
        above = ids[one.part_of] if one.part_of is not None else home
        hashes = (f"{na_id}{hash_}" for na_id, hash_ in sorted(members.items()))
        rows.append(
            {
                "communityId": own,
                "level": one.level,
                "size": len(members),
                "digest": digest_of(COMMUNITY_VERSION, home, *one.phrase_ids, "", *hashes),
                "parent": above if above in kept else home,
                "phraseIds": list(one.phrase_ids),
                "members": sorted(members),
            }
        )
    return rows


def member_records(one: Cluster, chunks: Iterable[NamingChunk]) -> dict[int, str]:
    """Return the hashes of the records that mention enough of a community's names, keyed by
    naId."""
    names = frozenset(one.phrase_ids)
    said: dict[int, set[str]] = {}
    hashes: dict[int, str] = {}
    for chunk in chunks:
        if own := names.intersection(chunk.phrase_ids):
            said.setdefault(chunk.na_id, set()).update(own)
            hashes[chunk.na_id] = chunk.hash
    return {na_id: hashes[na_id] for na_id, own in said.items() if len(own) >= MIN_RECORD_NAMES}


def write_detected(graph: Graph, home: CatalogCommunity, rows: Sequence[Row]) -> None:
    """Write the communities detected within a catalog community, and delete obsolete communities.

    All changes are in one transaction.
    """

    def write(transaction: neo4j.ManagedTransaction) -> None:
        own, kept = home.community_id, [row["communityId"] for row in rows]
        gone = load_query(PACKAGE, "delete_detected_communities")
        run_statement(transaction, gone, homes=[own], kept=kept)
        run_statement(
            transaction,
            load_query(PACKAGE, "write_detected_communities"),
            home=own,
            rows=list(rows),
        )
        run_statement(transaction, load_query(PACKAGE, "mark_home"), home=own, digest=home.digest)

    with translate_errors(graph.connection), graph.session() as session:
        session.execute_write(write)
