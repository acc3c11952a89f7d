"""Examples in two languages, made from sentences and questions that people translated."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from training.examples import Reading, Statement, Verdict
from training.sources import translations

NUMBER = re.compile(r"\d+")


def asked_across(folder: Path, readings: Sequence[Reading]) -> Iterator[Reading]:
    """Yield questions of SQuAD in Russian, over the English text that answers them."""
    russian = {
        english.strip().lower(): asked
        for asked, english, kind in translations(folder)
        if kind == "question"
    }
    for one in readings:
        asked = russian.get(one.question.strip().lower())
        if asked and one.source == "squad1.1-dev":
            yield replace(one, question=asked, source="xquad-across")


def stated_across(folder: Path, seed: int) -> Iterator[Statement]:
    """Yield English sentences with Russian statements, and the other way round.

    A translation is supported; with another number it is contradicted; the translation of
    another sentence is not said.
    """
    rng = random.Random(seed)
    pairs = [(ru, en) for ru, en, kind in translations(folder) if kind == "sentence"]
    for place, (russian, english) in enumerate(pairs):
        text, stated = (english, russian) if rng.random() < 0.75 else (russian, english)
        near = pairs[(place + rng.randint(1, 5)) % len(pairs)]
        other = near[0] if stated is russian else near[1]
        yield Statement(text, stated, Verdict.SUPPORTED, "across", english)
        changed = other_number(stated, rng)
        if changed != stated:
            yield Statement(text, changed, Verdict.CONTRADICTED, "across", english)
        elif rng.random() < 0.5:
            yield Statement(text, other, Verdict.NOT_SAID, "across", english)


def other_number(text: str, rng: random.Random) -> str:
    """Return a text with one of its numbers changed, as it is where it has none."""
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    chosen = rng.choice(found)
    number = int(chosen.group()[:9])
    other = number + rng.choice([-10, -3, -2, -1, 1, 2, 3, 10, 100])
    return f"{text[: chosen.start()]}{abs(other)}{text[chosen.end() :]}"
