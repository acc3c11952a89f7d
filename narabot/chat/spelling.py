"""What may be meant by words that no record has, where a request has found nothing."""

from narabot.chat.opening import Chat
from narabot.chat.tracing import Recorder
from narabot.models import Answer
from narabot.retrieval import Evidence, words_meant
from narabot.understanding import ParsedRequest
from narabot.understanding.tokens import tokenised


def did_you_mean(
    chat: Chat,
    request: ParsedRequest,
    evidence: Evidence,
    answer: Answer | None,
    recorder: Recorder,
) -> dict[str, str]:
    """Return by words of a request that no record has those that are meant, if nothing was found.

    Words that were read as filters are not looked at. Raises GraphUnavailableError.
    """
    if not has_failed(evidence, answer):
        return {}
    said = (token.folded for one in tokenised(request.query).tokens for token in one.parts)
    written = set(said)
    words = [word for word in tokenised(request.matter.text).content_words if word in written]
    meant = words_meant(chat.retriever.graph, words)
    recorder.lap("spelling", "Comparing words that no record has")
    return meant


def has_failed(evidence: Evidence, answer: Answer | None) -> bool:
    """Return whether no record answers a question, or none has all the words of a list."""
    if answer is not None:
        return answer.is_refused or answer.is_guide
    return evidence.listing is not None and evidence.listing.with_all_words == 0
