"""Questions and statements about real records that were written for training, in `made/`."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

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


def made_readings(
    records: Mapping[int, CatalogueText], near: Records, rng: random.Random
) -> Iterator[Reading]:
    """Yield the written questions: with their answers, and with texts that do not answer."""
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        source = f"made-{path.stem.split('_')[1]}"
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            asked = row["question"]
            if row["answers"]:
                answer = row["answers"][0]
                yield from with_answer(record, asked, answer, source)
                for other in near.near_misses(record, asked, answer, rng):
                    yield unanswered(record, asked, best_windows(other, asked)[0], source)
            else:
                for window in best_windows(record, asked):
                    yield unanswered(record, asked, window, source)


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
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            text = nearest(record, row["statement"])
            yield Statement(
                text, row["statement"], VERDICTS[row["label"]], "made-statements", str(record.group)
            )
