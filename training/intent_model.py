"""The reader of requests in torch: a few layers of a base, three heads, and how wrong they are."""

from collections.abc import Sequence

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from narabot.embedding.packed_e5 import PackedE5
from narabot.models.intents import INTENTS, Slot
from narabot.reading.intents import BEGINS, GOES_ON, INTENT_HEADS, KINDS, TAGS, words_of
from narabot.reading.tokens import FIRST, LAST, LONGEST_QUESTION, cut_all
from training.model import bert_of
from training.requests import MarkedRequest

LAYERS, FROZEN = 8, 2
"""Of the base, from below: those that are used, and those of them that are not trained."""


class IntentModel(nn.Module):
    """The lower layers of a base with three heads."""

    def __init__(self, base: PackedE5, layers: int = LAYERS, frozen: int = FROZEN) -> None:
        """Take the weights of the base; the heads begin near nothing."""
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
        """Return intents `(batch, intents)`, tags `(batch, tokens, tags)`, exclusion, as logits."""
        states = self.drop(self.bert(input_ids=ids, attention_mask=mask).last_hidden_state)
        return self.intent(states[:, 0]), self.slots(states), self.excluded(states)[..., 0]


class Batch:
    """Requests in tokens with the targets of each head."""

    def __init__(self, requests: Sequence[MarkedRequest], tokenizer: Tokenizer) -> None:
        """Cut and pad the requests."""
        cuts = cut_all(tokenizer, [one.text for one in requests])
        rows = [[FIRST, *cut.ids[:LONGEST_QUESTION], LAST] for cut in cuts]
        width = max(map(len, rows))
        shape = (len(rows), width)
        self.ids = torch.ones(shape, dtype=torch.long)
        self.mask = torch.zeros(shape, dtype=torch.long)
        self.excluded = torch.full(shape, -1.0)
        self.intents = torch.tensor([INTENTS.index(one.intent) for one in requests])
        self.words = [words_of(one.text, cut) for one, cut in zip(requests, cuts, strict=True)]
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
    """Return a word's tag, and whether its slot is excluded: 1 or 0, below 0 where it has none."""
    for slot in slots:
        if start < slot.end and end > slot.start:
            first = BEGINS if start <= slot.start else GOES_ON
            return first + KINDS.index(slot.kind), float(slot.is_excluded)
    return 0, -1.0


def loss_of(model: IntentModel, batch: Batch) -> Tensor:
    """Return the loss of all heads together; requests without slots teach no tags."""
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
    told = (batch.excluded >= 0) & is_some[:, None]
    if not told.any():
        return total
    return total + functional.binary_cross_entropy_with_logits(excluded[told], batch.excluded[told])


def all_paths(emitted: Tensor, transitions: Tensor, is_word: Tensor) -> Tensor:
    """Return the log of the sum over all sequences of tags, shape `(batch,)`.

    `emitted` has the shape `(batch, words, tags)`, `is_word` `(batch, words)`.
    """
    scores = emitted[:, 0]
    for place in range(1, emitted.shape[1]):
        ways = torch.logsumexp(scores[:, :, None] + transitions, dim=1) + emitted[:, place]
        scores = torch.where(is_word[:, place, None], ways, scores)
    return torch.logsumexp(scores, dim=1)


def path(emitted: Tensor, transitions: Tensor, is_word: Tensor, tags: Tensor) -> Tensor:
    """Return the score of one sequence of tags, shape `(batch,)`; `tags` `(batch, words)`."""
    own = emitted.gather(2, tags[..., None])[..., 0] * is_word
    between = transitions[tags[:, :-1], tags[:, 1:]] * is_word[:, 1:]
    return own.sum(dim=1) + between.sum(dim=1)
