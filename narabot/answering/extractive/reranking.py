"""Rerank records by the reader's scores and answer from the best record, or refuse.

The answer begins with the record's name, which identifies the source. The best sentence comes next,
followed by other sentences with nearly the same score. This module is pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from narabot.answering.extractive.lexical_answers import (
    RequestedLines,
    field_quotes,
    fit_quotes,
    own_name,
    prepend_name,
)
from narabot.answering.extractive.ranking import numbers_covered, passage_text
from narabot.answering.extractive.window_reading import RecordReadings, WindowReading
from narabot.logistic import Logistic, likelihood, read_logistic
from narabot.models import EXTRACTIVE, Answer, Passage, Quote, Sentence
from narabot.understanding.question import ParsedQuestion
from narabot.words import WORD, stems

WEIGHTS_FILE = Path(__file__).with_name("decision.toml")
"""The weights that `python -m training.answer_confidence` fits."""

MAX_RELEVANCE_GAP = 1.5
"""Maximum difference in relevance between the best sentence and another sentence, in log odds."""

MAX_LOG_ODDS = 8.0
"""Log odds are clipped to plus or minus this value."""


@dataclass(frozen=True, slots=True)
class RerankingFeatures:
    """Features that indicate whether a record answers a question."""

    relevance: float
    """The reader's log odds that the best window answers the question, divided by 8."""
    gain: float
    """Log ratio of the best span's likelihood to the likelihood of no answer, divided by 8."""
    rank: float
    """The record's retrieval score, from 0 to 1. It is 1 if all searches rank the record first."""
    nearness: float
    """Cosine similarity between the question and the record's nearest chunk, minus the highest such
    similarity of any record."""
    numbers: float
    """The share of the question's numbers that the record contains, from 0 to 1."""
    margin: float
    """The record's relevance minus the highest relevance of the other records. If there are no
    other records, the highest relevance counts as -1."""


@dataclass(frozen=True, slots=True)
class RerankedDraft:
    """A draft answer from one record."""

    passage: Passage
    quotes: tuple[Quote, ...]
    """The quotations in answer order, up to the maximum length."""
    span: Quote | None
    """The answer span, if any."""
    features: RerankingFeatures

    @property
    def log_odds(self) -> float:
        """Log odds that the draft answers the question."""
        return reranking_model().log_odds(self.features)


def reranking_model() -> Logistic:
    """Return the logistic regression that converts the features into a probability."""
    return read_logistic(WEIGHTS_FILE)


def reranked_drafts(
    asked: ParsedQuestion, passages: Sequence[Passage], found: RequestedLines, read: RecordReadings
) -> list[RerankedDraft]:
    """Return a draft for each record that the reader scored, most likely first."""
    nearest = max((passage.meaning for passage in passages), default=0.0)
    relevances = {
        na_id: scaled_log_odds(parts[0].reading.relevance) for na_id, parts in read.items()
    }
    made = []
    for passage in passages:
        if passage.na_id not in read:
            continue
        parts = read[passage.na_id]
        relevance = relevances[passage.na_id]
        others = (other for na_id, other in relevances.items() if na_id != passage.na_id)
        features = RerankingFeatures(
            relevance=relevance,
            gain=scaled_log_odds(parts[0].reading.gain),
            rank=passage.score,
            nearness=passage.meaning - nearest,
            numbers=numbers_covered(asked, stems(passage_text(passage))),
            margin=relevance - max(others, default=-1.0),
        )
        quotes = draft_quotes(asked, passage, found, parts)
        made.append(RerankedDraft(passage, quotes, parts[0].span, features))
    return sorted(made, key=lambda one: -one.log_odds)


def scaled_log_odds(log_odds: float) -> float:
    """Return log odds clipped and scaled to the range -1 to 1."""
    return max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds)) / MAX_LOG_ODDS


def draft_quotes(
    asked: ParsedQuestion, passage: Passage, found: RequestedLines, parts: Sequence[WindowReading]
) -> tuple[Quote, ...]:
    """Return a record's quotations: the name, best sentence, fields, and other good sentences."""
    name = own_name(passage, found)
    best = parts[0]
    near = [
        one
        for one in parts[1:]
        if one.reading.relevance >= best.reading.relevance - MAX_RELEVANCE_GAP
    ]
    quotes = [best.sentence, *field_quotes(asked, passage, found)]
    quotes += [one.sentence for one in near]
    chosen = [quote for quote in quotes if quote is not None]
    return tuple(fit_quotes(list(dict.fromkeys(prepend_name(name, chosen)))))


def best_answer(made: Sequence[RerankedDraft]) -> Answer:
    """Return the answer from the most likely draft, or the refusal.

    Drafts must be sorted, most likely first.
    """
    if not made:
        return Answer((), 0.0, EXTRACTIVE)
    best = made[0]
    sure = likelihood(best.log_odds)
    if sure < reranking_model().threshold or not best.quotes:
        return Answer((), sure, EXTRACTIVE)
    sentences = tuple(Sentence(quote.quote, (quote,)) for quote in best.quotes)
    within = (span_in_whole_words(quote, best.span) for quote in best.quotes)
    return Answer(sentences, sure, EXTRACTIVE, next(filter(None, within), None))


def span_in_whole_words(quote: Quote, span: Quote | None) -> Quote | None:
    """Return the answer span extended to whole words, or `None` if it is not in the quotation.

    The reader's span may begin or end within a word.
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
