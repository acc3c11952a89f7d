"""Measure what each part of retrieval is good for, by leaving it out.

    python -m benchmarks.ablations QUESTIONS.jsonl DATA…

Every variation is put together here, around the product's retriever; the answering, its weights and
its threshold stay as they are. Loads a throwaway graph and prints a Markdown table. The seed's
query is read from `../shared/seeds`.
"""

import re
import sys
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tqdm import tqdm

from benchmarks.retrieval_query import SEED
from narabot.chat import Chat, open_chat, open_models
from narabot.evaluation.asking import asked
from narabot.evaluation.evaluations import Outcome
from narabot.evaluation.measures import Group, Measure, in_measure, question_measures, values_of
from narabot.evaluation.questions import Question, read_questions
from narabot.evaluation.throwaway import load, throwaway_graph
from narabot.models import EVERYTHING, Chunk, Filters, Passage, Wording
from narabot.retrieval import Matches, Retriever
from narabot.retrieval.operators.fusion import Hit, RankedRecord, fuse
from narabot.retrieval.passages import passage
from narabot.retrieval.retriever import SEARCHED_CHUNKS
from narabot.settings import Settings
from narabot.wording import wording_of

FOUND, RIGHT = "gold in the first 5", "answer right"
LISTED, REFUSED = "list: gold in the first 20", "refusal AUROC"
COLUMNS = {
    "own words": ((Group.OWN_WORDS, FOUND), (Group.OWN_WORDS, RIGHT)),
    "mismatched": ((Group.ANY_MISMATCHED, FOUND), (Group.ANY_MISMATCHED, RIGHT)),
    "Russian": ((Group.RUSSIAN_ANSWERABLE, FOUND), (Group.RUSSIAN_ANSWERABLE, RIGHT)),
    "lists, English / Russian": ((Group.ENGLISH, LISTED), (Group.RUSSIAN, LISTED)),
    "refusal AUROC, English / all": ((Group.ENGLISH_JUDGED, REFUSED), (Group.JUDGED, REFUSED)),
}


class OneSearch(Retriever):
    """Ranks by one search; the cosines, by which an answer is refused, stay those of both."""

    def rank_records(
        self, wording: Wording, count: int, filters: Filters = EVERYTHING
    ) -> list[RankedRecord]:
        """Return the records that the one search finds, best first."""
        both = {one.na_id: one.meaning for one in super().rank_records(wording, count, filters)}
        ranked = fuse([self.hits(wording, max(SEARCHED_CHUNKS, 2 * count), filters)])
        return [replace(one, meaning=both[one.na_id]) for one in ranked]

    def hits(self, wording: Wording, count: int, filters: Filters) -> list[Hit]:
        """Return the chunks of the one search."""
        raise NotImplementedError


class MeaningAlone(OneSearch):
    """Searches the vector index."""

    def hits(self, wording: Wording, count: int, filters: Filters) -> list[Hit]:
        """Return the chunks nearest in meaning."""
        return self.searches.by_meaning(wording.text, count, filters)


class WordsAlone(OneSearch):
    """Searches the full-text index."""

    def hits(self, wording: Wording, count: int, filters: Filters) -> list[Hit]:
        """Return the chunks with the most of the rarest words."""
        return self.searches.by_words(wording, count, filters)


class WithoutHierarchy(Retriever):
    """Knows nothing above a record: neither names nor fields."""

    def passages(self, records: Sequence[RankedRecord]) -> list[Passage]:
        """Return passages whose path is the record alone."""
        return [replace(one, path=one.path[:1]) for one in super().passages(records)]


class WithoutNeighbours(Retriever):
    """Reads of a record the chunk that was found, and no other."""

    def passages(self, records: Sequence[RankedRecord]) -> list[Passage]:
        """Return passages of one chunk."""
        return [alone(one) for one in super().passages(records)]


def alone(found: Passage) -> Passage:
    """Return a passage without the chunks around the one that was found."""
    chunks = tuple(chunk for chunk in found.chunks if chunk.chunk_id == found.chunk_id)
    return replace(found, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))


