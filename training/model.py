"""The reader in PyTorch: a BERT encoder with three heads."""

import numpy as np
import torch
from torch import Tensor, nn
from transformers import BertConfig, BertModel

from narabot.embedding.packed_e5 import PackedE5
from narabot.reading.weights import FROZEN_LAYERS, HEADS, ReaderWeights


class Reader(nn.Module):
    """A shared encoder with heads for relevance, span, and support.

    The word embeddings and the lowest layers keep the weights of the pinned base encoder.
    """

    def __init__(self, base: PackedE5) -> None:
        """Copy the weights of the base encoder, and initialize the heads."""
        super().__init__()
        self.bert = bert_of(base)
        hidden = base.shape.hidden
        self.relevance = nn.Linear(hidden, 1)
        self.span = nn.Linear(hidden, 2)
        self.support = nn.Linear(hidden, 3)
        for part in (self.bert.embeddings, *self.bert.encoder.layer[:FROZEN_LAYERS]):
            part.requires_grad_(requires_grad=False)

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits for relevance `(batch,)`, span `(batch, tokens, 2)`, and support.

        The support logits have the shape `(batch, 3)`. The last axis of the span logits contains
        the start and the end.
        """
        states = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        first = states[:, 0]
        return self.relevance(first)[:, 0], self.span(states), self.support(first)

    def take(self, weights: ReaderWeights) -> None:
        """Load the weights of a reader with the same base. Raise ValueError if they do not fit."""
        heads = tuple(f"{head}." for head in HEADS)
        loaded = {
            name if name.startswith(heads) else f"bert.{name}": torch.from_numpy(array)
            for name, array in weights.tensors.items()
        }
        _, unknown = self.load_state_dict(loaded, strict=False)
        if unknown:
            raise ValueError(f"the weights do not fit the model: {unknown}")


def bert_of(base: PackedE5) -> BertModel:
    """Return a transformers BERT model with the weights of a packed base encoder.

    Raise ValueError if the weights do not fit.
    """
    shape = base.shape
    config = BertConfig(
        vocab_size=shape.vocabulary,
        hidden_size=shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        intermediate_size=shape.inner,
        max_position_embeddings=shape.positions,
        layer_norm_eps=shape.epsilon,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    model = BertModel(config, add_pooling_layer=False)
    words = base.word_vectors(np.arange(shape.vocabulary))
    loaded = {"embeddings.word_embeddings.weight": torch.from_numpy(words)}
    for name, array in base.bert_tensors().items():
        loaded[name] = torch.from_numpy(array)
    missing, unknown = model.load_state_dict(loaded, strict=False)
    if unknown or any("position_ids" not in name for name in missing):
        raise ValueError(f"the base encoder does not fit: missing {missing}, unknown {unknown}")
    return model
