"""Use the models themselves in this folder, not the vectors that a test run shares."""

from pathlib import Path

import pytest

from tests.tiny_models import save_language_model


@pytest.fixture(scope="module", autouse=True)
def shared_model() -> None:
    """Override the fixture that replaces the default model with the shared model of the run."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a tiny language model."""
    return save_language_model(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """Return the folder of a saved model that a test can damage."""
    return save_language_model(tmp_path / "damaged")
