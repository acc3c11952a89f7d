"""Have a language model read the skeleton's chunks: which, in how many calls at most, what is kept.

A reply is kept beside the text as soon as it is there, so that a run that is stopped, however it is
stopped, asks nothing twice. What replies say gets into the layer by the build that follows, as what
all other extractors find: this module only chooses and asks.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from narabot.graph import load_query
from narabot.knowledge.building import PACKAGE, Build
from narabot.knowledge.chunks import RecordChunk
from narabot.knowledge.extractors.llm import TRIES, Extraction, LlmReader, Outcome
from narabot.knowledge.neighbours import read_neighbours
from narabot.knowledge.skeleton import SHARE, skeleton
from narabot.models import Row

CHUNKS_AT_ONCE = 500
"""In one statement."""

MOST_FAILURES = 5
"""One after another; a model that does not reply so often is asked no more in this run."""

Progress = Callable[[int], object]
"""Is told of how many chunks more have been read."""


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """Which chunks a language model is to read."""

    chunks: int
    """That the skeleton was taken from."""
    skeleton: tuple[str, ...]
    """The chunkIds of the share that is read by a model."""
    waiting: tuple[str, ...]
    """Of these, those that this model was not asked about with this prompt."""
    chosen: tuple[Row, ...]
    """Rows of {chunkId, isChosen} for replies that count from now on, or no more."""

    def most_calls(self, budget: int | None) -> int:
        """Return how often the model is asked at most; `None` sets no bound."""
        calls = TRIES * len(self.waiting)
        return calls if budget is None else min(calls, budget)


def plan_reading(build: Build, reader: LlmReader, share: float = SHARE) -> ReadingPlan:
    """Return which chunks are to be read: of each series the most central ones.

    Raises GraphUnavailableError.
    """
    query = load_query(PACKAGE, "chunks_of_series")
    rows = build.retrying(build.graph.read, query, within=build.within)
    chunk_ids = [row["chunkId"] for row in rows]
    neighbours = build.retrying(read_neighbours, build.graph, chunk_ids)
    places = skeleton(chunk_ids, [row["series"] for row in rows], neighbours, share)
    central = {chunk_ids[place] for place in places}
    return ReadingPlan(
        chunks=len(rows),
        skeleton=tuple(chunk_ids[place] for place in places),
        waiting=tuple(
            row["chunkId"] for row in rows if row["chunkId"] in central and row["by"] != reader.name
        ),
        chosen=tuple(chosen_anew(rows, central, reader.name)),
    )


def chosen_anew(rows: Sequence[Row], central: set[str], name: str) -> Iterator[Row]:
    """Yield the replies that count from now on, and those that do no more: they are kept."""
    for row in rows:
        is_chosen = row["by"] == name and row["chunkId"] in central
        if is_chosen != row["isChosen"]:
            yield {"chunkId": row["chunkId"], "isChosen": is_chosen}


def read_by_model(
    build: Build, reader: LlmReader, plan: ReadingPlan, progress: Progress = lambda _: None
) -> None:
    """Ask a model about the chunks of a plan and keep its replies; `reader.counts` tells of it.

    A model that fails costs its own statements and raises nothing. Raises GraphUnavailableError,
    PromptError.
    """
    query = load_query(PACKAGE, "choose_replies")
    for start in range(0, len(plan.chosen), CHUNKS_AT_ONCE):
        rows = list(plan.chosen[start : start + CHUNKS_AT_ONCE])
        build.retrying(build.graph.write, query, rows=rows)
    in_a_row = asked = 0
    for chunk in chunks_of(build, plan.waiting):
        extraction = reader.read(chunk.text)
        if extraction.outcome is Outcome.UNASKED:
            break
        keep(build, reader, chunk, extraction)
        progress(1)
        asked += 1
        in_a_row = in_a_row + 1 if extraction.outcome is Outcome.FAILED else 0
        if in_a_row == MOST_FAILURES:
            break
    reader.counts.unasked = len(plan.waiting) - asked


def chunks_of(build: Build, chunk_ids: Sequence[str]) -> Iterator[RecordChunk]:
    """Yield some chunks, read from the graph some at a time."""
    query = load_query(PACKAGE, "texts_of_chunks")
    for start in range(0, len(chunk_ids), CHUNKS_AT_ONCE):
        some = list(chunk_ids[start : start + CHUNKS_AT_ONCE])
        for row in build.retrying(build.graph.read, query, chunkIds=some):
            yield RecordChunk(row["chunkId"], row["text"])


def keep(build: Build, reader: LlmReader, chunk: RecordChunk, extraction: Extraction) -> None:
    """Keep a reply beside its chunk; that none could be read is kept too, a failure is not."""
    if extraction.outcome is Outcome.FAILED:
        return
    build.retrying(
        build.graph.write,
        load_query(PACKAGE, "keep_reply"),
        chunkId=chunk.chunk_id,
        text=chunk.text,
        reply=extraction.reply,
        form=reader.form,
        by=reader.name,
    )
