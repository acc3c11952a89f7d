"""Find local models on this machine without importing the libraries that run them."""

from pathlib import Path

from huggingface_hub import try_to_load_from_cache

WEIGHTS = ("model.safetensors", "model.safetensors.index.json")


def cached_model_folder(name: str) -> Path | None:
    """Return the folder of a model that is already on this machine, without contacting the hub.

    `name` is a folder or the name of a model in the hub's local cache. Return `None` if the model
    is not on this machine.
    """
    if Path(name).is_dir():
        return Path(name)
    try:
        config = try_to_load_from_cache(name, "config.json")
        weights = [try_to_load_from_cache(name, file) for file in WEIGHTS]
    except ValueError:  # The path of a missing folder is not a valid hub name.
        return None
    if isinstance(config, str) and any(isinstance(file, str) for file in weights):
        return Path(config).parent
    return None
