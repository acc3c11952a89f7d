"""Remove the layer, without a trace in the catalogue's graph."""

from typing import Literal

from tenacity import Retrying

from narabot.graph import Graph, load_query
from narabot.knowledge.building import PACKAGE
from narabot.models.communities import REPORT_VECTORS, REPORT_WORDS
from narabot.models.knowledge import PHRASE_VECTORS

REMOVED_AT_ONCE = 5000

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
    """Remove all nodes of the layer and its marks; return how many nodes there were.

    First goes what says that texts were read, last the label by which a build forgets what they
    named: wherever it is stopped, a build makes all anew.

    Stopped half-way, it goes on when it is called again. Raises GraphUnavailableError.
    """
    while retrying(unmark, graph, "unmark_records"):
        pass
    removed = 0
    while some := retrying(
        graph.write, load_query("ingest", "delete_knowledge"), count=REMOVED_AT_ONCE
    )[0]["deleted"]:
        removed += some
    while retrying(unmark, graph, "unlabel_chunks"):
        pass
    for name in CONSTRAINTS:
        retrying(graph.write, load_query(PACKAGE, "drop_constraint"), name=name)
    for name in (*INDEXES, *CONSTRAINTS):  # of these the half that a killed server may leave
        retrying(graph.write, load_query(PACKAGE, "drop_index"), name=name)
    retrying(graph.write, load_query(PACKAGE, "unmark_layer"))
    return removed


def unmark(graph: Graph, name: Literal["unmark_records", "unlabel_chunks"]) -> int:
    """Take marks off some records or chunks; return off how many."""
    return int(graph.write(load_query(PACKAGE, name), limit=REMOVED_AT_ONCE)[0]["unmarked"])
