"""An encoder with output heads, compiled for this CPU."""

from collections.abc import Collection
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from narabot.embedding.bert import Array, Heads, bert_model
from narabot.embedding.openvino_backend import openvino_module
from narabot.reading.weights import ReaderWeights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from narabot.embedding.packed_e5 import PackedE5


class CompiledModel:
    """A thread-safe encoder with output heads."""

    def __init__(self, base: "PackedE5", weights: ReaderWeights, heads: Heads) -> None:
        """Compile the model."""
        self._base = base
        self._model = (
            openvino_module()
            .Core()
            .compile_model(
                bert_model(weights.shape, weights.tensors, heads),
                "CPU",
                {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"},
            )
        )
        self._lock = Lock()

    def outputs(
        self, ids: "NDArray[np.int64]", mask: Array, names: Collection[str]
    ) -> dict[str, Array]:
        """Return the named outputs for token IDs and a mask, both of shape `(batch, tokens)`.

        The mask is 1 for tokens and 0 for padding. Each batch uses all cores, so only one batch is
        computed at a time.
        """
        inputs = {"words": self._base.word_vectors(ids), "mask": mask}
        with self._lock:
            results = self._model.create_infer_request().infer(inputs)
            return {name: np.array(results[name]) for name in names}
