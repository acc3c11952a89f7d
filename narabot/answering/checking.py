"""Check a sentence that a language model wrote against the records' own sentences. Pure.

A sentence stands only with quotes that have all its names, numbers and dates, and four fifths of
its content words. What a record's text orders a reader to say is no quote, nor what follows in the
record: a model that obeys would else be supported by the order itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narabot.answering.asked import RECORD_FIELDS
from narabot.answering.orders import is_order, spoken_part
from narabot.answering.ranking import UNASKED_LABELS
from narabot.answering.sentences import Candidate
from narabot.models import Quote
from narabot.words import PART, WORD, content_words, fold, stem, stems

LEAST_SHARE = 0.8
"""Of a sentence's content words."""

MOST_QUOTES = 3
"""For one sentence."""

GIVEN_LABELS = UNASKED_LABELS.union(*(field.labels for field in RECORD_FIELDS))
"""Of lines that are quoted with their labels; what else looks like one is the record's own."""

PARTS_OF_DATES = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Source:
    """A quote, what of it may support a written sentence, and the words that both have."""

    quote: Quote
    text: str
    shared: frozenset[str]


def supporting_quotes(sentence: str, candidates: Sequence[Candidate]) -> tuple[Quote, ...]:
    """Return the quotes that a written sentence stands on; none if it does not stand.

    They are of one record: the name of one and the number of another would prove nothing.
    """
    words = {stem(word) for word in content_words(sentence) if len(word) > 1}
    records: dict[int, list[Source]] = {}
    for candidate in without_orders(candidates):
        label = candidate.label if candidate.label in GIVEN_LABELS else ""
        text = spoken_part(candidate.quote.quote, sentence, label)
        source = Source(candidate.quote, text, stems(text) & words)
        records.setdefault(candidate.quote.na_id, []).append(source)
    found = (quotes_of_record(sentence, words, sources) for sources in records.values())
    return next((quotes for quotes in found if quotes), ())


def quotes_of_record(
    sentence: str, words: set[str], sources: Sequence[Source]
) -> tuple[Quote, ...]:
    """Return those of a record's quotes that a sentence stands on; none if it does not stand.

    Each adds most of the words that are still missing.
    """
    chosen: list[Source] = []
    missing = set(words)
    while missing and len(chosen) < MOST_QUOTES:
        best = max(sources, key=lambda source: len(source.shared & missing))
        if not best.shared & missing:
            break
        chosen.append(best)
        missing -= best.shared
    enough = bool(words) and 1 - len(missing) / len(words) >= LEAST_SHARE
    stands = enough and is_true_to(sentence, " ".join(source.text for source in chosen))
    return tuple(source.quote for source in chosen) if stands else ()


def without_orders(candidates: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates that order nothing, nor stand behind an order in their record."""
    suspected: set[int] = set()
    for candidate in candidates:
        if is_order(candidate.quote.quote):
            suspected.add(candidate.quote.na_id)
        if candidate.quote.na_id not in suspected:
            yield candidate


def is_true_to(sentence: str, text: str) -> bool:
    """Return whether a text has all names, numbers and dates of a sentence."""
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
        found.add(re.sub(r"\.00?$", "", word.replace(",", "")).casefold())
        if PARTS_OF_DATES.fullmatch(word):
            found.update(part.lstrip("0") for part in PART.findall(word))
    return found
