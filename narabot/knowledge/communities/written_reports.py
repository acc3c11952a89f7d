"""Reports that a language model writes: of what it says stays what the records bear out.

Title and rating are ours: no record bears out an opinion. Where nothing of a report stands it is
the computed one; a reply that cannot be read is asked for once more.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

import msgspec

from narabot.errors import InvalidQuestionError, ModelUnavailableError, ReplyNotReadError
from narabot.knowledge.asking import bounded_reply, quoted
from narabot.knowledge.communities.building import Writer
from narabot.knowledge.communities.central import most_central
from narabot.knowledge.communities.material import Material
from narabot.knowledge.communities.reports import computed_report
from narabot.knowledge.communities.sentence_support import supported
from narabot.knowledge.formats.reply import plain_reply
from narabot.llm import LanguageModel, fit_prompt
from narabot.models import Quote
from narabot.models.communities import Finding, Report
from narabot.prompts import fill_prompt, load_prompt
from narabot.settings import Settings

PROMPT = "community_summary"
TRIES = 2
REPLY_TOKENS = 1200
MOST_FINDINGS = 6
MOST_RATING = 10.0

MOST_TEXTS = 40
"""Sentences of the records that a model is shown, the most central."""

log = logging.getLogger(__name__)


class WrittenFinding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finding as a model writes it."""

    summary: str
    explanation: str


class WrittenReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report as a model writes it (document 001)."""

    title: str
    summary: str
    rating: Annotated[float, msgspec.Meta(ge=0, le=MOST_RATING)]
    rating_explanation: str
    findings: tuple[WrittenFinding, ...]


def read_report(reply: str) -> WrittenReport:
    """Return the report that a reply says. Raises ReplyNotReadError, which names the fault."""
    try:
        return msgspec.json.decode(plain_reply(reply), type=WrittenReport)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ReplyNotReadError(f"It is no JSON of the form: {error}.") from error


def writer_of(model: LanguageModel, settings: Settings) -> Writer:
    """Return who writes reports with a model. Raises PromptError."""
    asked = f"{load_prompt(PROMPT).hash} {model.name}"
    timeout_s = settings.llm_answer_timeout_s

    def write(material: Material) -> tuple[Report, bool]:
        computed = computed_report(material)
        texts = tuple(most_central([*material.scope, *material.theses], MOST_TEXTS))
        if not texts:
            return computed, True
        try:
            written = asked_report(model, computed, material, texts, timeout_s)
        except (ModelUnavailableError, InvalidQuestionError) as error:
            log.warning("no report by %s: %s", model.name, error)
            return computed, False
        return (standing(written, computed, texts, model.name) if written else computed), True

    return Writer(write, asked)


def asked_report(
    model: LanguageModel,
    computed: Report,
    material: Material,
    texts: Iterable[Quote],
    timeout_s: float,
) -> WrittenReport | None:
    """Return the report that a model writes, `None` where none can be read.

    Raises what `LanguageModel.stream` raises.
    """
    prompt, fault = load_prompt(PROMPT), ""
    told = {
        "title": quoted(computed.title),
        "names": quoted("\n".join(one.name for one in material.heaviest)),
        "counts": quoted("\n".join(one.explanation for one in computed.findings if one.plan)),
        "most_findings": str(MOST_FINDINGS),
    }
    lines = "\n".join(one.quote for one in texts)
    for _ in range(TRIES):
        values = {**told, "fault": fault}
        filled = fit_prompt(
            model,
            lambda part, values=values: fill_prompt(prompt, **values, texts=quoted(part)),
            lines,
        )
        reply = bounded_reply(model, filled, max_new_tokens=REPLY_TOKENS, timeout_s=timeout_s)
        try:
            return read_report(reply)
        except ReplyNotReadError as error:
            fault = f"Your last reply was refused: {' '.join(str(error).split())}"
    return None


def standing(
    written: WrittenReport, computed: Report, texts: tuple[Quote, ...], name: str
) -> Report:
    """Return what stands of a written report, the computed one where nothing does. Pure.

    Findings that are counted stay, since they are computed.
    """
    summary, quotes = supported(written.summary, texts)
    findings = [one for one in map(lambda one: stands(one, texts), written.findings) if one]
    if not summary and not findings:
        return computed
    counted = [one for one in computed.findings if one.plan]
    if not summary:
        summary, quotes = findings[0].explanation, findings[0].quotes
    return replace(
        computed,
        summary=summary,
        summary_quotes=quotes,
        findings=(*counted, *findings[:MOST_FINDINGS]),
        method=name,
    )


def stands(one: WrittenFinding, texts: tuple[Quote, ...]) -> Finding | None:
    """Return what stands of a finding, `None` where nothing does."""
    explanation, quotes = supported(one.explanation, texts)
    if not explanation:
        return None
    summary, _ = supported(one.summary, quotes)
    return Finding(summary or explanation, explanation, quotes=quotes)
