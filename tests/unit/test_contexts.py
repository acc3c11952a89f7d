"""Tests of contexts in the format of document 001, and of reports that match a request."""

import json

import pytest

from narabot.chat.global_answers import read_meta_answer
from narabot.models.communities import (
    CommunityKind,
    ContextEntity,
    ContextRelation,
    Finding,
    FoundReport,
    GlobalContext,
    LocalContext,
    MetaAnswer,
    Report,
    findings_from_json,
    findings_to_json,
    quotes_from_json,
    quotes_to_json,
)
from narabot.models.quotes import Quote
from narabot.presentation.contexts import (
    context_language,
    global_context,
    local_context,
    report_json,
    report_text,
)
from narabot.retrieval.strategies.global_search import meta_answer

CONTEXT = LocalContext(
    entities=(ContextEntity("Ada Marsh", "PERSON", "keeper of\nthe light"),),
    relations=(ContextRelation("Ada Marsh", "Gull Point", "WORKPLACE", 2.0),),
    summaries=("Letters: They tell of the light.",),
    texts=("Title: Log Text: Ice.",),
)


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", ("Entities", "Relations", "Summaries", "Texts")),
        ("ru", ("Сущности", "Отношения", "Саммари", "Тексты")),
    ],
)
def test_context_has_the_four_parts_of_document_001(language: str, labels: tuple[str, ...]) -> None:
    assert local_context(CONTEXT, language) == (
        f"**{labels[0]}**\nAda Marsh, PERSON, keeper of the light\n\n"
        f"**{labels[1]}**\nAda Marsh, Gull Point, WORKPLACE, 2\n\n"
        f"**{labels[2]}**\nLetters: They tell of the light.\n\n"
        f"**{labels[3]}**\nTitle: Log Text: Ice."
    )
    assert local_context(LocalContext(), language).count("**") == 8


def test_context_language_follows_the_request() -> None:
    assert context_language("Кто был смотрителем?") == "ru"
    assert context_language("Who was the keeper?") == "en"


QUOTE = Quote(7, "7-0", 0, 4, "Ice.")
FINDINGS = (Finding("Ice", "Ice.", (QUOTE,)), Finding("x", "By level: items: 4.", (), "{}", "d"))


def found(title: str, summary: str, similarity: float = 0.5, own: str = "c") -> FoundReport:
    report = Report(
        community_id=own,
        title=title,
        summary=summary,
        summary_quotes=(),
        rating=4.5,
        rating_explanation="Few.",
        findings=FINDINGS,
    )
    return FoundReport(report=report, kind=CommunityKind.GIVEN, na_id=7, similarity=similarity)


def test_report_follows_the_format_of_document_001() -> None:
    report = found("Logs", "They tell of ice.").report
    assert json.loads(json.dumps(report_json(report))) == {
        "title": "Logs",
        "summary": "They tell of ice.",
        "rating": 4.5,
        "rating_explanation": "Few.",
        "findings": [
            {"summary": "Ice", "explanation": "Ice."},
            {"summary": "x", "explanation": "By level: items: 4."},
        ],
    }
    assert report_text(report) == "Logs\nThey tell of ice.\n- Ice.\n- By level: items: 4."


def test_findings_and_quotations_round_trip() -> None:
    assert findings_from_json(findings_to_json(FINDINGS)) == FINDINGS
    assert quotes_from_json(quotes_to_json((QUOTE,))) == (QUOTE,)


def test_rating_without_model_uses_similarity_and_words() -> None:
    near = meta_answer("Who wrote of lamps?", found("Lamps", "They wrote of lamps.", 0.8))
    assert near.rating == 9.0
    assert near.response == "Lamps. They wrote of lamps."
    assert meta_answer("What of ice?", found("Logs", "Of snow.")).response == "Ice."
    assert meta_answer("Who wrote of whales?", found("Oil", "Of oil.", 0.4)).rating == 2.0
    assert meta_answer("Who wrote of whales?", found("Oil", "Of oil.", -0.4)).rating == 0


def test_answers_rated_zero_are_omitted_and_others_sorted() -> None:
    reports = tuple(found(title, "x", own=title) for title in "abcd")
    answers = [MetaAnswer("", f"of {place}", rating) for place, rating in enumerate((2, 0, 9, 2))]
    assert global_context(GlobalContext(reports), answers) == (
        "c (9/10): of 2\n\na (2/10): of 0\n\nd (2/10): of 3"
    )


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "7",
        "Yes: {}",
        '{"reasoning": "r", "response": "x"}',
        '{"reasoning": "r", "response": "x", "rating": 11}',
        '{"reasoning": "r", "response": "x", "rating": -1}',
        '{"reasoning": "r", "response": "x", "rating": "many"}',
        '{"reasoning": "r", "response": "x", "rating": 1, "more": 1}',
    ],
)
def test_malformed_meta_answer_is_ignored(reply: str) -> None:
    assert read_meta_answer(reply) is None


def test_valid_meta_answer_is_parsed() -> None:
    reply = '{"reasoning": "r", "response": "x", "rating": 7}'
    assert read_meta_answer(reply) == MetaAnswer("r", "x", 7.0)
