"""A chat over catalogue lines in a graph that goes away with it, for programs that ask much."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narabot.chat import Chat, open_chat, open_models
from narabot.cli.catalogues import IngestedCatalogue
from narabot.evaluation.graphs import throwaway_graph
from narabot.settings import Settings


@contextmanager
def chat_over(*data: Path) -> Iterator[Chat]:
    """Yield a chat over the lines in and under some paths, by the developer's settings.

    Raises NarabotError.
    """
    settings = Settings.from_environment()
    models = open_models(settings)
    with throwaway_graph(settings, print) as (own, graph):
        IngestedCatalogue(*data).load(own, graph, models)
        yield open_chat(own, models, graph)
