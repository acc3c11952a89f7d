"""The reader, which scores pairs that consist of a question or statement and a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from narabot.embedding.bert import Array, BertGraph
from narabot.reading.compiled_model import CompiledModel
from narabot.reading.tokens import (
    TokenizedText,
    TokenPair,
    join_pair,
    reading_tokenizer,
    tokenize_all,
)
from narabot.reading.weights import HEADS, ReaderWeights

if TYPE_CHECKING:
    from narabot.embedding.packed_e5 import PackedE5

MAX_PAIR_TOKENS = 336
"""Maximum length of a pair, in tokens. The end of a longer text is ignored."""

MAX_BATCH_TOKENS = 1024
"""Maximum size of a batch of pairs, in tokens, including padding."""

MAX_SPAN_TOKENS = 48
"""Maximum length of an answer span, in tokens."""

PADDING = 1
"""The padding token."""


@dataclass(frozen=True, slots=True)
class SpanReading:
    """How well a text answers a question, and the best answer span in the text."""

    relevance: float
    """Log odds that the text answers the question."""
    gain: float
    """Log ratio of the best span's likelihood to the likelihood of no answer."""
    start: int
    end: int
    """Start and end of the best span, as character offsets in the text."""


@dataclass(frozen=True, slots=True)
class Support:
    """Probabilities that a text supports a statement, contradicts it, or does neither."""

    supported: float
    contradicted: float
    not_said: float


class Reader:
    """A thread-safe model that finds answer spans and judges support."""

    def __init__(self, base: "PackedE5", weights: ReaderWeights) -> None:
        """Compile the model for this CPU."""
        self.name = weights.name
        self._tokenizer = reading_tokenizer(base)
        self._model = CompiledModel(base, weights, reader_outputs)

    def read(self, question: str, texts: Sequence[str]) -> list[SpanReading]:
        """Return how well each text answers a question."""
        [asked, *cuts] = tokenize_all(self._tokenizer, [question, *texts])
        pairs = [cut_to_fit(asked, text) for text in cuts]
        found: list[SpanReading | None] = [None] * len(pairs)
        for rows, outputs in self._computed(pairs):
            for place, row in enumerate(rows):
                found[row] = decode_span(
                    float(outputs["relevance"][place, 0]),
                    outputs["span"][place],
                    pairs[row],
                    cuts[row],
                )
        return [one for one in found if one is not None]

    def supports(self, pairs: Sequence[tuple[str, str]]) -> list[Support]:
        """For each pair of a text and a statement, return how well the text supports the
        statement."""
        texts = tokenize_all(self._tokenizer, [text for text, _ in pairs])
        stated = tokenize_all(self._tokenizer, [statement for _, statement in pairs])
        both = [cut_to_fit(one, text) for one, text in zip(stated, texts, strict=True)]
        found: dict[int, Support] = {}
        for rows, outputs in self._computed(both):
            for row, chances in zip(rows, softmax(outputs["support"]), strict=True):
                found[row] = Support(*(float(one) for one in chances))
        return [found[row] for row in range(len(both))]

    def _computed(self, pairs: Sequence[TokenPair]) -> Iterator[tuple[list[int], dict[str, Array]]]:
        """Yield the indexes and the outputs of the pairs in each batch. A batch contains pairs of
        similar length."""
        order = sorted(range(len(pairs)), key=lambda row: len(pairs[row].ids))
        while order:
            rows = rows_of_batch(order, pairs)
            order = order[len(rows) :]
            yield rows, self._outputs([pairs[row] for row in rows])

    def _outputs(self, batch: Sequence[TokenPair]) -> dict[str, Array]:
        """Return the outputs of each head for a batch."""
        width = max(len(one.ids) for one in batch)
        ids = np.full((len(batch), width), PADDING, dtype=np.int64)
        mask = np.zeros((len(batch), width), dtype=np.float32)
        for row, one in enumerate(batch):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        return self._model.outputs(ids, mask, HEADS)


def reader_outputs(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the outputs of the three heads."""
    first = graph.first(states)
    return {
        "relevance": graph.linear("relevance", first),
        "span": graph.linear("span", states),
        "support": graph.linear("support", first),
    }


def cut_to_fit(question: TokenizedText, text: TokenizedText) -> TokenPair:
    """Return a question and as much of a text as fits into a pair."""
    front = join_pair(question.ids, ()).text_at
    return join_pair(question.ids, text.ids[: MAX_PAIR_TOKENS - front - 1])


def rows_of_batch(order: Sequence[int], pairs: Sequence[TokenPair]) -> list[int]:
    """Return the first rows in `order` that fit into a batch, but always at least one row."""
    rows: list[int] = []
    for row in order:
        if rows and len(pairs[row].ids) * (len(rows) + 1) > MAX_BATCH_TOKENS:
            break
        rows.append(row)
    return rows


def decode_span(relevance: float, span: Array, pair: TokenPair, text: TokenizedText) -> SpanReading:
    """Convert the outputs for a pair to a relevance score and the best answer span.

    `span` contains logits of shape `(tokens, 2)`.
    """
    last = len(pair.ids) - 1
    own = slice(pair.text_at, last)
    starts, ends = span[own, 0], span[own, 1]
    if not len(starts):
        return SpanReading(relevance, -np.inf, 0, 0)
    scores = starts[:, None] + ends[None, :]
    allowed = np.triu(np.ones_like(scores)) - np.triu(np.ones_like(scores), MAX_SPAN_TOKENS)
    scores = np.where(allowed > 0, scores, -np.inf)
    first, final = divmod(int(scores.argmax()), scores.shape[1])
    gain = float(scores[first, final] - span[0, 0] - span[0, 1])
    return SpanReading(relevance, gain, text.offsets[first][0], text.offsets[final][1])


def softmax(logits: Array) -> Array:
    """Convert logits of shape `(rows, classes)` to probabilities."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely: Array = raised / raised.sum(axis=1, keepdims=True)
    return likely
