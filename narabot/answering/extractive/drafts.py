"""Answer with the records' own words: their name, their fields, their sentences; or refuse.

It never writes a word of its own. An answer is drawn from one record, that which fits the question
best: its name first, so that a reader knows what is quoted, then what was asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from narabot.answering.extractive.ranking import (
    RankedPassage,
    RankedSentence,
    rank_passages,
    rank_sentences,
)
from narabot.answering.extractive.support import Signs, fitted, read_signs
from narabot.embedding import TextEmbedder
from narabot.models import EXTRACTIVE, Answer, Chunk, Passage, PathRecord, Quote, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.retrieval.records.sentences import lines
from narabot.understanding.question import Asked, RecordField
from narabot.words import coverage, stems, weighted_stems

WEIGHED_RECORDS = 3
"""Records whose sentences are compared."""

LONGEST_ANSWER = 400
"""Characters."""

SAID_WEIGHT = 0.2
"""What the best sentence counts for against the fit of its record, where words are trusted: it
shares few with a question that is worded otherwise."""

SIGNS_WEIGHT = 0.15
"""What each sign counts for that the record says what is asked for."""

FIELD_SCORE = 0.6
"""What a field that is asked for counts for, as a sentence."""

MOST_SENTENCES = 4
REPEATED = 0.75
"""Of a name's words; a sentence that has so many needs no name before it."""

WORTH_SAYING = 0.6
"""A further sentence must score this share of the best."""

Lines = Mapping[int, Sequence[Chunk]]
"""Chunks by naId in which lines that are asked for stand."""


def field_quotes(asked: Asked, passage: Passage, found: Lines) -> list[Quote]:
    """Return a quote for each field and each level above that a question asks for."""
    quotes = [quote for field in asked.fields for quote in field_lines(field, passage, found)]
    for level in asked.levels:
        quotes += [
            name_above(above, found)
            for above in passage.path[1:]
            if above.type is level and above.name
        ]
    return list(dict.fromkeys(quotes))


def field_lines(field: RecordField, passage: Passage, found: Lines) -> list[Quote]:
    """Return the record's lines of a field, else those of the nearest record above that has any."""
    own = labelled_by(field, passage.na_id, [*passage.chunks, *found.get(passage.na_id, ())])
    if own or not field.is_inherited:
        return own
    for above in passage.path[1:]:
        quotes = labelled_by(field, above.na_id, found.get(above.na_id, ()))
        if quotes:
            return [name_above(above, found), *quotes] if field.is_wider_above else quotes
    return []


def labelled_by(field: RecordField, na_id: int, chunks: Sequence[Chunk]) -> list[Quote]:
    """Return the lines of some chunks that have any label of a field, in the field's order."""
    return [quote for label in field.labels for quote in labelled(na_id, chunks, label)]


def labelled(na_id: int, chunks: Sequence[Chunk], label: str) -> list[Quote]:
    """Return the lines of some chunks that have a label, each once."""
    quotes: dict[str, Quote] = {}
    for chunk in chunks:
        for own, start, end in lines(chunk.text):
            if own == label:
                words = chunk.text[start:end]
                quotes.setdefault(words, Quote(na_id, chunk.chunk_id, start, end, words))
    return list(quotes.values())


def own_name(passage: Passage, found: Lines) -> Quote | None:
    """Return the name of a passage's record as a quote of its text, `None` where it has none."""
    return name_line(passage.na_id, [*passage.chunks, *found.get(passage.na_id, ())])


def name_above(record: PathRecord, found: Lines) -> Quote:
    """Return the name of a record above: of its text, or of a stub, which has nothing else."""
    name = record.name or ""
    of_stub = Quote(record.na_id, f"{record.na_id}-0", 0, len(name), name)
    return name_line(record.na_id, found.get(record.na_id, ())) or of_stub


def name_line(na_id: int, chunks: Sequence[Chunk]) -> Quote | None:
    """Return the line of a record's name."""
    quotes = (quote for label in NAME_LABELS for quote in labelled(na_id, chunks, label))
    return next(quotes, None)


