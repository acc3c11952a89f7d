"""Measure what each part of retrieval is good for, by leaving it out.

    python -m benchmarks.ablations QUESTIONS.jsonl DATA…

Every variation is a strategy, those of no other use registered here; the answering, its weights and
its threshold stay as they are. Loads a throwaway graph and prints a Markdown table.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tqdm import tqdm

from benchmarks.loaded import chat_over
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
    """Return what hybrid finds, with nothing above a record: neither names nor fields."""
    found = hybrid.search_hybrid(retriever, request, budget)
    return replace(found, passages=tuple(replace(one, path=one.path[:1]) for one in found.passages))


def without_neighbours(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return what hybrid finds, of a record only the chunk that was found."""
    found = hybrid.search_hybrid(retriever, request, budget)
    return replace(found, passages=tuple(map(alone, found.passages)))


def alone(found: Passage) -> Passage:
    """Return a passage without the chunks around the one that was found."""
    chunks = tuple(chunk for chunk in found.chunks if chunk.chunk_id == found.chunk_id)
    return replace(found, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))


def as_written(retriever: Retriever, request: ParsedRequest, budget: Budget) -> Evidence:
    """Return what hybrid finds for the words of a request as they were written."""
    return hybrid.search_hybrid(retriever, replace(request, searched=Wording(request.asked)), budget)


ABLATIONS = (
    RegisteredStrategy("no hierarchy", without_hierarchy, "", ""),
    RegisteredStrategy("no neighbours", without_neighbours, "", ""),
    RegisteredStrategy("as written", as_written, "", ""),
)
"""Strategies that only this benchmark registers."""

STRATEGIES_MEASURED = ("hybrid", "vector", "words", *(one.name for one in ABLATIONS), "document")


def main() -> None:
    """Load, ask, print."""
    questions, *data = map(Path, sys.argv[1:])
    entries = read_questions(questions).entries
    with chat_over(*data) as chat:
        STRATEGIES.update({one.name: one for one in ABLATIONS})
        outcomes = {name: answered(chat.using(name), entries) for name in STRATEGIES_MEASURED}
    print_table(outcomes)


def answered(chat: Chat, entries: Sequence[Question]) -> list[Outcome]:
    """Return what comes of the questions."""
    return [ask_question(chat, one) for one in tqdm(entries, chat.strategy, disable=None)]


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
