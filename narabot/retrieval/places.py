"""Where to look: the file units and series that a request leads to, with what speaks for them."""

from collections.abc import Sequence

from narabot.graph import Graph, load_query
from narabot.models import LevelOfDescription, PlaceToLook, Wording
from narabot.retrieval.operators.by_id import read_records
from narabot.retrieval.operators.fusion import Hit
from narabot.retrieval.operators.vector import by_meaning
from narabot.retrieval.operators.words import by_words
from narabot.retrieval.retriever import Retriever
from narabot.retrieval.units import RankedUnit, Unit, gist, rank_units

SEARCHED_FOR_UNITS = 1000
"""Chunks that each search gives to the ranking of units."""


def places_to_look(
    retriever: Retriever, wording: Wording, count: int, level: LevelOfDescription | None = None
) -> list[PlaceToLook]:
    """Return the best places to look, with the records that speak for them."""
    ranked = ranked_units(retriever, wording, level)[:count]
    wanted = [na_id for one in ranked for na_id in (one.unit.na_id, *one.evidence)]
    found = read_records(retriever.graph, list(dict.fromkeys(wanted)))
    known = {one.na_id: one for one in found}
    return [
        PlaceToLook(
            known[one.unit.na_id],
            one.score,
            tuple(known[na_id] for na_id in one.evidence if na_id in known),
        )
        for one in ranked
        if one.unit.na_id in known
    ]


def ranked_units(
    retriever: Retriever, wording: Wording, level: LevelOfDescription | None = None
) -> list[RankedUnit]:
    """Return the file units and series in which to look for what a request is about."""
    words = by_words(retriever, wording, SEARCHED_FOR_UNITS)
    meaning = by_meaning(retriever, gist(wording.text), SEARCHED_FOR_UNITS)
    above = units_above(retriever.graph, [*words, *meaning])
    return rank_units(words, meaning, above, level)


def units_above(graph: Graph, found: Sequence[Hit]) -> dict[int, tuple[Unit, ...]]:
    """Return the file units and series that some hits are, or are kept in, by naId."""
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
