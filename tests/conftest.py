"""What all tests share: no setting of the developer's, and a Neo4j that is thrown away.

The server that NEO4J_URI names is never touched: no setting of the environment or of a `.env`
reaches a test. A test that starts `narabot` as a process of its own runs it in `tmp_path`, with
`own_environment` and what it needs beside.
"""

import logging
import os
import re
import resource
import shlex
import signal
import sys
from collections.abc import Collection, Generator, Iterator
from functools import cache
from pathlib import Path

import hypothesis
import pytest

from ingest.write.graph_setup import finish_indexes, prepare_graph
from narabot.database import EmbeddedDatabase
from narabot.embedding import Embeddings, open_embeddings
from narabot.embedding.weights import MINILM
from narabot.graph import Graph, open_graph
from narabot.knowledge.removal import CONSTRAINTS, INDEXES
from narabot.models import Connection
from narabot.reading import NO_READER
from narabot.settings import Settings
from narabot.telemetry import OUR_LOGGERS
from narabot.versions import current_version
from tests.embedders import WordEmbedder, one_model, share_vectors

pytest_plugins = ["tests.graph_fixtures"]

QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Options of Java for servers that live for minutes, on cores that do much else: half the CPU."""

CLASS_ARCHIVE = Path(__file__).resolve().parents[1] / ".venv" / "neo4j.jsa"
"""By `tests.class_archive`, as `make test` makes it; without it servers start in 7 s, not in 4."""


CPU_LIMIT_S = 2.0
"""CPU seconds that a test of `make test` may use in its process and in child processes that end."""

FULL = Path(__file__).with_name("full")
"""Tests of `make test-all`, which may be slow."""

hypothesis.settings.register_profile(
    "fast", max_examples=15, derandomize="CI" in os.environ, deadline=None
)
hypothesis.settings.register_profile(
    "full", parent=hypothesis.settings.get_profile("fast"), max_examples=150
)


def pytest_configure(config: pytest.Config) -> None:
    """Remove the developer's settings before any module reads them; exit cleanly on SIGTERM."""
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            del os.environ[name]
    os.environ["HF_HUB_OFFLINE"] = "1"
    # Most tests need neither Russian nor the reader, which double their time.
    os.environ["EMBEDDING_MODEL"] = MINILM
    os.environ["READER_MODEL"] = NO_READER
    archive = shlex.quote(f"-XX:SharedArchiveFile={CLASS_ARCHIVE}")
    archived = f"{QUICK_START} {archive}" if CLASS_ARCHIVE.exists() else QUICK_START
    os.environ["NEO4J_JAVA_OPTIONS"] = archived
    hypothesis.settings.load_profile(config.getoption("--hypothesis-profile") or "fast")
    # A shell's background jobs ignore Ctrl-C, and the processes that tests interrupt inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run modules that read the sample one after another, so that it is seldom loaded."""
    readers = {item.path for item in items if "sample_graph" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path not in readers)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that uses too much CPU, unless it is marked `slow` or belongs to the full run."""
    before = cpu_seconds()
    result = yield
    used = cpu_seconds() - before
    is_exempt = item.get_closest_marker("slow") is not None or FULL in item.path.parents
    if used > CPU_LIMIT_S and not is_exempt:
        pytest.fail(f"{used:.1f} CPU seconds; the limit without the marker `slow` is {CPU_LIMIT_S}")
    return result


def cpu_seconds() -> float:
    """Return the CPU seconds that this process and its finished children have used."""
    own, children = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


@pytest.fixture(autouse=True)
def no_env_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no `.env` of the developer's be found."""
    monkeypatch.setattr("narabot.settings.find_dotenv", lambda usecwd: "")


@pytest.fixture(autouse=True)
def same_log_levels() -> Iterator[None]:
    """Undo what a command or the page sets for its process."""
    before = {name: logging.getLogger(name).level for name in OUR_LOGGERS}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no script that AppTest runs stay `__main__`: processes begun later would run it."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(scope="session")
def own_environment(server_settings: Settings) -> dict[str, str]:
    """Return the environment of a `narabot` process that uses the throwaway server's folder."""
    small = server_settings.model_dump(include={"neo4j_heap", "neo4j_page_cache"})
    named = {name.upper(): str(value) for name, value in small.items()}
    return {**os.environ, **named, "NARABOT_DATA_DIR": str(server_settings.narabot_data_dir)}


