"""From passages to an answer: sentences of the records, or a language model's; or the refusal.

Knows nothing of Neo4j and of the page.
"""

from narabot.answering.extractive.by_reading import Draft, answer_of, drafts
from narabot.answering.extractive.drafts import Lines, extract_answer, with_lines
from narabot.answering.extractive.enumeration import MOST_LINES, enumerated
from narabot.answering.extractive.guide import is_mostly_said, is_named, pointers
from narabot.answering.extractive.reading import Read, read_records
from narabot.answering.generative import (
    GLOBAL,
    LINES,
    LOCAL,
    SENTENCES,
    Writer,
    answer_context,
    stream_answer,
)
from narabot.answering.verification.prompt_injection import is_order
from narabot.answering.verification.verifying import by_reading, by_words

__all__ = [
    "GLOBAL",
    "LINES",
    "LOCAL",
    "MOST_LINES",
    "SENTENCES",
    "Draft",
    "Lines",
    "Read",
    "Writer",
    "answer_context",
    "answer_of",
    "by_reading",
    "by_words",
    "drafts",
    "enumerated",
    "extract_answer",
    "is_mostly_said",
    "is_named",
    "is_order",
    "pointers",
    "read_records",
    "stream_answer",
    "with_lines",
]
