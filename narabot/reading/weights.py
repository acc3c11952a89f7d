"""Weights of the small models: tensor names, shapes, and files.

The word embeddings and the lowest layers come from the pinned base model. A file therefore contains
only the upper layers and the heads, in 16 bits.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from narabot.embedding.bert import Array, BertShape
from narabot.embedding.packed_e5 import PackedE5
from narabot.errors import ModelUnavailableError

FROZEN_LAYERS = 4
"""Number of base layers, counted from the lowest layer, that are neither trained nor stored in the
file."""

HEADS = {"relevance": 1, "span": 2, "support": 3}
"""Number of outputs from each head."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a weights file."""

    format: str
    """Identifier of the format. It changes when the meaning of the tensors changes, so that older
    files are rejected."""
    heads: Mapping[str, int]
    """Number of outputs from each head."""


READER = Layout("narabot-reader-1", HEADS)


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """All tensors of a model, named as in the transformers library, with the model's shape and
    name."""

    shape: BertShape
    tensors: Mapping[str, Array]
    name: str


def reader_weights(path: Path, base: PackedE5, layout: Layout = READER) -> ReaderWeights:
    """Return a file's weights combined with the base model's weights. A file may omit the last
    layers.

    Raises ModelUnavailableError if the file is missing or is not a model file.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as stored:
            facts = stored.metadata() or {}
            own = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    except (OSError, SafetensorError) as error:
        raise ModelUnavailableError(f"The reader in {path} cannot be read ({error}).") from error
    refuse_incompatible(path, facts, base, layout.format)
    tensors = base.bert_tensors()
    missing = [name for head in layout.heads for name in head_names(head) if name not in own]
    if missing:
        raise ModelUnavailableError(f"The reader in {path} lacks {', '.join(missing)}.")
    wanted = {name: array.shape for name, array in tensors.items()}
    refuse_wrong_shapes(path, own, wanted | head_shapes(layout, base))
    tensors.update({name: array.astype(np.float32) for name, array in own.items()})
    layers = facts.get("layers", "")
    shape = replace(base.shape, layers=int(layers) if layers.isdecimal() else base.shape.layers)
    return ReaderWeights(shape, tensors, facts.get("name", path.stem))


def head_shapes(layout: Layout, base: PackedE5) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor in the heads."""
    shapes: dict[str, tuple[int, ...]] = {}
    for head, outputs in layout.heads.items():
        weight, bias = head_names(head)
        shapes |= {weight: (outputs, base.shape.hidden), bias: (outputs,)}
    return shapes


def refuse_wrong_shapes(
    path: Path, own: Mapping[str, Array], wanted: Mapping[str, tuple[int, ...]]
) -> None:
    """Raise ModelUnavailableError if a tensor does not have the expected shape."""
    wrong = [name for name, array in own.items() if wanted.get(name, array.shape) != array.shape]
    if wrong:
        raise ModelUnavailableError(
            f"The reader in {path} is damaged: {', '.join(wrong[:3])} does not have the expected "
            "shape. Run `make install` again, or correct READER_MODEL."
        )


def refuse_incompatible(path: Path, facts: Mapping[str, str], base: PackedE5, wanted: str) -> None:
    """Raise ModelUnavailableError if the file has a different format or base model."""
    if facts.get("format") != wanted:
        raise ModelUnavailableError(
            f"{path} does not contain a narabot reader (its format is {facts.get('format')!r}, not "
            f"{wanted!r}). Correct READER_MODEL; `own` selects narabot's reader."
        )
    if facts.get("base") != base.digest:
        raise ModelUnavailableError(
            f"The reader in {path} was trained with a different base model than the one that is "
            "installed. Run `make install` again, or correct READER_MODEL."
        )


def head_names(head: str) -> tuple[str, str]:
    """Return the names of a head's tensors."""
    return f"{head}.weight", f"{head}.bias"


def save_reader(
    path: Path, tensors: Mapping[str, Array], base: PackedE5, name: str, facts: Mapping[str, object]
) -> None:
    """Write the reader's own tensors in 16 bits. Raises OSError if the file cannot be written."""
    save_weights(path, tensors, base, READER, {"name": name, "facts": json.dumps(facts)})


def save_weights(
    path: Path,
    tensors: Mapping[str, Array],
    base: PackedE5,
    layout: Layout,
    facts: Mapping[str, str],
) -> None:
    """Write a model's own tensors in 16 bits, with metadata. Raises OSError if the file cannot be
    written."""
    from safetensors.numpy import save_file

    halves = {key: np.ascontiguousarray(array, np.float16) for key, array in tensors.items()}
    save_file(halves, path, metadata={"format": layout.format, "base": base.digest, **facts})
