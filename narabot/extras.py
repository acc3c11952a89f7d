"""What is installed only where it is wanted."""

from importlib.util import find_spec

from narabot.errors import ModelUnavailableError


def require_torch(what: str) -> None:
    """Raise ModelUnavailableError, naming what needs it, unless PyTorch is installed."""
    if find_spec("torch") is None or find_spec("transformers") is None:
        raise ModelUnavailableError(
            f"{what} needs PyTorch, which is not installed. Run `pip install 'narabot[torch]'`, or "
            "`make torch` in the source."
        )
