"""Render an answer as Markdown, and describe a response."""

from collections.abc import Mapping, Sequence

from narabot.models import Answer, Passage, Quote, Response, Sentence
from narabot.presentation.markdown import ELLIPSIS, escape, escape_part
from narabot.presentation.records import name
from narabot.presentation.strings import say
from narabot.words import CYRILLIC, PART, STOP_WORDS, WORD, fold

Span = tuple[int, int]


def answer_markdown(response: Response) -> str:
    """Return an answer or refusal as Markdown.

    Text from records is formatted as a quotation. A guide's quotations appear on the record cards
    instead. If an answer cites several records, each sentence ends with the numbers of its records.
    A sentence that only repeats the name of a listed record is omitted.
    """
    answer = response.answer
    if answer is None or answer.is_refused:
        return escape(answer.text) if answer else ""
    numbers = {
        record.na_id: number for number, record in enumerate(quoted_records(response), start=1)
    }
    sentences = (
        answer.sentences[:1] if answer.is_guide else drop_bare_names(answer.sentences, response)
    )
    texts = response.quoted_texts
    if len(numbers) < 2 or answer.is_enumeration:
        rendered = [emphasized(sentence, answer.span, texts) for sentence in sentences]
    else:
        rendered = [
            numbered_sentence(sentence, answer.span, numbers, texts) for sentence in sentences
        ]
    return lay_out_sentences(answer, sentences, rendered)


def drop_bare_names(sentences: Sequence[Sentence], response: Response) -> list[Sentence]:
    """Drop sentences that consist only of a record's name, unless no sentences would remain."""
    names = {name(record.record) for record in quoted_records(response)}
    longer = [one for one in sentences if one.text not in names]
    return longer or list(sentences)


def lay_out_sentences(
    answer: Answer, sentences: Sequence[Sentence], rendered: Sequence[str]
) -> str:
    """Return sentences as Markdown paragraphs, with quotations as block quotes.

    Sentences from a language model form one paragraph.
    """
    is_narabots = answer.is_help or answer.is_guide or answer.is_computed
    if not (answer.is_verbatim or is_narabots):
        return " ".join(rendered)
    if answer.is_enumeration:
        return "\n".join(f"{number}. {text}" for number, text in enumerate(rendered, start=1))
    pairs = zip(sentences, rendered, strict=True)
    return "\n\n".join(f"> {text}" if is_quote(one) else text for one, text in pairs)


def is_quote(sentence: Sentence) -> bool:
    """Return whether a sentence is a quotation from a record."""
    return any(quote.quote == sentence.text for quote in sentence.quotes)


def numbered_sentence(
    sentence: Sentence, span: Quote | None, numbers: dict[int, int], texts: Mapping[str, str]
) -> str:
    """Return a sentence with the numbers of the records that it cites: `… in 1943. [1]`."""
    own = {numbers[quote.na_id]: None for quote in sentence.quotes if quote.na_id in numbers}
    return " ".join([emphasized(sentence, span, texts), *(escape(f"[{number}]") for number in own)])


def emphasized(sentence: Sentence, span: Quote | None, texts: Mapping[str, str]) -> str:
    """Return a sentence with the answer span in bold, if the sentence's quotation contains the
    span.

    If the quoted sentence continues in the record, the result ends with "…".
    """
    text, place = sentence.text, span_in(sentence, span)
    end = ELLIPSIS if is_cut(sentence, texts) else ""
    if place is None:
        return escape(text) + end
    before, words, after = text[: place[0]], text[slice(*place)], text[place[1] :]
    return f"{escape_part(before)}**{escape(words)}**{escape_part(after)}{end}"


def is_cut(sentence: Sentence, texts: Mapping[str, str]) -> bool:
    """Return whether a quotation ends before the record's sentence does."""
    quote = next((one for one in sentence.quotes if one.quote == sentence.text), None)
    if quote is None or quote.chunk_id not in texts or not quote.quote[-1:].isalnum():
        return False
    rest = texts[quote.chunk_id][quote.end :]
    return bool(rest) and rest[0] != "\n"