def small_settings(data_dir: Path) -> Settings:
    """Return settings for a small embedded server; its jars come from the usual cache folder."""
    return Settings(narabot_data_dir=data_dir, neo4j_heap="512m", neo4j_page_cache="128m")


@pytest.fixture(scope="session", autouse=True)
def shared_vectors(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let the processes of a run share the vectors of the real model."""
    own = tmp_path_factory.getbasetemp()
    share_vectors(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session")
def embeddings() -> Embeddings:
    """Return the real embedding model, which computes each text once in a run."""
    with one_model():
        return open_embeddings(Settings())


@pytest.fixture(scope="session")
def server_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the settings of the throwaway server; its folder has a space and a letter beyond."""
    return small_settings(tmp_path_factory.mktemp("données du test"))


@pytest.fixture(scope="session")
def server(server_settings: Settings) -> Iterator[Connection]:
    """Yield the connection to a throwaway server that all tests share."""
    with EmbeddedDatabase(server_settings).running(print) as connection:
        yield connection


@pytest.fixture
def graph(server: Connection, request: pytest.FixtureRequest) -> Iterator[Graph]:
    """Yield the throwaway server's graph without any node; there may be the indexes of words.

    In a module that is marked `layer`, also those of the layer of names.
    """
    is_of_layer = request.node.get_closest_marker("layer") is not None
    with open_graph(server) as opened:
        wipe(opened, LAYER_SCHEMA if is_of_layer else ())
        yield opened


@pytest.fixture
def bare_graph(server: Connection) -> Iterator[Graph]:
    """Yield the throwaway server's graph as a new one is: without any constraint or index."""
    with open_graph(server) as opened:
        strip(opened)
        yield opened


LAYER_SCHEMA = frozenset({*INDEXES, *CONSTRAINTS})
"""The names of the layer's indexes and constraints."""


def wipe(graph: Graph, others: Collection[str] = ()) -> None:
    """Delete every node, and what is not of the schema that an ingest by WordEmbedder makes.

    What is of it stays, and others of some names, and with it Neo4j's plans: to make all anew takes
    twice as long as the test itself. For another model `strip` the graph.
    """
    delete_nodes(graph)
    drop_schema(graph, schema_of_words(graph.connection), others)


def strip(graph: Graph) -> None:
    """Delete every node, constraint and index, except the two that Neo4j makes itself."""
    delete_nodes(graph)
    drop_schema(graph, frozenset())


@cache
def schema_of_words(connection: Connection) -> frozenset[str]:
    """Return the statements of an empty graph's schema; it is made once for each server."""
    with open_graph(connection) as graph:
        drop_schema(graph, frozenset())
        prepare_graph(
            graph, current_version(WordEmbedder.identity), WordEmbedder().probe, rebuild=False
        )
        finish_indexes(graph)
        delete_nodes(graph)
        return frozenset(schema(graph).values())


def delete_nodes(graph: Graph) -> None:
    """Delete every node."""
    with graph.session() as session:
        session.run(
            "MATCH (any) CALL (any) { DETACH DELETE any } IN TRANSACTIONS OF 10000 ROWS"
        ).consume()


def drop_schema(graph: Graph, kept: Collection[str], others: Collection[str] = ()) -> None:
    """Drop each constraint and index but those that some statements made, and others by name.

    Of these none of vectors of another model than `WordEmbedder`, which another module has left.
    """
    for name, statement in schema(graph).items():
        is_other = name.split("`")[1] in others and not has_other_vectors(statement)
        if statement not in kept and not is_other:
            graph.write(f"DROP {name}")


def has_other_vectors(statement: str) -> bool:
    """Return whether a statement makes an index of vectors that are not as long as our tests'."""
    told = re.search(r"`vector\.dimensions`: *(\d+)", statement)
    return told is not None and int(told[1]) != WordEmbedder.identity.dimension


def schema(graph: Graph) -> dict[str, str]:
    """Return the statements that make what constraints and indexes there are, by their names."""
    statements = "createStatement AS statement"
    constraints = graph.read(f"SHOW CONSTRAINTS YIELD * RETURN name, {statements}")
    indexes = graph.read(
        "SHOW INDEXES YIELD * WHERE type <> 'LOOKUP' AND owningConstraint IS NULL "
        f"RETURN name, {statements}"
    )
    return {f"CONSTRAINT `{row['name']}`": row["statement"] for row in constraints} | {
        f"INDEX `{row['name']}`": row["statement"] for row in indexes
    }
