"""From names along relations to other names, hop by hop: hubs weigh little, or lead nowhere.

Needs the layer of names and statements (decision 0032). One statement reads a whole hop.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from narabot.graph import Graph
from narabot.models import EvidencePath, Passage, PathEdge, PathNode
from narabot.models.knowledge import UNNAMING, LayerRelation
from narabot.retrieval.operators.phrases import WIDEST, ChunkMention, PhraseFound, related_to

MOST_HOPS = 3
"""As document 004 has it."""

MOST_FOLLOWED = 20
"""Names of a hop, those with the most weight, that are gone on from."""

MOST_RELATED = 20
"""Names that are followed from one."""

MOST_READ = 40
"""Names whose texts are looked at."""

NOT_FOLLOWED = (
    "What is related to these, or says them, for each more than {most:,} names or records: {names}."
)


@dataclass(frozen=True, slots=True)
class Reached:
    """A name that was come to, and how."""

    phrase: PhraseFound
    weight: float
    """0 to 1; each hop takes the more away the more records have the name that it comes to."""
    way: tuple["Reached", ...] = ()
    """The names before it, the first of all first."""
    step: PathEdge | None = None
    """What leads to it from the last of these; `None` of the first."""

    @property
    def hops(self) -> int:
        """Return how many relations are between the first name and it."""
        return len(self.way)

    @property
    def is_wide(self) -> bool:
        """Whether so many records have the name that it says little."""
        return self.phrase.records > WIDEST


@dataclass(frozen=True, slots=True)
class NamesReached:
    """Names, nearer ones first, of which those that are too wide lead nowhere."""

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
    graph: Graph, starts: Iterable[PhraseFound], hops: int = MOST_HOPS
) -> NamesReached:
    """Return some names and those that at most so many relations lead to from them.

    A name that is reached in several ways is so by the shortest, of these that with the most
    weight. Raises GraphUnavailableError.
    """
    ring = {one.phrase_id: Reached(one, 1.0) for one in starts}
    reached, too_wide = dict(ring), set[str]()
    for _ in range(hops):
        followed = heaviest((one for one in ring.values() if not one.is_wide), MOST_FOLLOWED)
        if not followed:
            break
        found = related_to(graph, followed, MOST_RELATED)
        too_wide.update(found.too_wide)
        ring = {}
        for one in found.found:
            before = reached[one.phrase_id]
            if one.other.phrase_id in reached or one.other.entity_class in UNNAMING:
                continue
            step = PathEdge(", ".join(one.classes), None, not one.is_subject)
            weight = before.weight * damping(one.other)
            known = ring.get(one.other.phrase_id)
            if known is None or weight > known.weight:
                ring[one.other.phrase_id] = Reached(one.other, weight, (*before.way, before), step)
        reached |= ring
    return NamesReached(reached, frozenset(too_wide))


def heaviest(names: Iterable[Reached], most: int) -> list[str]:
    """Return the phraseIds of so many names, those with the most weight."""
    ordered = sorted(names, key=lambda one: (-one.weight, one.phrase.phrase_id))
    return [one.phrase.phrase_id for one in ordered[:most]]


def hops_to_chunks(
    reached: NamesReached, mentions: Sequence[ChunkMention]
) -> dict[str, tuple[int, Reached]]:
    """Return by chunkId the name by which it is reached with the fewest hops, and how many."""
    nearest: dict[str, tuple[int, Reached]] = {}
    for one in mentions:
        name = reached.names[one.phrase_id]
        known = nearest.get(one.chunk_id)
        if known is None or (name.hops, -name.weight) < (known[0], -known[1].weight):
            nearest[one.chunk_id] = (name.hops, name)
    return nearest


def paths_of_names(
    reached: Mapping[str, tuple[int, Reached]], passages: Sequence[Passage]
) -> tuple[EvidencePath, ...]:
    """Return the ways to those of some passages whose chunk a name was followed to."""
    return tuple(
        path_of(reached[one.chunk_id][1], one) for one in passages if one.chunk_id in reached
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
