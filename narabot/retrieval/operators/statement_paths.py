"""Paths from the names in a request to statements in texts, shown as evidence. Pure."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from narabot.models import EvidencePath, Passage, PathEdge, PathNode, Quote
from narabot.models.knowledge import LayerRelation, Role, StatementKind
from narabot.retrieval.operators.phrases import PhraseFound
from narabot.retrieval.operators.statements import StatementFound, StatementGraph

Predecessors = dict[str, tuple[str, StatementFound] | None]
"""Maps each node to the previous node on a shortest path and the connecting statement, or to `None`
if the path starts at the node."""


def paths_to(
    around: StatementGraph, stated: Iterable[StatementFound], passages: Sequence[Passage]
) -> tuple[EvidencePath, ...]:
    """Return a shortest path from a start node to each statement that occurs in the passages.

    Statements that no path reaches are skipped.
    """
    by_record = {passage.na_id: passage for passage in passages}
    predecessors = shortest_path_tree(around)
    return tuple(
        path_to(around, predecessors, one, passage)
        for one in stated
        if (passage := by_record.get(one.na_id))
        and any(p.phrase_id in predecessors for _, p in one.about)
    )


def shortest_path_tree(around: StatementGraph) -> Predecessors:
    """Return the predecessor of each node that is reachable from the start nodes."""
    frontier = list(around.roots)
    predecessors: Predecessors = dict.fromkeys(frontier)
    while frontier:
        reached: list[str] = []
        for node in frontier:
            for edge in around.neighbors(node):
                beyond = edge.beyond(node)
                if beyond not in predecessors:
                    predecessors[beyond] = (node, around.stated[edge])
                    reached.append(beyond)
        frontier = reached
    return predecessors


def path_to(
    around: StatementGraph, predecessors: Predecessors, stated: StatementFound, passage: Passage
) -> EvidencePath:
    """Return the path to a statement: names, then the record whose text contains the statement."""
    chains = (
        names_on_path(around, predecessors, phrase)
        for _, phrase in stated.about
        if phrase.phrase_id in predecessors
    )
    names, by = min(chains, key=lambda path: len(path[0]))
    pairs = pairwise(names)
    edges = [path_edge(one, *pair) for one, pair in zip(by, pairs, strict=True)]
    record = passage.record
    nodes = [PathNode(one.name, one.entity_class, one.na_id, one.phrase_id) for one in names]
    return EvidencePath(
        (*nodes, PathNode(record.name or "", str(record.type), record.na_id)),
        (*edges, PathEdge(LayerRelation.MENTIONED_IN, quote_of(stated, passage))),
    )


def names_on_path(
    around: StatementGraph, predecessors: Predecessors, phrase: PhraseFound
) -> tuple[list[PhraseFound], list[StatementFound]]:
    """Return the names on the path from a start node to a phrase, and the statements that connect
    these names."""
    names, by = [phrase], []
    node = phrase.phrase_id
    while step := predecessors[node]:
        node, stated = step
        if node in around.phrases:
            names.append(around.phrases[node])
            by.append(stated)
    return names[::-1], by[::-1]


def path_edge(stated: StatementFound, before: PhraseFound, name: PhraseFound) -> PathEdge:
    """Return the edge between two names. If the statement is not a relation, the edge is named
    after the kind of statement."""
    subject = next((one for role, one in stated.about if role is Role.SUBJECT), None)
    is_reversed = subject is not None and subject.phrase_id == name.phrase_id != before.phrase_id
    return PathEdge(stated.relation or stated.kind, None, is_reversed)


def quote_of(stated: StatementFound, passage: Passage) -> Quote | None:
    """Return the quotation of a statement, or `None` for an episode, which is the whole chunk."""
    text = next((one.text for one in passage.chunks if one.chunk_id == stated.chunk_id), None)
    if text is None or stated.kind is StatementKind.EPISODE:
        return None
    words = text[stated.start : stated.end]
    return Quote(stated.na_id, stated.chunk_id, stated.start, stated.end, words)
