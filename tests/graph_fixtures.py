"""Fixtures for tests on a real database with the sample records."""

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


@pytest.fixture(scope="session")
def models() -> Models:
    """Return the real embedding model and no language model."""
    with one_model():
        return open_models(Settings(llm_provider="none"))


@pytest.fixture(scope="session")
def loaded_sample() -> list[object]:
    """Return an empty list in which `sample_graph` stores the state of the throwaway server."""
    return []


@pytest.fixture(scope="module")
def sample_graph(
    server: Connection,
    embeddings: Embeddings,
    loaded_sample: list[object],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Graph]:
    """Yield the sample's graph for reading. Load the sample only if the graph has changed."""
    with open_graph(server) as graph:
        if state(graph) not in loaded_sample:
            strip(graph)
            settings = Settings(narabot_data_dir=tmp_path_factory.mktemp("sample"))
            run_ingest(settings, graph, embeddings, [SAMPLE])
            loaded_sample[:] = [state(graph)]
        yield graph


def state(graph: Graph) -> object:
    """Return a value that changes when the records or the schema of the graph change."""
    return digest(graph), schema(graph)


@pytest.fixture(scope="module")
def api_settings(sample_graph: Graph, server_settings: Settings) -> Settings:
    """Return settings for an API on the sample, without a language model."""
    return server_settings.model_copy(update={"llm_provider": "none"})
