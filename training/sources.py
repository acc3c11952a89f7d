"""The open training data. Each file is verified by its checksum."""

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.examples import ReadingExample, StatementExample, Verdict

CHECKSUMS = {
    "reader.jsonl.gz": "8cfb7ef4454463bf969531db60ecba10d333f20a9d5d2b6ec6caf019816ae0d6",
    "pairs.jsonl.gz": "ebdfe14d9f3d212d51987e240d6fdb3bd324c178612360b2be366048ed2e9ed0",
    "nli.jsonl.gz": "6e2294969a0dc43a670ce5b5d9ebf43486dd0a9567006c2efae17b3ada46988e",
    "question_types.jsonl.gz": "de01085d814f9737882d0a6c709ca19e11b7cf37b086d175032a47182cd47019",
    "ner.jsonl.gz": "c8097b8689360f9fe132046bfd79c512814bdc69b307737196852bc175901726",
    "ru_en_sentences.jsonl.gz": "b86c448fa13d0c0390962b1a307d1e98f11ab7b40d4720c2c055a0763e6ab211",
}
"""SHA-256 of each file in `shared/training`."""

VERDICTS = {
    "entailment": Verdict.SUPPORTED,
    "contradiction": Verdict.CONTRADICTED,
    "neutral": Verdict.NOT_SAID,
}


class ChangedDataError(Exception):
    """A training data file differs from the file on which the weights were trained."""


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a file. Raise OSError or ChangedDataError."""
    content = (folder / name).read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != CHECKSUMS[name]:
        raise ChangedDataError(f"{folder / name} has the SHA-256 {digest}, not {CHECKSUMS[name]}")
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


def readings(folder: Path) -> list[ReadingExample]:
    """Return the questions, each with a text that may answer it."""
    return [reading(row) for row in rows(folder, "reader.jsonl.gz")]


def reading(row: dict[str, Any]) -> ReadingExample:
    """Return a row as an example with its first answer."""
    answers = row["answers"] if row["answerable"] else []
    start = answers[0]["start"] if answers else 0
    return ReadingExample(
        question=row["question"],
        text=row["context"],
        start=start,
        end=start + len(answers[0]["text"]) if answers else 0,
        has_span=True,
        answers=bool(answers),
        source=row["source"],
        group=str(row["group"]),
    )


def sentence_pairs(folder: Path) -> list[ReadingExample]:
    """Return the pairs of a question and a sentence, which have no answer span."""
    return [
        ReadingExample(
            question=row["question"],
            text=row["sentence"],
            start=0,
            end=0,
            has_span=False,
            answers=row["label"] == 1,
            source=f"pairs-{row['source']}",
            group=row["question"],
        )
        for row in rows(folder, "pairs.jsonl.gz")
    ]


def statements(folder: Path) -> list[StatementExample]:
    """Return the statements about texts."""
    return [
        StatementExample(
            text=row["premise"],
            statement=row["hypothesis"],
            verdict=VERDICTS[row["label"]],
            source=row["source"],
            group=row["premise"],
        )
        for row in rows(folder, "nli.jsonl.gz")
    ]


def translations(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield each Russian text, its English translation, and its kind.

    The kind is `sentence`, `question`, or `paragraph`.
    """
    for row in rows(folder, "ru_en_sentences.jsonl.gz"):
        yield row["ru"], row["en"], row["kind"]
