"""Checks for optional dependencies."""

from importlib.util import find_spec

from narabot.errors import ModelUnavailableError


def require_torch(what: str) -> None:
    """Raise ModelUnavailableError if PyTorch is not installed. `what` names the feature."""
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise ModelUnavailableError(
            f"{what} requires PyTorch, which is not installed. Run `pip install 'narabot[torch]'`, "
            "or `make torch` in a source checkout."
        )
