"""Suggest spellings for unknown words if a request finds nothing."""

from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder
from narabot.models import Answer
from narabot.retrieval import Evidence, spelling_corrections
from narabot.understanding import ParsedRequest
from narabot.understanding.tokens import tokenize


def did_you_mean(
    chat: Chat,
    request: ParsedRequest,
    evidence: Evidence,
    answer: Answer | None,
    recorder: Recorder,
) -> dict[str, str]:
    """Return spelling suggestions for the request's words that no record contains, keyed by word.

    Return an empty mapping if the request succeeded. Words that became filters are not checked.
    Raises GraphUnavailableError.
    """
    if not has_failed(evidence, answer):
        return {}
    tokens = (token.folded for one in tokenize(request.query).tokens for token in one.parts)
    written = set(tokens)
    words = [word for word in tokenize(request.matter.text).content_words if word in written]
    meant = spelling_corrections(chat.retriever.graph, words)
    recorder.lap("spelling", "Finding spelling suggestions")
    return meant


def has_failed(evidence: Evidence, answer: Answer | None) -> bool:
    """Return whether no record answers a question or contains all words of a list request."""
    if answer is not None:
        return answer.is_refused or answer.is_guide
    return evidence.listing is not None and evidence.listing.with_all_words == 0
