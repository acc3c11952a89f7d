"""A database for one benchmark: an embedded server in a folder that goes away with it."""

import os
import platform
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from narabot.database import EmbeddedDatabase
from narabot.graph import Graph, open_graph
from narabot.settings import Settings


@contextmanager
def throwaway_graph() -> Iterator[tuple[Settings, Graph]]:
    """Yield settings and an empty graph of a server of its own, never that of NEO4J_URI."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            narabot_data_dir=Path(folder), neo4j_uri=None, neo4j_heap="2g", neo4j_page_cache="1g"
        )
        with (
            EmbeddedDatabase(settings).running(print) as connection,
            open_graph(connection) as graph,
        ):
            yield settings, graph


def machine() -> str:
    """Return what the numbers were measured on."""
    memory = psutil.virtual_memory().total / 2**30
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GiB, "
        f"Python {platform.python_version()}, load {load:.1f} at the start"
    )
