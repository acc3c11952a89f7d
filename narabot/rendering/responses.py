"""An answer as Markdown, and which of the records found it stands on."""

from narabot.models import Answer, Passage, Response, Sentence
from narabot.rendering.markdown import LINE_END, escape
from narabot.words import CYRILLIC


def answer_markdown(response: Response) -> str:
    """Return an answer or the refusal.

    Where it stands on several records, each sentence names the numbers of its own.
    """
    answer = response.answer
    if answer is None or answer.is_refused:
        return escape(answer.text) if answer else ""
    numbers = {record.na_id: number for number, record in enumerate(quoted(response), start=1)}
    between = LINE_END if answer.is_word_for_word else " "
    if len(numbers) < 2:
        return between.join(escape(sentence.text) for sentence in answer.sentences)
    return between.join(numbered_sentence(sentence, numbers) for sentence in answer.sentences)


def numbered_sentence(sentence: Sentence, numbers: dict[int, int]) -> str:
    """Return a sentence with the numbers of the records that it quotes: `… in 1943. [1]`."""
    own = {numbers[quote.na_id]: None for quote in sentence.quotes if quote.na_id in numbers}
    return escape(" ".join((sentence.text, *(f"[{number}]" for number in own))))


def quoted_na_ids(answer: Answer | None) -> list[int]:
    """Return the naIds that an answer quotes, in the answer's order, each once."""
    return list(dict.fromkeys(quote.na_id for quote in answer.quotes)) if answer else []


def quoted(response: Response) -> tuple[Passage, ...]:
    """Return the records that the answer quotes, in the answer's order."""
    records = {record.na_id: record for record in response.records}
    return tuple(records[na_id] for na_id in quoted_na_ids(response.answer) if na_id in records)


def not_quoted(response: Response) -> tuple[Passage, ...]:
    """Return the other records that were found, best first."""
    stands_on = set(quoted_na_ids(response.answer))
    return tuple(record for record in response.records if record.na_id not in stands_on)


def quoted_name(response: Response, na_id: int) -> str:
    """Return a quoted record's name and number; it may stand in the path of one that was found."""
    steps = (step for passage in response.passages for step in passage.path)
    name = next((step.name for step in steps if step.na_id == na_id and step.name), None)
    return f"{name}, naId {na_id}" if name else f"naId {na_id}"


def searched_as(response: Response) -> str:
    """Return the line that says as what a request was searched for, empty if as it was written."""
    if response.searched_as is None:
        return ""
    line = f"Searched as: {response.searched_as.rstrip('?')}."
    if not CYRILLIC.search(response.query) or CYRILLIC.search(response.searched_as):
        return line
    return (
        f"{line} The records are in English, and so is the search by meaning: words that are "
        "not in a small dictionary, and names beyond their sound, are out of reach."
    )
