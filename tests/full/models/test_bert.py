"""Tests that compare our BERT implementation with the one in transformers."""

import numpy as np
import torch
from transformers import BertConfig, BertModel

from narabot.embedding.bert import BertGraph, BertShape, bert_model
from narabot.embedding.openvino_backend import openvino_module

SHAPE = BertShape(hidden=32, layers=3, heads=4, inner=48, vocabulary=50, positions=40, epsilon=1e-7)


def their_bert() -> BertModel:
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=SHAPE.vocabulary,
        hidden_size=SHAPE.hidden,
        num_hidden_layers=SHAPE.layers,
        num_attention_heads=SHAPE.heads,
        intermediate_size=SHAPE.inner,
        max_position_embeddings=SHAPE.positions,
        layer_norm_eps=SHAPE.epsilon,
        initializer_range=0.5,
    )
    return BertModel(config, add_pooling_layer=False).eval()


def test_states_mean_and_first_match_transformers() -> None:
    theirs = their_bert()
    tensors = {name: one.numpy() for name, one in theirs.state_dict().items()}
    words = tensors.pop("embeddings.word_embeddings.weight")

    def heads(graph: BertGraph, states: object) -> dict[str, object]:
        return {"states": states, "mean": graph.mean(states), "first": graph.first(states)}

    model = (
        openvino_module()
        .Core()
        .compile_model(
            bert_model(SHAPE, tensors, heads), "CPU", {"INFERENCE_PRECISION_HINT": "f32"}
        )
    )
    ids = np.random.default_rng(1).integers(0, SHAPE.vocabulary, (3, 17))
    mask = np.ones((3, 17), np.float32)
    mask[1, 9:] = mask[2, 1:] = 0
    found = model({"words": words[ids], "mask": mask})
    with torch.no_grad():
        expected = theirs(
            input_ids=torch.tensor(ids), attention_mask=torch.tensor(mask).long()
        ).last_hidden_state.numpy()
    seen = mask.astype(bool)
    assert np.abs(found["states"] - expected)[seen].max() < 1e-4
    assert np.ptp(expected[seen], axis=0).max() > 1  # otherwise, any output would match
    means = (expected * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    assert np.abs(found["mean"] - means).max() < 1e-4
    assert np.abs(found["first"] - expected[:, 0]).max() < 1e-4
