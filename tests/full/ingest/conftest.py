"""Embed each text once in every test of this folder."""

from tests.autouse import shared_model

__all__ = ["shared_model"]
