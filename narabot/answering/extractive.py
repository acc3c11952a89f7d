"""Answer with the records' own words: their name, their fields, their sentences; or refuse.

It never writes a word of its own. An answer is drawn from one record, that which fits the question
best: its name first, so that a reader knows what is quoted, then what was asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from narabot.answering.asked import Asked, read_question
from narabot.answering.confidence import LEAST_CONFIDENCE, Signs, confidence
from narabot.answering.fields import Lines, field_quotes, own_name
from narabot.answering.ranking import (
    RankedPassage,
    RankedSentence,
    rank_passages,
    rank_sentences,
)
from narabot.answering.support import read_signs
from narabot.embedding import TextEmbedder
from narabot.models import Answer, Passage, Quote, Sentence
from narabot.words import coverage, stems, weighted_stems

EXTRACTIVE = "extractive"

WEIGHED_RECORDS = 3
"""Records whose sentences are compared."""

LONGEST_ANSWER = 400
"""Characters."""

SAID_WEIGHT = 0.5
"""What the best sentence counts for against the fit of its record."""

FIELD_SCORE = 0.6
"""What a field that is asked for counts for, as a sentence."""

MOST_SENTENCES = 4
REPEATED = 0.75
"""Of a name's words; a sentence that has so many needs no name before it."""

WORTH_SAYING = 0.6
"""A further sentence must score this share of the best."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What one record says to a question."""

    asked: Asked
    ranked: RankedPassage
    name: Quote | None
    fields: tuple[Quote, ...]
    sentences: tuple[RankedSentence, ...]

    @property
    def score(self) -> float:
        """How well the record fits, and what it says."""
        best = self.sentences[0].score if self.sentences else 0.0
        said = max(best, FIELD_SCORE) if self.fields else best
        return self.ranked.score + SAID_WEIGHT * said

    @property
    def said(self) -> tuple[Quote, ...]:
        """Name, fields and sentences in the order of the answer, no longer than it may be."""
        chosen = list(self.fields)
        best = self.sentences[0].score if self.sentences else 0.0
        chosen += [
            one.candidate.quote
            for place, one in enumerate(self.sentences)
            if place == 0 or (one.candidate.is_prose and one.score >= WORTH_SAYING * best)
        ]
        if self.name is not None and not (chosen and repeats(chosen[0].quote, self.name.quote)):
            chosen.insert(0, self.name)
        return tuple(fitting(chosen))

    @property
    def signs(self) -> Signs:
        """What tells whether it answers."""
        said = " ".join(quote.quote for quote in self.said)
        return read_signs(self.asked, self.ranked, said, has_field=bool(self.fields))


def repeats(sentence: str, name: str) -> bool:
    """Return whether a sentence says a record's name by itself."""
    words = weighted_stems(name)
    return len(words) > 1 and coverage(words, stems(sentence)) >= REPEATED


def fitting(quotes: Sequence[Quote]) -> list[Quote]:
    """Return the quotes that fit into an answer, those in front first, no words twice."""
    taken: list[Quote] = []
    room = LONGEST_ANSWER
    for quote in quotes:
        if len(taken) == MOST_SENTENCES:
            break
        if len(quote.quote) <= room and all(quote.quote not in one.quote for one in taken):
            taken.append(quote)
            room -= len(quote.quote) + 1
    return taken


def extract_answer(
    question: str, passages: Sequence[Passage], embedder: TextEmbedder, found: Lines | None = None
) -> Answer:
    """Return an answer in the words of the record that fits best, or the refusal.

    `found` holds chunks with the lines that `asked_labels` names, of records and those above them.
    """
    best = best_draft(question, passages, embedder, found or {})
    if best is None:
        return Answer((), 0.0, EXTRACTIVE)
    sure = confidence(best.signs)
    if sure < LEAST_CONFIDENCE or not best.said:
        return Answer((), min(sure, LEAST_CONFIDENCE), EXTRACTIVE)
    sentences = tuple(Sentence(quote.quote, (quote,)) for quote in best.said)
    return Answer(sentences, sure, EXTRACTIVE)


def best_draft(
    question: str, passages: Sequence[Passage], embedder: TextEmbedder, found: Lines
) -> Draft | None:
    """Return what the record says that fits a question best, whether it answers or not.

    `None` where nothing was found, or nothing is asked about.
    """
    asked = read_question(question)
    if not asked.words:  # it asks about nothing
        return None
    ranked = rank_passages(asked, passages)[:WEIGHED_RECORDS]
    drafts = [draft(asked, one, embedder, found) for one in ranked]
    return max(drafts, key=lambda one: one.score, default=None)


def draft(asked: Asked, ranked: RankedPassage, embedder: TextEmbedder, found: Lines) -> Draft:
    """Return what a record says to a question."""
    passage = ranked.passage
    return Draft(
        asked,
        ranked,
        own_name(passage, found),
        tuple(field_quotes(asked, passage, found)),
        tuple(rank_sentences(asked, passage, embedder)),
    )