def span_in(sentence: Sentence, words: Quote | None) -> Span | None:
    """Return the position of a span in a sentence, or `None`.

    The result is `None` if the sentence does not contain the span or is the whole span. It is also
    `None` if the span begins or ends with punctuation, which Markdown may not render in bold.
    """
    quote = next((one for one in sentence.quotes if one.quote == sentence.text), None)
    if quote is None or words is None or words.chunk_id != quote.chunk_id:
        return None
    start, end = words.start - quote.start, words.end - quote.start
    is_part = 0 <= start < end <= len(quote.quote) and end - start < len(quote.quote)
    is_bold = words.quote[:1].isalnum() and words.quote[-1:].isalnum()
    return (start, end) if is_part and is_bold else None


def quoted_na_ids(answer: Answer | None) -> list[int]:
    """Return the distinct naIds that an answer quotes, in the answer's order."""
    return list(dict.fromkeys(quote.na_id for quote in answer.quotes)) if answer else []


def quoted_records(response: Response) -> tuple[Passage, ...]:
    """Return the records that the answer quotes, in the answer's order."""
    records = {record.na_id: record for record in response.records}
    return tuple(records[na_id] for na_id in quoted_na_ids(response.answer) if na_id in records)


def unquoted_records(response: Response) -> tuple[Passage, ...]:
    """Return the records that were found but not quoted, best first."""
    stands_on = set(quoted_na_ids(response.answer))
    return tuple(record for record in response.records if record.na_id not in stands_on)


def quoted_name(response: Response, na_id: int) -> str:
    """Return a quoted record's name and number.

    The record may be an ancestor of a found record.
    """
    steps = (step for passage in response.passages for step in passage.path)
    name = next((step.name for step in steps if step.na_id == na_id and step.name), None)
    return f"{name}, NAID {na_id}" if name else f"NAID {na_id}"


def spelling_suggestions(response: Response) -> list[str]:
    """Return a line for each unmatched word that resembles a word in the records."""
    written = {fold(part): part for part in PART.findall(response.query)}
    return [
        say(
            "No record contains “{word}”. Did you mean “{other}”?",
            word=written.get(word, word),
            other=like,
        )
        for word, like in response.meant.items()
    ]


def corrected_request(response: Response) -> str:
    """Return a request with the suggested spellings."""
    meant = response.meant
    return PART.sub(lambda one: meant.get(fold(one.group()), one.group()), response.query)


def guide_reasons(response: Response) -> dict[int, str]:
    """Return, for each naId in a guide, the quotation that explains why the guide includes the
    record."""
    answer = response.answer
    if answer is None or not answer.is_guide:
        return {}
    names = {name(one.record) for one in quoted_records(response)}
    quotes = [quote for quote in answer.quotes if quote.quote not in names]
    return {quote.na_id: quote.quote for quote in reversed(quotes)}


MAX_LISTED_WORDS = 6
"""Maximum number of words in an unanswered request that can become a list request."""


def listable_words(response: Response) -> str:
    """Return the words in a request that can be used to list records, or "" if there are none."""
    asked = response.searched_as or response.asked
    own = [word for word in WORD.findall(asked) if fold(word) not in STOP_WORDS and len(word) > 1]
    return " ".join(dict.fromkeys(own)) if len(own) <= MAX_LISTED_WORDS else ""


def searched_as_line(response: Response) -> str:
    """Return the line that shows the rewritten search text, or "" if narabot did not rewrite it."""
    if response.searched_as is None:
        return ""
    line = say("Searched for: {words}.", words=response.searched_as.rstrip("?"))
    if not CYRILLIC.search(response.query) or CYRILLIC.search(response.searched_as):
        return line
    reach = say(
        "The records are in English, and vector search supports only English. Words outside a "
        "small dictionary are not translated, and names are only transliterated."
    )
    return f"{line} {reach}"
