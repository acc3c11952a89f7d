"""The OpenVINO backend, which runs a model on the CPU without torch.

`narabot.embedding.export` creates the folder for a model that only torch can load.
"""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Encoding, Tokenizer

from narabot.embedding.interface import Vectors

HINTS = {"fp32": "f32", "bf16": "bf16"}
"""OpenVINO's names for precisions. Without a hint, OpenVINO would use bf16 if the CPU supports
it."""

WIDTH_STEP = 8
"""Batches are padded to a multiple of this number of tokens, which limits the number of shapes
and compiled kernels."""

Features = dict[str, np.ndarray[tuple[int, ...], np.dtype[Any]]]
"""The inputs of a model, keyed by name. The first two axes are texts and tokens."""


@dataclass(frozen=True, slots=True)
class EncoderSpec:
    """The properties of a model besides its weights, including how to prepare its inputs."""

    tokenizer: Tokenizer
    dimension: int
    max_tokens: int
    features: Callable[[Sequence[Encoding]], Features]
    """Creates the inputs from tokenized texts, padded to a common length."""


def openvino_module() -> Any:
    """Import and return the package `openvino` without its telemetry.

    By default, the import writes to `~/intel` and reports to Google Analytics. The import does
    neither if the package `openvino_telemetry` cannot be imported.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino


@cache
def cpu_has_bf16() -> bool:
    """Return whether the CPU supports bf16 natively (AVX512-BF16 or AMX)."""
    core = openvino_module().Core()
    return "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def pad_batch(batch: Sequence[Encoding], max_tokens: int, pad_id: int) -> Features:
    """Return the token IDs, attention mask, and token types for a batch: arrays of shape
    `(len(batch), tokens)`."""
    longest = max(len(each.ids) for each in batch)
    width = min(-(-longest // WIDTH_STEP) * WIDTH_STEP, max_tokens)
    shape = len(batch), max(width, 1)
    features: Features = {
        "input_ids": np.full(shape, pad_id, dtype=np.int64),
        "attention_mask": np.zeros(shape, dtype=np.int64),
        "token_type_ids": np.zeros(shape, dtype=np.int64),
    }
    for row, each in enumerate(batch):
        length = len(each.ids)
        features["input_ids"][row, :length] = each.ids
        features["attention_mask"][row, :length] = 1
        features["token_type_ids"][row, :length] = each.type_ids
    return features


def wait_for_batch(rows: list[int], request: Any) -> tuple[list[int], Vectors]:
    """Wait until a batch is computed, and return its rows and their vectors."""
    request.wait()
    return rows, request.get_output_tensor(0).data


class OpenVinoEncoder:
    """A model compiled for this CPU. The class is thread-safe."""

    def __init__(self, model: Any, spec: "EncoderSpec", precision: str, batch_size: int) -> None:
        """Compile a model whose only output is the vectors. Raises RuntimeError."""
        self.dimension = spec.dimension
        self.max_tokens = spec.max_tokens
        self.tokenizer = spec.tokenizer
        self._features = spec.features
        self._batch_size = batch_size
        # A private copy, because settings change a tokenizer and threads must not share it.
        self._splitter = deepcopy(spec.tokenizer)
        self._splitter.no_padding()
        self._splitter.enable_truncation(self.max_tokens)
        self._model = (
            openvino_module()
            .Core()
            .compile_model(
                model,
                "CPU",
                {"INFERENCE_PRECISION_HINT": HINTS[precision], "PERFORMANCE_HINT": "THROUGHPUT"},
            )
        )
        self._best_at_once = self._model.get_property("OPTIMAL_NUMBER_OF_INFER_REQUESTS")
        # Two threads that send OpenVINO its very first input at the same time can deadlock. One of
        # them creates a singleton and waits for the GIL, which the other thread holds.
        self.encode([""])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`, float32.

        Texts of similar length share a batch, which minimizes padding.
        """
        found = self._splitter.encode_batch(list(texts))
        vectors = np.empty((len(found), self.dimension), dtype=np.float32)
        for rows, values in self._computed(found):
            vectors[rows] = values
        return vectors

    def _computed(self, found: Sequence[Encoding]) -> Iterator[tuple[list[int], Vectors]]:
        """Yield the rows of each batch with their vectors.

        The method runs the optimal number of batches in parallel. OpenVINO's AsyncInferQueue is not
        used, because its callbacks need the GIL. If the model were deleted while the last callback
        was returning, the program would wait forever.
        """
        order = sorted(range(len(found)), key=lambda row: len(found[row].ids), reverse=True)
        busy: deque[tuple[list[int], Any]] = deque()
        for start in range(0, len(order), self._batch_size):
            full = len(busy) == self._best_at_once
            if full:
                yield wait_for_batch(*busy[0])
            request = busy.popleft()[1] if full else self._model.create_infer_request()
            rows = order[start : start + self._batch_size]
            request.start_async(self._features([found[row] for row in rows]))
            busy.append((rows, request))
        for batch in busy:
            yield wait_for_batch(*batch)


def exported_encoder(folder: Path, precision: str, batch_size: int) -> OpenVinoEncoder:
    """Return the model in an export.

    Raises OSError, ValueError, or RuntimeError for an invalid folder.
    """
    facts = json.loads((folder / "export.json").read_text(encoding="utf-8"))
    model = openvino_module().Core().read_model(folder / "model.xml")
    names = {each.get_any_name() for each in model.inputs}
    max_tokens, pad_id = int(facts["max_tokens"]), int(facts["pad_id"])

    def features(batch: Sequence[Encoding]) -> Features:
        found = pad_batch(batch, max_tokens, pad_id)
        return {name: array for name, array in found.items() if name in names}

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    spec = EncoderSpec(tokenizer, int(facts["dimension"]), max_tokens, features)
    return OpenVinoEncoder(model, spec, precision, batch_size)
