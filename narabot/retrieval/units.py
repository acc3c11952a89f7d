"""Rank file units and series for a request, from the evidence of all levels. Pure.

A unit may be right although nothing below it is described, and an item may speak for a unit whose
label says nothing. So three rankings are joined: by words, the best record below and the unit's own
label together; by meaning, the best record below; by meaning, the label.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from narabot.models import LevelOfDescription
from narabot.retrieval.operators.fusion import Hit
from narabot.words import SENTENCE_END

RANK_OFFSET = 5
"""The k of reciprocal ranks: here several searches speak for the same unit, and none alone decides.
Decision 0009."""

MOST_EVIDENCE = 3
"""Records named as the evidence for a unit."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A file unit or series that a record is, or is kept in."""

    na_id: int
    level: LevelOfDescription


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """A unit with how much speaks for it, and which records below it do, the best first."""

    unit: Unit
    score: float
    """0 to 1; 1 for a unit that is first in all three rankings."""
    evidence: tuple[int, ...]


@dataclass(slots=True)
class Evidence:
    """What speaks for a unit in one search."""

    own: float = 0.0
    below: float = 0.0


def gist(request: str) -> str:
    """Return the first sentence of a request: it names the topic, the rest explains it."""
    end = SENTENCE_END.search(request)
    return request[: end.start()] if end else request


def rank_units(
    words: Sequence[Hit],
    meaning: Sequence[Hit],
    units_above: Mapping[int, Sequence[Unit]],
    level: LevelOfDescription | None = None,
) -> list[RankedUnit]:
    """Return the units of a level, or of both, best first; ties by naId."""
    by_words = gathered(words, units_above)
    by_meaning = gathered(meaning, units_above)
    rankings = (
        {unit: found.own + found.below for unit, found in by_words.items()},
        {unit: found.below for unit, found in by_meaning.items() if found.below},
        {unit: found.own for unit, found in by_meaning.items() if found.own},
    )
    scores: dict[Unit, float] = {}
    for ranking in rankings:
        kept = [unit for unit in ranking if level is None or unit.level is level]
        kept.sort(key=lambda unit: (-ranking[unit], unit.na_id))
        for rank, unit in enumerate(kept):
            scores[unit] = scores.get(unit, 0.0) + 1 / (RANK_OFFSET + rank + 1)
    most = len(rankings) / (RANK_OFFSET + 1)
    evidence = evidence_below([*meaning, *words], units_above)
    ranked = [
        RankedUnit(unit, score / most, tuple(evidence.get(unit, ())[:MOST_EVIDENCE]))
        for unit, score in scores.items()
    ]
    return sorted(ranked, key=lambda one: (-one.score, one.unit.na_id))


def gathered(
    hits: Iterable[Hit], units_above: Mapping[int, Sequence[Unit]]
) -> dict[Unit, Evidence]:
    """Return the best scores of each unit: its own, and that of the best record below it."""
    found: dict[Unit, Evidence] = {}
    for hit in hits:
        for unit in units_above.get(hit.na_id, ()):
            evidence = found.setdefault(unit, Evidence())
            if unit.na_id == hit.na_id:
                evidence.own = max(evidence.own, hit.score)
            else:
                evidence.below = max(evidence.below, hit.score)
    return found


def evidence_below(
    hits: Iterable[Hit], units_above: Mapping[int, Sequence[Unit]]
) -> dict[Unit, list[int]]:
    """Return the records below each unit that were found, each once, in the order of the hits."""
    found: dict[Unit, list[int]] = {}
    for hit in hits:
        for unit in units_above.get(hit.na_id, ()):
            if hit.na_id != unit.na_id and hit.na_id not in found.setdefault(unit, []):
                found[unit].append(hit.na_id)
    return found
