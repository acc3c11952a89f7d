"""Embed each text once per run, and simulate a separate browser for every test in this folder."""

from tests.autouse import browser_id, shared_model
from tests.page_fixtures import *  # noqa: F403

__all__ = ["browser_id", "shared_model"]
