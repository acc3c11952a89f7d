"""A build of the knowledge layer in a separate process that a test may kill."""

import time
from collections.abc import Sequence
from contextlib import closing
from threading import Event

from ingest.progress import database_retrying
from narabot.graph import connect
from narabot.knowledge import building
from narabot.models import Connection

RECORDS_AT_ONCE = 40
"""Number of records per transaction. Small transactions offer many points for a kill."""

PAUSE_S = 0.02
"""Pause after each batch, in seconds."""


def build(connection: Connection, within: Sequence[int] | None = None) -> None:
    """Build the layer in small batches. Wait up to a minute for a database that does not answer."""
    building.RECORDS_PER_TRANSACTION = building.PHRASES_PER_TRANSACTION = RECORDS_AT_ONCE
    retrying = database_retrying(60, Event())
    with closing(retrying(connect, connection)) as graph:
        building.run_build(
            building.begin_build(graph, retrying, within), lambda _: time.sleep(PAUSE_S)
        )
