"""Use the models themselves in this folder, too."""

import pytest

from narabot.embedding.packed_e5 import PackedE5
from tests.models.conftest import damaged, folder, shared_model
from tests.tiny_e5 import save_packed_e5

__all__ = ["damaged", "folder", "shared_model"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> PackedE5:
    """Return a tiny model with the architecture of the default multilingual model."""
    return PackedE5(save_packed_e5(tmp_path_factory.mktemp("e5") / "tiny.bin"))
