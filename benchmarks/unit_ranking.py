"""Score the ranking of units: `python -m benchmarks.unit_ranking TOPICS.jsonl DATA…`.

Each topic was written for one file unit or series, which is the only relevant result. The scores
are nDCG@5 and the share of topics whose unit is among the first 1, 5, or 10 results. Topics about
units that are not loaded are skipped.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.catalog_chat import chat_over
from narabot.chat import Chat, where_to_look
from narabot.evaluation.folders import Topic
from narabot.evaluation.scores import folder_score
from narabot.retrieval.operators.by_id import read_records

DEPTHS = (1, 5, 10)


def main() -> None:
    """Rank the units for each topic, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topics", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    with chat_over(*chosen.data) as chat:
        found = list(ranked(chat, chosen.topics))
    scores = [folder_score({wanted: 1}, ranking) for wanted, ranking in found]
    print(f"{len(found)} topics, nDCG@5 {sum(scores) / len(scores):.3f}")
    for depth in DEPTHS:
        share = sum(wanted in ranking[:depth] for wanted, ranking in found) / len(found)
        print(f"among the first {depth}: {share:.2f}")


def ranked(chat: Chat, topics: Path) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the relevant unit and the ranked units for each topic."""
    for line in topics.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        wanted = row["naId"]
        if not read_records(chat.retriever.graph, [wanted]):
            continue
        topic = Topic(id=str(wanted), title=row["title"], description=row["description"])
        places = where_to_look(chat, topic.request, DEPTHS[-1])
        yield wanted, [one.unit.na_id for one in places]


if __name__ == "__main__":
    main()