class Seeds(Retriever):
    """The seed's way: LangChain's vector search for k chunks, the seed's query, nothing more."""

    def find_passages(self, wording: Wording, count: int, _: Filters = EVERYTHING) -> list[Passage]:
        """Return the best row of each record among the `count` nearest chunks."""
        store = copy(self.store)
        store.retrieval_query = seed_query()
        rows = store.similarity_search_with_score(wording.text, k=count)
        found = [seed_passage(row.page_content, row.metadata) for row, _ in rows]
        ranks = fuse([[Hit(one.chunk_id, one.na_id, one.meaning) for one in found]])
        best = {one.na_id: one for one in reversed(found)}
        return [replace(best[one.na_id], score=one.score) for one in ranks]

    def find_varied_passages(
        self, wording: Wording, count: int, _: Filters = EVERYTHING
    ) -> list[Passage]:
        """Return the same: the seed knows no near-duplicates."""
        return self.find_passages(wording, count)

    def list_passages(
        self, wording: Wording, count: int, _: Filters, __: Matches | None
    ) -> list[Passage]:
        """Return the same: the seed counts no words."""
        return self.find_passages(wording, count)

    def labelled_chunks(self, *_: Any, **__: Any) -> dict[int, tuple[Chunk, ...]]:
        """Return nothing: the seed reads no other chunks."""
        return {}


def seed_query() -> str:
    """Return the seed's retrieval query."""
    found = re.search(r'retrieval_query = """(.*?)"""', SEED.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found.group(1)


def seed_passage(text: str, metadata: dict[str, Any]) -> Passage:
    """Return a row of the seed's query as a passage; its window is all in one chunk."""
    path = [
        {"naId": int(row["source"].rpartition("/")[2]), "startDate": None, "endDate": None} | row
        for row in metadata["path_nodes"]
    ]
    na_id = path[0]["naId"]
    known = {"naId": na_id, "chunkId": f"{na_id}-0", "path_nodes": path}
    known["chunks"] = [{"chunkId": f"{na_id}-0", "text": text}]
    return replace(passage(text, metadata | known), meaning=2 * metadata["score"] - 1)


@dataclass(frozen=True, slots=True)
class Variation:
    """The product with something left out."""

    name: str
    retriever: type[Retriever] = Retriever
    wording: Callable[[str], Wording] = wording_of


VARIATIONS = (
    Variation("as it is"),
    Variation("by meaning alone", MeaningAlone),
    Variation("by words alone", WordsAlone),
    Variation("no hierarchy", WithoutHierarchy),
    Variation("no neighbours", WithoutNeighbours),
    Variation("requests as they are written", wording=Wording),
    Variation("the seed's search", Seeds, Wording),
)


def main() -> None:
    """Load, ask, print."""
    questions, *data = map(Path, sys.argv[1:])
    entries = read_questions(questions).entries
    settings = Settings.from_environment()
    models = open_models(settings)
    with throwaway_graph(settings, print) as (own, graph):
        load(own, graph, models, data)
        chat = open_chat(own, models, graph)
        outcomes = {one.name: answered(chat, one, entries) for one in VARIATIONS}
    print_table(outcomes)


def answered(chat: Chat, variation: Variation, entries: Sequence[Question]) -> list[Outcome]:
    """Return what comes of the questions."""
    known = chat.retriever
    other = variation.retriever(known.graph, known.store, known.searches, known.version)
    changed = replace(chat, retriever=other)
    with patch("narabot.chat.understanding.wording_of", variation.wording):
        return [asked(changed, one) for one in tqdm(entries, variation.name, disable=None)]


def print_table(outcomes: dict[str, list[Outcome]]) -> None:
    """Print a row for each variation."""
    print("| | " + " | ".join(COLUMNS) + " |")
    print("| --- |" + " --- |" * len(COLUMNS))
    for name, found in outcomes.items():
        cells = (" / ".join(value(found, *one) for one in pair) for pair in COLUMNS.values())
        print(f"| {name} | " + " | ".join(cells) + " |")


def value(outcomes: Sequence[Outcome], group: Group, name: str) -> str:
    """Return one measure of some outcomes."""
    measure: Measure = next(
        one for one in question_measures() if (one.group, one.name) == (group, name)
    )
    taken = in_measure(measure, outcomes)
    return f"{float(measure.statistic(values_of(measure, taken))):.2f}"


if __name__ == "__main__":
    main()
