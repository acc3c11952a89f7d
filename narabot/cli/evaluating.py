"""The commands `narabot evaluate …`, which evaluate answers on test files."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from narabot.cli.catalogs import IngestedCatalog
from narabot.cli.reporting import STDOUT, check_writable, write_atomically
from narabot.cli.strategy_comparison import strategies
from narabot.evaluation import (
    Evaluation,
    StoredEvaluation,
    compare,
    comparison_table,
    evaluate_classifier,
    evaluate_folders,
    evaluate_graph_questions,
    evaluate_questions,
    evaluation_json,
    evaluation_table,
    read_folder_tests,
    read_graph_questions,
    read_labeled_requests,
    read_questions,
    read_stored,
)
from narabot.evaluation.comparison import check_same_kind
from narabot.evaluation.evaluations import EvaluationKind
from narabot.retrieval import DEFAULT_STRATEGY, find_strategy
from narabot.settings import Settings
from narabot.terminal import print_status, report_errors

app = typer.Typer(
    no_args_is_help=True,
    help="Evaluate answers on test files, with a temporary database.",
)

JsonOption = Annotated[
    Path | None, typer.Option("--json", help="JSON file for all results, or - for stdout.")
]
CompareOption = Annotated[
    Path | None, typer.Option("--compare", help="JSON file of an earlier run to compare with.")
]


@app.command()
@report_errors()
def questions(
    file: Annotated[
        Path, typer.Argument(help="JSONL file of questions with gold records and answers.")
    ],
    data: Annotated[
        list[Path], typer.Option(help="Catalog lines to load: a file or folder. Repeatable.")
    ],
    json: JsonOption = None,
    compare: CompareOption = None,
    strategy: Annotated[
        list[str],
        typer.Option(help="Search strategy. Repeatable. The first strategy is the baseline."),
    ] = [DEFAULT_STRATEGY],  # noqa: B006  # Typer copies it
) -> None:
    """Evaluate questions: retrieval, answers, refusals, quotations, and time."""
    old = check_files(json, compare, "questions")
    names = [find_strategy(name).name for name in strategy]
    tests = read_questions(file)
    settings = Settings.from_environment()
    first, *others = evaluate_questions(
        settings, tests, IngestedCatalog(*data), print_status, names
    )
    report_results(first, json, old, others)


@app.command()
@report_errors()
def graph_questions(
    file: Annotated[
        Path, typer.Argument(help="JSONL file of questions that need the whole graph.")
    ],
    data: Annotated[
        list[Path], typer.Option(help="Catalog lines to load: a file or folder. Repeatable.")
    ],
    json: JsonOption = None,
    compare: CompareOption = None,
) -> None:
    """Evaluate questions that need counts, comparisons, relations, or overviews."""
    old = check_files(json, compare, "graph-questions")
    tests = read_graph_questions(file)
    settings = Settings.from_environment()
    report_results(
        evaluate_graph_questions(settings, tests, IngestedCatalog(*data), print_status), json, old
    )


@app.command()
@report_errors()
def classifier(
    file: Annotated[Path, typer.Argument(help="JSONL file of requests with lang and class.")],
    json: JsonOption = None,
    compare: CompareOption = None,
) -> None:
    """Evaluate the request classifier on labeled requests, without a database."""
    old = check_files(json, compare, "classifier")
    tests = read_labeled_requests(file)
    report_results(evaluate_classifier(Settings.from_environment(), tests), json, old)


@app.command()
@report_errors()
def where_to_look(
    folder: Annotated[
        Path,
        typer.Argument(
            help="Folder with records.jsonl, topics.json, qrels.json, and samples.json."
        ),
    ],
    json: JsonOption = None,
    compare: CompareOption = None,
) -> None:
    """Evaluate the ranking of file units for topics, with only samples of their items.

    Each topic is one test. Its score is the mean over the samples.
    """
    old = check_files(json, compare, "where-to-look")
    tests = read_folder_tests(folder)
    settings = Settings.from_environment()
    report_results(evaluate_folders(settings, tests, IngestedCatalog, print_status), json, old)


app.command()(strategies)


def check_files(
    json: Path | None, old: Path | None, what: EvaluationKind
) -> StoredEvaluation | None:
    """Return the earlier evaluation, or `None`. Raise an error if either file cannot be used."""
    if json is not None:
        check_writable(json)
    if old is None:
        return None
    stored = read_stored(old)
    check_same_kind(stored, what)
    return stored


def report_results(
    evaluation: Evaluation,
    json: Path | None,
    old: StoredEvaluation | None,
    others: Sequence[Evaluation] = (),
) -> None:
    """Print the tables and write the JSON file. If the file is stdout, print only JSON.

    `others` are evaluations of other strategies, to be compared with the first evaluation.
    """
    compared = compare(old, evaluation) if old is not None else None
    by_others = [(other, compare(evaluation, other)) for other in others]
    if json != STDOUT:
        typer.echo(evaluation_table(evaluation))
        for one in filter(None, [compared, *(comparison for _, comparison in by_others)]):
            typer.echo("\n" + comparison_table(one))
    if json is not None:
        compared_others = [(other, asdict(comparison)) for other, comparison in by_others]
        content = evaluation_json(
            evaluation, asdict(compared) if compared else None, compared_others
        )
        write_atomically(json, content, "utf-8")
