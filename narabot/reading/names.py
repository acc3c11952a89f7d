"""The NER model, which finds names and their classes in a text.

A small encoder processes a text in windows. A linear-chain conditional random field (Lafferty et
al. 2001) over all words of the text chooses the most probable sequence of tags.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from narabot.embedding.bert import Array, BertGraph
from narabot.errors import ModelUnavailableError
from narabot.reading.compiled_model import CompiledModel
from narabot.reading.intents import TRANSITIONS, WORD, most_likely_tags
from narabot.reading.tokens import (
    END_TOKEN,
    START_TOKEN,
    TokenizedText,
    reading_tokenizer,
    tokenize_all,
)
from narabot.reading.weights import Layout, ReaderWeights

if TYPE_CHECKING:
    from narabot.embedding.packed_e5 import PackedE5

NAME_CLASSES = (
    "PERSON",
    "ORGANIZATION",
    "LOCATION",
    "COUNTRY",
    "EVENT",
    "WORK_OF_ART",
    "PRODUCT",
    "AWARD",
)
"""The classes from `narabot.knowledge.classes` that the model detects.

LOCATION does not include countries."""

TAGS = 1 + 2 * len(NAME_CLASSES)
"""Number of tags. Tag 0 means no name. For each class, one tag begins a name, and another tag
continues it."""

NER_LAYOUT = Layout("narabot-names-1", {"names": TAGS})

WINDOW, OVERLAP = 192, 32
"""Length of a window and overlap of adjacent windows, in tokens."""

WINDOWS_PER_BATCH = 8
"""Number of windows that are computed together."""

PADDING = 1
"""The padding token."""

SURROGATE = re.compile("[\ud800-\udfff]")
"""Unpaired surrogates, which tokenizers reject."""


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A name at `text[start:end]`."""

    start: int
    end: int
    entity_class: str


Word = tuple[int, int, int]
"""Start, end, and first token of a word."""

Place = tuple[int, int]
"""Start of a window: the index of the text, and the index of the window's first token in that
text."""


class NerModel:
    """A thread-safe model that finds names."""

    def __init__(
        self,
        base: "PackedE5",
        weights: ReaderWeights,
        version: int = 0,
    ) -> None:
        """Compile the model for this CPU.

        Raises ModelUnavailableError if the weights are damaged.
        """
        transitions = weights.tensors.get(TRANSITIONS)
        if transitions is None or transitions.shape != (TAGS, TAGS):
            raise ModelUnavailableError(
                f"The NER model lacks {TRANSITIONS}, or they are damaged. Run `make install` again."
            )
        self.name = weights.name
        self.version = version
        """A number that changes when the weights change. Texts are then processed again."""
        self._tokenizer = reading_tokenizer(base)
        self._model = CompiledModel(base, weights, name_outputs)
        self._transitions = transitions

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the names in each text, in order. No two names share a word."""
        cuts = tokenize_all(self._tokenizer, [SURROGATE.sub("\ufffd", text) for text in texts])
        outputs = self._outputs(cuts)
        found = []
        for text, cut, emitted in zip(texts, cuts, outputs, strict=True):
            words = words_with_tokens(text, cut)
            own = emitted[[first for _, _, first in words]]
            found.append(decode_names(text, words, own, self._transitions))
        return found

    def _outputs(self, cuts: Sequence[TokenizedText]) -> list[Array]:
        """Return the log odds of the tags for each text's tokens, shape `(tokens, tags)`."""
        outputs: list[Array] = [np.zeros((len(cut.ids), TAGS), np.float32) for cut in cuts]
        places = [(text, first) for text, cut in enumerate(cuts) for first in windows_of(cut)]
        places.sort(key=lambda place: len(cuts[place[0]].ids) - place[1])
        for begin in range(0, len(places), WINDOWS_PER_BATCH):
            some = places[begin : begin + WINDOWS_PER_BATCH]
            for (text, first), rows in zip(some, self._computed(cuts, some), strict=True):
                told = slice(*trusted_tokens(first, len(cuts[text].ids)))
                outputs[text][told] = rows[1 + told.start - first : 1 + told.stop - first]
        return outputs

    def _computed(self, cuts: Sequence[TokenizedText], places: Sequence[Place]) -> Array:
        """Return the outputs for the windows, shape `(windows, tokens, tags)`."""
        rows = [
            [START_TOKEN, *cuts[text].ids[first : first + WINDOW], END_TOKEN]
            for text, first in places
        ]
        width = max(map(len, rows))
        ids = np.full((len(rows), width), PADDING, dtype=np.int64)
        mask = np.zeros((len(rows), width), dtype=np.float32)
        for row, own in enumerate(rows):
            ids[row, : len(own)] = own
            mask[row, : len(own)] = 1
        return self._model.outputs(ids, mask, NER_LAYOUT.heads)["names"]


def name_outputs(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the head's output."""
    return {"names": graph.linear("names", states)}


def windows_of(cut: TokenizedText) -> Iterator[int]:
    """Yield the first token of each window. A text without tokens has no windows."""
    yield from range(0, max(min(len(cut.ids), 1), len(cut.ids) - OVERLAP), WINDOW - OVERLAP)


def trusted_tokens(first: int, count: int) -> tuple[int, int]:
    """Return the range of tokens for which the window at `first` supplies the output.

    `count` is the number of tokens in the text. Where two windows overlap, each window supplies the
    output for the half of the overlap in which the window has more context.
    """
    begin = first + OVERLAP // 2 if first else 0
    is_last = first + WINDOW >= count
    return begin, count if is_last else first + WINDOW - OVERLAP // 2


def words_with_tokens(text: str, cut: TokenizedText) -> list[Word]:
    """Return the words in a text that have a token."""
    found, token = [], 0
    for said in WORD.finditer(text):
        while token < len(cut.offsets) and cut.offsets[token][1] <= said.start():
            token += 1
        if token < len(cut.offsets):
            found.append((*said.span(), token))
    return found


def decode_names(
    text: str, words: Sequence[Word], emitted: Array, transitions: Array
) -> list[NamedSpan]:
    """Return the names according to the most probable tags. `emitted` contains log odds of shape
    `(words, tags)`."""
    tags = most_likely_tags(emitted, transitions)
    found = []
    for first, last, number in name_runs(tags):
        start, end = words[first][0], words[last][1]
        if any(sign.isalnum() for sign in text[start:end]):
            found.append(NamedSpan(start, end, NAME_CLASSES[number]))
    return found


def name_runs(tags: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the first word, the last word, and the class number of each name.

    A continuation tag begins a new name if the previous word does not belong to a name of the same
    class.
    """
    count = len(NAME_CLASSES)
    first, own = 0, -1
    for place, tag in enumerate([*tags, 0]):
        number = (tag - 1) % count if tag else -1
        if tag > count and number == own:
            continue
        if own >= 0:
            yield first, place - 1, own
        first, own = place, number
