"""Follow relations from names to other names, hop by hop. Frequent names get little weight or are
skipped.

Requires the knowledge layer (decision 0032). Each hop is one query.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2

from narabot.graph import Graph
from narabot.models import EvidencePath, Passage, PathEdge, PathNode
from narabot.models.knowledge import NON_NAME_CLASSES, LayerRelation
from narabot.models.traces import RELATION_SEPARATOR
from narabot.retrieval.operators.phrases import (
    WIDEST,
    ChunkMention,
    PhraseFound,
    RelatedPhrases,
    related_to,
)

MOST_HOPS = 3
"""Maximum number of hops, as in document 004."""

MOST_FOLLOWED = 20
"""Maximum number of names to follow per hop. The names with the greatest weights are chosen."""

MOST_RELATED = 20
"""Maximum number of names to follow from one name."""

MOST_READ = 40
"""Maximum number of names whose texts are read."""

NOTHING_RELATED = RelatedPhrases((), ())

NOT_FOLLOWED = (
    "Relations were not followed for names that occur in more than {most:,} records or have "
    "more than {most:,} relations: {names}."
)


@dataclass(frozen=True, slots=True)
class ReachedName:
    """A name that the walk reached, and the path to it."""

    phrase: PhraseFound
    hops: int
    """Number of hops from the request: 0 for a name in the request, 1 for a name in a similar text.
    Each relation adds 1."""
    weight: float
    """Weight from 0 to 1. Each hop reduces the weight, and a hop to a more frequent name reduces
    the weight more."""
    predecessors: tuple["ReachedName", ...] = ()
    """The previous names on the path, beginning with the first name."""
    step: PathEdge | None = None
    """The edge from the previous name, or `None` for the first name on a path."""

    @property
    def is_from_request(self) -> bool:
        """Whether the path starts at a name in the request."""
        return (*self.predecessors, self)[0].hops == 0

    @property
    def is_wide(self) -> bool:
        """Whether the name is too common to be informative."""
        return self.phrase.records > WIDEST


@dataclass(frozen=True, slots=True)
class NamesReached:
    """The names that the walk reached. The walk does not continue from names that are too
    common."""

    names: Mapping[str, ReachedName]
    """The names, keyed by phraseId."""
    too_wide: frozenset[str] = frozenset()
    """The phraseIds of names with more relations than the walk follows."""

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self.names)

    @property
    def narrow(self) -> list[str]:
        """The phraseIds of the names whose texts are read, in descending order of weight."""
        return heaviest((one for one in self.names.values() if not one.is_wide), MOST_READ)

    @property
    def unfollowed(self) -> tuple[str, ...]:
        """The limitations of the walk, one sentence each."""
        too_wide_names = {one.phrase.name for one in self.names.values() if one.is_wide}
        too_wide_names |= {self.names[phrase_id].phrase.name for phrase_id in self.too_wide}
        names = ", ".join(sorted(too_wide_names))
        return (NOT_FOLLOWED.format(most=WIDEST, names=names),) if names else ()


def damping(phrase: PhraseFound) -> float:
    """Return the damping factor of a name: 1 / log2(2 + number of records that mention the
    name)."""
    return 1 / log2(2 + phrase.records)


def follow_relations(
    graph: Graph, said: Iterable[PhraseFound], nearby: Iterable[PhraseFound] = ()
) -> NamesReached:
    """Return the names that relations connect to the names in a request.

    Names in `nearby` occur in texts similar to the request and are one hop away from it. If several
    paths reach a name, the shortest path is kept; ties go to the path with the greatest weight.
    Raises GraphUnavailableError.
    """
    ring = {one.phrase_id: ReachedName(one, 0, 1.0) for one in said}
    reached, too_wide = dict(ring), set[str]()
    for hop in range(1, MOST_HOPS + 1):
        followed = heaviest((one for one in ring.values() if not one.is_wide), MOST_FOLLOWED)
        found = related_to(graph, followed, MOST_RELATED) if followed else NOTHING_RELATED
        too_wide.update(found.too_wide)
        ring = next_hop(reached, found)
        if hop == 1:
            for one in nearby:
                ring.setdefault(one.phrase_id, ReachedName(one, hop, damping(one)))
        reached = {**ring, **reached}
    return NamesReached(reached, frozenset(too_wide))


def next_hop(reached: Mapping[str, ReachedName], related: RelatedPhrases) -> dict[str, ReachedName]:
    """Return the names that are one relation away and have not yet been reached."""
    ring: dict[str, ReachedName] = {}
    for one in related.found:
        before, other = reached[one.phrase_id], one.other
        if other.phrase_id in reached or other.entity_class in NON_NAME_CLASSES:
            continue
        weight = before.weight * damping(other)
        known = ring.get(other.phrase_id)
        if known is None or weight > known.weight:
            step = PathEdge(RELATION_SEPARATOR.join(one.classes), None, not one.is_subject)
            predecessors = (*before.predecessors, before)
            ring[other.phrase_id] = ReachedName(other, before.hops + 1, weight, predecessors, step)
    return ring


def heaviest(names: Iterable[ReachedName], most: int) -> list[str]:
    """Return the phraseIds of the `most` names with the greatest weights."""
    ordered = sorted(names, key=lambda one: (-one.weight, one.phrase.phrase_id))
    return [one.phrase.phrase_id for one in ordered[:most]]


def nearest_name_by_chunk(
    reached: NamesReached, mentions: Sequence[ChunkMention]
) -> dict[str, ReachedName]:
    """Return the name in each chunk that is the fewest hops from the request, keyed by chunkId.

    Among names at the same number of hops, a name with a path from the request wins. Remaining ties
    go to the name with the greatest weight.
    """
    nearest: dict[str, ReachedName] = {}
    for one in mentions:
        name, known = reached.names[one.phrase_id], nearest.get(one.chunk_id)
        if known is None or sort_key(name) < sort_key(known):
            nearest[one.chunk_id] = name
    return nearest


def sort_key(name: ReachedName) -> tuple[int, bool, float]:
    return name.hops, not name.is_from_request, -name.weight


def paths_to_passages(
    there: Mapping[str, ReachedName], passages: Sequence[Passage]
) -> tuple[EvidencePath, ...]:
    """Return the paths that lead from names in a request to passages."""
    return tuple(
        path_of(name, one)
        for one in passages
        if (name := there.get(one.chunk_id)) and name.is_from_request
    )


def path_of(reached: ReachedName, passage: Passage) -> EvidencePath:
    """Return the path to a name, extended to a passage that mentions the name."""
    names_on_path = (*reached.predecessors, reached)
    nodes = [
        PathNode(one.name, one.entity_class, one.na_id, one.phrase_id)
        for one in (predecessors.phrase for predecessors in names_on_path)
    ]
    record = passage.record
    return EvidencePath(
        (*nodes, PathNode(record.name or "", str(record.type), record.na_id)),
        (
            *(predecessors.step for predecessors in names_on_path if predecessors.step),
            PathEdge(LayerRelation.MENTIONED_IN),
        ),
    )
