"""An ingest in a separate process that the tests of faults kill."""

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from threading import Event

from ingest.pipeline import run_ingest
from ingest.progress import database_retrying
from ingest.releases.lifecycle import Release
from ingest.write.load_input import LoadMode
from narabot.embedding import Vectors
from narabot.graph import connect
from narabot.models import Connection
from narabot.settings import Settings
from tests.embedders import WordEmbedder

PAUSE_S = 0.02
"""Pause before each batch, in seconds, so that a test has time to kill the process."""


class SlowEmbedder(WordEmbedder):
    """A word embedder that pauses before each batch."""

    def embed_array(self, texts: Sequence[str]) -> Vectors:
        time.sleep(PAUSE_S)
        return super().embed_array(texts)


def ingest(
    connection: Connection, folder: Path, paths: Sequence[Path], release: str | None = None
) -> None:
    """Load some paths in small batches. Wait up to a minute for a database that does not answer."""
    settings = Settings(narabot_data_dir=folder, ingest_batch_records=40, ingest_retry_seconds=60)
    mode = LoadMode(release=Release(release, is_complete=True) if release else None)
    graph = database_retrying(settings.ingest_retry_seconds, Event())(connect, connection)
    with closing(graph):
        run_ingest(settings, graph, SlowEmbedder(), paths, mode)
