"""The reader: pairs of texts in, what it makes of them out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from narabot.embedding.bert import Array, BertGraph
from narabot.reading.compiled import CompiledModel
from narabot.reading.tokens import Cut, Pair, cut_all, paired, reading_tokenizer
from narabot.reading.weights import HEADS, ReaderWeights

if TYPE_CHECKING:
    from narabot.embedding.packed_e5 import PackedE5

LONGEST = 336
"""Tokens of a pair; of a longer text the end is not read."""

BATCH_TOKENS = 1024
"""Of pairs that are read at once, padding included."""

LONGEST_SPAN = 48
"""Tokens of an answer."""

PADDING = 1
"""The token that stands for none."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says to a question."""

    relevance: float
    """Log odds that it answers."""
    gain: float
    """By how much the best span is likelier than that there is none: a log ratio."""
    start: int
    end: int
    """Characters of the best span in the text."""


@dataclass(frozen=True, slots=True)
class Support:
    """How likely a text supports a statement, contradicts it, does not say it; together 1."""

    supported: float
    contradicted: float
    not_said: float


class Reader:
    """A model that reads; may be used by several threads at once."""

    def __init__(self, base: "PackedE5", weights: ReaderWeights) -> None:
        """Compile the model for this CPU."""
        self.name = weights.name
        self._tokenizer = reading_tokenizer(base)
        self._model = CompiledModel(base, weights, heads)

    def read(self, question: str, texts: Sequence[str]) -> list[Reading]:
        """Return what each text says to a question."""
        [asked, *cuts] = cut_all(self._tokenizer, [question, *texts])
        pairs = [cut_to_fit(asked, text) for text in cuts]
        found: list[Reading | None] = [None] * len(pairs)
        for rows, outputs in self._computed(pairs):
            for place, row in enumerate(rows):
                found[row] = reading(
                    float(outputs["relevance"][place, 0]),
                    outputs["span"][place],
                    pairs[row],
                    cuts[row],
                )
        return [one for one in found if one is not None]

    def supports(self, pairs: Sequence[tuple[str, str]]) -> list[Support]:
        """Return what each text says of its statement: pairs of text and statement."""
        texts = cut_all(self._tokenizer, [text for text, _ in pairs])
        stated = cut_all(self._tokenizer, [statement for _, statement in pairs])
        both = [cut_to_fit(one, text) for one, text in zip(stated, texts, strict=True)]
        found: dict[int, Support] = {}
        for rows, outputs in self._computed(both):
            for row, chances in zip(rows, softmax(outputs["support"]), strict=True):
                found[row] = Support(*(float(one) for one in chances))
        return [found[row] for row in range(len(both))]

    def _computed(self, pairs: Sequence[Pair]) -> Iterator[tuple[list[int], dict[str, Array]]]:
        """Yield the rows of a batch and the model's outputs, those of like length together."""
        order = sorted(range(len(pairs)), key=lambda row: len(pairs[row].ids))
        while order:
            rows = fitting(order, pairs)
            order = order[len(rows) :]
            yield rows, self._outputs([pairs[row] for row in rows])

    def _outputs(self, batch: Sequence[Pair]) -> dict[str, Array]:
        """Return the outputs of each head for a batch."""
        width = max(len(one.ids) for one in batch)
        ids = np.full((len(batch), width), PADDING, dtype=np.int64)
        mask = np.zeros((len(batch), width), dtype=np.float32)
        for row, one in enumerate(batch):
            ids[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        return self._model.outputs(ids, mask, HEADS)


def heads(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the outputs of the three heads."""
    first = graph.first(states)
    return {
        "relevance": graph.linear("relevance", first),
        "span": graph.linear("span", states),
        "support": graph.linear("support", first),
    }


def cut_to_fit(question: Cut, text: Cut) -> Pair:
    """Return a question and as much of a text as is read."""
    front = paired(question.ids, ()).text_at
    return paired(question.ids, text.ids[: LONGEST - front - 1])


def fitting(order: Sequence[int], pairs: Sequence[Pair]) -> list[int]:
    """Return the first rows, from short to long, that fit into a batch; at least one."""
    rows: list[int] = []
    for row in order:
        if rows and len(pairs[row].ids) * (len(rows) + 1) > BATCH_TOKENS:
            break
        rows.append(row)
    return rows


def reading(relevance: float, span: Array, pair: Pair, text: Cut) -> Reading:
    """Return what the outputs for a pair say; `span` has the shape `(tokens, 2)`, logits."""
    last = len(pair.ids) - 1
    own = slice(pair.text_at, last)
    starts, ends = span[own, 0], span[own, 1]
    if not len(starts):
        return Reading(relevance, -np.inf, 0, 0)
    scores = starts[:, None] + ends[None, :]
    allowed = np.triu(np.ones_like(scores)) - np.triu(np.ones_like(scores), LONGEST_SPAN)
    scores = np.where(allowed > 0, scores, -np.inf)
    first, final = divmod(int(scores.argmax()), scores.shape[1])
    gain = float(scores[first, final] - span[0, 0] - span[0, 1])
    return Reading(relevance, gain, text.offsets[first][0], text.offsets[final][1])


def softmax(logits: Array) -> Array:
    """Return the likelihoods of logits, shape `(rows, classes)`."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    likely: Array = raised / raised.sum(axis=1, keepdims=True)
    return likely
