"""Retrieve and rank the evidence for a request, with one strategy or with the agent."""

from dataclasses import replace

from narabot.answering import MAX_LIST_LINES
from narabot.chat.agent import best_evidence, is_for_attempts
from narabot.chat.answers import RankedEvidence, rank_evidence
from narabot.chat.global_answers import with_meta_answers
from narabot.chat.lists import filters_that_empty, list_evidence
from narabot.chat.opening import Chat
from narabot.chat.request_names import Names, record_by_number
from narabot.chat.tracing import Recorder
from narabot.models import RequestClass
from narabot.retrieval import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.expected_answer import asks_for_all

RECORDS_TO_READ = 10
"""Minimum number of records that are retrieved for the reader or for a broad question."""


def find_evidence(
    chat: Chat, request: ParsedRequest, names: Names, recorder: Recorder
) -> tuple[ParsedRequest, RankedEvidence, dict[str, int]]:
    """Return the request, its ranked evidence, and the filters that empty its list."""
    if is_for_attempts(chat, request):
        best = best_evidence(chat, request, names, budget_for(chat, request), recorder)
        return request, with_meta_answers(chat, request, best), {}
    request, evidence = evidence_for(chat, request)
    emptied = {} if evidence.passages else filters_that_empty(chat, request)
    recorder.add_steps(evidence.steps)
    recorder.lap("retrieve")
    ranked = rank_evidence(chat, request, evidence, recorder)
    return request, with_meta_answers(chat, request, ranked), emptied


def evidence_for(chat: Chat, request: ParsedRequest) -> tuple[ParsedRequest, Evidence]:
    """Return the evidence for a request.

    A request for a record number becomes a list that contains only that record.
    """
    steps = Steps()
    by_number = steps.take(
        "Loading the requested record",
        lambda: record_by_number(chat.retriever, request.record_number),
    )
    if by_number:
        listed_one = replace(request, request_class=RequestClass.SHOW_RECORDS)
        return listed_one, Evidence(passages=tuple(by_number), steps=tuple(steps.taken))
    if request.request_class is RequestClass.SHOW_RECORDS:
        return request, list_evidence(chat, request)
    return request, chat.look_up(request, budget_for(chat, request))


def budget_for(chat: Chat, request: ParsedRequest) -> Budget:
    """Return the number of records to retrieve for a question."""
    count = chat.settings.retrieval_passages
    looked_at = max(count, RECORDS_TO_READ) if chat.models.reader or request.is_broad else count
    if asks_for_all(request.asked):
        looked_at = max(looked_at, MAX_LIST_LINES)
    return Budget(looked_at, is_varied=True)
