"""From examples to tokens and targets."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from narabot.reading.tokens import LONGEST_QUESTION, Cut, cut_all, paired
from training.examples import Example, Reading

NO_TARGET = -100
"""A target that counts for nothing."""

AT_ONCE = 512


@dataclass(frozen=True, slots=True)
class Features:
    """An example in tokens, with the targets of each head."""

    ids: tuple[int, ...]
    text_at: int
    answers: float
    """1 or 0; below 0 where the example does not say."""
    start: int
    end: int
    """Tokens; both 0 where the text does not answer."""
    verdict: int


def featured(
    examples: Sequence[Example], tokenizer: Tokenizer, longest: int, seed: int
) -> Iterator[Features]:
    """Yield the features of some examples in their order; windows are chosen by the seed."""
    rng = random.Random(seed)
    for first in range(0, len(examples), AT_ONCE):
        some = examples[first : first + AT_ONCE]
        questions = [one.question if isinstance(one, Reading) else one.statement for one in some]
        cuts = cut_all(tokenizer, [*questions, *(one.text for one in some)])
        for one, question, text in zip(some, cuts, cuts[len(some) :], strict=False):
            asked = question.ids[:LONGEST_QUESTION]
            found = features(one, asked, text, longest - len(asked) - 4, rng)
            if found is not None:
                yield found


def features(
    example: Example, question: Sequence[int], text: Cut, room: int, rng: random.Random
) -> Features | None:
    """Return an example's features, `None` where no window of `room` tokens holds the answer."""
    if not isinstance(example, Reading):
        pair = paired(question, text.ids[:room])
        return Features(pair.ids, pair.text_at, -1.0, NO_TARGET, NO_TARGET, int(example.verdict))
    span = span_tokens(example, text)
    if span is None:
        return None
    begin = window_start(span, len(text.ids), room, rng)
    if span[1] - begin >= room:
        return None
    pair = paired(question, text.ids[begin : begin + room])
    if not example.has_span:
        start = end = NO_TARGET
    elif example.answers:
        start, end = (pair.text_at + place - begin for place in span)
    else:
        start = end = 0
    return Features(pair.ids, pair.text_at, float(example.answers), start, end, NO_TARGET)


def span_tokens(example: Reading, text: Cut) -> tuple[int, int] | None:
    """Return the first and the last token of the answer, (0, 0) where there is none."""
    if example.start == example.end:
        return 0, 0
    inside = [
        place
        for place, (start, end) in enumerate(text.offsets)
        if start < example.end and end > example.start and end > start
    ]
    return (inside[0], inside[-1]) if inside else None


def window_start(span: tuple[int, int], length: int, room: int, rng: random.Random) -> int:
    """Return where a window begins that has the span, if it can."""
    if length <= room:
        return 0
    latest = min(span[0], length - room)
    earliest = max(0, span[1] - room + 1)
    return rng.randint(min(earliest, latest), latest)
