"""Which local models this machine has, told without importing what runs them."""

from pathlib import Path

from huggingface_hub import try_to_load_from_cache

WEIGHTS = ("model.safetensors", "model.safetensors.index.json")


def downloaded_folder(name: str) -> Path | None:
    """Return the folder of a model that this machine has, without asking the hub.

    The name is that of a folder, or of a model in the hub's local cache.
    """
    if Path(name).is_dir():
        return Path(name)
    try:
        config = try_to_load_from_cache(name, "config.json")
        weights = [try_to_load_from_cache(name, file) for file in WEIGHTS]
    except ValueError:  # The path of a missing folder is no name on the hub either.
        return None
    if isinstance(config, str) and any(isinstance(file, str) for file in weights):
        return Path(config).parent
    return None
