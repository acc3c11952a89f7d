"""Embed each text once per run, and simulate a separate browser for every test in this folder."""

from tests.autouse import browser_id, shared_model
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
    "shared_model",
]
