"""Tests of answer signals: counted nouns, required words, and names of the requested class."""

import pytest

from narabot.answering.extractive.confidence import (
    UNNAMED_THING_SCORE,
    AnswerFeatures,
    expected_kind_score,
    has_quantity,
    has_required_words,
)
from narabot.answering.extractive.entity_types import (
    EntityKind,
    best_of_kind,
    kind_of_noun,
    new_names,
)
from narabot.answering.extractive.lexical_answers import LexicalDraft
from narabot.answering.extractive.ranking import RankedPassage
from narabot.embedding import Embeddings, open_embeddings
from narabot.settings import Settings
from narabot.understanding.expected_answer import counted_noun, wanted_noun, wanted_role
from narabot.understanding.question import parse_question
from narabot.words import stems
from tests.unit.test_answering import passage


@pytest.fixture(scope="module")
def model() -> Embeddings:
    """Return the real embedding model, which decides whether a name is a person's."""
    return open_embeddings(Settings(_env_file=None))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In all 612 sailors came to the harbor.", True),
        ("Sailors came to the harbor, which had been built in 1944.", False),
        ("The sailors came in two ships.", False),
        ("Two thousand tired sailors came.", True),
        ("612 men and women came.", True),
        ("A list of 12 towns. It was followed by a long report on the sailors.", False),
        ("Report A-12 of 3/4/1944-6/1/1945, sailors.", False),
    ],
)
def test_counted_noun_must_follow_a_number(text: str, expected: bool, model: Embeddings) -> None:
    assert has_quantity(parse_question("How many sailors came?"), text, model) is expected


def test_count_of_people_is_not_a_count_of_things(model: Embeddings) -> None:
    assert not has_quantity(
        parse_question("How many bridges were built?"), "612 men and women came.", model
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [("The bridge of 1890 has 40 spans.", False), ("It is 1,200 feet long.", True)],
)
def test_measurement_needs_a_number_and_a_unit(
    text: str, expected: bool, model: Embeddings
) -> None:
    assert has_quantity(parse_question("How long was the bridge?"), text, model) is expected


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("How many naval officers signed it?", "officers"),
        ("How many people came?", "people"),
        ("How much money was paid?", "money"),
        ("Who came?", None),
    ],
)
def test_first_plural_noun_is_counted(question: str, noun: str | None) -> None:
    assert counted_noun(question) == noun


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Who was the director of the mint?", "The director: Rittenhouse.", True),
        ("Who was the director of the mint?", "Photographs of the mint by Smith.", False),
        ("Who was the police chief of Boston?", "The police of Boston.", False),
        ("What was the tonnage of the ship?", "Its tonnage was 400.", True),
        ("What was the tonnage of the ship?", "Telegram on the ship.", False),
        ("Who came?", "Nobody.", True),
        ("When was Adams born?", "Letter of Adams. Dates: 1801", False),
        ("When was Adams born?", "Adams was born in 1735.", True),
        ("Why did the bank close?", "Closing of the bank", False),
        ("Why did the bank close?", "The bank closed because of a fire.", True),
        ("What did the envoy say about tea?", "Telegram of the envoy on tea", False),
        ("What did the envoy say about tea?", "The envoy said that tea was dear.", False),
        ("What did the envoy promise?", "The envoy promises help.", True),
    ],
)
def test_answer_must_contain_words_required_by_question(
    question: str, answer: str, expected: bool
) -> None:
    assert has_required_words(parse_question(question), answer, has_field=False) is expected


def test_field_can_supply_a_role_but_not_a_birth() -> None:
    assert has_required_words(
        parse_question("What was the extent of the files?"), "Extent: 3 feet", has_field=True
    )
    assert not has_required_words(
        parse_question("When was Adams born?"), "Dates: 1801", has_field=True
    )


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("Who built the dam?", "person"),
        ("Where was the dam built?", "place"),
        ("Which search party found the ship?", "search party"),
        ("What is the name of the engineer who built the dam?", "engineer"),
        ("Which firm built the dam?", "firm"),
        ("Which two aldermen put it off?", "aldermen"),
        ("What kind of dam was it?", None),
        ("What was built?", None),
        ("When was the dam built by those who came?", None),
        ("Was it built?", None),
    ],
)
def test_question_determines_the_requested_noun(question: str, noun: str | None) -> None:
    assert wanted_noun(question) == noun


