"""Remove the layer completely from the catalog's graph."""

from typing import Literal

from tenacity import Retrying

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE
from narabot.models.communities import REPORT_VECTORS, REPORT_WORDS
from narabot.models.knowledge import PHRASE_VECTORS

NODES_PER_TRANSACTION = 5000

INDEXES = (
    "phraseFolded",
    "phraseNaId",
    "phraseTouched",
    "passageNaId",
    "phraseWords",
    PHRASE_VECTORS,
    REPORT_VECTORS,
    REPORT_WORDS,
)
CONSTRAINTS = ("phraseNodeId", "statementId", "communityId", "reportId")


def remove_layer(graph: Graph, retrying: Retrying) -> int:
    """Remove all of the knowledge layer's nodes and marks. Return the number of nodes removed.

    The marks on processed records are removed first. The label by which a build finds old names is
    removed last. After an interruption at any point, a build therefore recreates everything, and
    another call continues the removal. May raise GraphUnavailableError.
    """
    while retrying(unmark, graph, "unmark_records"):
        pass
    removed = 0
    while some := retrying(
        graph.write, load_query("ingest", "delete_knowledge"), count=NODES_PER_TRANSACTION
    )[0]["deleted"]:
        removed += some
    while retrying(unmark, graph, "unlabel_chunks"):
        pass
    for name in CONSTRAINTS:
        retrying(graph.write, load_query(PACKAGE, "drop_constraint"), name=name)
    for name in (*INDEXES, *CONSTRAINTS):  # a killed server may leave a constraint's index
        retrying(graph.write, load_query(PACKAGE, "drop_index"), name=name)
    retrying(graph.write, load_query(PACKAGE, "unmark_layer"))
    return removed


def unmark(graph: Graph, name: Literal["unmark_records", "unlabel_chunks"]) -> int:
    """Remove marks from a batch of records or chunks. Return the number of records or chunks."""
    return int(graph.write(load_query(PACKAGE, name), limit=NODES_PER_TRANSACTION)[0]["unmarked"])
