"""What the tests with a real database share."""

import pytest

from ingest.pipeline import run_ingest
from narabot.chat import Models, open_models
from narabot.graph import open_graph
from narabot.models import Connection
from narabot.settings import Settings
from tests.conftest import wipe
from tests.embedders import KeptVectors
from tests.records import SAMPLE


@pytest.fixture(scope="session")
def models() -> Models:
    """Return the real embedding model and no language model."""
    return open_models(Settings(llm_provider="none"))


@pytest.fixture(scope="module")
def api_settings(
    server: Connection,
    server_settings: Settings,
    kept_vectors: KeptVectors,
    tmp_path_factory: pytest.TempPathFactory,
) -> Settings:
    """Return the settings of an API on the sample records."""
    with open_graph(server) as graph:
        wipe(graph)
        folder = tmp_path_factory.mktemp("sample")
        run_ingest(Settings(narabot_data_dir=folder), graph, kept_vectors, [SAMPLE])
    return server_settings.model_copy(update={"llm_provider": "none"})
