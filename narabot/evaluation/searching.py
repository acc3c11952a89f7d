"""Ask a strategy for records alone, without an answer: by title or by the folder they lie in."""

import time

from narabot.chat import Chat
from narabot.chat.responding import readable_for
from narabot.evaluation.evaluations import HopOutcome
from narabot.evaluation.measures import hop_groups
from narabot.evaluation.multi_hop import GAIN_WITHIN, HopQuestion, hop_scores
from narabot.evaluation.scores import FOLDERS_WITHIN, gold_ranks
from narabot.models import LevelOfDescription
from narabot.retrieval import Budget, Evidence
from narabot.understanding import plain_request
from narabot.understanding.query_rewriting import wording_of

FOLDER_RECORDS = 50
"""Records that are looked at for the folders in which they lie."""


def searched(chat: Chat, query: str, count: int) -> Evidence:
    """Return what the chat's strategy finds for some words: so many records, without filters."""
    wording = readable_for(chat, wording_of(query))
    return chat.look_up(plain_request(wording), Budget(count))


def hop_asked(chat: Chat, question: HopQuestion, gold: tuple[int, ...]) -> HopOutcome:
    """Return which records are found for a question that several passages answer together."""
    started = time.perf_counter()
    evidence = searched(chat, question.query, GAIN_WITHIN)
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


def folders_found(chat: Chat, request: str) -> list[int]:
    """Return the naIds of the fileUnits of the records that the chat's strategy finds, best first.

    A folder comes where the first record in it does, or itself.
    """
    evidence = searched(chat, request, FOLDER_RECORDS)
    units = dict.fromkeys(
        step.na_id
        for passage in evidence.passages
        for step in passage.path
        if step.type is LevelOfDescription.FILE_UNIT
    )
    return list(units)[:FOLDERS_WITHIN]
