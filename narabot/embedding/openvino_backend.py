"""The backend OpenVINO: a model on the CPU, without torch.

`narabot.embedding.export` makes the folder of a model that only torch can open.
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
"""OpenVINO's name of each precision; without a hint it would take bf16 where the CPU has it."""

WIDTH_STEP = 8
"""Batches are padded to a multiple of so many tokens: fewer shapes, fewer kernels to prepare."""

Features = dict[str, np.ndarray[tuple[int, ...], np.dtype[Any]]]
"""What a model reads, by the names of its inputs; the first two axes are texts and tokens."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What of a model is not in its numbers: how it is fed."""

    tokenizer: Tokenizer
    dimension: int
    max_tokens: int
    features: Callable[[Sequence[Encoding]], Features]
    """Makes what it reads of some texts in tokens, padded to one length."""


def openvino_module() -> Any:
    """Return the package `openvino`, imported without its telemetry.

    By default its import writes to `~/intel` and reports to Google Analytics; where the package
    `openvino_telemetry` cannot be imported, it does neither.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    return openvino


@cache
def cpu_has_bf16() -> bool:
    """Return whether the CPU computes in bf16 by itself (AVX512-BF16, AMX)."""
    core = openvino_module().Core()
    return "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")


def padded(batch: Sequence[Encoding], most: int, pad_id: int) -> Features:
    """Return ids, mask and types of texts: arrays of shape `(len(batch), tokens)`."""
    longest = max(len(each.ids) for each in batch)
    width = min(-(-longest // WIDTH_STEP) * WIDTH_STEP, most)
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


def finished(rows: list[int], request: Any) -> tuple[list[int], Vectors]:
    """Return the rows of a batch and their vectors as soon as they are computed."""
    request.wait()
    return rows, request.get_output_tensor(0).data


class OpenVinoEncoder:
    """A model compiled for this CPU; may be used by several threads at once."""

    def __init__(self, model: Any, reading: "Reading", precision: str, batch_size: int) -> None:
        """Compile the model, whose only output are the vectors. Raises RuntimeError."""
        self.dimension = reading.dimension
        self.max_tokens = reading.max_tokens
        self.tokenizer = reading.tokenizer
        self._features = reading.features
        self._batch_size = batch_size
        # by itself: a tokenizer is changed by its settings, which threads must not share
        self._splitter = deepcopy(reading.tokenizer)
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
        # two threads that give openvino its very first input at once wait for each other for ever:
        # one makes a thing that exists once and wants Python's lock, which the other holds
        self.encode([""])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a vector for each text, shape `(len(texts), dimension)`, float32.

        Texts of like length share a batch, so that it is padded little.
        """
        found = self._splitter.encode_batch(list(texts))
        vectors = np.empty((len(found), self.dimension), dtype=np.float32)
        for rows, values in self._computed(found):
            vectors[rows] = values
        return vectors

    def _computed(self, found: Sequence[Encoding]) -> Iterator[tuple[list[int], Vectors]]:
        """Yield the rows of a batch and their vectors, computing as many at once as is best.

        Not by OpenVINO's AsyncInferQueue: its callbacks want Python's lock, so that a model which
        is deleted while the last one returns waits for ever.
        """
        order = sorted(range(len(found)), key=lambda row: len(found[row].ids), reverse=True)
        busy: deque[tuple[list[int], Any]] = deque()
        for start in range(0, len(order), self._batch_size):
            full = len(busy) == self._best_at_once
            if full:
                yield finished(*busy[0])
            request = busy.popleft()[1] if full else self._model.create_infer_request()
            rows = order[start : start + self._batch_size]
            request.start_async(self._features([found[row] for row in rows]))
            busy.append((rows, request))
        for batch in busy:
            yield finished(*batch)


def exported_encoder(folder: Path, precision: str, batch_size: int) -> OpenVinoEncoder:
    """Return the model of an export. Raises OSError, ValueError, RuntimeError for a bad folder."""
    facts = json.loads((folder / "export.json").read_text(encoding="utf-8"))
    model = openvino_module().Core().read_model(folder / "model.xml")
    names = {each.get_any_name() for each in model.inputs}
    most, pad_id = int(facts["max_tokens"]), int(facts["pad_id"])

    def features(batch: Sequence[Encoding]) -> Features:
        found = padded(batch, most, pad_id)
        return {name: array for name, array in found.items() if name in names}

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    reading = Reading(tokenizer, int(facts["dimension"]), most, features)
    return OpenVinoEncoder(model, reading, precision, batch_size)
