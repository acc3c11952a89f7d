"""The intent model in PyTorch: some layers of a base encoder, three heads, and the loss."""

from collections.abc import Sequence

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from narabot.embedding.packed_e5 import PackedE5
from narabot.models.intents import INTENTS, Slot
from narabot.reading.intents import (
    FIRST_BEGIN_TAG,
    FIRST_INSIDE_TAG,
    INTENT_HEADS,
    SLOT_KINDS,
    TAGS,
    request_words,
)
from narabot.reading.tokens import END_TOKEN, MAX_QUESTION_TOKENS, START_TOKEN, tokenize_all
from training.model import bert_of
from training.requests import MarkedRequest

LAYERS, FROZEN = 8, 2
"""Number of lower layers to use from the base encoder, and how many of these stay frozen."""


class IntentModel(nn.Module):
    """The lower layers of a base encoder with three heads."""

    def __init__(self, base: PackedE5, layers: int = LAYERS, frozen: int = FROZEN) -> None:
        """Copy the weights of the base encoder, and initialize the heads."""
        super().__init__()
        self.bert = bert_of(base)
        self.bert.encoder.layer = self.bert.encoder.layer[:layers]
        hidden = base.shape.hidden
        self.intent = nn.Linear(hidden, INTENT_HEADS["intent"])
        self.slots = nn.Linear(hidden, INTENT_HEADS["slots"])
        self.excluded = nn.Linear(hidden, 1)
        self.transitions = nn.Parameter(torch.zeros(TAGS, TAGS))
        self.drop = nn.Dropout(0.1)
        for part in (self.bert.embeddings, *self.bert.encoder.layer[:frozen]):
            part.requires_grad_(requires_grad=False)

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logits for intents, tags, and exclusion.

        The shapes are `(batch, intents)`, `(batch, tokens, tags)`, and `(batch, tokens)`.
        """
        states = self.drop(self.bert(input_ids=ids, attention_mask=mask).last_hidden_state)
        return self.intent(states[:, 0]), self.slots(states), self.excluded(states)[..., 0]


class Batch:
    """Tokenized requests with the targets for each head."""

    def __init__(self, requests: Sequence[MarkedRequest], tokenizer: Tokenizer) -> None:
        """Tokenize and pad the requests."""
        cuts = tokenize_all(tokenizer, [one.text for one in requests])
        rows = [[START_TOKEN, *cut.ids[:MAX_QUESTION_TOKENS], END_TOKEN] for cut in cuts]
        width = max(map(len, rows))
        shape = (len(rows), width)
        self.ids = torch.ones(shape, dtype=torch.long)
        self.mask = torch.zeros(shape, dtype=torch.long)
        self.excluded = torch.full(shape, -1.0)
        self.intents = torch.tensor([INTENTS.index(one.intent) for one in requests])
        self.words = [request_words(one.text, cut) for one, cut in zip(requests, cuts, strict=True)]
        most = max(1, *(len(words) for words in self.words))
        self.places = torch.zeros((len(rows), most), dtype=torch.long)
        self.tags = torch.zeros((len(rows), most), dtype=torch.long)
        self.is_word = torch.zeros((len(rows), most), dtype=torch.bool)
        for row, (one, own) in enumerate(zip(requests, rows, strict=True)):
            self.ids[row, : len(own)] = torch.tensor(own)
            self.mask[row, : len(own)] = 1
            for place, (start, end, first) in enumerate(self.words[row]):
                tag, excluded = target(one.slots, start, end)
                self.places[row, place] = 1 + first
                self.tags[row, place] = tag
                self.is_word[row, place] = True
                self.excluded[row, 1 + first] = excluded


def target(slots: Sequence[Slot], start: int, end: int) -> tuple[int, float]:
    """Return a word's tag, and 1 or 0 for whether its slot is excluded.

    The second value is negative for a word outside all slots.
    """
    for slot in slots:
        if start < slot.end and end > slot.start:
            first = FIRST_BEGIN_TAG if start <= slot.start else FIRST_INSIDE_TAG
            return first + SLOT_KINDS.index(slot.kind), float(slot.is_excluded)
    return 0, -1.0


def loss_of(model: IntentModel, batch: Batch) -> Tensor:
    """Return the total loss of all heads. Requests without an intent train only the intent head."""
    intents, tags, excluded = model(batch.ids, batch.mask)
    is_some = batch.intents != INTENTS.index("none")
    total = functional.cross_entropy(intents, batch.intents)
    if not is_some.any():
        return total
    emitted = tags.gather(1, batch.places[..., None].expand(-1, -1, TAGS))[is_some]
    is_word, wanted = batch.is_word[is_some], batch.tags[is_some]
    missed = all_paths(emitted, model.transitions, is_word) - path(
        emitted, model.transitions, is_word, wanted
    )
    total = total + missed.sum() / is_word.sum()
    labeled = (batch.excluded >= 0) & is_some[:, None]
    if not labeled.any():
        return total
    return total + functional.binary_cross_entropy_with_logits(
        excluded[labeled], batch.excluded[labeled]
    )


def all_paths(emitted: Tensor, transitions: Tensor, is_word: Tensor) -> Tensor:
    """Return the log-sum-exp of the scores of all tag sequences, with shape `(batch,)`.

    `emitted` has the shape `(batch, words, tags)`, and `is_word` has the shape `(batch, words)`.
    """
    scores = emitted[:, 0]
    for place in range(1, emitted.shape[1]):
        ways = torch.logsumexp(scores[:, :, None] + transitions, dim=1) + emitted[:, place]
        scores = torch.where(is_word[:, place, None], ways, scores)
    return torch.logsumexp(scores, dim=1)


def path(emitted: Tensor, transitions: Tensor, is_word: Tensor, tags: Tensor) -> Tensor:
    """Return the score of one tag sequence per request, with shape `(batch,)`.

    `tags` has the shape `(batch, words)`.
    """
    own = emitted.gather(2, tags[..., None])[..., 0] * is_word
    between = transitions[tags[:, :-1], tags[:, 1:]] * is_word[:, 1:]
    return own.sum(dim=1) + between.sum(dim=1)
