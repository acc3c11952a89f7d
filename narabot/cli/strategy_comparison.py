"""The command `narabot evaluate strategies`: compare strategies on test collections."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from narabot.cli.catalogs import CatalogWithKnowledge, KnowledgeOptions, catalog_factory
from narabot.cli.reporting import STDOUT, check_writable, write_atomically
from narabot.errors import EvaluationFileError
from narabot.evaluation.asking_strategies import run_strategies
from narabot.evaluation.collections import read_collections
from narabot.evaluation.questions import decode_json, read_bytes
from narabot.evaluation.strategy_rendering import strategies_markdown, strategies_text
from narabot.evaluation.strategy_runs import (
    WITH_PLAN,
    ComparisonJob,
    GraphSources,
    StrategyRuns,
    current_name,
)
from narabot.evaluation.strategy_table import StrategyTable, strategy_table
from narabot.retrieval import DEFAULT_STRATEGY, find_strategy
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors

DataOption = Annotated[
    list[Path] | None,
    typer.Option(
        help="Catalog lines to load into a temporary graph: a file or folder. Repeatable."
    ),
]
GraphOption = Annotated[
    Path | None,
    typer.Option(
        help="Instead of --data: a data folder (as in NARABOT_DATA_DIR) with a loaded graph. The "
        "evaluation does not change the graph."
    ),
]
PassagesOption = Annotated[
    Path | None,
    typer.Option(
        help="A data folder with the passages of the multi-hop questions, as created by "
        "`python -m benchmarks.multi_hop`. By default, the evaluation loads them."
    ),
]
StrategyOption = Annotated[
    list[str],
    typer.Option(
        help="Strategy names, separated by commas. Repeatable. The first strategy is the "
        "baseline. NAME+plan first tries to compute the answer, as narabot does by default. "
        "NAME alone only searches for records."
    ),
]
ReuseOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--reuse",
        help="JSON file of an earlier or interrupted run of this command. Its results are reused. "
        "Repeatable.",
    ),
]
CollectionsArgument = Annotated[
    list[Path],
    typer.Argument(
        help="Test collections of any kind: files, folders, or a folder of collections."
    ),
]
NamesOption = Annotated[
    bool,
    typer.Option(
        help="Whether to extract names with NER_MODEL for the knowledge layer. Extraction takes "
        "several minutes for 15,000 records."
    ),
]
JsonOption = Annotated[
    Path | None, typer.Option("--json", help="JSON file for all results, or - for stdout.")
]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown.")]


@report_errors()
def strategies(
    collections: CollectionsArgument,
    strategy: StrategyOption = [f"{DEFAULT_STRATEGY}{WITH_PLAN}"],  # noqa: B006  # Typer copies it
    data: DataOption = None,
    graph: GraphOption = None,
    passages: PassagesOption = None,
    names: NamesOption = True,
    earlier: ReuseOption = None,
    json: JsonOption = None,
    markdown: MarkdownOption = False,
) -> None:
    """Compare strategies on test collections: one table of quality and cost.

    The output lists unavailable strategies with the reason.
    """
    if json is not None:
        check_writable(json)
    if data and graph is not None:
        raise EvaluationFileError("Use either --data or --graph, not both.")
    chosen = list(
        dict.fromkeys(one for names_list in strategy for one in strategy_names(names_list))
    )
    tests = read_collections(collections)
    earlier_runs = tuple(read_runs(file) for file in earlier or ())
    options = KnowledgeOptions(with_names=names)
    catalog = CatalogWithKnowledge(options, *data) if data else None
    if catalog is not None:
        catalog.files()  # fail on missing files before loading the models
    graphs = GraphSources(catalog, graph, passages, catalog_factory(options))
    job = ComparisonJob(tuple(tests), tuple(chosen), graphs, earlier_runs)

    def save(runs: StrategyRuns) -> None:
        if json is not None and json != STDOUT:
            json.write_bytes(as_json(runs))

    runs = run_strategies(Settings.from_environment(), job, print_status, save)
    print_table(runs, json, is_markdown=markdown)


def strategy_names(text: str) -> list[str]:
    """Return the strategy names in a comma-separated list.

    Raise StrategyError for an unknown name.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        find_strategy(name.removesuffix(WITH_PLAN))
    return [current_name(name) for name in names]


def print_table(runs: StrategyRuns, json: Path | None, *, is_markdown: bool) -> None:
    """Print the table and write the JSON file. If the file is stdout, print only JSON."""
    table = strategy_table(runs.runs)
    if json != STDOUT:
        typer.echo(strategies_markdown(table) if is_markdown else strategies_text(table))
    if json is not None:
        write_atomically(json, as_json(runs, table).decode(), "utf-8")


def as_json(runs: StrategyRuns, table: StrategyTable | None = None) -> bytes:
    """Return the runs as JSON, with the table if the evaluation is complete."""
    content: dict[str, Any] = {"what": "strategies"} | msgspec.to_builtins(runs, str_keys=True)
    if table is not None:
        content["table"] = msgspec.to_builtins(table, str_keys=True)
    return msgspec.json.format(msgspec.json.encode(content), indent=1)


def read_runs(file: Path) -> StrategyRuns:
    """Read the runs that an earlier evaluation saved.

    Raise EvaluationFileError if the file is invalid.
    """
    return decode_json(read_bytes(file), StrategyRuns, str(file))
