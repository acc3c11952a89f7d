"""From names along relations to other names, hop by hop: hubs weigh little, or lead nowhere.

Needs the layer of names and statements (decision 0032). One statement reads a whole hop.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from narabot.graph import Graph
from narabot.models import EvidencePath, Passage, PathEdge, PathNode
from narabot.models.knowledge import UNNAMING, LayerRelation
from narabot.models.traces import BESIDE
from narabot.retrieval.operators.phrases import (
    WIDEST,
    ChunkMention,
    PhraseFound,
    RelatedPhrases,
    related_to,
)

MOST_HOPS = 3
"""As document 004 has it."""

MOST_FOLLOWED = 20
"""Names of a hop, those with the most weight, that are gone on from."""

MOST_RELATED = 20
"""Names that are followed from one."""

MOST_READ = 40
"""Names whose texts are looked at."""

NOTHING_RELATED = RelatedPhrases((), ())

NOT_FOLLOWED = (
    "Links of names that occur in more than {most:,} records, or with more than {most:,} other "
    "names: {names}."
)


@dataclass(frozen=True, slots=True)
class Reached:
    """A name that was come to, and how."""

    phrase: PhraseFound
    hops: int
    """0 of a name in the request, 1 of one in a text near to it, else what leads to it and 1."""
    weight: float
    """0 to 1; each hop takes the more away the more records have the name that it comes to."""
    way: tuple["Reached", ...] = ()
    """The names before it, the first of all first."""
    step: PathEdge | None = None
    """What leads to it from the last of these; `None` of the first."""

    @property
    def is_from_request(self) -> bool:
        """Whether the way to it begins with a name in the request."""
        return (*self.way, self)[0].hops == 0

    @property
    def is_wide(self) -> bool:
        """Whether so many records have the name that it says little."""
        return self.phrase.records > WIDEST


@dataclass(frozen=True, slots=True)
class NamesReached:
    """Names, of which those that are too wide lead nowhere."""

    names: Mapping[str, Reached]
    """By phraseId."""
    too_wide: frozenset[str] = frozenset()
    """The phraseIds of those that more others are related to than are followed."""

    def __len__(self) -> int:
        """Return how many names there are."""
        return len(self.names)

    @property
    def narrow(self) -> list[str]:
        """The phraseIds of those whose texts are looked at, that with the most weight first."""
        return heaviest((one for one in self.names.values() if not one.is_wide), MOST_READ)

    @property
    def unfollowed(self) -> tuple[str, ...]:
        """What was not looked at, a sentence each."""
        wide = {one.phrase.name for one in self.names.values() if one.is_wide}
        wide |= {self.names[phrase_id].phrase.name for phrase_id in self.too_wide}
        names = ", ".join(sorted(wide))
        return (NOT_FOLLOWED.format(most=WIDEST, names=names),) if names else ()


def damping(phrase: PhraseFound) -> float:
    """Return what is left of a weight at a name: 1 / log2(2 + its records)."""
    return 1 / log2(2 + phrase.records)


def names_reached(
    graph: Graph, said: Iterable[PhraseFound], beside: Iterable[PhraseFound] = ()
) -> NamesReached:
    """Return names, and what at most so many relations lead to from those that a request says.

    Those beside these, in texts near to the request, are a hop away from it. A name that is reached
    in several ways is so by the shortest, of these that with the most weight. Raises
    GraphUnavailableError.
    """
    ring = {one.phrase_id: Reached(one, 0, 1.0) for one in said}
    reached, too_wide = dict(ring), set[str]()
    for hop in range(1, MOST_HOPS + 1):
        followed = heaviest((one for one in ring.values() if not one.is_wide), MOST_FOLLOWED)
        found = related_to(graph, followed, MOST_RELATED) if followed else NOTHING_RELATED
        too_wide.update(found.too_wide)
        ring = gone_on(reached, found)
        if hop == 1:
            for one in beside:
                ring.setdefault(one.phrase_id, Reached(one, hop, damping(one)))
        reached = {**ring, **reached}
    return NamesReached(reached, frozenset(too_wide))


def gone_on(reached: Mapping[str, Reached], related: RelatedPhrases) -> dict[str, Reached]:
    """Return the names that relations lead to from others and that were not reached before."""
    ring: dict[str, Reached] = {}
    for one in related.found:
        before, other = reached[one.phrase_id], one.other
        if other.phrase_id in reached or other.entity_class in UNNAMING:
            continue
        weight = before.weight * damping(other)
        known = ring.get(other.phrase_id)
        if known is None or weight > known.weight:
            step = PathEdge(BESIDE.join(one.classes), None, not one.is_subject)
            way = (*before.way, before)
            ring[other.phrase_id] = Reached(other, before.hops + 1, weight, way, step)
    return ring


def heaviest(names: Iterable[Reached], most: int) -> list[str]:
    """Return the phraseIds of so many names, those with the most weight."""
    ordered = sorted(names, key=lambda one: (-one.weight, one.phrase.phrase_id))
    return [one.phrase.phrase_id for one in ordered[:most]]


def names_in_chunks(reached: NamesReached, mentions: Sequence[ChunkMention]) -> dict[str, Reached]:
    """Return by chunkId the name in it that is the fewest hops away, of these the heaviest.

    One with a way to it from the request goes before one without.
    """
    nearest: dict[str, Reached] = {}
    for one in mentions:
        name, known = reached.names[one.phrase_id], nearest.get(one.chunk_id)
        if known is None or order(name) < order(known):
            nearest[one.chunk_id] = name
    return nearest


def order(name: Reached) -> tuple[int, bool, float]:
    """Return what the names in a chunk are sorted by."""
    return name.hops, not name.is_from_request, -name.weight


def paths_of_names(
    there: Mapping[str, Reached], passages: Sequence[Passage]
) -> tuple[EvidencePath, ...]:
    """Return the ways from names in a request to those of some passages that they lead to."""
    return tuple(
        path_of(name, one)
        for one in passages
        if (name := there.get(one.chunk_id)) and name.is_from_request
    )


def path_of(reached: Reached, passage: Passage) -> EvidencePath:
    """Return the way to a name, and from it to a passage that says it."""
    ways = (*reached.way, reached)
    nodes = [
        PathNode(one.name, one.entity_class, one.na_id, one.phrase_id)
        for one in (way.phrase for way in ways)
    ]
    record = passage.record
    return EvidencePath(
        (*nodes, PathNode(record.name or "", str(record.type), record.na_id)),
        (*(way.step for way in ways if way.step), PathEdge(LayerRelation.MENTIONED_IN)),
    )
