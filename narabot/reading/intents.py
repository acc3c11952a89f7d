"""The reader of requests: what a request asks to be computed, and which words say what.

One pass of a small encoder: the first token's state gives the intent, each word's how likely it
begins a slot, or goes on with one; the likeliest sequence of all words counts (a linear-chain
conditional random field, Lafferty and others 2001).
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from narabot.embedding.bert import Array, BertGraph
from narabot.errors import ModelUnavailableError
from narabot.models.intents import INTENTS, Intent, Slot, SlotKind, named_intent
from narabot.reading.compiled import CompiledModel
from narabot.reading.tokens import FIRST, LAST, LONGEST_QUESTION, Cut, cut_all, reading_tokenizer
from narabot.reading.weights import Layout, ReaderWeights

if TYPE_CHECKING:
    from narabot.embedding.packed_e5 import PackedE5

WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
"""What has a slot by itself: a run of letters and digits, or one other sign."""

KINDS = tuple(SlotKind)

BEGINS, GOES_ON = 1, 1 + len(KINDS)
"""Where the tags of words that begin a slot, and that go on with one, stand; 0 is none."""

TAGS = 1 + 2 * len(KINDS)

INTENT_HEADS = {"intent": len(INTENTS), "slots": TAGS, "excluded": 1}
"""Each head's outputs."""

TRANSITIONS = "transitions"
"""The tensor with how well each tag follows each other one, shape `(TAGS, TAGS)`, log odds."""

INTENT_READER = Layout("narabot-intents-1", INTENT_HEADS)


class IntentReader:
    """A model that reads requests; may be used by several threads at once."""

    def __init__(self, base: "PackedE5", weights: ReaderWeights) -> None:
        """Compile the model for this CPU. Raises ModelUnavailableError for too few weights."""
        if TRANSITIONS not in weights.tensors:
            raise ModelUnavailableError(f"The reader of requests lacks {TRANSITIONS}.")
        self.name = weights.name
        self._tokenizer = reading_tokenizer(base)
        self._model = CompiledModel(base, weights, heads)
        self._transitions = weights.tensors[TRANSITIONS]

    def read(self, request: str) -> Intent:
        """Return what a request asks for; of a long one the end is not read."""
        [cut] = cut_all(self._tokenizer, [request])
        ids = np.array([[FIRST, *cut.ids[:LONGEST_QUESTION], LAST]], dtype=np.int64)
        mask = np.ones(ids.shape, dtype=np.float32)
        found = self._model.outputs(ids, mask, INTENT_HEADS)
        outputs = {name: one[0] for name, one in found.items()}
        places = words_of(request, cut)
        tokens = [1 + first for _, _, first in places]
        spans = [(start, end) for start, end, _ in places]
        tags = likeliest(outputs["slots"][tokens], self._transitions)
        slots = decoded(spans, tags, outputs["excluded"][tokens, 0])
        return chosen(outputs["intent"], with_letters(request, slots))


def heads(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the outputs of the three heads."""
    return {
        "intent": graph.linear("intent", graph.first(states)),
        "slots": graph.linear("slots", states),
        "excluded": graph.linear("excluded", states),
    }


def words_of(text: str, cut: Cut) -> list[tuple[int, int, int]]:
    """Return start and end of each word of a text, and its first token; those that are read."""
    tokens = [(number, end) for number, (_, end) in enumerate(cut.offsets[:LONGEST_QUESTION])]
    found = []
    for said in WORD.finditer(text):
        first = next((number for number, end in tokens if end > said.start()), None)
        if first is not None:
            found.append((*said.span(), first))
    return found


def likeliest(emitted: Array, transitions: Array) -> list[int]:
    """Return the likeliest sequence of tags for words, shape `(words, tags)`, by Viterbi."""
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


def decoded(
    spans: Sequence[tuple[int, int]], tags: Sequence[int], excluded: Array
) -> tuple[Slot, ...]:
    """Return the slots that the tags of words say; `excluded` are log odds, whose mean counts.

    A word that goes on with another kind than the word before begins a slot of its own.
    """
    found: list[tuple[SlotKind, int, int, list[float]]] = []
    before = None
    for (start, end), tag, odds in zip(spans, tags, excluded, strict=True):
        kind = None if tag == 0 else KINDS[(tag - 1) % len(KINDS)]
        if kind is not None and tag >= GOES_ON and kind is before:
            _, first, _, all_odds = found[-1]
            found[-1] = (kind, first, end, [*all_odds, float(odds)])
        elif kind is not None:
            found.append((kind, start, end, [float(odds)]))
        before = kind
    return tuple(Slot(kind, start, end, sum(odds) > 0) for kind, start, end, odds in found)


def with_letters(request: str, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """Return the slots that have a letter or digit."""
    return tuple(one for one in slots if re.search(r"[^\W_]", request[one.start : one.end]))


def chosen(intents: Array, slots: tuple[Slot, ...]) -> Intent:
    """Return the likeliest intent; its likelihood is that of its operation in all forms."""
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
