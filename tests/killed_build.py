"""A build of the layer that may be killed: run in a process of its own."""

import time
from collections.abc import Sequence
from contextlib import closing
from threading import Event

from ingest.progress import database_retrying
from narabot.graph import connect
from narabot.knowledge import building
from narabot.models import Connection

RECORDS_AT_ONCE = 40
"""Small transactions, so that there are many moments to be killed in."""

PAUSE_S = 0.02
"""After each batch."""


def build(connection: Connection, within: Sequence[int] | None = None) -> None:
    """Build the layer in small batches; waits a minute for a database that does not answer."""
    building.RECORDS_PER_TRANSACTION = building.PHRASES_PER_TRANSACTION = RECORDS_AT_ONCE
    retrying = database_retrying(60, Event())
    with closing(retrying(connect, connection)) as graph:
        building.run_build(
            building.begin_build(graph, retrying, within), lambda _: time.sleep(PAUSE_S)
        )
