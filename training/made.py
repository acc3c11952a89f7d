"""Questions and statements that were written for training, in `made/`.

They are about real records, and about invented ones (`records_invented.jsonl`, of negative naIds):
of the real ones only few say much.
"""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from narabot.understanding.followup import leaning_on
from training.asking import answered, unanswered
from training.catalogue import CatalogueText
from training.examples import Reading, Statement, Verdict
from training.near import Nearest, Records, best_windows, nearest_by_words

FOLDER = Path(__file__).with_name("made")

VERDICTS = {
    "supported": Verdict.SUPPORTED,
    "contradicted": Verdict.CONTRADICTED,
    "not_said": Verdict.NOT_SAID,
}


LEANING = "leaning"
"""The style of a question that leans on a record that was just shown."""


def invented_records() -> dict[int, CatalogueText]:
    """Return the records that were invented, by naId."""
    return {
        row["naId"]: CatalogueText(
            row["naId"], row["naId"], row["title"], tuple(row["above"]), row["text"]
        )
        for row in rows_of(FOLDER / "records_invented.jsonl")
    }


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def made_readings(
    records: Mapping[int, CatalogueText], near: Records, rng: random.Random
) -> Iterator[Reading]:
    """Yield the written questions: with their answers, and with texts that do not answer."""
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        source = f"made-{path.stem.split('_')[1]}"
        for row in rows_of(path):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            asked = as_read(row, record)
            if row["answers"]:
                answer = row["answers"][0]
                yield from with_answer(record, asked, answer, source)
                for other in near.near_misses(record, asked, answer, rng):
                    yield unanswered(record, asked, best_windows(other, asked)[0], source)
            else:
                for window in best_windows(record, asked):
                    yield unanswered(record, asked, window, source)


def as_read(row: Mapping[str, Any], record: CatalogueText) -> str:
    """Return a written question as the reader gets it: one that leans, with its record's name."""
    question: str = row["question"]
    return leaning_on(question, record.name) if row.get("style") == LEANING else question


def with_answer(record: CatalogueText, asked: str, answer: str, source: str) -> Iterator[Reading]:
    """Yield a question with the window that answers, and with one of the record that does not."""
    start = record.text.find(answer)
    if start < 0:
        return
    yield from answered(record, asked, (start, start + len(answer)), source)
    others = [one for one in best_windows(record, asked) if answer not in one]
    if others:
        yield unanswered(record, asked, others[0], source)


def made_statements(
    records: Mapping[int, CatalogueText], nearest: Nearest = nearest_by_words
) -> Iterator[Statement]:
    """Yield the written statements, each with the window that is nearest to it."""
    for path in sorted(FOLDER.glob("statements*.jsonl")):
        source = f"made-{path.stem.replace('_', '-')}"
        for row in rows_of(path):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            text = nearest(record, row["statement"])
            yield Statement(
                text, row["statement"], VERDICTS[row["label"]], source, str(record.group)
            )
