"""`narabot strategies`, and the option that chooses one: the ways in which to look."""

from typing import Annotated

import typer

from narabot.database import serving
from narabot.graph import Graph, open_graph
from narabot.retrieval import STRATEGIES, Registered
from narabot.settings import Settings
from narabot.terminal import sentences, tell

StrategyOption = Annotated[
    str, typer.Option(help="How to look; `narabot strategies` names the ways there are.")
]


@sentences()
def strategies() -> None:
    """List the ways in which to look, what each needs, and whether it is available here."""
    settings = Settings.from_environment()
    with serving(settings, tell) as connection, open_graph(connection) as graph:
        for one in STRATEGIES.values():
            typer.echo(strategy_line(one, graph))


def strategy_line(one: Registered, graph: Graph) -> str:
    """Return what is to be known of a strategy."""
    why = one.lacking(graph)
    state = "available" if why is None else f"not available: {why}"
    return f"{one.name}: {one.does}. Needs {one.needs}. {state}"
