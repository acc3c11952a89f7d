"""Tests of answers that the reader selects: its input, its answers, and its refusals."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from narabot.answering import best_answer, read_records, reranked_drafts
from narabot.answering.extractive.reranking import (
    RerankedDraft,
    RerankingFeatures,
    reranking_model,
    scaled_log_odds,
    span_in_whole_words,
)
from narabot.answering.extractive.window_reading import (
    MAX_READ_CHARS,
    RequestedLines,
    WindowReading,
    select_windows,
)
from narabot.models import (
    REFUSAL,
    Chunk,
    Holdings,
    LevelOfDescription,
    Passage,
    PathRecord,
    Quote,
    RecordType,
)
from narabot.reading.reader import Reader, SpanReading
from narabot.understanding.question import parse_question


class PhraseReader:
    """A reader that finds known phrases, each with a fixed confidence."""

    def __init__(self, **known: float) -> None:
        self.known = {phrase.replace("_", " "): sure for phrase, sure in known.items()}
        self.asked: list[str] = []
        self.texts: list[str] = []

    def read(self, question: str, texts: Sequence[str]) -> list[SpanReading]:
        self.asked.append(question)
        self.texts += texts
        return [self.one(text) for text in texts]

    def one(self, text: str) -> SpanReading:
        for phrase, sure in self.known.items():
            place = text.find(phrase)
            if place >= 0:
                return SpanReading(sure, sure, place, place + len(phrase))
        return SpanReading(-5.0, -5.0, 0, 1)


def record(na_id: int, name: str | None) -> PathRecord:
    level = LevelOfDescription.SERIES
    return PathRecord(na_id, RecordType.DESCRIPTION, level, name, None, None, "https://x")


def passage(na_id: int, *texts: str, name: str = "Logbooks", above: Sequence[str] = ()) -> Passage:
    chunks = tuple(Chunk(f"{na_id}-{place}", text) for place, text in enumerate(texts))
    path = (record(na_id, name), *(record(100 + place, one) for place, one in enumerate(above)))
    return Passage(na_id, chunks[0].chunk_id, 0.5, texts[0], chunks, path, (), Holdings(), 0.8)


def drafted(
    question: str,
    reader: PhraseReader,
    passages: Sequence[Passage],
    found: RequestedLines | None = None,
) -> list[RerankedDraft]:
    asked = parse_question(question)
    read = read_records(cast(Reader, reader), question, asked, passages, found or {})
    return reranked_drafts(asked, passages, found or {}, read)


STORM = "Title: Storm log\nScope and content: It tells of gales. The keeper wrote it.\nDates: 1911"


def test_answering_sentence_is_quoted_after_record_name() -> None:
    found = drafted("Who wrote it?", PhraseReader(keeper=6), [passage(1, STORM, name="Storm log")])
    assert [quote.quote for quote in found[0].quotes] == ["Storm log", "The keeper wrote it."]
    assert found[0].span is not None
    assert found[0].span.quote == "keeper"
    for quote in (*found[0].quotes, found[0].span):
        assert STORM[quote.start : quote.end] == quote.quote


def test_answering_record_is_ranked_first() -> None:
    passages = [passage(1, "Dates: 1900"), passage(2, "Dates: 1911"), passage(3, "Dates: 1920")]
    found = drafted("In what year?", PhraseReader(**{"1911": 6.0}), passages)
    assert found[0].passage.na_id == 2
    assert {one.passage.na_id for one in found} == {1, 2, 3}


def test_answer_within_name_quotes_only_the_name() -> None:
    text = "Title: Telegram from Recife\nDates: 1911"
    found = drafted(
        "Where from?", PhraseReader(Recife=6), [passage(1, text, name="Telegram from Recife")]
    )
    assert [quote.quote for quote in found[0].quotes] == ["Telegram from Recife"]
    assert found[0].span is not None
    assert text[found[0].span.start : found[0].span.end] == "Recife"


def test_nearly_equal_answers_are_also_quoted() -> None:
    reader = PhraseReader(keeper=6, clerk=5.5, cook=1)
    parts = [f"Scope and content: {one}." for one in ("A keeper wrote it", "A clerk copied it")]
    found = drafted("Who?", reader, [passage(1, *parts, "Notes: A cook read it.")])
    quotations = [quote.quote for quote in found[0].quotes]
    assert quotations == ["A keeper wrote it.", "A clerk copied it."]


def test_field_from_ancestor_is_read_with_the_record() -> None:
    above = Chunk("100-0", "Title: Navy\nHeld at: National Archives at Boston")
    reader = PhraseReader(Boston=6)
    found = drafted(
        "Where is it held?", reader, [passage(1, STORM, above=["Navy"])], {100: [above]}
    )
    assert "Title: Logbooks\nIn: Navy\nHeld at: National Archives at Boston" in reader.texts
    assert found[0].span is not None
    assert (found[0].span.na_id, found[0].span.quote) == (100, "Boston")


def test_ancestor_field_is_ignored_if_record_states_its_own() -> None:
    above = Chunk("100-0", "Title: Navy\nHeld at: National Archives at Boston")
    reader = PhraseReader()
    own = passage(1, "Held at: National Archives at Chicago", above=["Navy"])
    drafted("Where is it held?", reader, [own], {100: [above]})
    assert not any("Boston" in text for text in reader.texts)


def test_read_limit_is_shared_among_long_records() -> None:
    long = "Scope and content: " + "the storm of the year was told at length here. " * 40
    passages = [passage(number, long) for number in range(8)]
    parts = select_windows(parse_question("Which storm?"), passages, {})
    assert sum(len(part.window.text) for part in parts) <= MAX_READ_CHARS
    assert {part.passage.na_id for part in parts} == set(range(8))


def test_best_matching_window_of_long_record_is_read() -> None:
    dull = "Nothing is told of it on this page, which is a page like others. " * 7
    texts = [f"Machine-read text of page {page}: {dull}" for page in range(30)]
    texts[21] += " The storm sank the schooner Hesper."
    parts = select_windows(
        parse_question("What sank the schooner Hesper?"), [passage(1, *texts)], {}
    )
    assert "Hesper" in parts[0].window.text


def test_reader_receives_the_original_question() -> None:
    reader = PhraseReader()
    asked = parse_question("who wrote log")
    read_records(cast(Reader, reader), "Кто написал?", asked, [passage(1, STORM)], {})
    assert reader.asked == ["Кто написал?"]


def test_no_passages_result_in_a_refusal() -> None:
    assert drafted("Who?", PhraseReader(), []) == []
    answer = best_answer([])
    assert (answer.text, answer.confidence) == (REFUSAL, 0.0)


@pytest.mark.parametrize(("sure", "is_refused"), [(7.9, False), (-7.9, True)])
def test_low_confidence_answer_is_refused(sure: float, is_refused: bool) -> None:
    [best] = drafted("Who wrote it?", PhraseReader(keeper=sure), [passage(1, STORM)])
    signs = replace(best.features, rank=1.0 if sure > 0 else 0.0)
    answer = best_answer([replace(best, features=signs)])
    assert answer.is_refused == is_refused
    assert 0 <= answer.confidence <= 1
    assert (answer.confidence < reranking_model().threshold) == is_refused


def test_margin_compares_record_with_best_other_record() -> None:
    [alone] = drafted("Who wrote it?", PhraseReader(keeper=4.0), [passage(1, STORM)])
    assert alone.features.margin == alone.features.relevance + 1
    both = drafted(
        "Who wrote it?", PhraseReader(keeper=4.0), [passage(1, STORM), passage(2, "Maps.")]
    )
    signs = {one.passage.na_id: one.features for one in both}
    assert signs[1].margin == signs[1].relevance - signs[2].relevance == -signs[2].margin > 0


def test_every_feature_has_a_weight() -> None:
    weights = reranking_model().weights
    assert set(weights) == set(RerankingFeatures.__dataclass_fields__)
    assert weights["relevance"] + weights["gain"] > 0


def test_log_odds_are_bounded() -> None:
    assert [scaled_log_odds(one) for one in (-99.0, -4.0, 0.0, 99.0)] == [-1, -0.5, 0, 1]


def test_ancestor_name_in_window_is_not_quoted() -> None:
    """The window also contains the names of ancestors, which are in none of the record's chunks."""
    [part] = select_windows(parse_question("Who?"), [passage(1, STORM, above=["Navy"])], {})
    place = part.window.text.find("Navy")
    made = WindowReading(part, SpanReading(5, 5, place, place + 4))
    assert made.span is None
    assert made.sentence is None


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (27, 31, "Toller"),  # part of a word
        (22, 32, "Asa Toller"),  # includes the period
        (22, 26, "Asa Toller"),
        (17, 18, "by"),
        (15, 17, None),  # not a word
        (0, 33, None),  # longer than the quotation
        (31, 31, None),
        (40, 44, None),
    ],
)
def test_answer_span_has_whole_words_within_quotation(
    start: int, end: int, words: str | None
) -> None:
    text = "Kept day by day, by  Asa Toller. And so on for years."
    quote = Quote(7, "7-0", 4, 32, text[4:32])
    span = Quote(7, "7-0", start, end, text[start:end])
    found = span_in_whole_words(quote, span)
    assert (found.quote if found else None) == words
    if found:
        assert text[found.start : found.end] == found.quote


def test_span_from_different_chunk_is_not_within_quotation() -> None:
    assert span_in_whole_words(Quote(7, "7-0", 0, 4, "Kept"), Quote(7, "7-1", 0, 4, "Kept")) is None
    assert span_in_whole_words(Quote(7, "7-0", 0, 4, "Kept"), None) is None
