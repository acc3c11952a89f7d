"""Answer with quotations by comparing words and embeddings, without the reader, or refuse.

The answer contains only words from the records. The answer comes from the record that fits the
question best. The record's name comes first and identifies the source. The requested content
follows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from narabot.answering.extractive.confidence import AnswerFeatures, answer_features, answer_model
from narabot.answering.extractive.ranking import (
    RankedPassage,
    RankedSentence,
    rank_passages,
    rank_sentences,
)
from narabot.embedding import TextEmbedder
from narabot.models import EXTRACTIVE, Answer, Chunk, Passage, PathRecord, Quote, Sentence
from narabot.models.lines import NAME_LABELS
from narabot.retrieval.records.sentences import lines
from narabot.understanding.question import ParsedQuestion, RecordField
from narabot.words import coverage, stems, weighted_stems

COMPARED_RECORDS = 3
"""Number of records whose sentences are compared."""

MAX_ANSWER_CHARS = 400
"""Maximum length of an answer, in characters."""

SENTENCE_WEIGHT = 0.2
"""Weight of the best sentence relative to the record's fit.

This weight is multiplied by the trust in the question's words, because the best sentence may share
few words with a differently phrased question."""

FEATURE_WEIGHT = 0.15
"""Weight of each feature that indicates requested content in the record."""

FIELD_SCORE = 0.6
"""Score of a requested field, on the same scale as sentence scores."""

MAX_ANSWER_QUOTES = 4
MIN_NAME_COVERAGE = 0.75
"""A sentence that contains this share of a name's words is not preceded by the name."""

MIN_RELATIVE_SCORE = 0.6
"""Minimum score of an additional sentence, as a fraction of the best score."""

RequestedLines = Mapping[int, Sequence[Chunk]]
"""Chunks that contain the requested lines, keyed by naId."""


def field_quotes(asked: ParsedQuestion, passage: Passage, found: RequestedLines) -> list[Quote]:
    """Return quotations for each field and each level of description that a question asks for."""
    quotes = [
        quote for field in asked.fields for quote in inherited_field_lines(field, passage, found)
    ]
    for level in asked.levels:
        quotes += [
            ancestor_name(above, found)
            for above in passage.path[1:]
            if above.type is level and above.name
        ]
    return list(dict.fromkeys(quotes))


def inherited_field_lines(
    field: RecordField, passage: Passage, found: RequestedLines
) -> list[Quote]:
    """Return the record's lines for a field, or else the nearest ancestor's lines, if any."""
    own = lines_of_field(field, passage.na_id, [*passage.chunks, *found.get(passage.na_id, ())])
    if own or not field.is_inherited:
        return own
    for above in passage.path[1:]:
        quotes = lines_of_field(field, above.na_id, found.get(above.na_id, ()))
        if quotes:
            return [ancestor_name(above, found), *quotes] if field.is_wider_above else quotes
    return []


def lines_of_field(field: RecordField, na_id: int, chunks: Sequence[Chunk]) -> list[Quote]:
    """Return the chunks' lines that have any of a field's labels, in the order of the labels."""
    return [quote for label in field.labels for quote in lines_with_label(na_id, chunks, label)]


def lines_with_label(na_id: int, chunks: Sequence[Chunk], label: str) -> list[Quote]:
    """Return the chunks' lines that have the specified label, without duplicates."""
    quotes: dict[str, Quote] = {}
    for chunk in chunks:
        for own, start, end in lines(chunk.text):
            if own == label:
                words = chunk.text[start:end]
                quotes.setdefault(words, Quote(na_id, chunk.chunk_id, start, end, words))
    return list(quotes.values())


def own_name(passage: Passage, found: RequestedLines) -> Quote | None:
    """Return the name of a passage's record as a quotation from the record's text, or `None`."""
    return name_line(passage.na_id, [*passage.chunks, *found.get(passage.na_id, ())])


def ancestor_name(record: PathRecord, found: RequestedLines) -> Quote:
    """Return an ancestor's name, quoted from the ancestor's text or stub.

    A stub contains only the name.
    """
    name = record.name or ""
    of_stub = Quote(record.na_id, f"{record.na_id}-0", 0, len(name), name)
    return name_line(record.na_id, found.get(record.na_id, ())) or of_stub


def name_line(na_id: int, chunks: Sequence[Chunk]) -> Quote | None:
    """Return the line with a record's name."""
    quotes = (quote for label in NAME_LABELS for quote in lines_with_label(na_id, chunks, label))
    return next(quotes, None)


def with_requested_lines(passage: Passage, found: RequestedLines) -> Passage:
    """Return a passage with the chunks that contain the requested lines placed first."""
    own = {chunk.chunk_id for chunk in passage.chunks}
    added = tuple(one for one in found.get(passage.na_id, ()) if one.chunk_id not in own)
    chunks = (*added, *passage.chunks)
    return replace(passage, chunks=chunks, text="\n".join(chunk.text for chunk in chunks))


