"""Build the knowledge layer in tests, and read the whole layer."""

import re
from collections.abc import Sequence
from pathlib import Path
from threading import Event

from ingest.parse.schema import Raw
from ingest.progress import database_retrying
from narabot.graph import Graph
from narabot.knowledge.building import Build, BuildReport, begin_build, run_build
from narabot.knowledge.removal import remove_layer
from narabot.knowledge.vectors import PHRASE_NODES, embed_nodes
from narabot.reading.names import NamedSpan
from narabot.retrieval import Retriever, open_retriever
from tests.embedders import WordEmbedder
from tests.ingesting import load_records

AT_ONCE = database_retrying(1, Event())


class Capitals:
    """A name detector that treats each run of capitalized words as a person."""

    def __init__(self, version: int = 1) -> None:
        self.version = version
        self.texts: list[str] = []

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the capitalized runs in each text."""
        self.texts += texts
        runs = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*")
        return [[NamedSpan(*hit.span(), "PERSON") for hit in runs.finditer(t)] for t in texts]


def begin(graph: Graph, within: list[int] | None = None) -> Build:
    """Return a build that is ready to run."""
    return begin_build(graph, AT_ONCE, within)


def build(graph: Graph, within: list[int] | None = None) -> BuildReport:
    """Build the knowledge layer."""
    return run_build(begin(graph, within))


def loaded_retriever(graph: Graph, folder: Path, *records: Raw) -> Retriever:
    """Load records with a knowledge layer whose phrases have vectors, and return a retriever."""
    load_records(graph, folder, *records)
    build(graph)
    model = WordEmbedder()
    assert embed_nodes(graph, PHRASE_NODES, lambda: model, AT_ONCE) > 0  # type: ignore[arg-type,return-value]
    return open_retriever(graph, model, 100)


def remove(graph: Graph) -> int:
    """Remove the knowledge layer and return the number of deleted nodes."""
    return remove_layer(graph, AT_ONCE)


def layer(graph: Graph) -> list[object]:
    """Return all nodes and relationships of the knowledge layer, in a stable order."""
    phrases = graph.read(
        "MATCH (phrase:PhraseNode) OPTIONAL MATCH (phrase)-[:MEANS]->(record:record) "
        "RETURN properties(phrase) AS told, collect(record.chunkId) AS means "
        "ORDER BY told.phraseId"
    )
    mentions = graph.read(
        "MATCH (phrase:PhraseNode)-[mention:MENTIONED_IN]->(chunk:PassageNode) "
        "RETURN phrase.phraseId AS phrase, chunk.chunkId AS chunk, properties(mention) AS told "
        "ORDER BY chunk, told.start, told.end, phrase, told.method"
    )
    statements = graph.read(
        "MATCH (statement:Statement)-[:STATED_IN]->(chunk:PassageNode) "
        "MATCH (statement)-[about:ABOUT]->(phrase:PhraseNode) "
        "WITH statement, chunk, about, phrase ORDER BY about.seq "
        "RETURN properties(statement) AS told, chunk.chunkId AS chunk, "
        "collect([about.role, about.seq, phrase.phraseId]) AS about ORDER BY told.statementId"
    )
    related = graph.read(
        "MATCH (one:PhraseNode)-[related:RELATED_TO]->(other:PhraseNode) "
        "RETURN one.phraseId AS one, other.phraseId AS other, properties(related) AS told "
        "ORDER BY one, other"
    )
    return [phrases, mentions, statements, related]


def nodes_of_layer(graph: Graph) -> int:
    """Return the number of nodes that the knowledge layer added or marked."""
    [row] = graph.read(
        "MATCH (node) WHERE node:PhraseNode OR node:Statement OR node:Community OR node:Report "
        "OR node:PassageNode OR node.knownBy IS NOT NULL OR node.knownAs IS NOT NULL "
        "OR node.namesRead IS NOT NULL "
        "OR any(name IN keys(node) WHERE name STARTS WITH 'modelReply') "
        "RETURN count(node) AS nodes"
    )
    return int(row["nodes"])
