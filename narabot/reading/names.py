"""The reader of names: which words of a text name somebody or something, and of which class.

A small encoder reads a text in windows; a linear-chain conditional random field (Lafferty and
others 2001) over all words of the text says which sequence of tags is the likeliest.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from narabot.embedding.bert import Array, BertGraph
from narabot.errors import ModelUnavailableError
from narabot.reading.compiled import CompiledModel
from narabot.reading.intents import TRANSITIONS, WORD, likeliest
from narabot.reading.tokens import FIRST, LAST, Cut, cut_all, reading_tokenizer
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
"""Of `narabot.knowledge.classes`, those that the reader tells; a LOCATION is no country."""

TAGS = 1 + 2 * len(NAME_CLASSES)
"""0 is no name; then the words that begin a name of each class, and that go on with one."""

NAME_READER = Layout("narabot-names-1", {"names": TAGS})

WINDOW, OVERLAP = 192, 32
"""Tokens that are read at once, and those of them that the next window has too."""

AT_ONCE = 8
"""Windows that are computed together."""

PADDING = 1
"""The token that stands for none."""

SURROGATE = re.compile("[\ud800-\udfff]")
"""Halves of characters: no tokenizer takes them."""


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """A name at `text[start:end]`."""

    start: int
    end: int
    entity_class: str


Word = tuple[int, int, int]
"""Start, end, and the first token."""

Place = tuple[int, int]
"""Of a window: its text, and its first token there."""


class NameReader:
    """A model that finds names; may be used by several threads at once."""

    def __init__(
        self,
        base: "PackedE5",
        weights: ReaderWeights,
        version: int = 0,
    ) -> None:
        """Compile the model for this CPU.

        Raises ModelUnavailableError for damaged weights.
        """
        transitions = weights.tensors.get(TRANSITIONS)
        if transitions is None or transitions.shape != (TAGS, TAGS):
            raise ModelUnavailableError(
                f"The reader of names lacks {TRANSITIONS}, or they are damaged. "
                "Run `make install` again."
            )
        self.name = weights.name
        self.version = version
        """What changes with the weights; what was read with others is read anew."""
        self._tokenizer = reading_tokenizer(base)
        self._model = CompiledModel(base, weights, heads)
        self._transitions = transitions

    def read(self, texts: Sequence[str]) -> list[list[NamedSpan]]:
        """Return the names in each text, in their order; no two have a word in common."""
        cuts = cut_all(self._tokenizer, [SURROGATE.sub("\ufffd", text) for text in texts])
        outputs = self._outputs(cuts)
        found = []
        for text, cut, emitted in zip(texts, cuts, outputs, strict=True):
            words = words_of(text, cut)
            own = emitted[[first for _, _, first in words]]
            found.append(named(text, words, own, self._transitions))
        return found

    def _outputs(self, cuts: Sequence[Cut]) -> list[Array]:
        """Return the log odds of the tags of each text's tokens, shape `(tokens, tags)`."""
        outputs: list[Array] = [np.zeros((len(cut.ids), TAGS), np.float32) for cut in cuts]
        places = [(text, first) for text, cut in enumerate(cuts) for first in windows_of(cut)]
        places.sort(key=lambda place: len(cuts[place[0]].ids) - place[1])
        for begin in range(0, len(places), AT_ONCE):
            some = places[begin : begin + AT_ONCE]
            for (text, first), rows in zip(some, self._computed(cuts, some), strict=True):
                told = slice(*told_by(first, len(cuts[text].ids)))
                outputs[text][told] = rows[1 + told.start - first : 1 + told.stop - first]
        return outputs

    def _computed(self, cuts: Sequence[Cut], places: Sequence[Place]) -> Array:
        """Return the outputs for some windows, shape `(windows, tokens, tags)`."""
        rows = [[FIRST, *cuts[text].ids[first : first + WINDOW], LAST] for text, first in places]
        width = max(map(len, rows))
        ids = np.full((len(rows), width), PADDING, dtype=np.int64)
        mask = np.zeros((len(rows), width), dtype=np.float32)
        for row, own in enumerate(rows):
            ids[row, : len(own)] = own
            mask[row, : len(own)] = 1
        return self._model.outputs(ids, mask, NAME_READER.heads)["names"]


def heads(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the outputs of the head."""
    return {"names": graph.linear("names", states)}


def windows_of(cut: Cut) -> Iterator[int]:
    """Yield the first token of each window of a text; of a text without tokens none."""
    yield from range(0, max(min(len(cut.ids), 1), len(cut.ids) - OVERLAP), WINDOW - OVERLAP)


def told_by(first: int, count: int) -> tuple[int, int]:
    """Return the tokens, of so many, that the window from `first` on tells.

    Of what two windows have in common each tells the half that it sees more around.
    """
    begin = first + OVERLAP // 2 if first else 0
    is_last = first + WINDOW >= count
    return begin, count if is_last else first + WINDOW - OVERLAP // 2


def words_of(text: str, cut: Cut) -> list[Word]:
    """Return the words of a text that have a token."""
    found, token = [], 0
    for said in WORD.finditer(text):
        while token < len(cut.offsets) and cut.offsets[token][1] <= said.start():
            token += 1
        if token < len(cut.offsets):
            found.append((*said.span(), token))
    return found


def named(text: str, words: Sequence[Word], emitted: Array, transitions: Array) -> list[NamedSpan]:
    """Return the names that the log odds of the tags of words, shape `(words, tags)`, say."""
    tags = likeliest(emitted, transitions)
    found = []
    for first, last, number in runs(tags):
        start, end = words[first][0], words[last][1]
        if any(sign.isalnum() for sign in text[start:end]):
            found.append(NamedSpan(start, end, NAME_CLASSES[number]))
    return found


def runs(tags: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield first and last word of each name, and the number of its class.

    A word that goes on with another class than the word before begins a name of its own.
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
