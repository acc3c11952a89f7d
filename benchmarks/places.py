"""Where to look, on topics of our own: `python -m benchmarks.places TOPICS.jsonl DATA…`.

Each topic was written for one file unit or series, which is the only one that counts: nDCG@5 and
the share of topics for which it is among the first 1, 5 and 10. Topics about units that are not
loaded are passed over.
"""

import argparse
import json
import math
from collections.abc import Iterator
from pathlib import Path

from narabot.chat import Chat, open_chat, open_models, where_to_look
from narabot.cli.evaluating import IngestedCatalogue
from narabot.evaluation.run import throwaway_graph
from narabot.retrieval.operators.by_id import read_records
from narabot.settings import Settings

DEPTHS = (1, 5, 10)


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topics", type=Path)
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    settings = Settings.from_environment()
    models = open_models(settings)
    with throwaway_graph(settings, print) as (own, graph):
        IngestedCatalogue(*chosen.data).load(own, graph, models)
        places = list(places_of_wanted(open_chat(own, models, graph), chosen.topics))
    gains = [1 / math.log2(place + 2) if place < 5 else 0.0 for place in places]
    print(f"{len(places)} topics, nDCG@5 {sum(gains) / len(gains):.3f}")
    for depth in DEPTHS:
        print(f"in the first {depth}: {sum(place < depth for place in places) / len(places):.2f}")


def places_of_wanted(chat: Chat, topics: Path) -> Iterator[int]:
    """Yield for each topic how many units come before the one that it was written for."""
    for line in topics.read_text(encoding="utf-8").splitlines():
        topic = json.loads(line)
        if not read_records(chat.retriever.graph, [topic["naId"]]):
            continue
        found = where_to_look(chat, f"{topic['title']}. {topic['description']}", DEPTHS[-1])
        ranked = [one.unit.na_id for one in found]
        yield ranked.index(topic["naId"]) if topic["naId"] in ranked else DEPTHS[-1]


if __name__ == "__main__":
    main()
