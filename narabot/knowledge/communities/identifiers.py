"""Identifiers of communities, which stay the same while a community changes little. Pure."""

from collections.abc import Mapping, Sequence

from narabot.knowledge.communities.leiden import Cluster
from narabot.models.knowledge import digest_of

HEAVIEST = 10
"""Names of which an identifier is made."""

LEAST_SHARED = 0.5
"""Of the names of two communities that are to be the same one (Jaccard)."""

Known = Mapping[str, tuple[int, frozenset[str]]]
"""The level and the phraseIds of communities that were found before, by their identifiers."""


def given_id(na_id: int) -> str:
    """Return the identifier of the community of a record."""
    return digest_of("given", str(na_id))


def found_ids(home: str, found: Sequence[Cluster], known: Known) -> list[str]:
    """Return an identifier for each cluster found in a given community.

    One that shares most names with a community of before, on the same level, keeps its identifier;
    that of another is the digest of its ten heaviest names.
    """
    taken = kept_ids(found, known)
    used = set(taken.values())
    ids = []
    for place, one in enumerate(found):
        own = taken.get(place) or digest_of(home, str(one.level), *one.phrase_ids[:HEAVIEST])
        while place not in taken and own in used:
            own = digest_of(own)
        used.add(own)
        ids.append(own)
    return ids


def places_of(known: Known) -> dict[int, dict[str, int]]:
    """Return the number of the community in which each name was before, by level."""
    places: dict[int, dict[str, int]] = {}
    for number, own in enumerate(sorted(known)):
        level, names = known[own]
        places.setdefault(level, {}).update(dict.fromkeys(names, number))
    return places


def kept_ids(found: Sequence[Cluster], known: Known) -> dict[int, str]:
    """Return which clusters are communities of before, those most alike first."""
    pairs = sorted(
        (-shared, known_id, place)
        for place, one in enumerate(found)
        for known_id, (level, names) in known.items()
        if level == one.level
        and (shared := jaccard(names, frozenset(one.phrase_ids))) >= LEAST_SHARED
    )
    taken: dict[int, str] = {}
    used: set[str] = set()
    for _, known_id, place in pairs:
        if place not in taken and known_id not in used:
            taken[place] = known_id
            used.add(known_id)
    return taken


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of names that two communities have in common, 0 to 1."""
    return len(one & other) / max(len(one | other), 1)
