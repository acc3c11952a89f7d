"""An answer as Markdown, its quotes marked in their records; what is said above a shared one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from narabot.dates import day
from narabot.models import Answer, Passage, Quote, Response, Sentence
from narabot.presentation.markdown import ELLIPSIS, LINE_END, escape, escape_part, shortened
from narabot.presentation.records import name
from narabot.words import CYRILLIC, PART, fold

AROUND = 240
"""Characters of the text that are shown on each side of a quote."""

Span = tuple[int, int]


def quotes_by_chunk(answer: Answer) -> dict[str, list[Quote]]:
    """Return the quotes of an answer by chunk, in the answer's order."""
    found: dict[str, list[Quote]] = {}
    for quote in answer.quotes:
        found.setdefault(quote.chunk_id, []).append(quote)
    return found


def marked_text(text: str, quotes: Sequence[Quote]) -> str:
    """Return what stands around some quotes of a chunk, with the quotes marked."""
    spans = joined((quote.start, quote.end) for quote in quotes)
    shown = joined((max(0, start - AROUND), min(len(text), end + AROUND)) for start, end in spans)
    parts = [marked_part(text, part, spans) for part in shown]
    begins = "" if shown[0][0] == 0 else ELLIPSIS
    ends = "" if shown[-1][1] == len(text) else ELLIPSIS
    return begins + f" {ELLIPSIS} ".join(parts) + ends


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return places in order, those that touch as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def marked_part(text: str, part: Span, spans: Sequence[Span]) -> str:
    """Return a part of a text with the places in it marked."""
    pieces: list[str] = []
    place = part[0]
    for start, end in spans:
        if part[0] <= start and end <= part[1]:
            pieces += [plain(text[place:start]), marked(text[start:end])]
            place = end
    return "".join([*pieces, plain(text[place : part[1]])])


def plain(text: str) -> str:
    """Return a piece of a text with its line ends and the spaces at its own."""
    return LINE_END.join(kept_spaces(line) for line in text.split("\n"))


def kept_spaces(line: str) -> str:
    """Return a line of a text as it is shown, with a space where it begins or ends with one."""
    before = " " if line[:1].isspace() else ""
    after = " " if line[-1:].isspace() and line.strip() else ""
    return f"{before}{escape(line)}{after}"


def marked(text: str) -> str:
    """Return a quote with a coloured ground, and bold for those who do not see it."""
    return LINE_END.join(
        f":yellow-background[**{escape(line)}**]" for line in text.split("\n") if line.strip()
    )


def answer_markdown(response: Response) -> str:
    """Return an answer or the refusal.

    Where it stands on several records, each sentence names the numbers of its own.
    """
    answer = response.answer
    if answer is None or answer.is_refused:
        return escape(answer.text) if answer else ""
    numbers = {record.na_id: number for number, record in enumerate(quoted(response), start=1)}
    is_narabots = answer.is_help or answer.is_guide or answer.is_computed
    between = LINE_END if answer.is_word_for_word or is_narabots else " "
    if len(numbers) < 2:
        return between.join(emphasized(sentence, answer.span) for sentence in answer.sentences)
    return between.join(
        numbered_sentence(sentence, answer.span, numbers) for sentence in answer.sentences
    )


def numbered_sentence(sentence: Sentence, span: Quote | None, numbers: dict[int, int]) -> str:
    """Return a sentence with the numbers of the records that it quotes: `… in 1943. [1]`."""
    own = {numbers[quote.na_id]: None for quote in sentence.quotes if quote.na_id in numbers}
    return " ".join([emphasized(sentence, span), *(escape(f"[{number}]") for number in own)])


def emphasized(sentence: Sentence, span: Quote | None) -> str:
    """Return a sentence, in bold the words that answer where it is the quote that holds them."""
    text, place = sentence.text, place_in(sentence, span)
    if place is None:
        return escape(text)
    before, words, after = text[: place[0]], text[slice(*place)], text[place[1] :]
    return f"{escape_part(before)}**{escape(words)}**{escape_part(after)}"


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
    return f"{name}, naId {na_id}" if name else f"naId {na_id}"


def meant_lines(response: Response) -> list[str]:
    """Return a line for each word that no record has, and that one of the records' is like."""
    written = {fold(part): part for part in PART.findall(response.query)}
    return [
        f"No record has “{written.get(word, word)}”. Did you mean “{like}”?"
        for word, like in response.meant.items()
    ]


def respelled(response: Response) -> str:
    """Return a request as it was written, with those words in the place of its own."""
    meant = response.meant
    return PART.sub(lambda one: meant.get(fold(one.group()), one.group()), response.query)


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


MOST_NAMED = 5
"""Records that a sentence names."""

LONGEST = 80
"""Characters of a name in it."""


def shared_on(when: datetime) -> str:
    """Return when an answer was shared, in words."""
    return f"An answer as it was on {day(when)}, when its reader shared it."


COMPUTED_OTHERWISE = (
    "Computed again today, this comes to something else. Ask it yourself for what it is now."
)


def changes_said(
    records: Sequence[Passage], before: Mapping[int, str], now: Mapping[int, str]
) -> list[str]:
    """Return a sentence on the records that have changed, and one on those that have gone.

    Both mappings have the hashes of records by naId; what the first lacks is not judged.
    """
    known = [passage for passage in records if passage.na_id in before]
    gone = [one for one in known if one.na_id not in now]
    changed = [one for one in known if one.na_id in now and now[one.na_id] != before[one.na_id]]
    return [
        *change_sentence(gone, "no longer in the catalogue"),
        *change_sentence(changed, "changed in the catalogue"),
    ]


def change_sentence(records: Sequence[Passage], what: str) -> Iterator[str]:
    """Yield a sentence on what has become of some records, if there are any."""
    if not records:
        return
    names = [f"{shortened(name(one.record), LONGEST)} (naId {one.na_id})" for one in records]
    named = "; ".join(names[:MOST_NAMED])
    if names[MOST_NAMED:]:
        named += f"; and {len(names) - MOST_NAMED:,} more"
    count = "One of its records is" if len(names) == 1 else f"{len(names):,} of its records are"
    yield f"{count} {what} since: {named}."
