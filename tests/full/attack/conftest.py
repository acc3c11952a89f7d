"""Simulate a separate browser for each test in this folder."""

from tests.autouse import browser_id
from tests.page_fixtures import (
    app,
    browser,
    database,
    page,
    page_environment,
    sample_script,
    serve,
)

__all__ = [
    "app",
    "browser",
    "browser_id",
    "database",
    "page",
    "page_environment",
    "sample_script",
    "serve",
]
