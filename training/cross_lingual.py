"""Training examples in two languages, built from human translations."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from training.examples import ReadingExample, StatementExample, Verdict
from training.sources import translations

NUMBER = re.compile(r"\d+")


def cross_lingual_questions(
    folder: Path, readings: Sequence[ReadingExample]
) -> Iterator[ReadingExample]:
    """Yield Russian SQuAD questions paired with the English text that answers them."""
    russian = {
        english.strip().lower(): asked
        for asked, english, kind in translations(folder)
        if kind == "question"
    }
    for one in readings:
        asked = russian.get(one.question.strip().lower())
        if asked and one.source == "squad1.1-dev":
            yield replace(one, question=asked, source="xquad-across")


def cross_lingual_statements(folder: Path, seed: int) -> Iterator[StatementExample]:
    """Yield texts in one language with statements in the other, in both directions.

    The translation of the text is labeled as supported. A translation with a changed number is
    labeled as contradicted. The translation of a neighboring sentence is labeled as not stated.
    """
    rng = random.Random(seed)
    pairs = [(ru, en) for ru, en, kind in translations(folder) if kind == "sentence"]
    for place, (russian, english) in enumerate(pairs):
        text, statement = (english, russian) if rng.random() < 0.75 else (russian, english)
        near = pairs[(place + rng.randint(1, 5)) % len(pairs)]
        other = near[0] if statement is russian else near[1]
        yield StatementExample(text, statement, Verdict.SUPPORTED, "across", english)
        changed = change_number(statement, rng)
        if changed != statement:
            yield StatementExample(text, changed, Verdict.CONTRADICTED, "across", english)
        elif rng.random() < 0.5:
            yield StatementExample(text, other, Verdict.NOT_SAID, "across", english)


def change_number(text: str, rng: random.Random) -> str:
    """Return the text with one of its numbers changed, or unchanged if it has no number."""
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    chosen = rng.choice(found)
    number = int(chosen.group()[:9])
    other = number + rng.choice([-10, -3, -2, -1, 1, 2, 3, 10, 100])
    return f"{text[: chosen.start()]}{abs(other)}{text[chosen.end() :]}"
