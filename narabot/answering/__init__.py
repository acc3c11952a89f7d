"""From passages to an answer: sentences of the records, or a language model's; or the refusal.

Knows nothing of Neo4j and of the page.
"""

from narabot.answering.extractive.drafts import Lines, extract_answer, with_lines
from narabot.answering.generative import stream_answer

__all__ = [
    "Lines",
    "extract_answer",
    "stream_answer",
    "with_lines",
]