def with_lines(passage: Passage, found: Lines) -> Passage:
    """Return a passage with the chunks in which what is asked for stands before its own."""
    own = {chunk.chunk_id for chunk in passage.chunks}
    added = tuple(one for one in found.get(passage.na_id, ()) if one.chunk_id not in own)
    chunks = (*added, *passage.chunks)
    return replace(passage, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))


@dataclass(frozen=True, slots=True)
class Draft:
    """What one record says to a question."""

    ranked: RankedPassage
    said: tuple[Quote, ...]
    """Name, fields and sentences in the order of the answer, no longer than it may be."""
    best: float
    """The score of the best field or sentence."""
    signs: Signs

    @property
    def score(self) -> float:
        """How well the record fits, and whether it says what is asked for."""
        answers = self.signs.is_counted + self.signs.is_said + self.signs.has_kind
        said = SAID_WEIGHT * self.ranked.trusted * self.best
        return self.ranked.score + said + SIGNS_WEIGHT * answers


def repeats(sentence: str, name: str) -> bool:
    """Return whether a sentence says a record's name by itself."""
    words = weighted_stems(name)
    return len(words) > 1 and coverage(words, stems(sentence)) >= REPEATED


def with_name(name: Quote | None, chosen: Sequence[Quote]) -> list[Quote]:
    """Return quotes behind a record's name, unless the first says it or would have no room."""
    if name is None or not chosen:
        return [quote for quote in (name, *chosen) if quote is not None]
    best = chosen[0].quote
    is_room = len(name.quote) + 1 + len(best) <= LONGEST_ANSWER
    return [name, *chosen] if is_room and not repeats(best, name.quote) else list(chosen)


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
    asked: Asked, passages: Sequence[Passage], embedder: TextEmbedder, found: Lines | None = None
) -> Answer:
    """Return an answer in the words of the record that fits best, or the refusal.

    `found` holds chunks with the lines that the question asks for, of records and those above them.
    """
    best = best_draft(asked, passages, embedder, found or {})
    if best is None:
        return Answer((), 0.0, EXTRACTIVE)
    sure, least = fitted().likelihood(best.signs), fitted().least
    if sure < least or not best.said:
        return Answer((), min(sure, least), EXTRACTIVE)
    sentences = tuple(Sentence(quote.quote, (quote,)) for quote in best.said)
    return Answer(sentences, sure, EXTRACTIVE)


def best_draft(
    asked: Asked, passages: Sequence[Passage], embedder: TextEmbedder, found: Lines
) -> Draft | None:
    """Return what the record says that fits a question best, whether it answers or not.

    `None` where nothing was found, or nothing is asked about.
    """
    if not asked.words:  # it asks about nothing
        return None
    ranked = rank_passages(asked, passages)[:WEIGHED_RECORDS]
    drafts = [draft(asked, one, embedder, found) for one in ranked]
    return max(drafts, key=lambda one: one.score, default=None)


def draft(asked: Asked, ranked: RankedPassage, embedder: TextEmbedder, found: Lines) -> Draft:
    """Return what a record says to a question."""
    passage = ranked.passage
    fields = field_quotes(asked, passage, found)
    sentences = rank_sentences(asked, passage, embedder)
    said = tuple(fitting(answering(own_name(passage, found), fields, sentences)))
    best = max([FIELD_SCORE] * bool(fields) + [one.score for one in sentences[:1]], default=0.0)
    text = "\n".join(quote.quote for quote in said)
    signs = read_signs(asked, ranked, text, embedder, has_field=bool(fields))
    return Draft(ranked, said, best, signs)


def answering(
    name: Quote | None, fields: Sequence[Quote], sentences: Sequence[RankedSentence]
) -> list[Quote]:
    """Return what an answer is made of, the most needed first: name, fields, sentences."""
    chosen = list(fields)
    chosen += [
        one.candidate.quote
        for place, one in enumerate(sentences)
        if place == 0 or (one.candidate.is_prose and one.score >= WORTH_SAYING * sentences[0].score)
    ]
    return with_name(name, chosen)