def test_modifier_of_name_is_the_requested_role() -> None:
    assert wanted_role("What was the pen name of the poet?") == "pen"
    assert wanted_role("What was the name of the poet?") is None
    assert wanted_role("A poet is named: who was that poet?") is None


@pytest.mark.parametrize(
    ("noun", "kind"),
    [
        ("surgeon", EntityKind.PERSON),
        ("desert", EntityKind.PLACE),
        ("trade union", EntityKind.ORGANIZATION),
        ("illness", EntityKind.OTHER),
    ],
)
def test_noun_has_an_entity_kind(noun: str, kind: EntityKind, model: Embeddings) -> None:
    assert kind_of_noun(noun, model) is kind


@pytest.mark.slow
def test_person_names_are_distinguished_from_place_names(model: Embeddings) -> None:
    assert best_of_kind(["Margaret Thornton"], EntityKind.PERSON, model) > 0.8
    assert best_of_kind(["Margaret Thornton"], EntityKind.PLACE, model) == 0
    assert best_of_kind(["Ireland"], EntityKind.PLACE, model) > 0.6
    assert best_of_kind([], EntityKind.PLACE, model) == 0


def test_names_in_question_are_not_new() -> None:
    known = stems("What did Hay write to Adee?")
    found = new_names("Letter of John Hay to Adee about Panama", known)
    assert "Panama" in found
    assert "John" in found
    assert "John Hay" not in found


def test_name_may_contain_the_requested_noun(model: Embeddings) -> None:
    text = "It is in Nassau County, by the sea."
    assert expected_kind_score(parse_question("Which county is it in?"), text, model) > 0.6
    assert (
        expected_kind_score(parse_question("Which region of Nassau County is it in?"), text, model)
        < 0.5
    )


def test_who_question_expects_a_person(model: Embeddings) -> None:
    question = "Who painted the harbor?"
    assert (
        expected_kind_score(
            parse_question(question), "The harbor, painted by Margaret Thornton", model
        )
        > 0.8
    )
    assert (
        expected_kind_score(parse_question(question), "Paintings of the Harbor, Ireland", model)
        < 0.5
    )


def test_letters_origin_does_not_answer_where_question(model: Embeddings) -> None:
    letter = "Letter from Dublin to London Concerning {}"
    assert (
        expected_kind_score(parse_question("Where was it?"), letter.format("a Meeting"), model)
        < 0.5
    )
    assert (
        expected_kind_score(
            parse_question("Where was it?"), letter.format("a Meeting in Scotland"), model
        )
        > 0.6
    )


def test_mentioned_noun_scores_higher_than_unnamed_thing(model: Embeddings) -> None:
    question = "Which illness was it?"
    assert expected_kind_score(parse_question(question), "His illness was grave.", model) == 1
    assert (
        expected_kind_score(parse_question(question), "It was grave.", model) == UNNAMED_THING_SCORE
    )


def test_draft_with_requested_count_outranks_better_passage() -> None:
    signs = AnswerFeatures(0.5, 0.5, is_counted=1.0, is_said=1.0, has_kind=1.0, has_field=0.0)
    without = AnswerFeatures(0.5, 0.5, is_counted=0.0, is_said=1.0, has_kind=1.0, has_field=0.0)
    first = RankedPassage(passage("A log."), 0.5, trusted=1.0)
    second = RankedPassage(passage("A log."), 0.45, trusted=1.0)
    assert LexicalDraft(second, (), 0.4, signs).score > LexicalDraft(first, (), 0.4, without).score


def test_sentence_score_counts_less_when_words_are_untrusted() -> None:
    signs = AnswerFeatures(0.5, 0.5, is_counted=1.0, is_said=1.0, has_kind=1.0, has_field=0.0)
    gains = [
        LexicalDraft(RankedPassage(passage("A log."), 0.5, trusted), (), 0.9, signs).score
        - LexicalDraft(RankedPassage(passage("A log."), 0.5, trusted), (), 0.1, signs).score
        for trusted in (0.2, 1.0)
    ]
    assert 0 < gains[0] < gains[1]
