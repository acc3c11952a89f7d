"""The reader on records: damaged or missing weights, simultaneous requests, uncertain answers."""

import threading
from pathlib import Path

import pytest

from narabot.chat import Chat, example_questions, respond
from narabot.models import REFUSAL
from narabot.presentation.provenance import LIKELY, provenance
from narabot.reading import NO_READER
from narabot.retrieval import largest_roots
from tests.neo4j.test_reading_records import (
    CHARTS,
    JOURNAL,
    LETTERS,
    assert_answered,
    chat,
    conversation,
    own_models,
    settings_with,
    without_reader,
)
from tests.records import SAMPLE

__all__ = ["chat", "own_models"]


@pytest.fixture(scope="module")
def more_records() -> list[Path]:
    return [SAMPLE]


def test_example_questions_cover_all_kinds_and_are_answered(chat: Chat) -> None:
    offered = {
        one.kind: one.question
        for one in example_questions(chat, largest_roots(chat.retriever.graph))
    }
    assert {"fact", "count", "path", "overview"} <= set(offered)
    for kind in ("count", "path", "overview"):
        answer = respond(chat, offered[kind]).answer
        assert answer is not None and answer.is_computed and not answer.is_refused
    assert "list" not in offered or respond(chat, offered["list"]).answer is None
    fact = respond(chat, offered["fact"]).answer
    assert fact is not None and fact.quotes


def test_right_record_ranks_first_with_an_unsure_reader(chat: Chat) -> None:
    response = respond(chat, "Кто записывал погоду в журнал маяка?")
    assert response.passages[0].na_id == JOURNAL


@pytest.mark.parametrize(
    ("message", "na_id"),
    [
        ("I'm writing about sailors of the whaling grounds. Which records could help me?", LETTERS),
        ("where would I start with a study of anchorages in Casco Bay", CHARTS),
        ("Я пишу о китобойных промыслах и письмах моряков, с чего начать?", LETTERS),
    ],
)
def test_broad_question_gets_records_with_reasons(chat: Chat, message: str, na_id: int) -> None:
    response = respond(chat, message)
    assert response.answer is not None
    assert response.answer.is_guide
    assert na_id in [quote.na_id for quote in response.answer.quotes]
    assert len(response.records) > 3
    assert response.trace.prompt is None
    assert response.answer.confidence < LIKELY
    own, *said = response.answer.sentences
    assert own.quotes == ()
    assert said
    for sentence in said:
        [quote] = sentence.quotes
        assert sentence.text == quote.quote
        assert response.quoted_texts[quote.chunk_id][quote.start : quote.end] == quote.quote
    assert "narabot chose which records to suggest" in provenance(response)


def test_new_question_is_not_treated_as_a_follow_up(chat: Chat) -> None:
    response = conversation(
        chat,
        "What do the charts of Casco Bay show?",
        "And why were the letters of the whalers never delivered?",
    )
    assert not response.is_follow_up
    assert response.passages[0].na_id == LETTERS


def test_damaged_reader_is_reported_and_not_used(chat: Chat, tmp_path: Path) -> None:
    damaged = tmp_path / "reader.safetensors"
    damaged.write_bytes(b"no weights")
    poorer = without_reader(chat, settings_with(reader_model=str(damaged)))
    response = respond(poorer, "Which schooner ran aground when the lamp went out?")
    assert response.answer is not None
    assert "Hesper" in response.answer.text
    [said] = response.trace.limitations
    assert str(damaged) in said
    assert "read" not in response.trace.timings_ms


def test_disabled_reader_is_not_a_limitation(chat: Chat) -> None:
    poorer = without_reader(chat, settings_with(reader_model=NO_READER))
    response = respond(poorer, "Who entered the weather in the lighthouse journal?")
    assert response.trace.limitations == ()


def test_simultaneous_questions_get_the_same_answers(chat: Chat) -> None:
    questions = ["Who drew the charts of Casco Bay?", "Who entered the weather in the journal?"]
    alone = [respond(chat, one).answer for one in questions]
    found: dict[int, list[object]] = {0: [], 1: []}

    def ask(number: int) -> None:
        found[number] += [respond(chat, questions[number]).answer for _ in range(3)]

    threads = [threading.Thread(target=ask, args=(number,)) for number in (0, 1)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [found[0], found[1]] == [[alone[0]] * 3, [alone[1]] * 3]


@pytest.mark.parametrize(
    ("question", "na_id", "answer"),
    [
        ("which schooner ran aground when the lamp went out", JOURNAL, "Hesper"),
        ("Why were the letters of the whalers never delivered?", LETTERS, "the mail boat sank"),
        ("Who drew the charts of Casco Bay?", CHARTS, "Edwin Marlow"),
        ("Почему письма моряков не были доставлены?", LETTERS, "the mail boat sank"),
    ],
)
def test_sentence_that_answers_a_question_is_quoted(
    chat: Chat, question: str, na_id: int, answer: str
) -> None:
    assert_answered(chat, question, na_id, answer)


@pytest.mark.parametrize(
    "question",
    [
        "How much was Asa Toller paid for keeping the lighthouse?",
        "Сколько стоили карты залива Каско?",
    ],
)
def test_question_that_no_record_answers_is_refused(chat: Chat, question: str) -> None:
    response = respond(chat, question)
    assert response.answer is not None
    assert response.answer.text == REFUSAL
