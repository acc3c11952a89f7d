"""Export a conversation as Markdown or JSON, and collect the records that it cites.

All text is escaped. The export contains the results that the conversation stores.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from json import dumps
from typing import Any

from narabot.dates import plain_date
from narabot.models import Passage, Quote, Response, Turn
from narabot.models.answers import best_passages
from narabot.presentation.citing.citation_data import Citation, citation
from narabot.presentation.citing.citation_styles import nara_form
from narabot.presentation.list_summaries import filters_text, list_heading
from narabot.presentation.markdown import escape_at_start
from narabot.presentation.provenance import provenance
from narabot.presentation.response_json import AskResponse
from narabot.presentation.responses import (
    quoted_name,
    quoted_records,
    searched_as_line,
    unquoted_records,
)

UNANSWERED = "This question was not answered."


def conversation_records(turns: Sequence[Turn]) -> tuple[Passage, ...]:
    """Return the distinct records that a conversation's answers cite."""
    responses = (turn.response for turn in turns if turn.response is not None)
    return best_passages(tuple(one for response in responses for one in quoted_records(response)))


def conversation_json(turns: Sequence[Turn], day: date) -> str:
    """Return a conversation as JSON.

    Its responses have the format of `narabot ask --json`, with citations.
    """
    taken = {"taken": day.isoformat(), "turns": [turn_json(turn) for turn in turns]}
    return dumps(taken, ensure_ascii=False, indent=2) + "\n"


def turn_json(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON: its question, its note, and its response or problem."""
    return {
        "question": turn.question,
        "note": turn.note,
        "problem": turn.problem,
        "response": cited_json(turn.response) if turn.response else None,
    }


def cited_json(response: Response) -> dict[str, Any]:
    """Return a response with the source of its answer and a citation for each record."""
    content = AskResponse.of(response).to_json()
    cited = zip(content["records"], response.records, strict=True)
    records = [one | {"citation": nara_form(citation(passage))} for one, passage in cited]
    return content | {
        "answerer": response.answer.answerer if response.answer else None,
        "records": records,
    }


def conversation_markdown(turns: Sequence[Turn], day: date) -> str:
    """Return a conversation as a Markdown file with the date of the export."""
    head = (
        "# Conversation with narabot",
        f"Exported on {plain_date(day.isoformat())}. Data from the National Archives Catalog, "
        "prepared by narabot. narabot is not a product of the National Archives.",
    )
    blocks = (block for number, turn in enumerate(turns, 1) for block in turn_blocks(turn, number))
    return "\n\n".join((*head, *blocks)) + "\n"


def turn_blocks(turn: Turn, number: int) -> Iterator[str]:
    """Yield a turn: its question, its result, and its records with citations."""
    yield f"## Question {number}"
    yield escape_at_start(turn.question)
    if turn.problem is not None:
        yield f"Problem: {escape_at_start(turn.problem)}"
    elif turn.response is None:
        yield UNANSWERED
    else:
        yield from response_blocks(turn.response, turn.listed)
    if turn.note:
        yield "### Your note"
        yield "\\\n".join(escape_at_start(line) for line in turn.note.splitlines())


def response_blocks(response: Response, listed: Sequence[Passage]) -> Iterator[str]:
    """Yield the search text, the filters, and the answer or list."""
    if response.searched_as:
        yield escape_at_start(searched_as_line(response))
    if response.filters:
        yield f"Filters: {escape_at_start(filters_text(response))}"
    if response.answer is None:
        yield "### List"
        yield escape_at_start(list_heading(response, listed))
        yield from records_block(listed)
        return
    yield "### Answer"
    yield escape_at_start(response.answer.text)
    if response.answer.why:
        yield escape_at_start(response.answer.why)
    if response.answer.computation:
        yield escape_at_start(response.answer.computation.said)
    yield escape_at_start(provenance(response) or "The records found do not answer the question.")
    yield from quotes_block(response)
    yield from records_part("### Cited records", quoted_records(response))
    yield from records_part("### Other records found", unquoted_records(response))


def quotes_block(response: Response) -> Iterator[str]:
    """Yield an answer's quotations, each with its record."""
    quotes = response.answer.quotes if response.answer else ()
    if quotes:
        yield "### Quotations"
        yield "\n".join(quote_line(response, one) for one in dict.fromkeys(quotes))


def quote_line(response: Response, quote: Quote) -> str:
    """Return a quotation with the name of its record."""
    name = escape_at_start(quoted_name(response, quote.na_id))
    return f"- “{escape_at_start(quote.quote)}” ({name})"


def records_part(heading: str, records: Sequence[Passage]) -> Iterator[str]:
    """Yield a heading and its records, or nothing if there are no records."""
    if records:
        yield heading
        yield from records_block(records)


def records_block(records: Sequence[Passage]) -> Iterator[str]:
    """Yield a numbered list of citations with links."""
    if records:
        cited = (linked_citation(citation(passage)) for passage in records)
        yield "\n".join(f"{number}. {one}" for number, one in enumerate(cited, start=1))


def linked_citation(cited: Citation) -> str:
    """Return a citation in NARA's form, with its address as a link."""
    words = escape_at_start(nara_form(cited, with_link=False))
    return f"{words}; <{cited.link}>" if cited.link else words
