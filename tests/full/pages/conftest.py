"""Fixtures for tests of the page."""

from tests.page_fixtures import *  # noqa: F403
