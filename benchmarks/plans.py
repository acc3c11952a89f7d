"""Time request parsing, plan evaluation, and overviews.

    python -m benchmarks.plans [--rounds 3] [--overviews NAID...]

The settings select the graph (`NARABOT_DATA_DIR` or `NEO4J_URI`). The plans come from the answers
to narabot's own questions (`benchmarks/validation/graph_questions.jsonl`). Each plan is evaluated
from its JSON, first without cached sets and then with a chat's cache. The cache stays valid until
more records are loaded. Overviews are built for the records with the specified naIds.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.throwaway import machine
from narabot.chat import Chat, open_chat, open_models, respond
from narabot.chat.overviews import Overviews
from narabot.database import connection
from narabot.evaluation.graph_questions import read_graph_questions
from narabot.graph import Graph, open_graph
from narabot.plans.evaluation import evaluate
from narabot.plans.plan_json import read_plan
from narabot.plans.sources import Sets, open_sets
from narabot.retrieval.records.full_record import full_record
from narabot.settings import Settings
from narabot.versions import stored_identity

QUESTIONS = Path(__file__).parent / "validation" / "graph_questions.jsonl"


def main() -> None:
    """Print medians and 95th percentiles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--overviews", type=int, nargs="*", default=[])
    chosen = parser.parse_args()
    settings = Settings.from_environment()
    with open_graph(connection(settings)) as graph:
        models = open_models(settings, stored_identity(graph))
        chat = open_chat(settings, models, graph)
        [size] = graph.read("MATCH (node:recordWithText) RETURN count(node) AS chunks")
        print(f"{machine()}; {size['chunks']:,} chunks")
        asked = [one.query for one in read_graph_questions(QUESTIONS).entries]
        if models.intents is not None:
            show("parsing a request", [spent(models.intents.read, one) for one in asked])
        plans = list(dict.fromkeys(plans_of(chat, asked)))
        rounds = range(chosen.rounds)
        alone = [
            spent(lambda plan: run(open_sets(graph), plan), one) for _ in rounds for one in plans
        ]
        show(f"{len(plans)} plans, no cache", alone)
        kept = [spent(run, chat.sets, one) for _ in rounds for one in plans]
        show(f"{len(plans)} plans, cached as in a chat", kept)
        for na_id in chosen.overviews:
            show_overview(graph, na_id)


def plans_of(chat: Chat, asked: Sequence[str]) -> Iterator[str]:
    """Yield the plans of the answers to some questions, as JSON."""
    for question in asked:
        answer = respond(chat, question).answer
        if answer is not None and answer.computation is not None:
            yield answer.computation.plan


def run(sets: Sets, plan: str) -> object:
    """Return the value of a plan."""
    return evaluate(read_plan(plan), sets)


def spent(work: Callable[..., object], *arguments: object) -> float:
    """Return how long a function call takes, in milliseconds."""
    started = time.perf_counter()
    work(*arguments)
    return (time.perf_counter() - started) * 1000


def show(name: str, times: Sequence[float]) -> None:
    """Print the median, 95th percentile, and maximum of the times."""
    print(
        f"{name}: median {statistics.median(times):.1f} ms, "
        f"95th percentile {statistics.quantiles(times, n=20)[-1]:.1f} ms, "
        f"maximum {max(times):.0f} ms"
    )


def show_overview(graph: Graph, na_id: int) -> None:
    """Print how long an overview takes when it is built and when it is cached."""
    overviews, full = Overviews(), full_record(graph, na_id)
    first = spent(overviews.of, graph, full)
    again = statistics.median(spent(overviews.of, graph, full) for _ in range(5))
    overview = overviews.of(graph, full)
    count = overview.profile.count if overview else 0
    print(f"overview of {na_id} ({count:,} records): {first:.0f} ms, cached {again:.1f} ms")


if __name__ == "__main__":
    main()
