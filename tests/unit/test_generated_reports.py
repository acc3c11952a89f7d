"""Tests of generated reports: which sentences are accepted, and which replies are retried."""

import json
from typing import Any

import pytest

from narabot.errors import InvalidReplyError, ModelUnavailableError
from narabot.knowledge.communities.material import CommunityRow, HeavyName, Material
from narabot.knowledge.communities.reports import SATURATION_SIZE, computed_report, rate
from narabot.knowledge.communities.sentence_support import is_fully_supported, supported_text
from narabot.knowledge.communities.written_reports import ReportWriter, read_report
from narabot.models import LevelOfDescription, Quote
from narabot.models.communities import COMPUTED_REPORT, CommunityKind
from narabot.plans.algebra import RecordsById
from narabot.plans.facts import RecordFacts
from narabot.settings import Settings
from tests.further_payloads import ALL_PAYLOADS
from tests.payloads import Payload
from tests.scripted_model import ScriptedModel

TEXTS = (
    "Ada Marsh was keeper of Gull Point Light from 1887.",
    "Supplies came over the causeway until June 1891.",
    "Ice carried away the boat landing in March 1891.",
)


def quote(number: int, text: str) -> Quote:
    return Quote(number, f"{number}-0", 0, len(text), text)


def material(*texts: str, size: int = 3) -> Material:
    """Return the material for a report on a detected community."""
    found = CommunityRow("c1", CommunityKind.FOUND, size, "d", None, "", ())
    facts = tuple(
        RecordFacts(one, f"Letter {one}", LevelOfDescription.ITEM, is_described=one == 1)
        for one in range(1, 3)
    )
    return Material(
        community=found,
        names=5,
        heaviest=(HeavyName("p1", "Marsh, Ada", 4), HeavyName("p2", "Gull Point Light", 2)),
        scope=(),
        theses=tuple(quote(number, text) for number, text in enumerate(texts or TEXTS, 1)),
        records=RecordsById((1, 2)),
        facts=facts,
    )


def reply(**fields: Any) -> str:
    """Return a report in the format of a model's reply."""
    default = {
        "title": "The governor's light",
        "summary": "Ada Marsh was keeper of Gull Point Light from 1887.",
        "rating": 9,
        "rating_explanation": "It is splendid.",
        "findings": [
            {
                "summary": "Supplies came over the causeway.",
                "explanation": f"{TEXTS[1]} The governor paid.",
            },
            {"summary": "The governor is great.", "explanation": "Everybody praised him."},
        ],
    }
    return json.dumps(default | fields)


def written(*replies: str | Exception, most_calls: int | None = None) -> tuple[Any, bool, Any]:
    """Return the report for these replies, whether the report is final, and the model."""
    model = ScriptedModel(replies)
    writer = ReportWriter(model, Settings.model_validate({}), most_calls=most_calls)
    report, is_final = writer.report(material())
    assert writer.calls == len(model.prompts)
    return report, is_final, model


def test_computed_report_consists_of_counts_and_quotations() -> None:
    report = computed_report(material())
    assert report.title == "Marsh, Ada; Gull Point Light"
    assert report.method == COMPUTED_REPORT
    assert {quote.quote for quote in report.summary_quotes} <= set(TEXTS)
    assert report.summary == " ".join(quote.quote for quote in report.summary_quotes)
    assert len(report.summary_quotes) == 2
    assert [one.explanation for one in report.findings if one.quotes] == [
        one for one in TEXTS if one not in report.summary
    ]
    assert all(bool(one.plan) != bool(one.quotes) for one in report.findings)


def test_rating_combines_size_centrality_and_described_share() -> None:
    rating, why = rate(material(size=SATURATION_SIZE))
    assert rating == pytest.approx(10 * (0.4 * 1 + 0.3 * (1 + 0.5) / 2 + 0.3 * 0.5), abs=0.06)
    assert "75%" in why and "50%" in why
    assert rate(material(size=3))[0] < rating


def test_report_keeps_only_supported_sentences() -> None:
    report, is_final, model = written(reply())
    assert is_final and len(model.prompts) == 1
    assert report.method == "scripted"
    assert report.title == "Marsh, Ada; Gull Point Light"
    assert report.rating == computed_report(material()).rating
    assert report.summary == TEXTS[0]
    [finding] = [one for one in report.findings if one.quotes]
    assert finding.explanation == "Supplies came over the causeway until June 1891."
    assert finding.summary == "Supplies came over the causeway."
    assert all(
        is_fully_supported(one.explanation, one.quotes) for one in report.findings if one.quotes
    )
    assert "governor" not in json.dumps(
        [report.summary, *(one.explanation for one in report.findings)]
    )


def test_report_without_supported_sentences_is_the_computed_one() -> None:
    lies = [{"summary": "x", "explanation": "The governor paid for it."}]
    report, is_final, _ = written(reply(summary="The governor is great.", findings=lies))
    assert is_final
    assert report == computed_report(material())


@pytest.mark.parametrize(
    "bad",
    [
        "Here is a report.",
        reply()[:-1],
        reply(mood="good"),
        reply(rating=11),
        reply(findings="none"),
        f"Sure: {reply()}",
        "[]",
    ],
)
def test_invalid_reply_is_retried_once(bad: str) -> None:
    with pytest.raises(InvalidReplyError):
        read_report(bad)
    report, is_final, model = written(bad, f"```json\n{reply()}\n```")
    assert is_final and report.method == "scripted"
    assert "Your last reply was refused: " in model.prompts[1]
    report, is_final, model = written(bad, bad)
    assert is_final and report == computed_report(material())
    assert len(model.prompts) == 2


def test_failed_server_leaves_the_computed_report_for_retry() -> None:
    report, is_final, _ = written(ModelUnavailableError("down"))
    assert (report, is_final) == (computed_report(material()), False)
    report, is_final, model = written(most_calls=0)
    assert (report, is_final) == (computed_report(material()), False)
    assert model.prompts == []
    report, is_final, model = written("x", most_calls=1)
    assert (is_final, len(model.prompts)) == (False, 1)


@pytest.mark.parametrize("payload", ALL_PAYLOADS, ids=lambda one: one.name)
def test_instructions_do_not_enter_a_report(payload: Payload) -> None:
    order = payload.obeyed
    finding = {"summary": order, "explanation": order}
    order_reply = reply(title=order, summary=order, rating_explanation=order, findings=[finding])
    writer = ReportWriter(ScriptedModel([order_reply]), Settings.model_validate({}))
    report, _ = writer.report(material(*TEXTS, payload.text))
    assert report.method == COMPUTED_REPORT
    texts = [report.title, report.summary, *(one.explanation for one in report.findings)]
    assert order not in " ".join(texts).replace(payload.text, "")  # a whole sentence may be quoted


def test_sentence_must_be_supported_by_one_record() -> None:
    quotes = [quote(number, text) for number, text in enumerate(TEXTS)]
    mixed = "Ada Marsh was keeper of Gull Point Light from 1891."
    assert supported_text(mixed, quotes) == ("", ())
    assert not is_fully_supported("", quotes)
    text, support = supported_text(f"{TEXTS[1]} {mixed}", quotes)
    assert (text, support) == (TEXTS[1], (quotes[1],))
