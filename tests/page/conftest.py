"""Embed each text once per run, and simulate a separate browser for every test in this folder."""

from tests.autouse import browser_id, shared_model

__all__ = ["browser_id", "shared_model"]
