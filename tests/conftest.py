"""Fixtures that all tests share, including a throwaway Neo4j server.

No test uses the developer's settings. Variables from the environment or a `.env` file do not reach
a test, so no test touches the server that NEO4J_URI names. A test that starts `narabot` in a
separate process runs it in `tmp_path` with `own_environment`.
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
from typing import Any

import hypothesis
import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

from ingest.write.graph_setup import finish_indexes, prepare_graph
from narabot.database import EmbeddedDatabase, home
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

QUICK_START = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Java options for short-lived servers on busy cores. These options halve the CPU time."""

KEEP_PLANS = "dbms.cypher.min_replan_interval=1d\ndbms.cypher.statistics_divergence_threshold=1.0\n"
"""Neo4j settings that keep a query's plan when the number of nodes changes, as each test does."""

ROOT = Path(__file__).resolve().parents[1]

CLASS_ARCHIVES = (ROOT / ".venv" / "java.jsa", ROOT / ".venv" / "neo4j.jsa")
"""Archives of Java's and Neo4j's classes, which `tests.stores` creates for a faster start."""

CPU_LIMIT_S = float(os.environ.get("TEST_CPU_LIMIT_S", "2"))
"""Limit on the CPU seconds that a `make test` test and its finished child processes may use.

`.ci/run` sets a higher limit, because its machines may be slow.
"""

FULL = Path(__file__).with_name("full")
"""Folder of the tests that only `make test-all` runs. These tests may be slow."""

GROUPS = {
    "page": "sample",
    "sample": "sample",
    "full/chromium": "sample",
    "full/pages": "sample",
    "full/attack": "sample",
    "full/commands": "sample",
    "neo4j": "server",
    "full/layer": "server",
    "full/ingest": "server",
    "full/graph": "server",
    "full/prepare": "server",
    "models": "models",
}
"""Folders below `tests` with tests that share a server or torch, and the names of their groups."""

ORDER = {"sample": 0, "server": 1}
"""Groups in the order in which they start."""

hypothesis.settings.register_profile(
    "fast", max_examples=15, derandomize="CI" in os.environ, deadline=None
)
hypothesis.settings.register_profile(
    "full", parent=hypothesis.settings.get_profile("fast"), max_examples=150
)


def pytest_configure(config: pytest.Config) -> None:
    """Remove the developer's settings before any module reads them, and exit cleanly on SIGTERM."""
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            del os.environ[name]
    os.environ["HF_HUB_OFFLINE"] = "1"
    # Most tests need neither Russian nor the reader. Loading both would double the test time.
    os.environ["EMBEDDING_MODEL"] = MINILM
    os.environ["READER_MODEL"] = NO_READER
    options = [*QUICK_START]
    if all(archive.exists() for archive in CLASS_ARCHIVES):
        options.append(f"-XX:SharedArchiveFile={os.pathsep.join(map(str, CLASS_ARCHIVES))}")
    os.environ["NEO4J_JAVA_OPTIONS"] = shlex.join(options)
    hypothesis.settings.load_profile(config.getoption("--hypothesis-profile") or "fast")
    # A shell's background jobs ignore Ctrl-C, and child processes inherit this behavior.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in tests/full. Run the groups that share a server first, because they take
    longest."""
    for item in items:
        if FULL in item.path.parents:
            item.add_marker("full")
    items.sort(key=lambda item: ORDER.get(group_of(item.nodeid), len(ORDER)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Assign each group of tests to a worker as a whole."""
    return GroupScheduling(config, log)


class GroupScheduling(LoadScopeScheduling):
    """Groups the tests that share a server or torch, and all other tests by module.

    A server that has planned a query before answers it faster. xdist's own groups do not work with
    pytest 9.2, in which test IDs are immutable.
    """

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    """Return the group of a test's folder, or the test's module if the folder has no group."""
    module = nodeid.split("::", 1)[0]
    folder = module.removeprefix("tests/").rpartition("/")[0]
    return GROUPS.get(folder, module)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that uses too much CPU, unless it is marked `slow` or belongs to the full run."""
    before = cpu_seconds()
    result = yield
    used = cpu_seconds() - before
    is_full = item.config.getoption("--hypothesis-profile") == "full"
    is_exempt = is_full or any(item.get_closest_marker(name) for name in ("full", "slow"))
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
    """Ignore the developer's `.env` files."""
    monkeypatch.setattr("narabot.settings.find_dotenv", lambda usecwd: "")


@pytest.fixture(autouse=True)
def same_log_levels() -> Iterator[None]:
    """Undo the changes that a command or the page makes to the log levels of this process."""
    before = {name: logging.getLogger(name).level for name in OUR_LOGGERS}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture(autouse=True)
def own_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore `__main__` after an AppTest run, so that child processes do not run the page."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.fixture(scope="session")
def own_environment(server_settings: Settings) -> dict[str, str]:
    """Return the environment for a `narabot` process that uses the throwaway server's folder."""
    return process_environment(server_settings)


def process_environment(settings: Settings) -> dict[str, str]:
    """Return the environment for a `narabot` process that uses an embedded server's folder."""
    return {**os.environ, **database_variables(settings)}


