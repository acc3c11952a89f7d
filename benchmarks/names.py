"""How many names of marked chunks the layer has, and how many that are none: a table in Markdown.

    python -m benchmarks.names [MARKS]

Reads the graph of the settings, in which `narabot knowledge build` has run, and counts by class
whole names that are the same from their first to their last letter, and those that only overlap;
in whole chunks, and in the lines that extractors read: where a record is kept is none of them.
Life dates behind a person are no part of the name. `benchmarks/validation/names.jsonl` has 300
chunks of `../shared/data`, marked in two readings; 120 of them say the same five names, and are
counted apart.
"""

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from narabot.database import connection
from narabot.graph import Graph, open_graph
from narabot.knowledge.chunks import told_lines
from narabot.models import RecordType, Row
from narabot.settings import Settings

MARKS = Path(__file__).parent / "validation" / "names.jsonl"
MENTIONS = (
    "MATCH (chunk:record) WHERE chunk.chunkId IN $chunkIds "
    "RETURN chunk.chunkId AS chunkId, chunk.text AS text, chunk.recordType AS type, COLLECT { "
    "MATCH (phrase:PhraseNode)-[said:MENTIONED_IN]->(chunk) "
    "RETURN [said.start, said.end, phrase.class] } AS found"
)
PLACES = {"CITY", "COUNTRY", "DISTRICT", "FACILITY", "LOCATION", "STATE_OR_PROV"}
CLASSES = {"PERSON", "ORGANIZATION", "PLACE", "EVENT"}
LIFE_DATES = re.compile(r", (?:ca\. )?\d{4}-?(?:\d{4})?$")
MANY = 20
"""Chunks with the same names, from which on they are counted apart."""

Name = tuple[int, int, str]


def read_marks(path: Path) -> dict[str, tuple[str, list[Name]]]:
    """Return by chunkId the digest of the text and its names."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["chunkId"]: (row["sha256"], [tuple(one) for one in row["names"]]) for row in rows}


def read_chunks(graph: Graph, marks: Mapping[str, tuple[str, list[Name]]]) -> dict[str, Row]:
    """Return by chunkId the chunks that have the text that was marked."""
    return {
        row["chunkId"]: row
        for row in graph.read(MENTIONS, chunkIds=list(marks))
        if hashlib.sha256(row["text"].encode()).hexdigest().startswith(marks[row["chunkId"]][0])
    }


def in_read_lines(names: Iterable[Name], chunk: Row) -> list[Name]:
    """Return the names that stand in the lines that extractors read."""
    lines = list(told_lines(chunk["text"], RecordType(chunk["type"])))
    return [one for one in names if any(line.start <= one[0] < line.end for line in lines)]


def plain(found: Iterable[Sequence[int | str]], text: str) -> set[Name]:
    """Return the mentions of names under the four classes, persons without their life dates."""
    names = set()
    for start, end, given in found:
        one = "PLACE" if given in PLACES else str(given)
        if one in CLASSES:
            dates = LIFE_DATES.search(text[int(start) : int(end)]) if one == "PERSON" else None
            names.add((int(start), int(end) - (len(dates.group()) if dates else 0), one))
    return names


def outermost(names: set[Name]) -> list[Name]:
    """Return the names that stand within no other one."""
    return [
        one
        for one in names
        if not any(
            other[0] <= one[0] and one[1] <= other[1] and other[:2] != one[:2] for other in names
        )
    ]


def table(marked: Mapping[str, list[Name]], found: Mapping[str, list[Name]]) -> str:
    """Return precision, recall, F1 and overlap by class."""
    lines = ["| | names | precision | recall | F1 | found in part |", "| --- " * 6 + "|"]
    for one in sorted(CLASSES):
        counts: Counter[str] = Counter()
        for chunk_id, names in marked.items():
            gold = {name for name in names if name[2] == one}
            told = {name for name in found[chunk_id] if name[2] == one}
            counts["gold"] += len(gold)
            counts["told"] += len(told)
            counts["both"] += len(gold & told)
            counts["part"] += sum(any(a < d and c < b for c, d, _ in told) for a, b, _ in gold)
        precision = counts["both"] / max(counts["told"], 1)
        recall = counts["both"] / max(counts["gold"], 1)
        f1 = 2 * counts["both"] / max(counts["told"] + counts["gold"], 1)
        part = counts["part"] / max(counts["gold"], 1)
        lines.append(
            f"| {one} | {counts['gold']} | {precision:.2f} | {recall:.2f} | {f1:.2f} | {part:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table of all chunks, and of those that do not repeat each other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("marks", nargs="?", type=Path, default=MARKS)
    marks = read_marks(parser.parse_args().marks)
    with open_graph(connection(Settings.from_environment())) as graph:
        chunks = read_chunks(graph, marks)
    found = {key: outermost(plain(row["found"], row["text"])) for key, row in chunks.items()}
    marked = {chunk_id: marks[chunk_id][1] for chunk_id in found}
    shapes = {
        chunk_id: tuple(sorted(one[2] for one in names)) for chunk_id, names in marked.items()
    }
    often = Counter(shapes.values())
    print(f"{len(found)} of {len(marks)} chunks have the text that was marked\n")
    print(table(marked, found))
    apart = {
        key: names for key, names in marked.items() if len(names) < 5 or often[shapes[key]] < MANY
    }
    print(f"\nThe {len(apart)} that do not repeat each other:\n")
    print(table(apart, found))
    read = {key: in_read_lines(names, chunks[key]) for key, names in apart.items()}
    told = {key: in_read_lines(found[key], chunks[key]) for key in apart}
    print("\nOf these the lines that extractors read:\n")
    print(table(read, told))


if __name__ == "__main__":
    main()
