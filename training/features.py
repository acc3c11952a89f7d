"""Convert training examples to tokens and targets."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from narabot.reading.tokens import MAX_QUESTION_TOKENS, TokenizedText, join_pair, tokenize_all
from training.examples import Example, ReadingExample

NO_TARGET = -100
"""Target that the loss ignores."""

TOKENIZER_BATCH = 512


@dataclass(frozen=True, slots=True)
class Features:
    """An example in tokens, with the targets for each head."""

    ids: tuple[int, ...]
    text_at: int
    answers: float
    """1 if the text answers the question, 0 if not, or a negative number without a label."""
    start: int
    end: int
    """Token positions. Both are 0 if the text does not answer the question."""
    verdict: int


def build_features(
    examples: Sequence[Example], tokenizer: Tokenizer, longest: int, seed: int
) -> Iterator[Features]:
    """Yield the examples' features, in order.

    The seed determines which window of a long text is used. An example is skipped if no window
    contains its answer.
    """
    rng = random.Random(seed)
    for first in range(0, len(examples), TOKENIZER_BATCH):
        some = examples[first : first + TOKENIZER_BATCH]
        questions = [
            one.question if isinstance(one, ReadingExample) else one.statement for one in some
        ]
        cuts = tokenize_all(tokenizer, [*questions, *(one.text for one in some)])
        for one, question, text in zip(some, cuts, cuts[len(some) :], strict=False):
            asked = question.ids[:MAX_QUESTION_TOKENS]
            found = example_features(one, asked, text, longest - len(asked) - 4, rng)
            if found is not None:
                yield found


def example_features(
    example: Example, question: Sequence[int], text: TokenizedText, room: int, rng: random.Random
) -> Features | None:
    """Return an example's features, or `None` if no window of `room` tokens has the answer."""
    if not isinstance(example, ReadingExample):
        pair = join_pair(question, text.ids[:room])
        return Features(pair.ids, pair.text_at, -1.0, NO_TARGET, NO_TARGET, int(example.verdict))
    span = span_tokens(example, text)
    if span is None:
        return None
    begin = window_start(span, len(text.ids), room, rng)
    if span[1] - begin >= room:
        return None
    pair = join_pair(question, text.ids[begin : begin + room])
    if not example.has_span:
        start = end = NO_TARGET
    elif example.answers:
        start, end = (pair.text_at + place - begin for place in span)
    else:
        start = end = 0
    return Features(pair.ids, pair.text_at, float(example.answers), start, end, NO_TARGET)


def span_tokens(example: ReadingExample, text: TokenizedText) -> tuple[int, int] | None:
    """Return the first and last token of the answer, or (0, 0) if there is no answer."""
    if example.start == example.end:
        return 0, 0
    inside = [
        place
        for place, (start, end) in enumerate(text.offsets)
        if start < example.end and end > example.start and end > start
    ]
    return (inside[0], inside[-1]) if inside else None


def window_start(span: tuple[int, int], length: int, room: int, rng: random.Random) -> int:
    """Return the first token of a random window that contains the span, if possible."""
    if length <= room:
        return 0
    latest = min(span[0], length - room)
    earliest = max(0, span[1] - room + 1)
    return rng.randint(min(earliest, latest), latest)
