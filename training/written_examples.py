"""Questions and statements that were written for training, stored in `made/`.

Some are about real records. Because few real records contain much text, the other questions and
statements are about invented records with negative naIds (`records_invented.jsonl`).
"""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from narabot.understanding.followup import with_subject
from training.catalog_records import CatalogText
from training.examples import ReadingExample, StatementExample, Verdict
from training.field_templates import answered_examples, unanswered_example
from training.similarity import FindNearestWindow, RecordIndex, best_windows, nearest_by_words

FOLDER = Path(__file__).with_name("made")

VERDICTS = {
    "supported": Verdict.SUPPORTED,
    "contradicted": Verdict.CONTRADICTED,
    "not_said": Verdict.NOT_SAID,
}


FOLLOW_UP = "leaning"
"""The style of a follow-up question, which depends on the record shown before it."""


def invented_records() -> dict[int, CatalogText]:
    """Return the invented records, keyed by naId."""
    return {
        row["naId"]: CatalogText(
            row["naId"], row["naId"], row["title"], tuple(row["above"]), row["text"]
        )
        for row in rows_of(FOLDER / "records_invented.jsonl")
    }


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Return the objects in a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def written_questions(
    records: Mapping[int, CatalogText], near: RecordIndex, rng: random.Random
) -> Iterator[ReadingExample]:
    """Yield the written questions with their answers, and with texts that do not answer them."""
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        source = f"made-{path.stem.split('_')[1]}"
        for row in rows_of(path):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            question = request_for_reader(row, record)
            if row["answers"]:
                answer = row["answers"][0]
                yield from positive_and_negative(record, question, answer, source)
                for other in near.near_misses(record, question, answer, rng):
                    yield unanswered_example(
                        record, question, best_windows(other, question)[0], source
                    )
            else:
                for window in best_windows(record, question):
                    yield unanswered_example(record, question, window, source)


def request_for_reader(row: Mapping[str, Any], record: CatalogText) -> str:
    """Return a written question as the reader receives it.

    The name of the record is added to a follow-up question.
    """
    question: str = row["question"]
    return with_subject(question, record.name) if row.get("style") == FOLLOW_UP else question


def positive_and_negative(
    record: CatalogText, question: str, answer: str, source: str
) -> Iterator[ReadingExample]:
    """Yield a question with a window that answers it, and with a window that does not.

    Both windows come from the same record.
    """
    start = record.text.find(answer)
    if start < 0:
        return
    yield from answered_examples(record, question, (start, start + len(answer)), source)
    others = [one for one in best_windows(record, question) if answer not in one]
    if others:
        yield unanswered_example(record, question, others[0], source)


def written_statements(
    records: Mapping[int, CatalogText], nearest: FindNearestWindow = nearest_by_words
) -> Iterator[StatementExample]:
    """Yield the written statements, each with the window nearest to the statement."""
    for path in sorted(FOLDER.glob("statements*.jsonl")):
        source = f"made-{path.stem.replace('_', '-')}"
        for row in rows_of(path):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            text = nearest(record, row["statement"])
            yield StatementExample(
                text, row["statement"], VERDICTS[row["label"]], source, str(record.group)
            )
