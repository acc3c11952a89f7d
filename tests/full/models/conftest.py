"""Use the embedding models themselves in this folder, not the vectors that a test run shares."""

import pytest

from narabot.embedding.packed_e5 import PackedE5
from tests.tiny_e5 import save_packed_e5


@pytest.fixture(scope="module", autouse=True)
def shared_model() -> None:
    """Override the fixture that replaces the default model with the shared model of the run."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> PackedE5:
    """Return a tiny model with the architecture of the default multilingual model."""
    return PackedE5(save_packed_e5(tmp_path_factory.mktemp("e5") / "tiny.bin"))
