"""Every test here embeds each text once."""

from tests.autouse import shared_model

__all__ = ["shared_model"]
