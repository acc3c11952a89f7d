"""Weights of models that read: names of tensors, their shapes, and the file that holds them.

The words' vectors and the lowest layers are those of the pinned base, so a file holds the upper
layers and the heads alone, in 16 bits.
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
"""Of the base, from below: they are not trained, and not in the reader's file."""

HEADS = {"relevance": 1, "span": 2, "support": 3}
"""Each head's outputs."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file of weights holds."""

    format: str
    """A change of what the tensors mean makes the old ones unreadable."""
    heads: Mapping[str, int]
    """Each head's outputs."""


READER = Layout("narabot-reader-1", HEADS)


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """All tensors of a reader, by transformers' names, and what it was trained to."""

    shape: BertShape
    tensors: Mapping[str, Array]
    name: str


def reader_weights(path: Path, base: PackedE5, layout: Layout = READER) -> ReaderWeights:
    """Return the weights in a file over those of the base; the last layers may be left out.

    Raises ModelUnavailableError when there is no such file, or it is none of a reader.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as stored:
            facts = stored.metadata() or {}
            own = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    except (OSError, SafetensorError) as error:
        raise ModelUnavailableError(f"The reader in {path} cannot be read ({error}).") from error
    refuse_other(path, facts, base, layout.format)
    tensors = base.bert_tensors()
    missing = [name for head in layout.heads for name in head_names(head) if name not in own]
    if missing:
        raise ModelUnavailableError(f"The reader in {path} lacks {', '.join(missing)}.")
    wanted = {name: array.shape for name, array in tensors.items()}
    refuse_other_shapes(path, own, wanted | head_shapes(layout, base))
    tensors.update({name: array.astype(np.float32) for name, array in own.items()})
    layers = facts.get("layers", "")
    shape = replace(base.shape, layers=int(layers) if layers.isdecimal() else base.shape.layers)
    return ReaderWeights(shape, tensors, facts.get("name", path.stem))


def head_shapes(layout: Layout, base: PackedE5) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor of the heads."""
    shapes: dict[str, tuple[int, ...]] = {}
    for head, outputs in layout.heads.items():
        weight, bias = head_names(head)
        shapes |= {weight: (outputs, base.shape.hidden), bias: (outputs,)}
    return shapes


def refuse_other_shapes(
    path: Path, own: Mapping[str, Array], wanted: Mapping[str, tuple[int, ...]]
) -> None:
    """Raise ModelUnavailableError for tensors of another shape than is wanted."""
    wrong = [name for name, array in own.items() if wanted.get(name, array.shape) != array.shape]
    if wrong:
        raise ModelUnavailableError(
            f"The reader in {path} is damaged: {', '.join(wrong[:3])} has another shape than it "
            "should. Run `make install` again, or correct READER_MODEL."
        )


def refuse_other(path: Path, facts: Mapping[str, str], base: PackedE5, wanted: str) -> None:
    """Raise ModelUnavailableError for a file of another format, or over another base."""
    if facts.get("format") != wanted:
        raise ModelUnavailableError(
            f"{path} holds no reader of narabot (its format is {facts.get('format')!r}, not "
            f"{wanted!r}). Correct READER_MODEL; `own` is narabot's own."
        )
    if facts.get("base") != base.digest:
        raise ModelUnavailableError(
            f"The reader in {path} was trained over another base model than the one that is "
            "installed. Run `make install` again, or correct READER_MODEL."
        )


def head_names(head: str) -> tuple[str, str]:
    """Return the names of a head's tensors."""
    return f"{head}.weight", f"{head}.bias"


def save_reader(
    path: Path, tensors: Mapping[str, Array], base: PackedE5, name: str, facts: Mapping[str, object]
) -> None:
    """Write a reader's own tensors in 16 bits. Raises OSError."""
    save_weights(path, tensors, base, READER, {"name": name, "facts": json.dumps(facts)})


def save_weights(
    path: Path,
    tensors: Mapping[str, Array],
    base: PackedE5,
    layout: Layout,
    facts: Mapping[str, str],
) -> None:
    """Write a model's own tensors in 16 bits, with facts about it. Raises OSError."""
    from safetensors.numpy import save_file

    halves = {key: np.ascontiguousarray(array, np.float16) for key, array in tensors.items()}
    save_file(halves, path, metadata={"format": layout.format, "base": base.digest, **facts})
