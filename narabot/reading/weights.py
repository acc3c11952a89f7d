"""The reader's weights: names of tensors, their shapes, and the file that holds them.

The words' vectors and the lowest layers are those of the pinned base, so the file holds the upper
layers and the heads alone, in 16 bits.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from narabot.embedding.bert import Array, BertShape
from narabot.embedding.packed_e5 import PackedE5
from narabot.errors import ModelUnavailableError

FROZEN_LAYERS = 4
"""Of the base, from below: they are not trained, and not in the reader's file."""

HEADS = {"relevance": 1, "span": 2, "support": 3}
"""Each head's outputs."""

FORMAT = "narabot-reader-1"
"""Of the file: a change of what the tensors mean makes the old ones unreadable."""


@dataclass(frozen=True, slots=True)
class ReaderWeights:
    """All tensors of a reader, by transformers' names, and what it was trained to."""

    shape: BertShape
    tensors: Mapping[str, Array]
    name: str


def reader_weights(path: Path, base: PackedE5) -> ReaderWeights:
    """Return the weights in a file over those of the base.

    Raises ModelUnavailableError when there is no such file, or it is none of a reader.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as stored:
            facts = stored.metadata() or {}
            own = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    except (OSError, SafetensorError) as error:
        raise ModelUnavailableError(f"The reader in {path} cannot be read ({error}).") from error
    refuse_other(path, facts, base)
    tensors = base.bert_tensors()
    tensors.update({name: array.astype(np.float32) for name, array in own.items()})
    missing = [name for head in HEADS for name in head_names(head) if name not in own]
    if missing:
        raise ModelUnavailableError(f"The reader in {path} lacks {', '.join(missing)}.")
    return ReaderWeights(base.shape, tensors, facts.get("name", path.stem))


def refuse_other(path: Path, facts: Mapping[str, str], base: PackedE5) -> None:
    """Raise ModelUnavailableError for a file of another format, or over another base."""
    if facts.get("format") != FORMAT:
        raise ModelUnavailableError(
            f"{path} holds no reader of narabot (its format is {facts.get('format')!r}, not "
            f"{FORMAT!r}). Correct READER_MODEL; `own` is narabot's own."
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
    from safetensors.numpy import save_file

    halves = {key: np.ascontiguousarray(array, np.float16) for key, array in tensors.items()}
    told = {"format": FORMAT, "base": base.digest, "name": name, "facts": json.dumps(facts)}
    save_file(halves, path, metadata=told)
