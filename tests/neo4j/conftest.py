"""What the tests with a real database share."""

from collections.abc import Iterator

import pytest

from ingest.pipeline import run_ingest
from narabot.chat import Models, open_models
from narabot.embedding import Embeddings
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from tests.conftest import schema, strip
from tests.embedders import one_model
from tests.graphs import digest
from tests.records import SAMPLE


@pytest.fixture(scope="module", autouse=True)
def kept_model() -> Iterator[None]:
    """Let each text be embedded once: none of these tests is of the model itself."""
    with one_model():
        yield


@pytest.fixture(scope="session")
def models() -> Models:
    """Return the real embedding model and no language model."""
    with one_model():
        return open_models(Settings(llm_provider="none"))


@pytest.fixture(scope="session")
def loaded_sample() -> list[object]:
    """Return how the throwaway server was when the sample had been loaded; before, nothing."""
    return []


@pytest.fixture(scope="module")
def sample_graph(
    server: Connection,
    embeddings: Embeddings,
    loaded_sample: list[object],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Graph]:
    """Yield a graph of the sample, to be read: what an earlier module has left, or a new one."""
    with open_graph(server) as graph:
        if state(graph) not in loaded_sample:
            strip(graph)
            settings = Settings(narabot_data_dir=tmp_path_factory.mktemp("sample"))
            run_ingest(settings, graph, embeddings, [SAMPLE])
            loaded_sample[:] = [state(graph)]
        yield graph


def state(graph: Graph) -> object:
    """Return what tells a graph from one that was changed: its records and its indexes."""
    return digest(graph), schema(graph)


@pytest.fixture(scope="module")
def api_settings(sample_graph: Graph, server_settings: Settings) -> Settings:
    """Return the settings of an API on the sample records."""
    return server_settings.model_copy(update={"llm_provider": "none"})
