"""A chat about catalog lines in a temporary graph, for scripts that ask many questions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narabot.chat import Chat, open_chat, open_models
from narabot.cli.catalogs import IngestedCatalog
from narabot.evaluation.graphs import throwaway_graph
from narabot.settings import Settings


@contextmanager
def chat_over(*data: Path) -> Iterator[Chat]:
    """Yield a chat about the lines in some files and folders, with the developer's settings.

    Raise NarabotError.
    """
    settings = Settings.from_environment()
    models = open_models(settings)
    with throwaway_graph(settings, print) as (own, graph):
        IngestedCatalog(*data).load(own, graph, models)
        yield open_chat(own, models, graph)
