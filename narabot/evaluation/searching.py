"""Run tests that search for records and do not need an answer."""

import time

from narabot.chat import Chat
from narabot.chat.responding import wording_for_model
from narabot.evaluation.evaluations import HopOutcome
from narabot.evaluation.measures import hop_groups
from narabot.evaluation.multi_hop import GAIN_WITHIN, HopQuestion, hop_scores
from narabot.evaluation.scores import FOLDERS_WITHIN, gold_ranks
from narabot.models import LevelOfDescription
from narabot.retrieval import Budget, Evidence
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import rewrite_query

FOLDER_RECORDS = 50
"""Number of records whose file units are ranked."""


def search(chat: Chat, query: str, count: int) -> Evidence:
    """Return the strategy's evidence for a query: up to `count` records, without filters."""
    wording = wording_for_model(chat, rewrite_query(query))
    return chat.look_up(plain_request(wording), Budget(count))


def ask_hop_question(chat: Chat, question: HopQuestion, gold: tuple[int, ...]) -> HopOutcome:
    """Return the outcome of a multi-hop question."""
    started = time.perf_counter()
    evidence = search(chat, question.query, GAIN_WITHIN)
    seconds = time.perf_counter() - started
    ranking = tuple(dict.fromkeys(one.na_id for one in evidence.passages))
    scores = hop_scores(gold, ranking)
    return HopOutcome(
        id=question.id,
        query=question.query,
        groups=hop_groups(question),
        scores=scores | {"seconds": seconds, "calls": float(evidence.cost.model_calls)},
        why="all found" if scores["perfect"] else "not all found",
        gold_ranks=gold_ranks(gold, ranking),
        ranking=ranking,
    )


def find_file_units(chat: Chat, request: str) -> list[int]:
    """Return the naIds of the file units that contain retrieved records, best first.

    A file unit has its own rank or the rank of the first record in it, whichever is better.
    """
    evidence = search(chat, request, FOLDER_RECORDS)
    units = dict.fromkeys(
        step.na_id
        for passage in evidence.passages
        for step in passage.path
        if step.type is LevelOfDescription.FILE_UNIT
    )
    return list(units)[:FOLDERS_WITHIN]
