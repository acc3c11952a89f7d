"""Fixtures for tests on a real database with the sample and hostile records."""

from collections.abc import Iterator

import pytest

from narabot.chat import Models, open_models
from narabot.embedding import Embeddings
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from tests.conftest import process_environment, schema, small_settings
from tests.embedders import one_model
from tests.graphs import digest
from tests.stores import load, sample_database, sample_sources


@pytest.fixture(scope="session")
def models() -> Models:
    """Return the real embedding model and no language model."""
    with one_model():
        return open_models(Settings(llm_provider="none"))


@pytest.fixture(scope="session")
def sample_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the settings of the server with the sample, without a language model."""
    folder = tmp_path_factory.mktemp("sample") / "data"
    return small_settings(folder, llm_provider="none")


@pytest.fixture(scope="session")
def sample_server(sample_settings: Settings, embeddings: Embeddings) -> Iterator[Connection]:
    """Yield the connection to a server with the sample, which all tests share."""
    with sample_database(sample_settings, embeddings) as connection:
        yield connection


@pytest.fixture(scope="session")
def sample_state(sample_server: Connection) -> object:
    """Return the state of the sample's graph before the first test."""
    with open_graph(sample_server) as graph:
        return state(graph)


@pytest.fixture(scope="module")
def sample_graph(
    sample_server: Connection,
    sample_state: object,
    sample_settings: Settings,
    embeddings: Embeddings,
) -> Iterator[Graph]:
    """Yield the sample's graph for reading. If an earlier module changed it, load it again."""
    with open_graph(sample_server) as graph:
        if state(graph) != sample_state:
            with sample_sources() as sources:
                load(graph, sample_settings, embeddings, *sources)
        yield graph


def state(graph: Graph) -> object:
    """Return a value that changes when the records or the schema of the graph change."""
    return digest(graph), schema(graph)


@pytest.fixture(scope="module")
def api_settings(sample_graph: Graph, sample_settings: Settings) -> Settings:
    """Return settings for an API that serves the sample."""
    return sample_settings


@pytest.fixture(scope="session")
def sample_environment(sample_settings: Settings) -> dict[str, str]:
    """Return the environment for a `narabot` process that uses the sample."""
    return process_environment(sample_settings)
