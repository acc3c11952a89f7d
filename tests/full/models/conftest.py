"""Use the embedding models themselves in this folder, not the vectors that a test run shares."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def shared_model() -> None:
    """Override the fixture that replaces the default model with the shared model of the run."""
