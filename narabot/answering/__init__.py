"""Turn passages into an answer: quotations, a language model's sentences, or the refusal.

This package uses neither Neo4j nor the web page.
"""

from narabot.answering.extractive.enumeration import MAX_LIST_LINES, list_answer
from narabot.answering.extractive.guide import (
    covers_most_words,
    guide_sentences,
    has_requested_name,
)
from narabot.answering.extractive.lexical_answers import (
    RequestedLines,
    extract_answer,
    with_requested_lines,
)
from narabot.answering.extractive.reranking import RerankedDraft, best_answer, reranked_drafts
from narabot.answering.extractive.window_reading import RecordReadings, read_records
from narabot.answering.generative import (
    GLOBAL_SEARCH_ANSWER,
    LIST_ANSWER,
    LOCAL_SEARCH_ANSWER,
    SHORT_ANSWER,
    AnswerWriter,
    answer_context,
    stream_answer,
)
from narabot.answering.verification.prompt_injection import is_instruction
from narabot.answering.verification.verifiers import lexical_verifier, reader_verifier

__all__ = [
    "GLOBAL_SEARCH_ANSWER",
    "LIST_ANSWER",
    "LOCAL_SEARCH_ANSWER",
    "MAX_LIST_LINES",
    "SHORT_ANSWER",
    "AnswerWriter",
    "RecordReadings",
    "RequestedLines",
    "RerankedDraft",
    "answer_context",
    "best_answer",
    "covers_most_words",
    "extract_answer",
    "guide_sentences",
    "has_requested_name",
    "is_instruction",
    "lexical_verifier",
    "list_answer",
    "read_records",
    "reader_verifier",
    "reranked_drafts",
    "stream_answer",
    "with_requested_lines",
]
