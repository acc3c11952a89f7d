"""The NER model in PyTorch: some layers of a base encoder, a tagging head, and the loss."""

from collections.abc import Sequence

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

from narabot.embedding.packed_e5 import PackedE5
from narabot.reading.names import NAME_CLASSES, TAGS, WINDOW, words_with_tokens
from narabot.reading.tokens import END_TOKEN, START_TOKEN, tokenize_all
from training.intent_model import all_paths
from training.model import bert_of
from training.named_texts import NamedText

LAYERS, FROZEN = 8, 4
"""Number of lower layers to use from the base encoder, and how many of these stay frozen."""

FORBIDDEN = -1e4
"""Penalty added to the logit of a tag that a word cannot have."""


class NameModel(nn.Module):
    """The lower layers of a base encoder with a tagging head."""

    def __init__(self, base: PackedE5, layers: int = LAYERS, frozen: int = FROZEN) -> None:
        """Copy the weights of the base encoder, and initialize the head."""
        super().__init__()
        self.bert = bert_of(base)
        self.bert.encoder.layer = self.bert.encoder.layer[:layers]
        self.names = nn.Linear(base.shape.hidden, TAGS)
        self.transitions = nn.Parameter(torch.zeros(TAGS, TAGS))
        self.drop = nn.Dropout(0.1)
        for part in (self.bert.embeddings, *self.bert.encoder.layer[:frozen]):
            part.requires_grad_(requires_grad=False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Return the tag logits, with shape `(batch, tokens, tags)`."""
        states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        tags: Tensor = self.names(self.drop(states)).float()
        return tags


class NameBatch:
    """Tokenized texts, with the tags that each word may have."""

    def __init__(self, texts: Sequence[Sequence[NamedText]], tokenizer: Tokenizer) -> None:
        """Tokenize and pad texts, each a sequence of parts.

        Text beyond the window is dropped.
        """
        joined = ["".join(part.text for part in parts) for parts in texts]
        cuts = tokenize_all(tokenizer, joined)
        rows = [[START_TOKEN, *cut.ids[:WINDOW], END_TOKEN] for cut in cuts]
        self.words = [
            [word for word in words_with_tokens(text, cut) if word[2] < WINDOW]
            for text, cut in zip(joined, cuts, strict=True)
        ]
        self.ids = torch.ones((len(rows), max(map(len, rows))), dtype=torch.long)
        self.mask = torch.zeros_like(self.ids)
        most = max(1, *(len(words) for words in self.words))
        self.places = torch.zeros((len(rows), most), dtype=torch.long)
        self.is_word = torch.zeros((len(rows), most), dtype=torch.bool)
        self.allowed = torch.zeros((len(rows), most, TAGS), dtype=torch.bool)
        for row, (own, words) in enumerate(zip(rows, self.words, strict=True)):
            self.ids[row, : len(own)] = torch.tensor(own)
            self.mask[row, : len(own)] = 1
            for place, tags in enumerate(allowed_tags(texts[row], words)):
                self.places[row, place] = 1 + words[place][2]
                self.is_word[row, place] = True
                self.allowed[row, place, tags] = True


def allowed_tags(
    parts: Sequence[NamedText], words: Sequence[tuple[int, int, int]]
) -> list[list[int]]:
    """Return the tags that each word may have in a text that consists of parts."""
    found, at, number = [], 0, 0
    for start, end, _ in words:
        while start >= at + len(parts[number].text):
            at, number = at + len(parts[number].text), number + 1
        found.append(tags_of(parts[number], start - at, end - at))
    return found


def tags_of(one: NamedText, start: int, end: int) -> list[int]:
    """Return the tags that a word in a text may have.

    "O" among the classes of a name means that the words are possibly not a name.
    """
    count = len(NAME_CLASSES)
    for name in one.names:
        if start < name.end and end > name.start:
            first = 1 if start <= name.start else 1 + count
            is_none = [0] if "O" in name.classes else []
            own = [first + NAME_CLASSES.index(kind) for kind in sorted(name.classes - {"O"})]
            return is_none + own
    unmarked = [NAME_CLASSES.index(kind) for kind in sorted(one.unmarked)]
    return [0, *(1 + kind for kind in unmarked), *(1 + count + kind for kind in unmarked)]


def loss_of(model: NameModel, batch: NameBatch) -> Tensor:
    """Return the mean loss per word: the negative log probability of the allowed sequences."""
    tags = model(batch.ids, batch.mask)
    emitted = tags.gather(1, batch.places[..., None].expand(-1, -1, TAGS))
    kept = emitted + ~batch.allowed * FORBIDDEN
    both = torch.cat((emitted, kept)), torch.cat((batch.is_word, batch.is_word))
    everything, allowed = all_paths(both[0], model.transitions, both[1]).chunk(2)
    missed = everything - allowed
    return missed.sum() / batch.is_word.sum()
