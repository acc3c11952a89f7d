"""Questions and statements about real records that were written for training, in `made/`."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from narabot.words import stems
from training.asking import answered, unanswered
from training.catalogue import CatalogueText
from training.examples import Reading, Statement, Verdict

FOLDER = Path(__file__).with_name("made")

VERDICTS = {
    "supported": Verdict.SUPPORTED,
    "contradicted": Verdict.CONTRADICTED,
    "not_said": Verdict.NOT_SAID,
}

LOOKED_AT = 150
"""Records among which one is sought that is most like a question without answering it."""

WINDOWS = 3
"""Windows of a record that does not answer."""


def made_readings(records: Mapping[int, CatalogueText], rng: random.Random) -> Iterator[Reading]:
    """Yield the written questions: with their answers, and with texts that do not answer."""
    known = list(records.values())
    for path in sorted(FOLDER.glob("questions_*.jsonl")):
        source = f"made-{path.stem.split('_')[1]}"
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            if row["answers"]:
                yield from with_answer(record, row["question"], row["answers"][0], source)
                yield near_miss(record, row["question"], known, source, rng)
            else:
                for window in best_windows(record, row["question"]):
                    yield unanswered(record, row["question"], window, source)


def with_answer(record: CatalogueText, asked: str, answer: str, source: str) -> Iterator[Reading]:
    """Yield a question with the window that answers, and with one of the record that does not."""
    start = record.text.find(answer)
    if start < 0:
        return
    yield from answered(record, asked, (start, start + len(answer)), source)
    others = [one for one in best_windows(record, asked) if answer not in one]
    if others:
        yield unanswered(record, asked, others[0], source)


def best_windows(record: CatalogueText, asked: str) -> list[str]:
    """Return the windows of a record that share most words with a question."""
    words = stems(asked)
    texts = [one.text for one in record.windows]
    return sorted(texts, key=lambda text: -len(words & stems(text)))[:WINDOWS]


def near_miss(
    record: CatalogueText,
    asked: str,
    known: Sequence[CatalogueText],
    source: str,
    rng: random.Random,
) -> Reading:
    """Return a question with that of some other records which shares most words with it."""
    words = stems(f"{asked} {record.name}")
    some = [one for one in rng.sample(known, LOOKED_AT) if one.name != record.name]
    some += [one for one in some if one.group == record.group]
    best = max(some, key=lambda one: len(words & stems(one.name)))
    return unanswered(record, asked, best_windows(best, asked)[0], source)


def made_statements(records: Mapping[int, CatalogueText]) -> Iterator[Statement]:
    """Yield the written statements, each with the window that shares most words with it."""
    for path in sorted(FOLDER.glob("statements*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            record = records.get(row["naId"])
            if record is None or record.is_for_validation:
                continue
            text = best_windows(record, row["statement"])[0]
            yield Statement(
                text, row["statement"], VERDICTS[row["label"]], "made-statements", str(record.group)
            )
