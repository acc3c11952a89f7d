"""Score the mentions in the knowledge layer against labeled names, as Markdown tables.

    python -m benchmarks.names [MARKS]

The graph that the settings specify must contain the names from `narabot knowledge build`. For each
class, the script counts names with exactly the labeled span, and names that only overlap the
labeled span. It counts names in whole chunks and in the lines that extractors read. These lines
exclude a record's physical location. Life dates after a person's name are not part of the name.
`benchmarks/validation/names.jsonl` contains 300 chunks from `../shared/data`, labeled in two
passes. The same five names occur in 120 of these chunks, so the script also prints a separate table
for the remaining chunks.
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
from narabot.knowledge.chunks import content_lines
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
"""A chunk with five or more names is repetitive if this many chunks have the same name classes."""

Name = tuple[int, int, str]


def read_marks(path: Path) -> dict[str, tuple[str, list[Name]]]:
    """Return the digest of each chunk's text and the labeled names, keyed by chunkId."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["chunkId"]: (row["sha256"], [tuple(one) for one in row["names"]]) for row in rows}


def read_chunks(graph: Graph, marks: Mapping[str, tuple[str, list[Name]]]) -> dict[str, Row]:
    """Return the chunks whose text has not changed since labeling, keyed by chunkId."""
    return {
        row["chunkId"]: row
        for row in graph.read(MENTIONS, chunkIds=list(marks))
        if hashlib.sha256(row["text"].encode()).hexdigest().startswith(marks[row["chunkId"]][0])
    }


def in_read_lines(names: Iterable[Name], chunk: Row) -> list[Name]:
    """Return the names in the lines that extractors read."""
    lines = list(content_lines(chunk["text"], RecordType(chunk["type"])))
    return [one for one in names if any(line.start <= one[0] < line.end for line in lines)]


def normalized_names(found: Iterable[Sequence[int | str]], text: str) -> set[Name]:
    """Return mentions mapped to the four classes. Names of people exclude life dates."""
    names = set()
    for start, end, entity_class in found:
        one = "PLACE" if entity_class in PLACES else str(entity_class)
        if one in CLASSES:
            dates = LIFE_DATES.search(text[int(start) : int(end)]) if one == "PERSON" else None
            names.add((int(start), int(end) - (len(dates.group()) if dates else 0), one))
    return names


def outermost_names(names: set[Name]) -> list[Name]:
    """Return the names that are not inside another name."""
    return [
        one
        for one in names
        if not any(
            other[0] <= one[0] and one[1] <= other[1] and other[:2] != one[:2] for other in names
        )
    ]


def table(marked: Mapping[str, list[Name]], found: Mapping[str, list[Name]]) -> str:
    """Return precision, recall, F1, and overlap by class."""
    lines = ["| | names | precision | recall | F1 | overlap |", "| --- " * 6 + "|"]
    for one in sorted(CLASSES):
        counts: Counter[str] = Counter()
        for chunk_id, names in marked.items():
            gold = {name for name in names if name[2] == one}
            predicted = {name for name in found[chunk_id] if name[2] == one}
            counts["gold"] += len(gold)
            counts["told"] += len(predicted)
            counts["both"] += len(gold & predicted)
            counts["part"] += sum(any(a < d and c < b for c, d, _ in predicted) for a, b, _ in gold)
        precision = counts["both"] / max(counts["told"], 1)
        recall = counts["both"] / max(counts["gold"], 1)
        f1 = 2 * counts["both"] / max(counts["told"] + counts["gold"], 1)
        part = counts["part"] / max(counts["gold"], 1)
        lines.append(
            f"| {one} | {counts['gold']} | {precision:.2f} | {recall:.2f} | {f1:.2f} | {part:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the tables for all chunks, and for the chunks that do not repeat each other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("marks", nargs="?", type=Path, default=MARKS)
    marks = read_marks(parser.parse_args().marks)
    with open_graph(connection(Settings.from_environment())) as graph:
        chunks = read_chunks(graph, marks)
    found = {
        key: outermost_names(normalized_names(row["found"], row["text"]))
        for key, row in chunks.items()
    }
    marked = {chunk_id: marks[chunk_id][1] for chunk_id in found}
    shapes = {
        chunk_id: tuple(sorted(one[2] for one in names)) for chunk_id, names in marked.items()
    }
    often = Counter(shapes.values())
    print(f"{len(found)} of {len(marks)} labeled chunks have unchanged text\n")
    print(table(marked, found))
    apart = {
        key: names for key, names in marked.items() if len(names) < 5 or often[shapes[key]] < MANY
    }
    print(f"\nThe {len(apart)} chunks that do not repeat each other:\n")
    print(table(apart, found))
    labeled = {key: in_read_lines(names, chunks[key]) for key, names in apart.items()}
    predicted = {key: in_read_lines(found[key], chunks[key]) for key in apart}
    print("\nThe lines of these chunks that extractors read:\n")
    print(table(labeled, predicted))


if __name__ == "__main__":
    main()
