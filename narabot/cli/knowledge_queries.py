"""`narabot knowledge rules` and `reports`: what the layer says when it is asked."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from narabot.database import serving
from narabot.errors import NarabotError
from narabot.graph import Graph, open_graph
from narabot.models import Wording
from narabot.presentation.contexts import report_json, report_text
from narabot.presentation.strategy_labels import as_sentence
from narabot.retrieval.operators.communities import report_ids_by_words, read_reports, missing_reports_reason
from narabot.retrieval.operators.words import lucene_query
from narabot.retrieval.rule_facts import graph_rules
from narabot.retrieval.rule_goals import nearest_first, read_goal, unknown_names, facts_with_names
from narabot.settings import Settings
from narabot.terminal import print_status
from narabot.versions import check_not_being_emptied


@contextmanager
def open_knowledge() -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings and the graph of the database, its server started if need be."""
    settings = Settings.from_environment()
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        check_not_being_emptied(graph)
        yield settings, graph


GoalArgument = Annotated[
    str,
    typer.Argument(
        help="What is asked, with names in quotation marks and what is left open in capitals: "
        """reachable("Ada Marsh", Name, Steps), common_neighbor("…", "…", Name), """
        """evidence("…", "…", NaId, Chunk) or, of a record's naId, inherited_creator("…", NaId). """
        """Names where dots stand must be given; Steps are those of each way there is."""
    ),
]
RulesFileOption = Annotated[
    Path | None,
    typer.Option(
        "--file", exists=True, dir_okay=False, help="Rules of your own in place of narabot's."
    ),
]
MostOption = Annotated[int, typer.Option("--most", min=1, help="Facts that are printed.")]


def rules(goal: GoalArgument, file: RulesFileOption = None, most: MostOption = 100) -> None:
    """Ask rules what follows from the names in the texts: who is reached from whom, and where."""
    text = None if file is None else file.read_text(encoding="utf-8", errors="replace")
    with open_knowledge() as (_, graph):
        asked = read_goal(graph, goal)
        for name in unknown_names(asked):
            print_status(f"no text says the name “{name}”: it is taken as it stands")
        for name in asked.constants:
            print_status(f"{name} is taken as it stands: what is left open begins with a capital letter")
        answer = graph_rules(graph, text).ask(asked)
        for line in facts_with_names(graph, nearest_first(answer.facts)[:most]):
            typer.echo(line)
    for note in answer.notes:
        print_status(note)
    told, read = len(answer.facts), answer.facts_read
    print_status(f"{told:,} facts told, of which {min(told, most):,} are printed; {read:,} were read")


WordsArgument = Annotated[str, typer.Argument(help="Words of the reports that are sought.")]
ReportsOption = Annotated[int, typer.Option("--most", min=1, max=1000, help="Reports printed.")]
JsonOption = Annotated[bool, typer.Option("--json", help="As a JSON array.")]


def reports(words: WordsArgument, most: ReportsOption = 3, as_json: JsonOption = False) -> None:
    """Print the reports on communities of records and names that have most of some words."""
    query = lucene_query(Wording(words))
    with open_knowledge() as (_, graph):
        lacking = missing_reports_reason(graph)
        if lacking:
            raise NarabotError(as_sentence(lacking))
        best = report_ids_by_words(graph, query, most) if query else []
        told = read_reports(graph, best, {})
    found = [told[one].report for one in best if one in told]
    if as_json:
        content = msgspec.json.encode([report_json(one) for one in found])
        typer.echo(msgspec.json.format(content, indent=1).decode())
        return
    for one in found:
        typer.echo(f"{report_text(one)}\nRating: {one.rating:g} of 10. {one.rating_explanation}\n")
    print_status(f"{len(found):,} reports")
