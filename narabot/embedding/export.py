"""Export a sentence-transformers model for OpenVINO, once, into the cache folder.

An export is a folder with the model in OpenVINO's format, its tokenizer, and `export.json`, which
contains other properties and the digests of all files. The folder is created under a temporary name
and renamed when complete.
"""

import hashlib
import json
import logging
import re
import shutil
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from filelock import FileLock

from narabot.embedding.openvino_backend import exported_encoder, openvino_module
from narabot.embedding.torch_backend import load_model
from narabot.embedding.weights import SAFE_FILES, file_digest, model_file_digest
from narabot.settings import Settings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

logger = logging.getLogger(__name__)

EXPORT_VERSION = 1
"""Version of the export format. When it changes, older exports are no longer used."""

INPUT_NAMES = {"input_ids", "attention_mask", "token_type_ids"}
EXAMPLES = ["letters", "photographs of the dam and the river in flood " * 3]
"""Texts for tracing the model and for the first comparison."""

PROBES = ["", "Roll 7, 1912", *EXAMPLES, "журнал маяка " * 500]
TOLERANCE = 1e-4
"""Maximum difference between unit vectors from an fp32 export and from torch."""


class ExportError(Exception):
    """A model cannot be exported, or its export cannot be saved. The message gives the reason."""


def export_folder(settings: Settings, folder: Path) -> Path:
    """Return the export of the model in a folder. Create the export if it is missing or damaged.

    Raises ExportError, and ModelUnavailableError if the model cannot be loaded.
    """
    place = export_place(settings, folder)
    if is_complete(place):
        return place
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(place.parent / "export.lock"):
            if not is_complete(place):
                rebuild_export(folder, place)
    except OSError as error:
        raise ExportError(
            f"{place.parent} cannot be written ({error}); set NARABOT_CACHE_DIR to another folder"
        ) from error
    return place


def export_place(settings: Settings, folder: Path) -> Path:
    """Return the path of a model's export, derived from its name and the digest of its files."""
    words = re.sub(r"[^\w.-]+", "-", settings.embedding_model)[-80:].strip("-.")
    digest = model_digest(folder)[:16]
    return settings.narabot_cache_dir / "embedding" / f"{words}-{digest}-v{EXPORT_VERSION}"


def model_digest(folder: Path) -> str:
    """Return the SHA-256 of a model's weights, settings, and tokenizer."""
    files = {path for pattern in SAFE_FILES for path in folder.rglob(pattern)}
    whole = hashlib.sha256()
    for path in sorted(files):
        whole.update(f"{path.relative_to(folder).as_posix()} {model_file_digest(path)}\n".encode())
    return whole.hexdigest()


def is_complete(place: Path) -> bool:
    """Return whether an export exists and none of its files has changed."""
    try:
        digests = json.loads((place / "export.json").read_bytes())["files"]
        return bool(digests == {name: file_digest(place / name) for name in digests})
    except (OSError, ValueError, LookupError, TypeError):
        return False


def rebuild_export(folder: Path, place: Path) -> None:
    """Export the model in a folder. The caller must hold the lock."""
    logger.info("exporting the embedding model for OpenVINO into %s (once)", place)
    if place.exists():
        logger.warning(
            "the exported embedding model in %s is damaged and will be exported again", place
        )
        shutil.rmtree(place)
    partial = place.parent / "partial"
    shutil.rmtree(partial, ignore_errors=True)  # left by an interrupted export
    partial.mkdir()
    model = load_model(folder, "cpu", "fp32")
    try:
        write_export(model, partial)
        check_export(model, partial)
        partial.rename(place)
    except OSError:
        raise
    except Exception as error:  # tracing and OpenVINO raise many kinds of errors
        raise ExportError(str(error)) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def write_export(model: "SentenceTransformer", folder: Path) -> None:
    """Write the files of an export. Raises ExportError for a model with unsupported inputs."""
    openvino = openvino_module()
    converted = converted_model(model, example_features(model))
    openvino.save_model(converted, folder / "model.xml", compress_to_fp16=False)
    model.tokenizer.save_pretrained(folder)
    facts = {
        "dimension": int(converted.outputs[0].get_partial_shape()[1].get_length()),
        "max_tokens": int(model.max_seq_length or 512),
        "pad_id": int(model.tokenizer.pad_token_id or 0),
        "files": {path.name: file_digest(path) for path in sorted(folder.iterdir())},
    }
    (folder / "export.json").write_text(json.dumps(facts, indent=1), encoding="utf-8")


def example_features(model: "SentenceTransformer") -> dict[str, Any]:
    """Return the model's inputs for two texts: tensors of shape `(2, tokens)`.

    Raises ExportError if the model needs other inputs or a different kind of tokenization.
    """
    import torch

    tokenizer = model.tokenizer
    if not getattr(tokenizer, "is_fast", False) or tokenizer.padding_side != "right":
        raise ExportError(
            "its tokenizer is not from the tokenizers package or does not pad on the right"
        )
    if model.prompts.get(model.default_prompt_name or ""):
        raise ExportError("it adds a prompt to each text")
    features = {
        name: value
        for name, value in model.preprocess(EXAMPLES).items()
        if isinstance(value, torch.Tensor)
    }
    if not features.keys() <= INPUT_NAMES or "attention_mask" not in features:
        raise ExportError(f"it requires the inputs {', '.join(features)}")
    return features


def converted_model(model: "SentenceTransformer", features: dict[str, Any]) -> Any:
    """Return all of the model's modules, from tokens to vectors, converted to OpenVINO in fp32."""
    import torch

    class Whole(torch.nn.Module):
        """The model as a function of tensors, in the order of `features`."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *tensors: torch.Tensor) -> torch.Tensor:
            vectors: torch.Tensor = self.model(dict(zip(features, tensors, strict=True)))[
                "sentence_embedding"
            ]
            return vectors

    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings about deprecated tracing and constant shapes
        converted = openvino_module().convert_model(
            Whole().eval(),
            example_input=tuple(features.values()),
            input=[([-1, -1], np.int64) for _ in features],
        )
    for name, node in zip(features, converted.inputs, strict=True):
        node.get_tensor().set_names({name})
    return converted


def check_export(model: "SentenceTransformer", folder: Path) -> None:
    """Raise ExportError unless an export computes the same vectors as torch."""
    expected = model.encode(PROBES, convert_to_numpy=True, show_progress_bar=False)
    found = exported_encoder(folder, "fp32", batch_size=2).encode(PROBES)
    scale = max(float(np.linalg.norm(expected, axis=1).max()), 1e-12)
    difference = float(np.abs(expected - found).max()) / scale
    if not difference <= TOLERANCE:
        raise ExportError(f"the vectors from the exported model differ by {difference:.1g}")
