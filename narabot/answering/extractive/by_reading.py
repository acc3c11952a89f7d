"""Answer with the sentences that the reader chose, or refuse. Pure.

An answer is drawn from one record, that which most likely answers: its name first, so that a
reader knows what is quoted, then what answers, and other sentences that do nearly as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from narabot.answering.extractive.drafts import Lines, field_quotes, fitting, own_name, with_name
from narabot.answering.extractive.ranking import numbers_covered, passage_text
from narabot.answering.extractive.reading import Read, ReadPart
from narabot.fitted import Logistic, likelihood, read_logistic
from narabot.models import EXTRACTIVE, Answer, Passage, Quote, Sentence
from narabot.understanding.question import Asked
from narabot.words import WORD, stems

WEIGHTS_FILE = Path(__file__).with_name("decision.toml")
"""Fitted by `python -m training.decide`."""

NEARLY = 1.5
"""Log odds by which a further sentence may answer less likely than the best."""

FURTHEST = 8.0
"""Log odds beyond which nothing is surer."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What tells whether a record answers a question."""

    relevance: float
    """The reader's log odds that the best part answers, in eighths."""
    gain: float
    """By how much its best span is likelier than none: a log ratio, in eighths."""
    rank: float
    """The record's share of the first places in all searches, 0 to 1."""
    nearness: float
    """Cosine of the question and the record's nearest chunk, less that of the nearest record."""
    numbers: float
    """The share of the question's numbers that it has, 0 to 1."""
    margin: float
    """The relevance less that of the best other record, in eighths; a record alone leads by all."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What one record says to a question."""

    passage: Passage
    said: tuple[Quote, ...]
    """In the order of the answer, no longer than it may be."""
    span: Quote | None
    """The words that answer."""
    signs: Signs

    @property
    def log_odds(self) -> float:
        """How likely this is the answer."""
        return fitted().log_odds(self.signs)


def fitted() -> Logistic:
    """Return what makes signs a likelihood."""
    return read_logistic(WEIGHTS_FILE)


def drafts(asked: Asked, passages: Sequence[Passage], found: Lines, read: Read) -> list[Draft]:
    """Return what each record that was read says, that which most likely answers first."""
    nearest = max((passage.meaning for passage in passages), default=0.0)
    relevances = {na_id: bounded(parts[0].reading.relevance) for na_id, parts in read.items()}
    made = []
    for passage in passages:
        if passage.na_id not in read:
            continue
        parts = read[passage.na_id]
        relevance = relevances[passage.na_id]
        others = (other for na_id, other in relevances.items() if na_id != passage.na_id)
        signs = Signs(
            relevance=relevance,
            gain=bounded(parts[0].reading.gain),
            rank=passage.score,
            nearness=passage.meaning - nearest,
            numbers=numbers_covered(asked, stems(passage_text(passage))),
            margin=relevance - max(others, default=-1.0),
        )
        quotes = said(asked, passage, found, parts)
        made.append(Draft(passage, quotes, parts[0].span, signs))
    return sorted(made, key=lambda one: -one.log_odds)


def bounded(log_odds: float) -> float:
    """Return log odds in -1 to 1."""
    return max(-FURTHEST, min(FURTHEST, log_odds)) / FURTHEST


def said(
    asked: Asked, passage: Passage, found: Lines, parts: Sequence[ReadPart]
) -> tuple[Quote, ...]:
    """Return what a record says: its name, what answers, fields, other sentences as good."""
    name = own_name(passage, found)
    best = parts[0]
    near = [one for one in parts[1:] if one.reading.relevance >= best.reading.relevance - NEARLY]
    quotes = [best.sentence, *field_quotes(asked, passage, found)]
    quotes += [one.sentence for one in near]
    chosen = [quote for quote in quotes if quote is not None]
    return tuple(fitting(list(dict.fromkeys(with_name(name, chosen)))))


def answer_of(made: Sequence[Draft]) -> Answer:
    """Return what the likeliest record says, or the refusal; `made` has the likeliest first."""
    if not made:
        return Answer((), 0.0, EXTRACTIVE)
    best = made[0]
    sure = likelihood(best.log_odds)
    if sure < fitted().least or not best.said:
        return Answer((), sure, EXTRACTIVE)
    sentences = tuple(Sentence(quote.quote, (quote,)) for quote in best.said)
    within = (whole_words(quote, best.span) for quote in best.said)
    return Answer(sentences, sure, EXTRACTIVE, next(filter(None, within), None))


def whole_words(quote: Quote, span: Quote | None) -> Quote | None:
    """Return the words that answer, whole, where they stand within a quote.

    The reader finds parts of words.
    """
    if span is None or span.chunk_id != quote.chunk_id:
        return None
    first, last = span.start - quote.start, span.end - quote.start
    if not 0 <= first < last <= len(quote.quote):
        return None
    touched = [
        one for one in WORD.finditer(quote.quote) if one.end() > first and one.start() < last
    ]
    if not touched:
        return None
    start, end = touched[0].start(), touched[-1].end()
    start_there, end_there = quote.start + start, quote.start + end
    return Quote(span.na_id, span.chunk_id, start_there, end_there, quote.quote[start:end])
