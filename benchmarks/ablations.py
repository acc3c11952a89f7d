"""Measure the contribution of each part of retrieval by removing it.

    python -m benchmarks.ablations QUESTIONS.jsonl DATA…

Every variation is a strategy. Variations that have no other use are registered here. The answerer,
its weights, and its threshold stay the same. The script loads a throwaway graph and prints a
Markdown table.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from benchmarks.catalog_chat import chat_over
from narabot.chat import Chat
from narabot.evaluation.asking import ask_question
from narabot.evaluation.evaluations import Outcome
from narabot.evaluation.measures import Group, Measure, in_measure, question_measures, values_of
from narabot.evaluation.questions import Question, read_questions
from narabot.models import Passage, Wording
from narabot.retrieval import STRATEGIES, Budget, Evidence, RegisteredStrategy, Retriever
from narabot.retrieval.strategies import hybrid
from narabot.understanding import ParsedRequest

FOUND, RIGHT = "gold in top 5", "answer correct"
LISTED, REFUSED = "list: gold in top 20", "refusal AUROC"
COLUMNS = {
    "own words": ((Group.OWN_WORDS, FOUND), (Group.OWN_WORDS, RIGHT)),
    "mismatched": ((Group.ANY_MISMATCHED, FOUND), (Group.ANY_MISMATCHED, RIGHT)),
    "Russian": ((Group.RUSSIAN_ANSWERABLE, FOUND), (Group.RUSSIAN_ANSWERABLE, RIGHT)),
    "lists, English / Russian": ((Group.ENGLISH, LISTED), (Group.RUSSIAN, LISTED)),
    "refusal AUROC, English / all": ((Group.ENGLISH_JUDGED, REFUSED), (Group.JUDGED, REFUSED)),
}


def without_hierarchy(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the evidence from hybrid search, without the names and fields of ancestors."""
    found = hybrid.search_hybrid(retriever, request, budget)
    return replace(found, passages=tuple(replace(one, path=one.path[:1]) for one in found.passages))


def without_neighbors(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the evidence from hybrid search, reduced to the matching chunk of each record."""
    found = hybrid.search_hybrid(retriever, request, budget)
    return replace(found, passages=tuple(map(matched_chunk_only, found.passages)))


def matched_chunk_only(found: Passage) -> Passage:
    """Return a passage without the chunks around the matching chunk."""
    chunks = tuple(chunk for chunk in found.chunks if chunk.chunk_id == found.chunk_id)
    return replace(found, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))


def as_written(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return the evidence from hybrid search for the original wording of a request."""
    return hybrid.search_hybrid(
        retriever, replace(request, searched=Wording(request.asked)), budget
    )


ABLATIONS = (
    RegisteredStrategy("no hierarchy", without_hierarchy, "", ""),
    RegisteredStrategy("no neighbors", without_neighbors, "", ""),
    RegisteredStrategy("as written", as_written, "", ""),
)
"""Strategies that only this benchmark registers."""

STRATEGIES_MEASURED = ("hybrid", "vector", "words", *(one.name for one in ABLATIONS), "document")


def main() -> None:
    """Load the graph, ask the questions, and print the table."""
    questions, *data = map(Path, sys.argv[1:])
    entries = read_questions(questions).entries
    with chat_over(*data) as chat:
        STRATEGIES.update({one.name: one for one in ABLATIONS})
        outcomes = {name: ask_all(chat.using(name), entries) for name in STRATEGIES_MEASURED}
    print_table(outcomes)


def ask_all(chat: Chat, entries: Sequence[Question]) -> list[Outcome]:
    """Return the outcomes of the questions."""
    return [ask_question(chat, one) for one in tqdm(entries, chat.strategy, disable=None)]


def print_table(outcomes: dict[str, list[Outcome]]) -> None:
    """Print a row for each variation."""
    print("| | " + " | ".join(COLUMNS) + " |")
    print("| --- |" + " --- |" * len(COLUMNS))
    for name, found in outcomes.items():
        cells = (" / ".join(value(found, *one) for one in pair) for pair in COLUMNS.values())
        print(f"| {name} | " + " | ".join(cells) + " |")


def value(outcomes: Sequence[Outcome], group: Group, name: str) -> str:
    """Return the value of one measure for the outcomes."""
    measure: Measure = next(
        one for one in question_measures() if (one.group, one.name) == (group, name)
    )
    selected = in_measure(measure, outcomes)
    return f"{float(measure.statistic(values_of(measure, selected))):.2f}"


if __name__ == "__main__":
    main()
