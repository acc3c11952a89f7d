"""Print a Markdown table that compares the chunkers' retrieval and answer quality.

    python -m benchmarks.chunkers [DATA …] [--others 2000]

For each chunker, the script loads a throwaway graph with the records that the default chunker
splits and with a random sample of other records. Then the script asks the validation questions
about the split records. Chunks and tokens are counted only for the split records. The test
collection is not used, because no choice of settings may depend on it.
"""

import argparse
import random
import statistics
import tempfile
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from benchmarks.throwaway import machine
from ingest.parse.catalog_line import read_line
from ingest.parse.chunk import Chunker
from ingest.parse.record import parse_record
from ingest.read.lines import read_lines
from ingest.read.sources import find_sources
from narabot.chat import open_models
from narabot.cli.catalogs import IngestedCatalog
from narabot.evaluation.asking import ask_question
from narabot.evaluation.evaluations import QuestionOutcome
from narabot.evaluation.questions import Question, TestFile, read_questions
from narabot.evaluation.run import open_test_chat
from narabot.graph import Graph
from narabot.settings import ChunkerName, Settings

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
QUESTIONS = Path(__file__).parent / "validation" / "questions.jsonl"
TEXTS = (
    "MATCH (chunk:recordWithText) WHERE chunk.naId IN $naIds "
    "RETURN chunk.naId AS naId, chunk.text AS text ORDER BY naId, chunk.chunkSeqId"
)
HEAD = (
    "| chunker | chunks | mean tokens | gold in top 5 | answer correct | loading |\n"
    "| --- | --- | --- | --- | --- | --- |"
)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines that the benchmark may load."""

    cut: dict[int, bytes]
    """The records that the default chunker splits, keyed by naId."""
    whole: dict[int, bytes]

    def drawn(self, others: int) -> Iterator[bytes]:
        """Yield the split records, and a fixed random sample of the other records."""
        yield from self.cut.values()
        ids = sorted(self.whole)
        for na_id in random.Random(23).sample(ids, min(others, len(ids))):
            yield self.whole[na_id]


def main() -> None:
    """Load the graph, ask the questions, and print a row for each chunker."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="*", type=Path, default=[DATA])
    parser.add_argument("--others", type=int, default=2000)
    arguments = parser.parse_args()
    settings = Settings.from_environment().model_copy(update={"llm_provider": "none"})
    default = default_chunker(settings)
    lines = read(arguments.data, default, settings.text_max_chars)
    tests = questions_about(read_questions(QUESTIONS), lines.cut.keys())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        file.write_bytes(b"\n".join(lines.drawn(arguments.others)) + b"\n")
        print(f"{machine()}; {len(lines.cut)} split records, {arguments.others:,} others,")
        print(f"{len(tests.entries)} questions\n\n{HEAD}")
        for name in get_args(ChunkerName):
            chosen = settings.model_copy(update={"ingest_chunker": name})
            with open_test_chat(chosen, tests, IngestedCatalog(file), ignore_status) as (
                chat,
                facts,
            ):
                lengths = tokens(chat.retriever.graph, lines.cut, default)
                outcomes = [ask_question(chat, one) for one in tests.entries]
            print(row(name, lengths, outcomes, facts["loaded"]["seconds"]), flush=True)


def default_chunker(settings: Settings) -> Chunker:
    """Return the default chunker for the settings' embedding model."""
    model = open_models(settings).embeddings
    return Chunker(model.tokenizer, model.max_tokens, settings.chunk_overlap_tokens)


def read(paths: Sequence[Path], default: Chunker, most_chars: int) -> Lines:
    """Return all lines below the paths, grouped by whether the default chunker splits each one."""
    lines = Lines({}, {})
    for source in find_sources(paths):
        for one in read_lines(source):
            content = one.content or b""
            record = parse_record(read_line(content, source.file_name, one.number), most_chars)
            is_cut = len(default.chunks(record.text)) > 1
            (lines.cut if is_cut else lines.whole)[record.na_id] = content
    return lines


def questions_about(tests: TestFile[Question], na_ids: Set[int]) -> TestFile[Question]:
    """Return the questions that at least one of the specified records answers."""
    kept = tuple(
        one
        for one in tests.entries
        if one.answerable and not one.is_list and not na_ids.isdisjoint(one.gold)
    )
    return TestFile(tests.name, tests.sha256, kept)


def ignore_status(_: str) -> None:
    """Ignore a status message from the starting server."""


def row(
    name: str, lengths: Sequence[int], outcomes: Sequence[QuestionOutcome], seconds: float
) -> str:
    """Return a chunker's row in the table."""
    return (
        f"| {name} | {len(lengths):,} | {statistics.mean(lengths):.0f} "
        f"| {share(outcomes, 'found')} | {share(outcomes, 'right')} | {seconds:.0f} s |"
    )


def tokens(graph: Graph, na_ids: Iterable[int], default: Chunker) -> list[int]:
    """Return the length of each chunk of the specified records, in tokens."""
    return [default.length(row["text"]) for row in graph.read(TEXTS, naIds=list(na_ids))]


def share(outcomes: Sequence[QuestionOutcome], score: str) -> str:
    """Return a binary score's mean, with counts, over the outcomes that have the score."""
    scores = [one.scores[score] for one in outcomes if score in one.scores]
    return f"{statistics.mean(scores):.2f} ({sum(scores):.0f} of {len(scores)})"


if __name__ == "__main__":
    main()
