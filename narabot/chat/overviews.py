"""The overview of a record: a summary of its descendants, or of the records that it created.

An overview is cached until one of its records changes.
"""

import hashlib
from dataclasses import dataclass
from itertools import islice
from threading import Lock

from cachetools import LRUCache

from narabot.graph import Graph, load_query
from narabot.models import ComputedSet, FullRecord, Quote, RecordType
from narabot.models.lines import SCOPE_AND_CONTENT
from narabot.plans.algebra import CreatedBy, Descendants, RecordsById, RecordSet, with_descendants
from narabot.plans.overviews import RecordOverview, build_profile
from narabot.plans.plan_json import to_json
from narabot.plans.sources import open_sets
from narabot.presentation.records import name
from narabot.retrieval import labeled_chunks
from narabot.retrieval.records.sentences import sentences
from narabot.retrieval.retriever import index_state

MAX_CACHED = 500
"""Maximum number of cached overviews."""

MAX_SCOPE_SENTENCES = 2
"""Maximum number of quoted sentences from a scope and content note."""


@dataclass(frozen=True, slots=True)
class CachedOverview:
    """An overview, with the state of the records that it summarizes."""

    state: str
    """The index state when the overview was created or last checked."""
    digest: str
    """Digest of the summarized records."""
    overview: RecordOverview | None


class Overviews:
    """Creates and caches overviews. The class is thread-safe."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._cache: LRUCache[tuple[str, int], CachedOverview] = LRUCache(MAX_CACHED)
        self._lock = Lock()

    def of(self, graph: Graph, full: FullRecord) -> RecordOverview | None:
        """Return the overview of a record, or `None` if it neither contains nor created records.

        Raises ComputationLimitError or GraphUnavailableError.
        """
        key = (str(graph.connection), full.record.na_id)
        with self._lock:
            cached = self._cache.get(key)
        state = index_state(graph)()
        if cached and cached.state == state:
            return cached.overview
        digest = digest_of(graph, full)
        same = cached is not None and cached.digest == digest
        overview = cached.overview if cached and same else build_overview(graph, full)
        with self._lock:
            self._cache[key] = CachedOverview(state, digest, overview)
        return overview


def digest_of(graph: Graph, full: FullRecord) -> str:
    """Return a digest that changes when any record in an overview changes."""
    tops = [one.na_id for one in open_sets(graph).read(root_set(full))]
    rows = graph.read(load_query("narabot", "hashes_below"), naIds=[full.record.na_id, *tops])
    hashes = sorted(text for row in rows for text in row["hashes"])
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def root_set(full: FullRecord) -> RecordSet:
    """Return the top records whose hierarchies an overview covers."""
    is_authority = full.record.record_type is RecordType.AUTHORITY
    return CreatedBy((full.record.na_id,)) if is_authority else RecordsById((full.record.na_id,))


def build_overview(graph: Graph, full: FullRecord) -> RecordOverview | None:
    """Return the overview of a record, or `None` if there is nothing to summarize."""
    top, sets = root_set(full), open_sets(graph)
    wanted = with_descendants(top) if isinstance(top, CreatedBy) else Descendants(top)
    found = sets.read(wanted)
    if not found:
        return None
    own, relation = full.record, "created by" if isinstance(top, CreatedBy) else "in"
    return RecordOverview(
        na_id=own.na_id,
        name=name(own),
        profile=build_profile(found, sets.title_counts),
        scope=scope_of(graph, own.na_id),
        records=ComputedSet(to_json(wanted), f"records {relation} {name(own)}"),
    )


def scope_of(graph: Graph, na_id: int) -> tuple[Quote, ...]:
    """Return the first sentences of a record's scope and content note, as quotes."""
    chunks = labeled_chunks(graph, [na_id], (SCOPE_AND_CONTENT,)).get(na_id, ())
    for chunk in chunks[:1]:
        scope_sentences = (one for one in sentences(chunk.text) if one[0] == SCOPE_AND_CONTENT)
        return tuple(
            Quote(na_id, chunk.chunk_id, start, end, chunk.text[start:end])
            for _, start, end in islice(scope_sentences, MAX_SCOPE_SENTENCES)
        )
    return ()
