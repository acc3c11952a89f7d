"""Found communities: groups of names within given ones, sought anew where something has changed.

Each chunk is looked at in one given community, the narrowest that has enough names: so none of what
is found in a series is found in its record group once more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import neo4j
from tenacity import Retrying

from narabot.graph import Graph, load_query, named_errors
from narabot.knowledge.building import PACKAGE, send
from narabot.knowledge.communities.given import FORM, LEAST_RECORDS, Given
from narabot.knowledge.communities.identifiers import found_ids, places_of
from narabot.knowledge.communities.leiden import Cluster, clusters, ties_of
from narabot.models import Row
from narabot.models.knowledge import UNNAMING, digest_of

LEAST_HOME = 200
"""Names of a given community in which others are sought."""

LEAST_NAMED = 2
"""Names of a community that a record of it says."""


@dataclass(frozen=True, slots=True)
class NamingChunk:
    """A chunk that says names."""

    na_id: int
    hash: str
    """Of its record, and of what was read in it."""
    units: tuple[int, ...]
    """The naIds of the given units in which it is."""
    phrase_ids: tuple[str, ...]


def naming_chunks(graph: Graph, root: Given, units: Sequence[int]) -> list[NamingChunk]:
    """Return the chunks that say names in all that is kept in a unit."""
    rows = graph.read(
        load_query(PACKAGE, "names_in_unit"),
        naId=root.na_id,
        units=list(units),
        unnaming=sorted(UNNAMING),
    )
    return [
        NamingChunk(row["naId"], row["hash"], tuple(row["units"]), tuple(row["phraseIds"]))
        for row in rows
    ]


def homes(chunks: Sequence[NamingChunk], depths: Mapping[int, int]) -> dict[int, list[NamingChunk]]:
    """Return the chunks that are looked at in each given unit, by its naId. Pure.

    `depths` says how many given units are above each.
    """
    names: dict[int, set[str]] = {}
    for chunk in chunks:
        for unit in chunk.units:
            names.setdefault(unit, set()).update(chunk.phrase_ids)
    wide = {unit for unit, own in names.items() if len(own) >= LEAST_HOME}
    found: dict[int, list[NamingChunk]] = {}
    for chunk in chunks:
        able = [unit for unit in chunk.units if unit in wide]
        if able:
            nearest = max(able, key=lambda unit: (depths[unit], unit))
            found.setdefault(nearest, []).append(chunk)
    return {home: own for home, own in found.items() if len(named_in(own)) >= LEAST_HOME}


def named_in(chunks: Iterable[NamingChunk]) -> set[str]:
    """Return all names that some chunks say."""
    return {name for chunk in chunks for name in chunk.phrase_ids}


def sought_in(graph: Graph, retrying: Retrying, home: Given, chunks: Sequence[NamingChunk]) -> int:
    """Find the communities of names in a given one, and write them; return how many they are."""
    own = home.community_id
    stated = retrying(read_ties, graph, named_in(chunks))
    before = retrying(graph.read, load_query(PACKAGE, "found_before"), home=own)
    known = {row["communityId"]: (row["level"], frozenset(row["phraseIds"])) for row in before}
    ties = ties_of([one.phrase_ids for one in chunks], stated)
    found = clusters(ties, places_of(known))
    rows = found_rows(own, found, found_ids(own, found, known), chunks)
    retrying(write_found, graph, home, rows)
    return len(rows)


def read_ties(graph: Graph, phrase_ids: Iterable[str]) -> dict[tuple[str, str], float]:
    """Return how much statements relate some names, in both directions together."""
    rows = graph.read(load_query(PACKAGE, "stated_ties"), phraseIds=sorted(phrase_ids))
    ties: dict[tuple[str, str], float] = {}
    for row in rows:
        pair = (min(row["one"], row["other"]), max(row["one"], row["other"]))
        ties[pair] = ties.get(pair, 0.0) + row["weight"]
    return ties


def found_rows(
    home: str, found: Sequence[Cluster], ids: Sequence[str], chunks: Sequence[NamingChunk]
) -> list[Row]:
    """Return what is written of the communities that enough records are in. Pure."""
    rows: list[Row] = []
    kept: set[str] = set()
    for one, own in zip(found, ids, strict=True):
        members = members_of(one, chunks)
        if len(members) < LEAST_RECORDS:
            continue
        kept.add(own)
        above = ids[one.part_of] if one.part_of is not None else home
        hashes = (f"{na_id}{hash_}" for na_id, hash_ in sorted(members.items()))
        rows.append(
            {
                "communityId": own,
                "level": one.level,
                "size": len(members),
                "digest": digest_of(FORM, home, *one.phrase_ids, "", *hashes),
                "parent": above if above in kept else home,
                "phraseIds": list(one.phrase_ids),
                "members": sorted(members),
            }
        )
    return rows


def members_of(one: Cluster, chunks: Iterable[NamingChunk]) -> dict[int, str]:
    """Return the records that say enough names of a community, with their hashes."""
    names = frozenset(one.phrase_ids)
    said: dict[int, set[str]] = {}
    hashes: dict[int, str] = {}
    for chunk in chunks:
        if own := names.intersection(chunk.phrase_ids):
            said.setdefault(chunk.na_id, set()).update(own)
            hashes[chunk.na_id] = chunk.hash
    return {na_id: hashes[na_id] for na_id, own in said.items() if len(own) >= LEAST_NAMED}


def write_found(graph: Graph, home: Given, rows: Sequence[Row]) -> None:
    """Write the communities found in a given one in one transaction; others of it go."""

    def write(transaction: neo4j.ManagedTransaction) -> None:
        own, kept = home.community_id, [row["communityId"] for row in rows]
        gone = load_query(PACKAGE, "delete_found")
        send(transaction, gone, homes=[own], kept=kept)
        send(transaction, load_query(PACKAGE, "write_found"), home=own, rows=list(rows))
        send(transaction, load_query(PACKAGE, "mark_home"), home=own, digest=home.digest)

    with named_errors(graph.connection), graph.session() as session:
        session.execute_write(write)
