"""Fixtures for tests of the page."""

from tests.autouse import shared_model
from tests.page_fixtures import *  # noqa: F403

__all__ = ["shared_model"]
