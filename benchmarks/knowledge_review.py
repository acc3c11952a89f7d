"""Sample the knowledge layer for human review, and summarize the verdicts.

    python -m benchmarks.knowledge_review draw TO [--each 300] [--seed 1]
    python -m benchmarks.knowledge_review count JUDGED…

`draw` writes a folder with one JSON Lines file per extraction method and kind: mentions,
statements, and links to authorities. The rows are a random sample from the graph that the settings
specify, with the surrounding text. If several rows have the same words, only one of these rows is
drawn. All classes are drawn equally often, so that rare classes appear. A reviewer adds `"right":
true` or `false` to each line, or `null` if the answer is unclear. `count` prints the share of right
rows by class with Wilson's 95% interval (Wilson 1927). It also prints each method's mean, weighted
by the frequency of the classes in the graph.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from math import sqrt
from pathlib import Path

from narabot.database import connection
from narabot.graph import Graph, open_graph
from narabot.models import Row
from narabot.settings import Settings

AROUND = 400
"""Number of characters shown before and after the reviewed words."""

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
    "MATCH (chunk:PassageNode) RETURN chunk.chunkId AS chunkId, chunk.title AS title, "
    "chunk.text AS text"
)


def draw(graph: Graph, to: Path, each: int, seed: int) -> None:
    """Write the files to review."""
    to.mkdir(parents=True, exist_ok=True)
    texts = {row["chunkId"]: row for row in graph.read(TEXTS)}
    by_method = defaultdict(list)
    for query in (MENTIONS, STATEMENTS, LINKS):
        for row in graph.read(query):
            by_method[f"{row['kind']}-{row['method']}"].append(
                with_context(row, texts[row["chunkId"]])
            )
    for name, rows in sorted(by_method.items()):
        own = sample_rows(rows, each, random.Random(seed))
        lines = (json.dumps(row, ensure_ascii=False) for row in own)
        (to / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(own)} of {len(rows)}")


def with_context(row: Row, chunk: Row) -> Row:
    """Return a row with the reviewed words and the text around them."""
    text, start, end = chunk["text"], row["start"], row["end"]
    return row | {
        "title": chunk["title"],
        "words": text[start:end],
        "before": text[max(0, start - AROUND) : start],
        "behind": text[end : end + AROUND],
    }


def sample_rows(rows: Iterable[Row], each: int, chance: random.Random) -> list[Row]:
    """Return at most `each` random rows, alternating between classes, without duplicates."""
    classes: dict[str, dict[tuple[str, ...], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        content = (row["name"] or "", *row.get("about", ()), row["words"])
        classes[row["class"] or ""][content].append(row)
    queues = []
    for own in classes.values():
        often = sum(map(len, own.values()))
        some = [chance.choice(alike) | {"often": often} for alike in own.values()]
        queues.append(chance.sample(some, len(some)))
    in_turn = (row for some in zip_longest(*queues) for row in some if row is not None)
    return list(islice(in_turn, each))


def wilson(right: int, total: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for a share."""
    share, square = right / total, NORMAL_95**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = (
        NORMAL_95
        * sqrt(share * (1 - share) / total + square / (4 * total**2))
        / (1 + square / total)
    )
    return middle - half, middle + half


def read_judged(path: Path) -> Iterator[Row]:
    """Yield the rows of a reviewed file. Raise ValueError if a row has no verdict."""
    with path.open(encoding="utf-8") as file:
        for number, row in enumerate(map(json.loads, file), start=1):
            if "right" not in row:
                raise ValueError(f"{path}: line {number} has no verdict")
            yield row


def table(rows: Iterable[Row]) -> str:
    """Return a table of right rows by class, with each method's mean."""
    verdicts: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    frequency = {}
    for row in rows:
        if row["right"] is not None:
            method, own = f"{row['kind']} {row['method']}", row["class"] or ""
            verdicts[method][own].append(bool(row["right"]))
            frequency[method, own] = row["often"]
    lines = ["| | right | total | share | 95% interval |", "| --- " * 5 + "|"]
    for method, classes in sorted(verdicts.items()):
        lines.append(line(method, [one for own in classes.values() for one in own]))
        if len(classes) > 1:
            lines += (line(f"{method} {name}", own) for name, own in sorted(classes.items()))
            weights = {name: frequency[method, name] for name in classes}
            mean = sum(weights[name] * sum(own) / len(own) for name, own in classes.items())
            lines.append(
                f"| {method}, weighted by frequency in the graph | | | "
                f"{mean / sum(weights.values()):.2f} | |"
            )
    return "\n".join(lines)


def line(name: str, right: Sequence[bool]) -> str:
    """Return one line of the table."""
    low, high = wilson(sum(right), len(right))
    share = sum(right) / len(right)
    return f"| {name} | {sum(right)} | {len(right)} | {share:.2f} | {low:.2f} to {high:.2f} |"


def main() -> None:
    """Draw a sample or count the verdicts."""
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
        print(table(row for path in chosen.judged for row in read_judged(path)))


if __name__ == "__main__":
    main()
