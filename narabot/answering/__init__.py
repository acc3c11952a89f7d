"""From passages to an answer: sentences of the records, or a language model's; or the refusal.

Knows nothing of Neo4j and of the page.
"""

from narabot.answering.extractive.by_reading import Draft, answer_of, drafts
from narabot.answering.extractive.drafts import Lines, extract_answer, with_lines
from narabot.answering.extractive.reading import read_records
from narabot.answering.generative import stream_answer

__all__ = [
    "Draft",
    "Lines",
    "answer_of",
    "drafts",
    "extract_answer",
    "read_records",
    "stream_answer",
    "with_lines",
]
