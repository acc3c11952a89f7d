"""Check a sentence that a language model wrote against the records' own sentences. Pure.

A sentence stands only with quotes that have all its names, numbers and dates, and four fifths of
its content words. What a record's text orders a reader to do is never a quote: a model that obeys
it would else be supported by the order itself.
"""

import re
from collections.abc import Iterator, Sequence

from narabot.answering.sentences import Candidate
from narabot.models import Quote
from narabot.words import PART, WORD, content_words, fold, stem, stems

LEAST_SHARE = 0.8
"""Of a sentence's content words."""

MOST_QUOTES = 3
"""For one sentence."""

ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:instructions?|rules?|prompts?|context)\b"
    r"|\bsystem prompt\b|\byou are (?:now|an? (?:ai|assistant|model))\b"
    r"|\b(?:respond|reply|answer|say|write|print|output)\b[^.]{0,20}"
    r"\b(?:only|exactly|instead|the following|with the words?)\b",
    re.IGNORECASE,
)
"""Words by which a text addresses a model."""

AFTER_AN_ORDER = 3
"""Sentences behind one that may hold what it orders to say."""

PARTS_OF_DATES = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}")


def supporting_quotes(sentence: str, candidates: Sequence[Candidate]) -> tuple[Quote, ...]:
    """Return the quotes that a written sentence stands on; none if it does not stand.

    They are of one record: the name of one and the number of another would prove nothing.
    """
    words = {stem(word) for word in content_words(sentence) if len(word) > 1}
    records: dict[int, list[Quote]] = {}
    for candidate in without_orders(candidates):
        records.setdefault(candidate.quote.na_id, []).append(candidate.quote)
    found = (quotes_of_record(sentence, words, quotes) for quotes in records.values())
    return next((quotes for quotes in found if quotes), ())


def quotes_of_record(sentence: str, words: set[str], quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Return those of a record's quotes that a sentence stands on; none if it does not stand.

    Each adds most of the words that are still missing.
    """
    sources = [(quote, stems(quote.quote) & words) for quote in quotes]
    chosen: list[Quote] = []
    missing = set(words)
    while missing and len(chosen) < MOST_QUOTES:
        quote, shared = max(sources, key=lambda source: len(source[1] & missing))
        if not shared & missing:
            break
        chosen.append(quote)
        missing -= shared
    enough = bool(words) and 1 - len(missing) / len(words) >= LEAST_SHARE
    return tuple(chosen) if enough and is_true_to(sentence, chosen) else ()


def without_orders(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates that order nothing, nor follow an order closely in its chunk."""
    suspected: tuple[str, int] = ("", 0)
    for candidate in candidates:
        chunk_id, left = suspected
        if ORDER.search(candidate.quote.quote):
            suspected = (candidate.quote.chunk_id, AFTER_AN_ORDER)
        elif candidate.quote.chunk_id == chunk_id and left:
            suspected = (chunk_id, left - 1)
        else:
            yield candidate


def is_true_to(sentence: str, quotes: Sequence[Quote]) -> bool:
    """Return whether quotes have all names, numbers and dates of a sentence."""
    text = " ".join(quote.quote for quote in quotes)
    return names(sentence) <= {stem(fold(word)) for word in WORD.findall(text)} | stems(
        text
    ) and numbers(sentence) <= numbers(text)


def names(sentence: str) -> set[str]:
    """Return the stems of the words that are written as names within a sentence."""
    words = [match for match in WORD.finditer(sentence) if match.start()]
    return {
        stem(fold(match.group()))
        for match in words
        if match.group()[0].isupper() and not any(sign.isdigit() for sign in match.group())
    }


def numbers(text: str) -> set[str]:
    """Return the numbers of a text, `2,400.00` as `2400`; of a date its parts besides."""
    found: set[str] = set()
    for word in WORD.findall(text):
        if not any(sign.isdigit() for sign in word):
            continue
        found.add(re.sub(r"\.0+$", "", word.replace(",", "")).casefold())
        if PARTS_OF_DATES.fullmatch(word):
            found.update(part.lstrip("0") for part in PART.findall(word))
    return found
