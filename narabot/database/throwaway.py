"""An embedded server that goes away with what it was started for: never the user's."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narabot.database.jars import Report
from narabot.database.process import signals_unwind
from narabot.database.server import EmbeddedDatabase
from narabot.models import Connection
from narabot.settings import Settings


@contextmanager
def throwaway_database(settings: Settings, report: Report) -> Iterator[tuple[Settings, Connection]]:
    """Yield settings and the connection to an empty server in a temporary folder.

    NEO4J_URI's server is not touched. The downloaded jars and the exported model are shared with
    the user (NARABOT_CACHE_DIR).
    """
    with (
        signals_unwind(),
        tempfile.TemporaryDirectory(prefix="narabot-throwaway-") as folder,
    ):
        own = settings.model_copy(
            update={"narabot_data_dir": Path(folder), "neo4j_uri": None, "neo4j_password": None}
        )
        with EmbeddedDatabase(own).running(report) as connection:
            yield own, connection
