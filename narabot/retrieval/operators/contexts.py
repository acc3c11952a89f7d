"""Build document 001's four-part context from the surroundings of the names in a request."""

from collections.abc import Sequence
from dataclasses import dataclass

from narabot.graph import Graph, load_query
from narabot.models.communities import (
    ContextEntity,
    ContextRelation,
    FoundReport,
    LocalContext,
)
from narabot.retrieval.operators.phrases import PhraseFound, Related


@dataclass(frozen=True, slots=True)
class NameContext:
    """The surroundings of the names in a request."""

    named: tuple[PhraseFound, ...]
    related: tuple[Related, ...]
    too_wide: tuple[str, ...]
    reports: tuple[FoundReport, ...]


def local_context(graph: Graph, around: NameContext, texts: Sequence[str]) -> LocalContext:
    """Return document 001's four-part context. Raises GraphUnavailableError."""
    query = load_query("narabot", "told_of_phrases")
    rows = graph.read(query, phraseIds=[one.phrase_id for one in around.named])
    descriptions = {row["phraseId"]: row["told"] for row in rows}
    names = {one.phrase_id: one.name for one in around.named}
    pairs = ((one, names[one.phrase_id], one.other.name) for one in around.related)
    return LocalContext(
        entities=tuple(
            ContextEntity(one.name, one.entity_class, descriptions.get(one.phrase_id, ""))
            for one in around.named
        ),
        relations=tuple(
            ContextRelation(
                *((name, other) if one.is_subject else (other, name)),
                "; ".join(one.classes),
                one.weight,
            )
            for one, name, other in pairs
        ),
        summaries=tuple(f"{one.report.title}: {one.report.summary}" for one in around.reports),
        texts=tuple(texts),
    )
