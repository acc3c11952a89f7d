"""Embed each text once per run for the tests in this folder."""

from tests.autouse import shared_model

__all__ = ["shared_model"]
