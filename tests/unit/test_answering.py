"""Tests of extractive answers: sentences that are cut, selected, and verified, and refusals."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.answering.extractive.lexical_answers import extract_answer, fit_quotes, prepend_name
from narabot.answering.extractive.ranking import FIELD_ONLY_LABELS
from narabot.answering.extractive.sentences import candidates
from narabot.answering.generative import answer_context
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
from narabot.models.lines import LINE_KINDS, NAME_LABELS
from narabot.retrieval.records.sentences import (
    LABELED_LINE,
    LONGEST_SENTENCE,
    PROSE_LABELS,
    sentences,
)
from narabot.understanding.question import RECORD_FIELDS, parse_question
from narabot.words import coverage, fold, stems, weighted_stems
from tests.embedders import WordEmbedder

PAGE_LABELS = ("Transcription", "Transcription of page 3", "Machine-read text of page 12")
LABELS = set(LINE_KINDS)


def passage(text: str, na_id: int = 7, name: str = "Logbook", score: float = 0.9) -> Passage:
    record = PathRecord(
        na_id, RecordType.DESCRIPTION, LevelOfDescription.ITEM, name, None, None, "https://x"
    )
    chunk = Chunk(f"{na_id}-0", text)
    return Passage(
        na_id, chunk.chunk_id, score, text, (chunk,), (record,), (), Holdings(), meaning=0.8
    )


@pytest.mark.parametrize("label", [*sorted(LABELS), *PAGE_LABELS])
def test_every_label_from_ingest_is_recognized(label: str) -> None:
    found = LABELED_LINE.match(f"{label}: some words")
    assert found is not None
    assert found["label"] == label


def test_labels_used_in_answering_are_written_by_ingest() -> None:
    asked = {label for field in RECORD_FIELDS for label in field.labels}
    assert asked | FIELD_ONLY_LABELS | set(NAME_LABELS) <= LABELS
    assert LABELS | set(PAGE_LABELS) >= PROSE_LABELS


@given(st.text(alphabet=st.sampled_from('aB. \n:;?!12"”)é—'), max_size=1500))
def test_sentences_are_ordered_and_do_not_overlap(text: str) -> None:
    last = 0
    for _, start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert end - start <= LONGEST_SENTENCE
        last = end


@given(st.lists(st.sampled_from(["Ship.", "The log", "of 1812.", "It ends!", "\n"]), max_size=60))
def test_sentence_splitting_loses_no_words(words: list[str]) -> None:
    text = " ".join(words)
    found = [word for _, start, end in sentences(text) for word in text[start:end].split()]
    assert found == text.split()


def test_prose_loses_its_label_and_fields_keep_theirs() -> None:
    text = "Scope and content: A log. It ends in 1812.\nContainer: Box 3"
    assert [text[start:end] for _, start, end in sentences(text)] == [
        "A log.",
        "It ends in 1812.",
        "Container: Box 3",
    ]


def test_initials_and_titles_do_not_end_sentences() -> None:
    text = "Letters of Gen. Smith to John Q. Adams and Mr. Jay. They are short."
    assert [text[start:end] for _, start, end in sentences(text)] == [
        "Letters of Gen. Smith to John Q. Adams and Mr. Jay.",
        "They are short.",
    ]


def test_span_shared_by_two_passages_is_one_candidate() -> None:
    assert len(candidates([passage("One sentence."), passage("One sentence.")])) == 1


def test_answer_quotes_a_sentence_with_its_position() -> None:
    text = (
        "Title: Logbook\nScope and content: The keeper saw ice. The boat landing was lost in 1891."
    )
    answer = extract_answer(
        parse_question("In which year was the boat landing lost?"), [passage(text)], WordEmbedder()
    )
    assert [sentence.text for sentence in answer.sentences] == [
        "Logbook",
        "The boat landing was lost in 1891.",
    ]
    for sentence in answer.sentences:
        (quote,) = sentence.quotes
        assert text[quote.start : quote.end] == quote.quote == sentence.text


def test_box_question_is_answered_from_the_container() -> None:
    text = "Title: Logbook of the keeper\nDates: 1891\nContainer: Box 3, Folder 2"
    answer = extract_answer(
        parse_question("In which box is the logbook of the keeper?"),
        [passage(text)],
        WordEmbedder(),
    )
    assert "Box 3, Folder 2" in answer.text


def test_sentence_that_only_repeats_the_question_is_rejected() -> None:
    answer = extract_answer(
        parse_question("Logbook keeper?"), [passage("Logbook keeper.")], WordEmbedder()
    )
    assert answer.is_refused


def test_question_without_a_matching_sentence_is_refused() -> None:
    text = "Scope and content: Bearings and chain lengths of creeks."
    found = replace(passage(text), meaning=0.1)
    answer = extract_answer(parse_question("Who won the football cup?"), [found], WordEmbedder())
    assert answer.text == REFUSAL
    assert answer.sentences == ()


@pytest.mark.parametrize("question", ["???", "who is it?", ""])
def test_question_without_content_words_is_refused(question: str) -> None:
    assert (
        extract_answer(parse_question(question), [passage("Title: Logbook")], WordEmbedder()).text
        == REFUSAL
    )


def test_no_passages_result_in_a_refusal() -> None:
    assert extract_answer(parse_question("Anything?"), [], WordEmbedder()).text == REFUSAL


@pytest.mark.slow
@given(st.text(max_size=200), st.text(max_size=200))
def test_confidence_is_always_between_0_and_1(question: str, text: str) -> None:
    answer = extract_answer(parse_question(question), [passage(text)], WordEmbedder())
    assert 0 <= answer.confidence <= 1
    for sentence in answer.sentences:
        assert sentence.quotes[0].quote in text


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Which roll is it on?", "Microfilm"),
        ("When was it written?", "Dates"),
        ("Who created the series?", "Created by"),
        ("May I publish it?", "Use"),
    ],
)
def test_question_selects_the_matching_line_label(question: str, label: str) -> None:
    assert label in parse_question(question).labels


def test_records_own_name_does_not_answer_who_question() -> None:
    text = "Name: Myer, Dillon S.\nBiography: Myer became the second director in 1942."
    found = passage(text, name="Myer, Dillon S.")
    answer = extract_answer(
        parse_question("Who was director Dillon Myer?"), [found], WordEmbedder()
    )
    assert answer.sentences[-1].text == "Myer became the second director in 1942."


def test_circa_does_not_end_a_sentence() -> None:
    text = "Dates: ca. 1823 – January 15, 1896"
    assert [text[start:end] for _, start, end in sentences(text)] == [text]


def test_words_are_folded_and_stemmed() -> None:
    assert fold("São Paulo ЁЛКА") == "sao paulo елка"
    assert stems("the Photographs") == stems("photograph")
    assert stems("the of and") == frozenset()


def test_names_and_numbers_weigh_more() -> None:
    weights = weighted_stems("which letters did Truman write in 1947")
    assert weights["truman"] > weights["letter"]
    assert weights["1947"] > weights["letter"]


def test_coverage_is_the_covered_share_of_weights() -> None:
    asked = {"a": 1.0, "b": 3.0}
    assert coverage(asked, {"b"}) == 0.75
    assert coverage({}, {"b"}) == 0.0


def test_context_lists_passages_with_titles_best_first() -> None:
    context = answer_context([passage("first", 1, "A"), passage("second", 2, "B")])
    assert re.findall(r"Title: (\w) Text: (\w+)", context) == [("A", "first"), ("B", "second")]


def test_name_is_dropped_when_best_sentence_leaves_no_room() -> None:
    name = Quote(1, "1-0", 0, 118, "N" * 118)
    long, short = Quote(1, "1-0", 120, 447, "S" * 327), Quote(1, "1-0", 120, 140, "S" * 20)
    assert fit_quotes(prepend_name(name, [long])) == [long]
    assert fit_quotes(prepend_name(name, [short, long])) == [name, short]
    assert fit_quotes(prepend_name(name, [])) == [name]
    assert fit_quotes(prepend_name(None, [short])) == [short]
