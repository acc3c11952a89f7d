"""Identifiers of communities, which persist while a community changes little.

This module is pure.
"""

from collections.abc import Mapping, Sequence

from narabot.knowledge.communities.leiden import Cluster
from narabot.models.knowledge import digest_of

IDENTIFYING_NAMES = 10
"""Number of names that determine an identifier."""

MIN_OVERLAP = 0.5
"""Minimum Jaccard index of two communities' names for the communities to count as the same."""

PreviousCommunities = Mapping[str, tuple[int, frozenset[str]]]
"""The level and phraseIds of each previously detected community, keyed by the community's
identifier."""


def catalog_community_id(na_id: int) -> str:
    """Return the identifier of a record's community."""
    return digest_of("given", str(na_id))


def detected_ids(home: str, found: Sequence[Cluster], known: PreviousCommunities) -> list[str]:
    """Return an identifier for each cluster detected in a catalog community.

    A cluster that shares enough names with a previous community on the same level keeps that
    community's identifier. The identifier of any other cluster is the digest of its ten heaviest
    names.
    """
    taken = reused_ids(found, known)
    used = set(taken.values())
    ids = []
    for place, one in enumerate(found):
        own = taken.get(place) or digest_of(
            home, str(one.level), *one.phrase_ids[:IDENTIFYING_NAMES]
        )
        while place not in taken and own in used:
            own = digest_of(own)
        used.add(own)
        ids.append(own)
    return ids


def previous_numbers(known: PreviousCommunities) -> dict[int, dict[str, int]]:
    """For each level, return the number of the community to which each name previously belonged."""
    places: dict[int, dict[str, int]] = {}
    for number, own in enumerate(sorted(known)):
        level, names = known[own]
        places.setdefault(level, {}).update(dict.fromkeys(names, number))
    return places


def reused_ids(found: Sequence[Cluster], known: PreviousCommunities) -> dict[int, str]:
    """Return the identifiers that clusters keep, keyed by the cluster's position.

    The most similar pairs are matched first.
    """
    pairs = sorted(
        (-shared, known_id, place)
        for place, one in enumerate(found)
        for known_id, (level, names) in known.items()
        if level == one.level
        and (shared := jaccard(names, frozenset(one.phrase_ids))) >= MIN_OVERLAP
    )
    taken: dict[int, str] = {}
    used: set[str] = set()
    for _, known_id, place in pairs:
        if place not in taken and known_id not in used:
            taken[place] = known_id
            used.add(known_id)
    return taken


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of names that two communities have in common, from 0 to 1."""
    return len(one & other) / max(len(one | other), 1)
