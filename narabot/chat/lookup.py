"""What is found for a request, and read: by a strategy, or by an agent that tries several."""

from dataclasses import replace

from narabot.answering import MOST_LINES
from narabot.chat.agent import attempted, is_for_attempts
from narabot.chat.answers import Considered, read_through
from narabot.chat.global_answers import with_meta_answers
from narabot.chat.lists import emptied_by, listed
from narabot.chat.naming import Names, record_asked_for
from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder
from narabot.models import RequestClass
from narabot.retrieval import Budget, Evidence, Steps
from narabot.understanding import ParsedRequest
from narabot.understanding.expected_answer import asks_for_all

READ_RECORDS = 10
"""Records of which the reader chooses that which answers, or that a broad question gets."""


def looked_up(
    chat: Chat, request: ParsedRequest, names: Names, recorder: Recorder
) -> tuple[ParsedRequest, Considered, dict[str, int]]:
    """Return what is found for a request and read, and what empties its list."""
    if is_for_attempts(chat, request):
        best = attempted(chat, request, names, budget_for(chat, request), recorder)
        return request, with_meta_answers(chat, request, best), {}
    request, evidence = evidence_for(chat, request)
    emptied = {} if evidence.passages else emptied_by(chat, request)
    recorder.tell(evidence.steps)
    recorder.lap("retrieve")
    considered = read_through(chat, request, evidence, recorder)
    return request, with_meta_answers(chat, request, considered), emptied


def evidence_for(chat: Chat, request: ParsedRequest) -> tuple[ParsedRequest, Evidence]:
    """Return the evidence for a request; a record's number is a list of it."""
    steps = Steps()
    by_number = steps.take(
        "Reading the record of this number",
        lambda: record_asked_for(chat.retriever, request.record_number),
    )
    if by_number:
        listed_one = replace(request, request_class=RequestClass.SHOW_RECORDS)
        return listed_one, Evidence(passages=tuple(by_number), steps=tuple(steps.taken))
    if request.request_class is RequestClass.SHOW_RECORDS:
        return request, listed(chat, request)
    return request, chat.look_up(request, budget_for(chat, request))


def budget_for(chat: Chat, request: ParsedRequest) -> Budget:
    """Return how many records a question gets."""
    count = chat.settings.retrieval_passages
    looked_at = max(count, READ_RECORDS) if chat.models.reader or request.is_broad else count
    if asks_for_all(request.asked):
        looked_at = max(looked_at, MOST_LINES)
    return Budget(looked_at, is_varied=True)