@dataclass(frozen=True, slots=True)
class LexicalDraft:
    """A draft answer from one record."""

    ranked: RankedPassage
    quotes: tuple[Quote, ...]
    """The name, fields, and sentences in answer order, up to the maximum length."""
    best: float
    """The score of the best field or sentence."""
    features: AnswerFeatures

    @property
    def score(self) -> float:
        """A score for how well the record fits the question and whether it has the requested
        content."""
        answers = self.features.is_counted + self.features.is_said + self.features.has_kind
        said = SENTENCE_WEIGHT * self.ranked.trusted * self.best
        return self.ranked.score + said + FEATURE_WEIGHT * answers


def repeats_name(sentence: str, name: str) -> bool:
    """Return whether a sentence repeats most of a record's name."""
    words = weighted_stems(name)
    return len(words) > 1 and coverage(words, stems(sentence)) >= MIN_NAME_COVERAGE


def prepend_name(name: Quote | None, chosen: Sequence[Quote]) -> list[Quote]:
    """Return quotations with the record's name first.

    The name is left out if the first quotation contains it or if the answer would exceed the
    maximum length.
    """
    if name is None or not chosen:
        return [quote for quote in (name, *chosen) if quote is not None]
    best = chosen[0].quote
    is_room = len(name.quote) + 1 + len(best) <= MAX_ANSWER_CHARS
    return [name, *chosen] if is_room and not repeats_name(best, name.quote) else list(chosen)


def fit_quotes(quotes: Sequence[Quote]) -> list[Quote]:
    """Return the quotations that fit into an answer, in order.

    A quotation that repeats earlier text is skipped.
    """
    taken: list[Quote] = []
    room = MAX_ANSWER_CHARS
    for quote in quotes:
        if len(taken) == MAX_ANSWER_QUOTES:
            break
        if len(quote.quote) <= room and all(quote.quote not in one.quote for one in taken):
            taken.append(quote)
            room -= len(quote.quote) + 1
    return taken


def extract_answer(
    asked: ParsedQuestion,
    passages: Sequence[Passage],
    embedder: TextEmbedder,
    found: RequestedLines | None = None,
) -> Answer:
    """Return an answer quoted from the record that fits best, or the refusal.

    `found` contains the chunks with the requested lines, from the records and their ancestors.
    """
    best = best_lexical_draft(asked, passages, embedder, found or {})
    if best is None:
        return Answer((), 0.0, EXTRACTIVE)
    sure, least = answer_model().likelihood(best.features), answer_model().threshold
    if sure < least or not best.quotes:
        return Answer((), min(sure, least), EXTRACTIVE)
    sentences = tuple(Sentence(quote.quote, (quote,)) for quote in best.quotes)
    return Answer(sentences, sure, EXTRACTIVE)


def best_lexical_draft(
    asked: ParsedQuestion,
    passages: Sequence[Passage],
    embedder: TextEmbedder,
    found: RequestedLines,
) -> LexicalDraft | None:
    """Return the best draft for a question, even if the draft does not answer the question.

    Return `None` if no record was found or the question has no content words.
    """
    if not asked.words:  # the question has no content words
        return None
    ranked = rank_passages(asked, passages)[:COMPARED_RECORDS]
    drafts = [lexical_draft(asked, one, embedder, found) for one in ranked]
    return max(drafts, key=lambda one: one.score, default=None)


def lexical_draft(
    asked: ParsedQuestion, ranked: RankedPassage, embedder: TextEmbedder, found: RequestedLines
) -> LexicalDraft:
    """Return a record's draft answer to a question."""
    passage = ranked.passage
    fields = field_quotes(asked, passage, found)
    sentences = rank_sentences(asked, passage, embedder)
    said = tuple(fit_quotes(answer_quotes(own_name(passage, found), fields, sentences)))
    best = max([FIELD_SCORE] * bool(fields) + [one.score for one in sentences[:1]], default=0.0)
    text = "\n".join(quote.quote for quote in said)
    features = answer_features(asked, ranked, text, embedder, has_field=bool(fields))
    return LexicalDraft(ranked, said, best, features)


def answer_quotes(
    name: Quote | None, fields: Sequence[Quote], sentences: Sequence[RankedSentence]
) -> list[Quote]:
    """Return an answer's quotations, most important first: the name, fields, and sentences."""
    chosen = list(fields)
    chosen += [
        one.candidate.quote
        for place, one in enumerate(sentences)
        if place == 0
        or (one.candidate.is_prose and one.score >= MIN_RELATIVE_SCORE * sentences[0].score)
    ]
    return prepend_name(name, chosen)
