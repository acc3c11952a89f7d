"""The backend OpenVINO: an exported model on the CPU, without torch.

`narabot.embedding.export` makes the folder that is read here.
"""

import json
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Encoding, Tokenizer

from narabot.embedding.interface import Vectors

HINTS = {"fp32": "f32", "bf16": "bf16"}
"""OpenVINO's name of each precision; without a hint it would take bf16 where the CPU has it."""

WIDTH_STEP = 8
"""Batches are padded to a multiple of so many tokens: fewer shapes, fewer kernels to prepare."""

Features = dict[str, np.ndarray[tuple[int, int], np.dtype[np.int64]]]


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


def finished(rows: list[int], request: Any) -> tuple[list[int], Vectors]:
    """Return the rows of a batch and their vectors as soon as they are computed."""
    request.wait()
    return rows, request.get_output_tensor(0).data


class OpenVinoEncoder:
    """An exported model, compiled for this CPU; may be used by several threads at once."""

    def __init__(self, folder: Path, precision: str, batch_size: int) -> None:
        """Read and compile the model. Raises OSError, ValueError, RuntimeError for a bad folder."""
        facts = json.loads((folder / "export.json").read_text(encoding="utf-8"))
        self.dimension = int(facts["dimension"])
        self.max_tokens = int(facts["max_tokens"])
        self._folder = folder
        self._pad_id = int(facts["pad_id"])
        self._batch_size = batch_size
        # by itself: transformers' tokenizer is changed by its calls, which threads must not share
        self._splitter = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._splitter.no_padding()
        self._splitter.enable_truncation(self.max_tokens)
        core = openvino_module().Core()
        self._model = core.compile_model(
            core.read_model(folder / "model.xml"),
            "CPU",
            {"INFERENCE_PRECISION_HINT": HINTS[precision], "PERFORMANCE_HINT": "THROUGHPUT"},
        )
        self._best_at_once = self._model.get_property("OPTIMAL_NUMBER_OF_INFER_REQUESTS")
        self._input_names = {each.get_any_name() for each in self._model.inputs}
        # two threads that give openvino its very first input at once wait for each other for ever:
        # one makes a thing that exists once and wants Python's lock, which the other holds
        self.encode([""])

    @cached_property
    def tokenizer(self) -> Any:
        """The model's tokenizer, one of transformers' (`AutoTokenizer` would import torch)."""
        from transformers import PreTrainedTokenizerFast
        from transformers.utils import logging as transformers_logging

        transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
        return PreTrainedTokenizerFast.from_pretrained(self._folder, local_files_only=True)

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

    def _features(self, batch: Sequence[Encoding]) -> Features:
        """Return what the model reads: arrays of shape `(len(batch), tokens)`."""
        longest = max(len(each.ids) for each in batch)
        width = min(-(-longest // WIDTH_STEP) * WIDTH_STEP, self.max_tokens)
        shape = len(batch), max(width, 1)
        features = {
            "input_ids": np.full(shape, self._pad_id, dtype=np.int64),
            "attention_mask": np.zeros(shape, dtype=np.int64),
            "token_type_ids": np.zeros(shape, dtype=np.int64),
        }
        for row, each in enumerate(batch):
            length = len(each.ids)
            features["input_ids"][row, :length] = each.ids
            features["attention_mask"][row, :length] = 1
            features["token_type_ids"][row, :length] = each.type_ids
        return {name: array for name, array in features.items() if name in self._input_names}
