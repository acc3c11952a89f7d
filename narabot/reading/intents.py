"""The intent model, which finds the computation that a request asks for and the words that fill
slots.

A small encoder makes one pass over the request. The hidden state of the first token determines the
intent. The hidden state of each word determines the odds that the word begins or continues a slot.
A linear-chain conditional random field (Lafferty et al. 2001) chooses the most probable sequence of
tags.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narabot.embedding.bert import Array, BertGraph
from narabot.errors import ModelUnavailableError
from narabot.models.intents import INTENTS, Intent, Slot, SlotKind, named_intent
from narabot.reading.compiled_model import CompiledModel
from narabot.reading.tokens import (
    END_TOKEN,
    MAX_QUESTION_TOKENS,
    START_TOKEN,
    TokenizedText,
    reading_tokenizer,
    tokenize_all,
)
from narabot.reading.weights import Layout, ReaderWeights

if TYPE_CHECKING:
    from narabot.embedding.packed_e5 import PackedE5

WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
"""The unit that gets a tag: a run of letters and digits, or a single other character."""

SLOT_KINDS = tuple(SlotKind)

FIRST_BEGIN_TAG, FIRST_INSIDE_TAG = 1, 1 + len(SLOT_KINDS)
"""The first tag for the beginning of a slot, and the first tag for the continuation of a slot.

Tag 0 means no slot."""

TAGS = 1 + 2 * len(SLOT_KINDS)

INTENT_HEADS = {"intent": len(INTENTS), "slots": TAGS, "excluded": 1}
"""Number of outputs from each head."""

TRANSITIONS = "transitions"
"""Name of the tensor with the log odds that one tag follows another, shape `(TAGS, TAGS)`."""

INTENT_LAYOUT = Layout("narabot-intents-1", INTENT_HEADS)


class IntentParser:
    """A thread-safe model that finds the intent and slots of a request."""

    def __init__(self, base: "PackedE5", weights: ReaderWeights) -> None:
        """Compile the model for this CPU. Raises ModelUnavailableError if weights are missing."""
        if TRANSITIONS not in weights.tensors:
            raise ModelUnavailableError(f"The intent model lacks {TRANSITIONS}.")
        self.name = weights.name
        self._tokenizer = reading_tokenizer(base)
        self._model = CompiledModel(base, weights, intent_outputs)
        self._transitions = weights.tensors[TRANSITIONS]

    def read(self, request: str) -> Intent:
        """Return the intent of a request. The end of a very long request is ignored."""
        [cut] = tokenize_all(self._tokenizer, [request])
        ids = np.array([[START_TOKEN, *cut.ids[:MAX_QUESTION_TOKENS], END_TOKEN]], dtype=np.int64)
        mask = np.ones(ids.shape, dtype=np.float32)
        found = self._model.outputs(ids, mask, INTENT_HEADS)
        outputs = {name: one[0] for name, one in found.items()}
        places = request_words(request, cut)
        tokens = [1 + first for _, _, first in places]
        spans = [(start, end) for start, end, _ in places]
        tags = most_likely_tags(outputs["slots"][tokens], self._transitions)
        slots = decode_slots(spans, tags, outputs["excluded"][tokens, 0])
        return most_likely_intent(outputs["intent"], slots_with_letters(request, slots))


def intent_outputs(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the outputs of the three heads."""
    return {
        "intent": graph.linear("intent", graph.first(states)),
        "slots": graph.linear("slots", states),
        "excluded": graph.linear("excluded", states),
    }


def request_words(text: str, cut: TokenizedText) -> list[tuple[int, int, int]]:
    """Return the start, end, and first token of each word, up to MAX_QUESTION_TOKENS."""
    tokens = [(number, end) for number, (_, end) in enumerate(cut.offsets[:MAX_QUESTION_TOKENS])]
    found = []
    for said in WORD.finditer(text):
        first = next((number for number, end in tokens if end > said.start()), None)
        if first is not None:
            found.append((*said.span(), first))
    return found


def most_likely_tags(emitted: Array, transitions: Array) -> list[int]:
    """Use Viterbi decoding to find and return the most probable sequence of tags.

    `emitted` contains scores of shape `(words, tags)`.
    """
    if not len(emitted):
        return []
    scores, came = emitted[0], []
    for own in emitted[1:]:
        ways = scores[:, None] + transitions
        came.append(ways.argmax(axis=0))
        scores = ways.max(axis=0) + own
    tags = [int(scores.argmax())]
    for before in reversed(came):
        tags.append(int(before[tags[-1]]))
    return tags[::-1]


def decode_slots(
    spans: Sequence[tuple[int, int]], tags: Sequence[int], excluded: Array
) -> tuple[Slot, ...]:
    """Return the slots that the words' tags describe.

    `excluded` contains each word's log odds of exclusion. A slot is excluded if the mean of its
    words' log odds is positive. A continuation tag begins a new slot if the previous word does not
    belong to a slot of the same kind.
    """
    found: list[tuple[SlotKind, int, int, list[float]]] = []
    before = None
    for (start, end), tag, odds in zip(spans, tags, excluded, strict=True):
        kind = None if tag == 0 else SLOT_KINDS[(tag - 1) % len(SLOT_KINDS)]
        if kind is not None and tag >= FIRST_INSIDE_TAG and kind is before:
            _, first, _, all_odds = found[-1]
            found[-1] = (kind, first, end, [*all_odds, float(odds)])
        elif kind is not None:
            found.append((kind, start, end, [float(odds)]))
        before = kind
    return tuple(Slot(kind, start, end, sum(odds) > 0) for kind, start, end, odds in found)


def slots_with_letters(request: str, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Return the slots that contain a letter or digit."""
    return tuple(one for one in slots if re.search(r"[^\W_]", request[one.start : one.end]))


def most_likely_intent(intents: Array, slots: tuple[Slot, ...]) -> Intent:
    """Return the most probable intent. Its probability is the sum over all forms of the
    operation."""
    likely = np.exp(intents - intents.max())
    likely /= likely.sum()
    best = int(likely.argmax())
    operation = INTENTS[best].split()[0]
    together = sum(
        float(one)
        for one, name in zip(likely, INTENTS, strict=True)
        if name.split()[0] == operation
    )
    return named_intent(INTENTS[best], together, slots)
