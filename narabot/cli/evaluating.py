"""`narabot evaluate`: how good the answers are, on files of tests, against a throwaway graph."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from narabot.cli.catalogues import IngestedCatalogue
from narabot.cli.comparing import strategies
from narabot.cli.reporting import STDOUT, check_writable, write_whole
from narabot.evaluation import (
    Evaluation,
    Stored,
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
    read_labelled_requests,
    read_questions,
    read_stored,
)
from narabot.evaluation.comparison import check_same_kind
from narabot.evaluation.evaluations import What
from narabot.retrieval import DEFAULT_STRATEGY, registered
from narabot.settings import Settings
from narabot.terminal import sentences, tell

app = typer.Typer(
    no_args_is_help=True,
    help="Measure the answers on files of tests, with a database of its own that goes away.",
)

JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Write everything to a JSON file; - is stdout.")
]
OldFile = Annotated[
    Path | None, typer.Option("--compare", help="Compare with the JSON file of an earlier run.")
]


@app.command()
@sentences()
def questions(
    file: Annotated[Path, typer.Argument(help="JSONL: questions with gold records and answers.")],
    data: Annotated[
        list[Path], typer.Option(help="Catalogue lines to load: a file or folder; repeatable.")
    ],
    json: JsonFile = None,
    compare: OldFile = None,
    strategy: Annotated[
        list[str], typer.Option(help="How to look; of several, each is compared with the first.")
    ] = [DEFAULT_STRATEGY],  # noqa: B006  # Typer copies it
) -> None:
    """Ask questions of some catalogue lines: records found, answers, refusals, quotes, time."""
    old = prepared(json, compare, "questions")
    names = [registered(name).name for name in strategy]
    tests = read_questions(file)
    settings = Settings.from_environment()
    first, *others = evaluate_questions(settings, tests, IngestedCatalogue(*data), tell, names)
    finish(first, json, old, others)


@app.command()
@sentences()
def graph_questions(
    file: Annotated[Path, typer.Argument(help="JSONL: questions that need the whole graph.")],
    data: Annotated[
        list[Path], typer.Option(help="Catalogue lines to load: a file or folder; repeatable.")
    ],
    json: JsonFile = None,
    compare: OldFile = None,
) -> None:
    """Ask what is counted, compared, followed or surveyed over some catalogue lines."""
    old = prepared(json, compare, "graph-questions")
    tests = read_graph_questions(file)
    settings = Settings.from_environment()
    finish(evaluate_graph_questions(settings, tests, IngestedCatalogue(*data), tell), json, old)


@app.command()
@sentences()
def classifier(
    file: Annotated[Path, typer.Argument(help="JSONL: requests with lang and class.")],
    json: JsonFile = None,
    compare: OldFile = None,
) -> None:
    """Classify labelled requests; needs no database."""
    old = prepared(json, compare, "classifier")
    tests = read_labelled_requests(file)
    finish(evaluate_classifier(Settings.from_environment(), tests), json, old)


@app.command()
@sentences()
def where_to_look(
    folder: Annotated[
        Path, typer.Argument(help="Holds records.jsonl, topics.json, qrels.json, samples.json.")
    ],
    json: JsonFile = None,
    compare: OldFile = None,
) -> None:
    """Rank file units for topics when only samples of their items are known.

    Each topic is one test: its score is the mean over the samples.
    """
    old = prepared(json, compare, "where-to-look")
    tests = read_folder_tests(folder)
    settings = Settings.from_environment()
    finish(evaluate_folders(settings, tests, IngestedCatalogue, tell), json, old)


app.command()(strategies)


def prepared(json: Path | None, old: Path | None, what: What) -> Stored | None:
    """Return the earlier evaluation; what cannot be read or written is told before minutes go."""
    if json is not None:
        check_writable(json)
    if old is None:
        return None
    stored = read_stored(old)
    check_same_kind(stored, what)
    return stored


def finish(
    evaluation: Evaluation,
    json: Path | None,
    old: Stored | None,
    others: Sequence[Evaluation] = (),
) -> None:
    """Print the tables and write the file; with JSON on stdout nothing else is printed there.

    What others have, by other strategies, is compared with the evaluation.
    """
    compared = compare(old, evaluation) if old is not None else None
    by_others = [(other, compare(evaluation, other)) for other in others]
    if json != STDOUT:
        typer.echo(evaluation_table(evaluation))
        for one in filter(None, [compared, *(comparison for _, comparison in by_others)]):
            typer.echo("\n" + comparison_table(one))
    if json is not None:
        told = [(other, asdict(comparison)) for other, comparison in by_others]
        content = evaluation_json(evaluation, asdict(compared) if compared else None, told)
        write_whole(json, content, "utf-8")
