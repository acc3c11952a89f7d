"""The ways from the names in a request to what texts state, for telling them. Pure."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from narabot.models import EvidencePath, Passage, PathEdge, PathNode, Quote
from narabot.models.knowledge import LayerRelation, Role, StatementKind
from narabot.retrieval.operators.phrases import PhraseFound
from narabot.retrieval.operators.statements import Neighbourhood, StatementFound

Ways = dict[str, tuple[str, StatementFound] | None]
"""By node: the node before it and the statement that leads from that; `None` of a start."""


def paths_to(
    around: Neighbourhood, stated: Iterable[StatementFound], passages: Sequence[Passage]
) -> tuple[EvidencePath, ...]:
    """Return a shortest way from a start to each statement that stands in some passages.

    What no way leads to has none.
    """
    by_record = {passage.na_id: passage for passage in passages}
    ways = ways_from_starts(around)
    return tuple(
        path_to(around, ways, one, passage)
        for one in stated
        if (passage := by_record.get(one.na_id)) and any(p.phrase_id in ways for _, p in one.about)
    )


def ways_from_starts(around: Neighbourhood) -> Ways:
    """Return for all nodes that can be walked to how they are come to first."""
    ring = list(around.roots)
    ways: Ways = dict.fromkeys(ring)
    while ring:
        further: list[str] = []
        for node in ring:
            for edge in around.neighbours(node):
                beyond = edge.beyond(node)
                if beyond not in ways:
                    ways[beyond] = (node, around.stated[edge])
                    further.append(beyond)
        ring = further
    return ways


def path_to(
    around: Neighbourhood, ways: Ways, stated: StatementFound, passage: Passage
) -> EvidencePath:
    """Return the way to a statement: names, and last the record whose words state it."""
    chains = (chain(around, ways, phrase) for _, phrase in stated.about if phrase.phrase_id in ways)
    names, by = min(chains, key=lambda way: len(way[0]))
    pairs = pairwise(names)
    edges = [edge(one, *pair) for one, pair in zip(by, pairs, strict=True)]
    record = passage.record
    nodes = [PathNode(one.name, one.entity_class, one.na_id, one.phrase_id) for one in names]
    return EvidencePath(
        (*nodes, PathNode(record.name or "", str(record.type), record.na_id)),
        (*edges, PathEdge(LayerRelation.MENTIONED_IN, quote_of(stated, passage))),
    )


def chain(
    around: Neighbourhood, ways: Ways, phrase: PhraseFound
) -> tuple[list[PhraseFound], list[StatementFound]]:
    """Return the names on the way to a phrase, from a start, and what leads on."""
    names, by = [phrase], []
    node = phrase.phrase_id
    while step := ways[node]:
        node, stated = step
        if node in around.phrases:
            names.append(around.phrases[node])
            by.append(stated)
    return names[::-1], by[::-1]


def edge(stated: StatementFound, before: PhraseFound, name: PhraseFound) -> PathEdge:
    """Return what leads from a name to the next; a thesis or an episode is a relation by itself."""
    subject = next((one for role, one in stated.about if role is Role.SUBJECT), None)
    is_reversed = subject is not None and subject.phrase_id == name.phrase_id != before.phrase_id
    return PathEdge(stated.relation or stated.kind, None, is_reversed)


def quote_of(stated: StatementFound, passage: Passage) -> Quote | None:
    """Return the words that state something, `None` of an episode, which is the whole chunk."""
    text = next((one.text for one in passage.chunks if one.chunk_id == stated.chunk_id), None)
    if text is None or stated.kind is StatementKind.EPISODE:
        return None
    words = text[stated.start : stated.end]
    return Quote(stated.na_id, stated.chunk_id, stated.start, stated.end, words)
