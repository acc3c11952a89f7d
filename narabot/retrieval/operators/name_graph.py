"""A graph of the names in a phrase graph, with an edge between any two names that occur in the same
text. Pure.

Phrases with the same name form one node, whatever their classes. A name is therefore one node even
if only some texts link it to an authority.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from narabot.models.knowledge import folded_name
from narabot.retrieval.operators.name_paths import Edge, edge_of
from narabot.retrieval.operators.phrase_graph import PhraseGraph

MOST_NAMES = 30
"""Maximum number of names per text, rarest first. Without this limit, a list of names would connect
each name to all other names in the list."""


@dataclass(frozen=True, slots=True)
class NameGraph:
    """A graph that shows which names co-occur, and in which texts."""

    neighbors: Mapping[str, Collection[str]]
    texts: Mapping[Edge, Collection[str]]
    """The chunks in which both names of each edge occur."""
    chunks_by_name: Mapping[str, Collection[str]]
    """The chunks that contain each name."""
    own: Mapping[str, Collection[str]]
    """The chunks of the record that each name is linked to."""
    classes: Mapping[str, Collection[str]]
    """The classes of the phrases that have each name."""

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.texts)

    def of_classes(self, wanted: Collection[str]) -> frozenset[str]:
        """Return the names that belong to any of the wanted classes."""
        return frozenset(name for name, own in self.classes.items() if set(own) & set(wanted))


def name_graph(graph: PhraseGraph) -> NameGraph:
    """Return the name graph for a phrase graph."""
    name_by_phrase = {one.phrase_id: folded_name(one.name) for one in graph.phrases}
    rarity = {name_by_phrase[one.phrase_id]: graph.rarity(one) for one in graph.phrases}
    authority_ids = {one.phrase_id: one.na_id for one in graph.phrases}
    classes: dict[str, set[str]] = defaultdict(set)
    names_by_chunk: dict[str, set[str]] = defaultdict(set)
    chunks_by_name: dict[str, set[str]] = defaultdict(set)
    own: dict[str, set[str]] = defaultdict(set)
    for one in graph.phrases:
        classes[name_by_phrase[one.phrase_id]].add(one.entity_class)
    for place in graph.places:
        names_by_chunk[place.chunk_id].add(name_by_phrase[place.phrase_id])
        chunks_by_name[name_by_phrase[place.phrase_id]].add(place.chunk_id)
        if place.na_id == authority_ids[place.phrase_id]:
            own[name_by_phrase[place.phrase_id]].add(place.chunk_id)
    texts: dict[Edge, set[str]] = defaultdict(set)
    neighbors: dict[str, set[str]] = defaultdict(set)
    for chunk_id, names in names_by_chunk.items():
        rarest = sorted(names, key=lambda name: (-rarity[name], name))[:MOST_NAMES]
        for pair in combinations(rarest, 2):
            texts[edge_of(*pair)].add(chunk_id)
            neighbors[pair[0]].add(pair[1])
            neighbors[pair[1]].add(pair[0])
    return NameGraph(dict(neighbors), dict(texts), dict(chunks_by_name), dict(own), dict(classes))
