"""An answer as Markdown, and what is said of a response. Pure."""

from collections.abc import Mapping, Sequence

from narabot.models import Answer, Passage, Quote, Response, Sentence
from narabot.presentation.markdown import ELLIPSIS, escape, escape_part
from narabot.presentation.records import name
from narabot.presentation.strings import say
from narabot.words import CYRILLIC, PART, STOP_WORDS, WORD, fold

Span = tuple[int, int]


def answer_markdown(response: Response) -> str:
    """Return an answer or the refusal as Markdown, its first sentence in a paragraph of its own.

    The records' own words are marked as a quote; those of a guide stand in the records' cards.
    Where they stand on several records, each sentence names the numbers of its own. A sentence that
    is only the name of a record which stands below is left out.
    """
    answer = response.answer
    if answer is None or answer.is_refused:
        return escape(answer.text) if answer else ""
    numbers = {record.na_id: number for number, record in enumerate(quoted(response), start=1)}
    told = answer.sentences[:1] if answer.is_guide else without_names(answer.sentences, response)
    texts = response.quoted_texts
    if len(numbers) < 2 or answer.is_enumeration:
        said = [emphasized(sentence, answer.span, texts) for sentence in told]
    else:
        said = [numbered_sentence(sentence, answer.span, numbers, texts) for sentence in told]
    return arranged(answer, told, said)


def without_names(sentences: Sequence[Sentence], response: Response) -> list[Sentence]:
    """Return the sentences that say more than the name of a record; all where none does."""
    names = {name(record.record) for record in quoted(response)}
    kept = [one for one in sentences if one.text not in names]
    return kept or list(sentences)


def arranged(answer: Answer, told: Sequence[Sentence], said: Sequence[str]) -> str:
    """Return sentences as paragraphs, those in a record's own words as quotes.

    What a language model wrote runs on.
    """
    is_narabots = answer.is_help or answer.is_guide or answer.is_computed
    if not (answer.is_word_for_word or is_narabots):
        return " ".join(said)
    if answer.is_enumeration:
        return "\n".join(f"{number}. {text}" for number, text in enumerate(said, start=1))
    pairs = zip(told, said, strict=True)
    return "\n\n".join(f"> {text}" if is_quote(one) else text for one, text in pairs)


def is_quote(sentence: Sentence) -> bool:
    """Return whether a sentence is in a record's own words."""
    return any(quote.quote == sentence.text for quote in sentence.quotes)


def numbered_sentence(
    sentence: Sentence, span: Quote | None, numbers: dict[int, int], texts: Mapping[str, str]
) -> str:
    """Return a sentence with the numbers of the records that it quotes: `… in 1943. [1]`."""
    own = {numbers[quote.na_id]: None for quote in sentence.quotes if quote.na_id in numbers}
    return " ".join([emphasized(sentence, span, texts), *(escape(f"[{number}]") for number in own)])


def emphasized(sentence: Sentence, span: Quote | None, texts: Mapping[str, str]) -> str:
    """Return a sentence, in bold the words that answer where it is the quote that holds them.

    What is only a part of a sentence of the record ends with "…".
    """
    text, place = sentence.text, place_in(sentence, span)
    end = ELLIPSIS if is_cut(sentence, texts) else ""
    if place is None:
        return escape(text) + end
    before, words, after = text[: place[0]], text[slice(*place)], text[place[1] :]
    return f"{escape_part(before)}**{escape(words)}**{escape_part(after)}{end}"


def is_cut(sentence: Sentence, texts: Mapping[str, str]) -> bool:
    """Return whether a sentence is a quote behind which the record's own sentence goes on."""
    quote = next((one for one in sentence.quotes if one.quote == sentence.text), None)
    if quote is None or quote.chunk_id not in texts or not quote.quote[-1:].isalnum():
        return False
    behind = texts[quote.chunk_id][quote.end :]
    return bool(behind) and behind[0] != "\n"


def place_in(sentence: Sentence, words: Quote | None) -> Span | None:
    """Return where some words stand in a sentence, `None` where they do not, or are all of it.

    Also for words that begin or end with a sign, which Markdown may not set in bold.
    """
    quote = next((one for one in sentence.quotes if one.quote == sentence.text), None)
    if quote is None or words is None or words.chunk_id != quote.chunk_id:
        return None
    start, end = words.start - quote.start, words.end - quote.start
    is_part = 0 <= start < end <= len(quote.quote) and end - start < len(quote.quote)
    is_bold = words.quote[:1].isalnum() and words.quote[-1:].isalnum()
    return (start, end) if is_part and is_bold else None


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
    return f"{name}, NAID {na_id}" if name else f"NAID {na_id}"


def meant_lines(response: Response) -> list[str]:
    """Return a line for each word that no record has, and that one of the records' is like."""
    written = {fold(part): part for part in PART.findall(response.query)}
    return [
        say(
            "No record has “{word}”. Did you mean “{other}”?",
            word=written.get(word, word),
            other=like,
        )
        for word, like in response.meant.items()
    ]


def respelled(response: Response) -> str:
    """Return a request as it was written, with those words in the place of its own."""
    meant = response.meant
    return PART.sub(lambda one: meant.get(fold(one.group()), one.group()), response.query)


def reasons(response: Response) -> dict[int, str]:
    """Return by naId the words of each record for which a guide names it."""
    answer = response.answer
    if answer is None or not answer.is_guide:
        return {}
    names = {name(one.record) for one in quoted(response)}
    said = [quote for quote in answer.quotes if quote.quote not in names]
    return {quote.na_id: quote.quote for quote in reversed(said)}


MOST_LISTED_WORDS = 6
"""Words of a request that has no answer, by which records are listed instead."""


def list_instead(response: Response) -> str:
    """Return the words of a request by which records could be listed, "" without any."""
    asked = response.searched_as or response.asked
    own = [word for word in WORD.findall(asked) if fold(word) not in STOP_WORDS and len(word) > 1]
    return " ".join(dict.fromkeys(own)) if len(own) <= MOST_LISTED_WORDS else ""


def searched_as(response: Response) -> str:
    """Return the line that says as what a request was searched for, empty if as it was written."""
    if response.searched_as is None:
        return ""
    line = say("Searched as: {words}.", words=response.searched_as.rstrip("?"))
    if not CYRILLIC.search(response.query) or CYRILLIC.search(response.searched_as):
        return line
    reach = say(
        "The records are in English, and so is the search by meaning: words that are not in a "
        "small dictionary, and names beyond their sound, are out of reach."
    )
    return f"{line} {reach}"