def database_variables(settings: Settings) -> dict[str, str]:
    """Return the variables that give a process the database of these settings."""
    named = settings.model_dump(include={"narabot_data_dir", "neo4j_heap", "neo4j_page_cache"})
    return {name.upper(): str(value) for name, value in named.items()}


def small_settings(data_dir: Path, **values: Any) -> Settings:
    """Return settings for a small embedded server that uses the jars in the usual cache folder."""
    return Settings(narabot_data_dir=data_dir, neo4j_heap="512m", neo4j_page_cache="128m", **values)


@pytest.fixture(scope="session", autouse=True)
def shared_vectors(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share the real model's vectors among the processes of a run."""
    own = tmp_path_factory.getbasetemp()
    share_vectors(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture(scope="session", autouse=True)
def lasting_plans() -> Iterator[None]:
    """Let the servers of this process plan each query once, which takes a third of a second."""

    def configuration_text(port: int, *, heap: str, page_cache: str) -> str:
        return home.configuration_text(port, heap=heap, page_cache=page_cache) + KEEP_PLANS

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("narabot.database.process.configuration_text", configuration_text)
        yield


@pytest.fixture(scope="session")
def embeddings() -> Embeddings:
    """Return the real embedding model, which embeds each text once per run."""
    with one_model():
        return open_embeddings(Settings())


@pytest.fixture(scope="session")
def server_settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Return the throwaway server's settings. The folder has a space and an accent in its name."""
    return small_settings(tmp_path_factory.mktemp("données du test"))


@pytest.fixture(scope="session")
def server(server_settings: Settings) -> Iterator[Connection]:
    """Yield the connection to a throwaway server that all tests share."""
    with EmbeddedDatabase(server_settings).running(print) as connection:
        yield connection


@pytest.fixture
def graph(server: Connection, request: pytest.FixtureRequest) -> Iterator[Graph]:
    """Yield the throwaway server's graph without nodes. Full-text indexes may remain.

    In a module that is marked `layer`, the indexes of the knowledge layer may remain too.
    """
    is_of_layer = request.node.get_closest_marker("layer") is not None
    with open_graph(server) as opened:
        wipe(opened, LAYER_SCHEMA if is_of_layer else ())
        yield opened


@pytest.fixture
def bare_graph(server: Connection) -> Iterator[Graph]:
    """Yield the throwaway server's graph without nodes, constraints, or indexes."""
    with open_graph(server) as opened:
        strip(opened)
        yield opened


LAYER_SCHEMA = frozenset({*INDEXES, *CONSTRAINTS})
"""Names of the knowledge layer's indexes and constraints."""


def wipe(graph: Graph, others: Collection[str] = ()) -> None:
    """Delete every node, and all constraints and indexes except those that an ingest creates.

    The schema of a `WordEmbedder` ingest, the names in `others`, and Neo4j's cached plans stay.
    Creating the schema again takes twice as long as a typical test. To use another model, `strip`
    the graph.
    """
    delete_nodes(graph)
    drop_schema(graph, schema_of_words(graph.connection), others)


def strip(graph: Graph) -> None:
    """Delete every node, constraint, and index except Neo4j's two default indexes."""
    delete_nodes(graph)
    drop_schema(graph, frozenset())


@cache
def schema_of_words(connection: Connection) -> frozenset[str]:
    """Return the schema statements of an empty graph. Each server creates this schema only once."""
    with open_graph(connection) as graph:
        drop_schema(graph, frozenset())
        prepare_graph(
            graph, current_version(WordEmbedder.identity), WordEmbedder().probe, rebuild=False
        )
        finish_indexes(graph)
        delete_nodes(graph)
        return frozenset(schema(graph).values())


def delete_nodes(graph: Graph) -> None:
    with graph.session() as session:
        session.run(
            "MATCH (any) CALL (any) { DETACH DELETE any } IN TRANSACTIONS OF 10000 ROWS"
        ).consume()


def drop_schema(graph: Graph, kept: Collection[str], others: Collection[str] = ()) -> None:
    """Drop every constraint and index except the `kept` statements and the names in `others`.

    Drop an index in `others` too if it holds vectors of a model other than `WordEmbedder`.
    """
    for name, statement in schema(graph).items():
        is_other = name.split("`")[1] in others and not has_other_vectors(statement)
        if statement not in kept and not is_other:
            graph.write(f"DROP {name}")


def has_other_vectors(statement: str) -> bool:
    """Return whether a statement creates a vector index that does not fit WordEmbedder."""
    dimension = re.search(r"`vector\.dimensions`: *(\d+)", statement)
    return dimension is not None and int(dimension[1]) != WordEmbedder.identity.dimension


def schema(graph: Graph) -> dict[str, str]:
    """Return the statements that create the existing constraints and indexes, keyed by name."""
    statements = "createStatement AS statement"
    constraints = graph.read(f"SHOW CONSTRAINTS YIELD * RETURN name, {statements}")
    indexes = graph.read(
        "SHOW INDEXES YIELD * WHERE type <> 'LOOKUP' AND owningConstraint IS NULL "
        f"RETURN name, {statements}"
    )
    return {f"CONSTRAINT `{row['name']}`": row["statement"] for row in constraints} | {
        f"INDEX `{row['name']}`": row["statement"] for row in indexes
    }
