"""Who wrote an answer, how sure it is, and whether a machine has read its words. Pure."""

from itertools import takewhile

from narabot.models import EXTRACTIVE, Answer, Passage, Quote, Response
from narabot.retrieval.record_text import joined_chunks, text_lines

VERY_LIKELY, LIKELY = 0.9, 0.7
"""Least confidence. Of the development set's answers 19 of 20 were right above the first, 14 of 17
above the second, 19 of 29 below it."""


def provenance(response: Response) -> str:
    """Return a line on an answer: who wrote it, and how far it can be trusted; "" for a refusal."""
    answer = response.answer
    if answer is None or answer.is_refused:
        return ""
    if answer.answerer != EXTRACTIVE:
        return f"Written by {answer.answerer}. {checked(answer)}"
    return f"{how_sure(answer)} In the words of the record; no language model has written it."


def how_sure(answer: Answer) -> str:
    """Return how sure the sentences of a record are to answer the question."""
    if answer.confidence >= VERY_LIKELY:
        return "Very likely right."
    if answer.confidence >= LIKELY:
        return "Likely right."
    return "May be right, and may be beside the point: read the record."


def checked(answer: Answer) -> str:
    """Return what became of a language model's sentences when they were checked."""
    if answer.confidence >= 1:
        return "Each sentence was checked against the words of the records."
    return (
        "Each sentence was checked against the words of the records; what did not stand in them "
        "was left out."
    )


def is_machine_read(response: Response) -> bool:
    """Return whether an answer quotes words that a machine has read off a page."""
    quotes = response.answer.quotes if response.answer else ()
    return any(
        stands_in_machine_read(quote, passage)
        for quote in quotes
        for passage in response.passages
        if passage.na_id == quote.na_id
    )


def stands_in_machine_read(quote: Quote, passage: Passage) -> bool:
    """Return whether a quote stands in a line that a machine has read, as far as a passage tells.

    The line's label may stand in the chunk before.
    """
    if quote.chunk_id not in (chunk.chunk_id for chunk in passage.chunks):
        return False
    before = takewhile(lambda chunk: chunk.chunk_id != quote.chunk_id, passage.chunks)
    own = next(chunk.text for chunk in passage.chunks if chunk.chunk_id == quote.chunk_id)
    text = joined_chunks([*(chunk.text for chunk in before), own[: quote.end]])
    lines = text_lines(text, passage.record.record_type)
    return bool(lines) and lines[-1].is_machine_read
