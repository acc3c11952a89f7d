"""Build an OpenVINO version of a BERT model from the model's tensors, without torch or conversion.

Tensors have the same names as in the transformers library. Word vectors are an input of the model,
so a packed table of word vectors can stay in its file.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from narabot.embedding.openvino_backend import openvino_module

Array = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

MASKED_SCORE = -1e9
"""Value that is added to the attention scores of padding tokens."""


@dataclass(frozen=True, slots=True)
class BertShape:
    """The dimensions of a BERT model."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


Heads = Callable[["BertGraph", Any], Mapping[str, Any]]
"""Builds the named outputs from the states of the last layer, whose shape is `(batch, tokens,
hidden)`."""


class BertGraph:
    """Builds the nodes of a BERT model."""

    def __init__(self, shape: BertShape, tensors: Mapping[str, Array]) -> None:
        """Create two inputs: `words`, shape `(batch, tokens, hidden)`, and `mask`, 1 for a
        token."""
        openvino_module()
        from openvino import opset13

        self.ops: Any = opset13
        self._shape = shape
        self._tensors = tensors
        self.words = self.ops.parameter([-1, -1, shape.hidden], np.float32, name="words")
        self.mask = self.ops.parameter([-1, -1], np.float32, name="mask")

    def states(self) -> Any:
        """Return the states of the last layer, shape `(batch, tokens, hidden)`."""
        unseen = self.ops.multiply(
            self.ops.subtract(self.mask, np.float32(1.0)), np.float32(-MASKED_SCORE)
        )
        unseen = self.ops.unsqueeze(unseen, np.array([1, 2]))
        states = self._embedded()
        for layer in range(self._shape.layers):
            states = self._layer(f"encoder.layer.{layer}.", states, unseen)
        return states

    def linear(self, name: str, states: Any) -> Any:
        """Return the states multiplied by a weight tensor, plus its bias."""
        weight, bias = self._tensor(f"{name}.weight"), self._tensor(f"{name}.bias")
        return self.ops.add(self.ops.matmul(states, weight, False, True), bias)

    def mean(self, states: Any) -> Any:
        """Return the mean of the token states, shape `(batch, hidden)`."""
        weights = self.ops.unsqueeze(self.mask, np.array([2]))
        total = self.ops.reduce_sum(self.ops.multiply(states, weights), np.array([1]), False)
        return self.ops.divide(total, self.ops.reduce_sum(self.mask, np.array([1]), True))

    def first(self, states: Any) -> Any:
        """Return the state of the first token, shape `(batch, hidden)`."""
        return self.ops.gather(states, np.array(0), np.array(1))

    def _tensor(self, name: str) -> Any:
        return self.ops.constant(np.ascontiguousarray(self._tensors[name], dtype=np.float32))

    def _embedded(self) -> Any:
        """Return the normalized sum of the word, position, and type embeddings."""
        length = self.ops.gather(self.ops.shape_of(self.words), np.array(1), np.array(0))
        places = self.ops.range(np.array(0), length, np.array(1), "i64")
        table = self._tensor("embeddings.position_embeddings.weight")
        of_place = self.ops.gather(table, places, np.array(0))
        of_type = self._tensors["embeddings.token_type_embeddings.weight"][0]
        summed = self.ops.add(self.ops.add(self.words, of_place), of_type.astype(np.float32))
        return self._normed("embeddings.LayerNorm", summed)

    def _normed(self, name: str, states: Any) -> Any:
        epsilon = self._shape.epsilon
        centred = self.ops.mvn(states, np.array([2]), True, epsilon, "inside_sqrt")
        scaled = self.ops.multiply(centred, self._tensor(f"{name}.weight"))
        return self.ops.add(scaled, self._tensor(f"{name}.bias"))

    def _layer(self, name: str, states: Any, unseen: Any) -> Any:
        seen = self._attended(name, states, unseen)
        own = f"{name}attention.output."
        states = self._normed(
            f"{own}LayerNorm", self.ops.add(states, self.linear(f"{own}dense", seen))
        )
        inner = self.ops.gelu(self.linear(f"{name}intermediate.dense", states), "ERF")
        outer = self.linear(f"{name}output.dense", inner)
        return self._normed(f"{name}output.LayerNorm", self.ops.add(states, outer))

    def _attended(self, name: str, states: Any, unseen: Any) -> Any:
        heads = self._shape.heads
        size = self._shape.hidden // heads
        parts = [
            self.ops.transpose(
                self.ops.reshape(
                    self.linear(f"{name}attention.self.{part}", states),
                    np.array([0, 0, heads, size]),
                    True,
                ),
                np.array([0, 2, 1, 3]),
            )
            for part in ("query", "key", "value")
        ]
        query = self.ops.multiply(parts[0], np.float32(1 / math.sqrt(size)))
        weights = self.ops.softmax(
            self.ops.add(self.ops.matmul(query, parts[1], False, True), unseen), -1
        )
        seen = self.ops.transpose(
            self.ops.matmul(weights, parts[2], False, False), np.array([0, 2, 1, 3])
        )
        return self.ops.reshape(seen, np.array([0, 0, self._shape.hidden]), True)


def bert_model(shape: BertShape, tensors: Mapping[str, Array], heads: Heads) -> Any:
    """Return a BERT model in OpenVINO's format, with the outputs that `heads` builds."""
    openvino_module()
    import openvino

    graph = BertGraph(shape, tensors)
    made = heads(graph, graph.states())
    results = []
    for name, node in made.items():
        result = graph.ops.result(node)
        result.output(0).get_tensor().set_names({name})
        results.append(result)
    return openvino.Model(results, [graph.words, graph.mask], "bert")
