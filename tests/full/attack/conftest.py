"""Simulate a separate browser for each test in this folder."""

from tests.autouse import browser_id

__all__ = ["browser_id"]
