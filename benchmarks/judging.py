"""Draw what the layer says for a reader to judge, and count what the reader has said.

    python -m benchmarks.judging draw TO [--each 300] [--seed 1]
    python -m benchmarks.judging count JUDGED…

`draw` writes into a folder one file of JSON lines a method: its mentions, its statements, and its
links to authorities, each drawn at random from the graph of the settings, with the words around.
A reader writes `"right": true` or `false` into each line, or `null` where that cannot be told.
`count` prints how many are right by method and by class, with Wilson's interval of 95 %
(Wilson 1927).
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path

from narabot.database import connection
from narabot.graph import Graph, open_graph
from narabot.models import Row
from narabot.settings import Settings

AROUND = 400
"""Letters of a chunk that are shown before and behind what is judged."""

NORMAL_95 = 1.96

MENTIONS = (
    "MATCH (phrase:PhraseNode)-[said:MENTIONED_IN]->(chunk:PassageNode) "
    "RETURN 'mention' AS kind, said.method AS method, phrase.class AS class, "
    "phrase.name AS name, said.start AS start, said.end AS end, chunk.chunkId AS chunkId "
    "ORDER BY chunkId, start, end, class, name"
)
STATEMENTS = (
    "MATCH (said:Statement)-[:STATED_IN]->(chunk:PassageNode) WHERE said.kind <> 'episode' "
    "RETURN 'statement' AS kind, said.method AS method, said.class AS class, said.text AS name, "
    "said.start AS start, said.end AS end, chunk.chunkId AS chunkId, "
    "COLLECT { MATCH (said)-[about:ABOUT]->(phrase:PhraseNode) "
    "RETURN about.role + ': ' + phrase.name ORDER BY about.seq } AS about "
    "ORDER BY chunkId, start, end, class, about"
)
LINKS = (
    "MATCH (record:record)<-[:MEANS]-(phrase:PhraseNode)-[said:MENTIONED_IN]->(chunk:PassageNode) "
    "RETURN 'link' AS kind, said.method AS method, phrase.class AS class, "
    "record.heading AS name, said.start AS start, said.end AS end, chunk.chunkId AS chunkId "
    "ORDER BY chunkId, start, end, name"
)
TEXTS = (
    "MATCH (chunk:record) WHERE chunk.chunkId IN $chunkIds "
    "RETURN chunk.chunkId AS chunkId, chunk.title AS title, chunk.text AS text"
)


def drawn(rows: Iterable[Row], each: int, seed: int) -> dict[str, list[Row]]:
    """Return so many rows of each kind and method, by both."""
    by_method = defaultdict(list)
    for row in rows:
        by_method[f"{row['kind']}-{row['method']}"].append(row)
    chance = random.Random(seed)
    return {
        name: chance.sample(own, min(each, len(own))) for name, own in sorted(by_method.items())
    }


def shown(graph: Graph, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield rows with the words they are about and the words around, to be judged."""
    chunk_ids = sorted({row["chunkId"] for row in rows})
    texts = {row["chunkId"]: row for row in graph.read(TEXTS, chunkIds=chunk_ids)}
    for row in rows:
        text, start, end = texts[row["chunkId"]]["text"], row["start"], row["end"]
        yield row | {
            "title": texts[row["chunkId"]]["title"],
            "words": text[start:end],
            "before": text[max(0, start - AROUND) : start],
            "behind": text[end : end + AROUND],
            "right": None,
        }


def draw(graph: Graph, to: Path, each: int, seed: int) -> None:
    """Write the files that are judged."""
    to.mkdir(parents=True, exist_ok=True)
    rows = [row for query in (MENTIONS, STATEMENTS, LINKS) for row in graph.read(query)]
    for name, own in drawn(rows, each, seed).items():
        lines = (json.dumps(row, ensure_ascii=False) for row in shown(graph, own))
        (to / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(own)}")


def wilson(right: int, of: int) -> tuple[float, float]:
    """Return the interval in which the share of what is right lies with 95 %."""
    share, square = right / of, NORMAL_95**2
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = NORMAL_95 * sqrt(share * (1 - share) / of + square / (4 * of**2)) / (1 + square / of)
    return middle - half, middle + half


def table(rows: Iterable[Row]) -> str:
    """Return how many are right by method, and by its classes."""
    counted = defaultdict(list)
    for row in rows:
        if row["right"] is not None:
            name = f"{row['kind']} {row['method']}"
            counted[name, ""].append(bool(row["right"]))
            counted[name, row["class"] or ""].append(bool(row["right"]))
    lines = ["| | right | of | share | 95 % |", "| --- " * 5 + "|"]
    for (name, of_class), told in sorted(counted.items()):
        low, high = wilson(sum(told), len(told))
        lines.append(
            f"| {name} {of_class} | {sum(told)} | {len(told)} | {sum(told) / len(told):.2f} "
            f"| {low:.2f} to {high:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Draw or count."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("to", type=Path)
    drawing.add_argument("--each", type=int, default=300)
    drawing.add_argument("--seed", type=int, default=1)
    counting = commands.add_parser("count")
    counting.add_argument("judged", type=Path, nargs="+")
    chosen = parser.parse_args()
    if chosen.command == "draw":
        with open_graph(connection(Settings.from_environment())) as graph:
            draw(graph, chosen.to, chosen.each, chosen.seed)
    else:
        lines = (line for path in chosen.judged for line in path.read_text().splitlines())
        print(table(json.loads(line) for line in lines))


if __name__ == "__main__":
    main()
