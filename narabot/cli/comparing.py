"""`narabot evaluate strategies`: every way to look, on every collection of tests, in one table."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from narabot.cli.catalogues import LayeredCatalogue, Layering, layered
from narabot.cli.reporting import STDOUT, check_writable, write_whole
from narabot.errors import EvaluationFileError
from narabot.evaluation.asking_strategies import run_strategies
from narabot.evaluation.collections import read_collections
from narabot.evaluation.questions import decoded, read_bytes
from narabot.evaluation.strategy_runs import WITH_PLAN, Graphs, Order, StrategyRuns
from narabot.evaluation.strategy_table import StrategyTable, strategy_table
from narabot.evaluation.strategy_tables import strategies_markdown, strategies_text
from narabot.retrieval import DEFAULT_STRATEGY, registered
from narabot.settings import Settings
from narabot.terminal import sentences, tell

DataOption = Annotated[
    list[Path] | None,
    typer.Option(
        help="Catalogue lines to load into a graph that goes away: a file or folder; repeatable."
    ),
]
GraphOption = Annotated[
    Path | None,
    typer.Option(
        help="In place of --data: a data folder (as in NARABOT_DATA_DIR) whose graph has them "
        "already. It is only read, so that measuring again loads nothing anew."
    ),
]
PassagesOption = Annotated[
    Path | None,
    typer.Option(
        help="A data folder whose graph has the passages of the multi-hop questions "
        "(python -m benchmarks.multi_hop makes one); else they are loaded."
    ),
]
StrategyOption = Annotated[
    list[str],
    typer.Option(
        help="How to look: names with commas between, or repeatable. The others are compared with "
        "the first. NAME+plan computes first what can be computed, as narabot does by default; "
        "NAME only looks."
    ),
]
EarlierOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--with",
        help="The JSON file of an earlier run of this command, also of one that was stopped: what "
        "it has asked is not asked again; repeatable.",
    ),
]
CollectionsArgument = Annotated[
    list[Path],
    typer.Argument(help="Files or folders of tests of any kind, or a folder of such."),
]
NamesOption = Annotated[
    bool,
    typer.Option(
        help="Whether the reader of names (NAMES_MODEL) reads what is loaded, for the layer: "
        "some minutes for 15,000 records."
    ),
]
JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Write everything to a JSON file; - is stdout.")
]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print the table in Markdown.")]


@sentences()
def strategies(
    collections: CollectionsArgument,
    strategy: StrategyOption = [f"{DEFAULT_STRATEGY}{WITH_PLAN}"],  # noqa: B006  # Typer copies it
    data: DataOption = None,
    graph: GraphOption = None,
    passages: PassagesOption = None,
    names: NamesOption = True,
    earlier: EarlierOption = None,
    json: JsonOption = None,
    markdown: MarkdownOption = False,
) -> None:
    """Ask test collections by several strategies: one table, with what a request costs.

    A strategy that is not available on a graph is listed with its reason.
    """
    if json is not None:
        check_writable(json)
    if data and graph is not None:
        raise EvaluationFileError("Give either --data or --graph.")
    chosen = list(dict.fromkeys(one for given in strategy for one in names_in(given)))
    tests = read_collections(collections)
    then = tuple(read_runs(file) for file in earlier or ())
    layering = Layering(with_names=names)
    catalogue = LayeredCatalogue(layering, *data) if data else None
    if catalogue is not None:
        catalogue.files()  # what is missing is told before the models are loaded
    graphs = Graphs(catalogue, graph, passages, layered(layering))
    order = Order(tuple(tests), tuple(chosen), graphs, then)

    def keep(runs: StrategyRuns) -> None:
        if json is not None and json != STDOUT:
            json.write_bytes(as_json(runs))

    runs = run_strategies(Settings.from_environment(), order, tell, keep)
    show(runs, json, is_markdown=markdown)


def names_in(given: str) -> list[str]:
    """Return the names of strategies with commas between. Raises StrategyError."""
    names = [name.strip() for name in given.split(",") if name.strip()]
    for name in names:
        registered(name.removesuffix(WITH_PLAN))
    return names


def show(runs: StrategyRuns, json: Path | None, *, is_markdown: bool) -> None:
    """Print the table and write the file; with JSON on stdout nothing else is printed there."""
    table = strategy_table(runs.runs)
    if json != STDOUT:
        typer.echo(strategies_markdown(table) if is_markdown else strategies_text(table))
    if json is not None:
        write_whole(json, as_json(runs, table).decode(), "utf-8")


def as_json(runs: StrategyRuns, table: StrategyTable | None = None) -> bytes:
    """Return the runs as JSON, with the table where all have been asked."""
    content: dict[str, Any] = {"what": "strategies"} | msgspec.to_builtins(runs, str_keys=True)
    if table is not None:
        content["table"] = msgspec.to_builtins(table, str_keys=True)
    return msgspec.json.format(msgspec.json.encode(content), indent=1)


def read_runs(file: Path) -> StrategyRuns:
    """Return what an earlier run of the command wrote. Raises EvaluationFileError."""
    return decoded(read_bytes(file), StrategyRuns, str(file))
