"""Embed each text only once for all tests in this folder."""

from tests.autouse import shared_model

__all__ = ["shared_model"]
