"""Simulate a separate browser for each test in this folder."""

from tests.autouse import browser_id
from tests.page_fixtures import *  # noqa: F403

__all__ = ["browser_id"]
