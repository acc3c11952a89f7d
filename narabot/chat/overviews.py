"""The overview of a record: what all that is kept in it, or was made by it, is as a whole.

It is kept as long as none of these records changes.
"""

import hashlib
from dataclasses import dataclass
from itertools import islice
from threading import Lock

from cachetools import LRUCache

from narabot.graph import Graph, load_query
from narabot.models import ComputedSet, FullRecord, Quote, RecordType
from narabot.models.lines import SCOPE_AND_CONTENT
from narabot.plans.algebra import Below, MadeBy, RecordSet, These, with_below
from narabot.plans.overviews import RecordOverview, profile
from narabot.plans.plan_json import written
from narabot.plans.sources import open_sets
from narabot.presentation.records import name
from narabot.retrieval import labelled_chunks
from narabot.retrieval.records.sentences import sentences
from narabot.retrieval.retriever import index_state

MOST_KEPT = 500
"""Overviews of one catalogue that are kept."""

MOST_SCOPE = 2
"""Sentences of a scope note that are quoted."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An overview, and of what it was made."""

    state: str
    """When records were last loaded."""
    digest: str
    """Of the records that it is of."""
    overview: RecordOverview | None


class Overviews:
    """Makes overviews on one graph, and keeps them; safe to use from several threads."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: LRUCache[tuple[str, int], Kept] = LRUCache(MOST_KEPT)
        self._lock = Lock()

    def of(self, graph: Graph, full: FullRecord) -> RecordOverview | None:
        """Return the overview of a record, `None` where it has nothing below it, nor made any.

        Raises TooMuchToComputeError, GraphUnavailableError.
        """
        key = (str(graph.connection), full.record.na_id)
        with self._lock:
            kept = self._kept.get(key)
        state = index_state(graph)()
        if kept and kept.state == state:
            return kept.overview
        digest = digest_of(graph, full)
        same = kept is not None and kept.digest == digest
        overview = kept.overview if kept and same else made(graph, full)
        with self._lock:
            self._kept[key] = Kept(state, digest, overview)
        return overview


def digest_of(graph: Graph, full: FullRecord) -> str:
    """Return what changes as soon as any of the records of an overview does."""
    tops = [one.na_id for one in open_sets(graph).read(top_of(full))]
    rows = graph.read(load_query("narabot", "hashes_below"), naIds=[full.record.na_id, *tops])
    hashes = sorted(text for row in rows for text in row["hashes"])
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def top_of(full: FullRecord) -> RecordSet:
    """Return the records below which all lies that a record's overview is of."""
    is_authority = full.record.record_type is RecordType.AUTHORITY
    return MadeBy((full.record.na_id,)) if is_authority else These((full.record.na_id,))


def made(graph: Graph, full: FullRecord) -> RecordOverview | None:
    """Return the overview of a record, `None` where there is nothing to survey."""
    top, sets = top_of(full), open_sets(graph)
    wanted = with_below(top) if isinstance(top, MadeBy) else Below(top)
    found = sets.read(wanted)
    if not found:
        return None
    own, relation = full.record, "created by" if isinstance(top, MadeBy) else "in"
    return RecordOverview(
        na_id=own.na_id,
        name=name(own),
        whole=profile(found, sets.spread),
        scope=scope_of(graph, own.na_id),
        records=ComputedSet(written(wanted), f"records {relation} {name(own)}"),
    )


def scope_of(graph: Graph, na_id: int) -> tuple[Quote, ...]:
    """Return the first sentences of a record's scope note, as they stand in its text."""
    chunks = labelled_chunks(graph, [na_id], (SCOPE_AND_CONTENT,)).get(na_id, ())
    for chunk in chunks[:1]:
        said = (one for one in sentences(chunk.text) if one[0] == SCOPE_AND_CONTENT)
        return tuple(
            Quote(na_id, chunk.chunk_id, start, end, chunk.text[start:end])
            for _, start, end in islice(said, MOST_SCOPE)
        )
    return ()
