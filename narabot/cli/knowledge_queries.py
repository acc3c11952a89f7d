"""The commands `narabot knowledge rules` and `narabot knowledge reports`."""

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
from narabot.retrieval.operators.communities import (
    missing_reports_reason,
    read_reports,
    report_ids_by_words,
)
from narabot.retrieval.operators.words import lucene_query
from narabot.retrieval.rule_facts import graph_rules
from narabot.retrieval.rule_goals import facts_with_names, nearest_first, read_goal, unknown_names
from narabot.settings import Settings
from narabot.terminal import print_status
from narabot.versions import check_not_being_emptied


@contextmanager
def open_knowledge() -> Iterator[tuple[Settings, Graph]]:
    """Yield the settings and the configured graph. Start the server if necessary."""
    settings = Settings.from_environment()
    with serving(settings, print_status) as connection, open_graph(connection) as graph:
        check_not_being_emptied(graph)
        yield settings, graph


GoalArgument = Annotated[
    str,
    typer.Argument(
        help="Goal, with names in quotation marks and capitalized variables: "
        """reachable("Ada Marsh", Name, Steps), common_neighbor("…", "…", Name), """
        """evidence("…", "…", NaId, Chunk), or inherited_creator("…", NaId) for a record's naId. """
        """Replace … with names. Steps is the length of each path."""
    ),
]
RulesFileOption = Annotated[
    Path | None,
    typer.Option(
        "--file", exists=True, dir_okay=False, help="Rules file to use instead of narabot's rules."
    ),
]
FactsOption = Annotated[
    int, typer.Option("--limit", min=1, help="Maximum number of facts to print.")
]


def rules(goal: GoalArgument, file: RulesFileOption = None, limit: FactsOption = 100) -> None:
    """Derive facts about names in the texts from rules, such as paths between names."""
    text = None if file is None else file.read_text(encoding="utf-8", errors="replace")
    with open_knowledge() as (_, graph):
        asked = read_goal(graph, goal)
        for name in unknown_names(asked):
            print_status(f"no text contains the name “{name}”, so the goal uses the name unchanged")
        for name in asked.constants:
            print_status(f"{name} is a constant. Variables begin with a capital letter.")
        answer = graph_rules(graph, text).ask(asked)
        for line in facts_with_names(graph, nearest_first(answer.facts)[:limit]):
            typer.echo(line)
    for note in answer.notes:
        print_status(note)
    derived, read = len(answer.facts), answer.facts_read
    print_status(
        f"derived {derived:,} facts from {read:,} facts in the graph, "
        f"and printed {min(derived, limit):,} of them"
    )


WordsArgument = Annotated[str, typer.Argument(help="Words to search for in the reports.")]
ReportsOption = Annotated[
    int, typer.Option("--limit", min=1, max=1000, help="Maximum number of reports.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print a JSON array.")]


def reports(words: WordsArgument, limit: ReportsOption = 3, as_json: JsonOption = False) -> None:
    """Print the community reports that best match some words."""
    query = lucene_query(Wording(words))
    with open_knowledge() as (_, graph):
        reason = missing_reports_reason(graph)
        if reason:
            raise NarabotError(as_sentence(reason))
        best = report_ids_by_words(graph, query, limit) if query else []
        stored = read_reports(graph, best, {})
    found = [stored[one].report for one in best if one in stored]
    if as_json:
        content = msgspec.json.encode([report_json(one) for one in found])
        typer.echo(msgspec.json.format(content, indent=1).decode())
        return
    for one in found:
        typer.echo(f"{report_text(one)}\nRating: {one.rating:g} of 10. {one.rating_explanation}\n")
    print_status(f"found {len(found):,} reports")
