"""Ask a language model about the skeleton's chunks: choose chunks, limit calls, and store replies.

Each reply is stored immediately with its text, so that an interrupted run never repeats a call. The
next build adds the replies to the knowledge layer, like the results of any other extractor.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from narabot.graph import load_query
from narabot.knowledge.building import PACKAGE, Build
from narabot.knowledge.chunks import RecordChunk
from narabot.knowledge.extractors.llm import MAX_ATTEMPTS, Extraction, ExtractionClient, Outcome
from narabot.knowledge.neighbors import read_neighbors
from narabot.knowledge.skeleton import SKELETON_SHARE, skeleton
from narabot.models import Row

CHUNKS_PER_QUERY = 500
"""Number of chunks per query."""

MAX_CONSECUTIVE_FAILURES = 5
"""Number of consecutive failures after which the run makes no more calls to the model."""

Progress = Callable[[int], object]
"""Receives the number of newly processed chunks."""


@dataclass(frozen=True, slots=True)
class ExtractionPlan:
    """The chunks that a language model will process."""

    chunks: int
    """Number of chunks from which the skeleton was selected."""
    skeleton: tuple[str, ...]
    """The chunkIds of the chunks that the model processes."""
    waiting: tuple[str, ...]
    """The chunkIds in the skeleton about which this model has not yet been asked with the current
    prompt."""
    chosen: tuple[Row, ...]
    """Rows of {chunkId, isChosen} for replies that become used or unused."""

    def most_calls(self, budget: int | None) -> int:
        """Return the maximum number of calls. A budget of `None` sets no limit."""
        calls = MAX_ATTEMPTS * len(self.waiting)
        return calls if budget is None else min(calls, budget)


def plan_extraction(
    build: Build, reader: ExtractionClient, share: float = SKELETON_SHARE
) -> ExtractionPlan:
    """Return the chunks to process, which are the most central chunks of each series.

    May raise GraphUnavailableError.
    """
    query = load_query(PACKAGE, "chunks_of_series")
    rows = build.retrying(build.graph.read, query, within=build.within)
    chunk_ids = [row["chunkId"] for row in rows]
    neighbors = build.retrying(read_neighbors, build.graph, chunk_ids)
    places = skeleton(chunk_ids, [row["series"] for row in rows], neighbors, share)
    central = {chunk_ids[place] for place in places}
    return ExtractionPlan(
        chunks=len(rows),
        skeleton=tuple(chunk_ids[place] for place in places),
        waiting=tuple(
            row["chunkId"] for row in rows if row["chunkId"] in central and row["by"] != reader.name
        ),
        chosen=tuple(changed_choices(rows, central, reader.name)),
    )


def changed_choices(rows: Sequence[Row], central: set[str], name: str) -> Iterator[Row]:
    """Yield the replies that become used or unused. Unused replies remain stored."""
    for row in rows:
        is_chosen = row["by"] == name and row["chunkId"] in central
        if is_chosen != row["isChosen"]:
            yield {"chunkId": row["chunkId"], "isChosen": is_chosen}


def extract_with_model(
    build: Build,
    reader: ExtractionClient,
    plan: ExtractionPlan,
    progress: Progress = lambda _: None,
) -> None:
    """Ask a model about the chunks in a plan and store the replies.

    `reader.counts` records the results.

    If the model fails, its statements are missing, but no error is raised. May raise
    GraphUnavailableError or PromptError.
    """
    query = load_query(PACKAGE, "choose_replies")
    for start in range(0, len(plan.chosen), CHUNKS_PER_QUERY):
        rows = list(plan.chosen[start : start + CHUNKS_PER_QUERY])
        build.retrying(build.graph.write, query, rows=rows)
    in_a_row = asked = 0
    for chunk in chunks_of(build, plan.waiting):
        extraction = reader.read(chunk.text)
        if extraction.outcome is Outcome.UNASKED:
            break
        store_reply(build, reader, chunk, extraction)
        progress(1)
        asked += 1
        in_a_row = in_a_row + 1 if extraction.outcome is Outcome.FAILED else 0
        if in_a_row == MAX_CONSECUTIVE_FAILURES:
            break
    reader.counts.unasked = len(plan.waiting) - asked


def chunks_of(build: Build, chunk_ids: Sequence[str]) -> Iterator[RecordChunk]:
    """Yield chunks, read from the graph in batches."""
    query = load_query(PACKAGE, "texts_of_chunks")
    for start in range(0, len(chunk_ids), CHUNKS_PER_QUERY):
        some = list(chunk_ids[start : start + CHUNKS_PER_QUERY])
        for row in build.retrying(build.graph.read, query, chunkIds=some):
            yield RecordChunk(row["chunkId"], row["text"])


def store_reply(
    build: Build, reader: ExtractionClient, chunk: RecordChunk, extraction: Extraction
) -> None:
    """Store a reply with its chunk.

    An invalid reply is stored as an empty reply. A failure is not stored.
    """
    if extraction.outcome is Outcome.FAILED:
        return
    build.retrying(
        build.graph.write,
        load_query(PACKAGE, "store_reply"),
        chunkId=chunk.chunk_id,
        text=chunk.text,
        reply=extraction.reply,
        form=reader.form,
        by=reader.name,
    )
