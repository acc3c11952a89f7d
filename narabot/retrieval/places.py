"""Rank the file units and series in which to look for records, using evidence from all levels
(decision 0009)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from narabot.graph import Graph, load_query
from narabot.models import NO_FILTERS, Filters, LevelOfDescription, PlaceToLook, Wording, Years
from narabot.retrieval.operators.by_id import read_records
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.vector import vector_hits
from narabot.retrieval.operators.words import full_text_hits
from narabot.retrieval.retriever import Retriever

RANK_OFFSET = 5
"""The constant k in reciprocal rank fusion. Several searches support the same unit, so no single
search should decide the ranking (decision 0009)."""

MOST_EVIDENCE = 3
"""Maximum number of records shown as evidence for a unit."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A file unit or series that contains a record or is the record itself."""

    na_id: int
    level: LevelOfDescription


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """A unit with its score and the descendants that support the unit, best first."""

    unit: Unit
    score: float
    """Score from 0 to 1. A unit that ranks first in all rankings has a score of 1."""
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SearchHits:
    """The hits from a full-text search and a vector search for a request. The searches may be
    limited to the request's years."""

    words: Sequence[Hit]
    meaning: Sequence[Hit]

    @property
    def hits(self) -> list[Hit]:
        """All hits, starting with the hits from the vector search."""
        return [*self.meaning, *self.words]


NearestUnits = Mapping[int, Unit]
"""The nearest unit that contains each record or is the record itself, keyed by the record's
naId."""


def rank_units(
    searches: Sequence[SearchHits],
    units_above: Mapping[int, Sequence[Unit]],
    level: LevelOfDescription | None = None,
) -> list[RankedUnit]:
    """Return the units at one level or at both levels, best first. Ties are ordered by naId.

    A record supports only its nearest unit. If records in a file unit also supported the series,
    large series would rank first.
    """
    nearest = nearest_units(units_above, level)
    rankings = [ranking for one in searches for ranking in rankings_of(one, nearest)]
    scores: dict[Unit, float] = {}
    for ranking in rankings:
        order = sorted(ranking, key=lambda unit: (-ranking[unit], unit.na_id))
        for rank, unit in enumerate(order):
            scores[unit] = scores.get(unit, 0.0) + 1 / (RANK_OFFSET + rank + 1)
    most = len(rankings) / (RANK_OFFSET + 1)
    evidence = evidence_below([hit for one in searches for hit in one.hits], nearest)
    ranked = [
        RankedUnit(unit, score / most, tuple(evidence.get(unit, ())[:MOST_EVIDENCE]))
        for unit, score in scores.items()
    ]
    return sorted(ranked, key=lambda one: (-one.score, one.unit.na_id))


def nearest_units(
    units_above: Mapping[int, Sequence[Unit]], level: LevelOfDescription | None
) -> dict[int, Unit]:
    """Return each record's nearest unit at the specified level, or at any level if `level` is
    `None`."""
    kept = {
        na_id: [unit for unit in units if level is None or unit.level is level]
        for na_id, units in units_above.items()
    }
    return {na_id: units[0] for na_id, units in kept.items() if units}


def rankings_of(searched: SearchHits, nearest: NearestUnits) -> Iterator[dict[Unit, float]]:
    """Yield three rankings of units. The first uses full-text scores, the second uses the vectors
    of a unit's descendants, and the third uses the unit's own vector."""
    own, below = best_scores(searched.words, nearest)
    yield {unit: own.get(unit, 0.0) + below.get(unit, 0.0) for unit in own | below}
    own, below = best_scores(searched.meaning, nearest)
    yield below
    yield own


def best_scores(
    hits: Iterable[Hit], nearest: NearestUnits
) -> tuple[dict[Unit, float], dict[Unit, float]]:
    """Return each unit's own best score, and the best score among the unit's descendants."""
    own: dict[Unit, float] = {}
    below: dict[Unit, float] = {}
    for hit in hits:
        unit = nearest.get(hit.na_id)
        if unit is not None:
            scores = own if unit.na_id == hit.na_id else below
            scores[unit] = max(scores.get(unit, hit.score), hit.score)
    return own, below


def evidence_below(hits: Iterable[Hit], nearest: NearestUnits) -> dict[Unit, list[int]]:
    """Return the naIds of the hits below each unit, without duplicates and in the order of the
    hits."""
    found: dict[Unit, list[int]] = {}
    for hit in hits:
        unit = nearest.get(hit.na_id)
        if unit and unit.na_id != hit.na_id and hit.na_id not in found.setdefault(unit, []):
            found[unit].append(hit.na_id)
    return found


SEARCHED_FOR_UNITS = 1000
"""Number of chunks that each search contributes to the ranking of units."""


def places_to_look(
    retriever: Retriever,
    wording: Wording,
    count: int,
    level: LevelOfDescription | None = None,
    years: Years | None = None,
) -> list[PlaceToLook]:
    """Return the best places to look for records, with the records that support each place."""
    ranked = ranked_units(retriever, wording, level, years)[:count]
    wanted = [na_id for one in ranked for na_id in (one.unit.na_id, *one.evidence)]
    found = read_records(retriever.graph, list(dict.fromkeys(wanted)))
    records = {one.na_id: one for one in found}
    return [
        PlaceToLook(
            records[one.unit.na_id],
            one.score,
            tuple(records[na_id] for na_id in one.evidence if na_id in records),
        )
        for one in ranked
        if one.unit.na_id in records
    ]


def ranked_units(
    retriever: Retriever,
    wording: Wording,
    level: LevelOfDescription | None = None,
    years: Years | None = None,
) -> list[RankedUnit]:
    """Return the file units and series in which to look for the requested records, best first.

    If a request names years, the records from these years are also searched separately, and the
    units of these records count twice. Units from other years or without dates therefore rank
    lower.
    """
    of_years = [Filters(years=years)] if years else []
    searches = [
        search_both_indexes(retriever, wording, filters) for filters in (*of_years, NO_FILTERS)
    ]
    above = units_above(retriever.graph, [hit for one in searches for hit in one.hits])
    return rank_units(searches, above, level)


def search_both_indexes(retriever: Retriever, wording: Wording, filters: Filters) -> SearchHits:
    """Return the hits that match the filters, from full-text search and vector search."""
    return SearchHits(
        full_text_hits(retriever, wording, SEARCHED_FOR_UNITS, filters),
        vector_hits(retriever, wording.text, SEARCHED_FOR_UNITS, filters),
    )


def units_above(graph: Graph, found: Sequence[Hit]) -> dict[int, tuple[Unit, ...]]:
    """Return the file units and series that contain each hit, keyed by the hit's naId. A file unit
    or series is considered to contain itself."""
    rows = graph.read(
        load_query("narabot", "units_above"),
        naIds=sorted({hit.na_id for hit in found}),
        levels=[LevelOfDescription.FILE_UNIT, LevelOfDescription.SERIES],
    )
    return {
        row["naId"]: tuple(
            Unit(unit["naId"], LevelOfDescription(unit["level"])) for unit in row["units"]
        )
        for row in rows
    }
