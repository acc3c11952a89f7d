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
from narabot.llm import LanguageModel, fit_prompt
from narabot.llm.replies import plain_reply
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


class ReportWriter:
    """Asks a language model for reports, one after another; `calls` tells how often."""

    def __init__(
        self, model: LanguageModel, settings: Settings, *, most_calls: int | None = None
    ) -> None:
        """Take LLM_ANSWER_TIMEOUT_S and the budget, `None` for no bound. Raises PromptError."""
        self.calls = 0
        self._model = model
        self._prompt = load_prompt(PROMPT)
        self._timeout_s = settings.llm_answer_timeout_s
        self._most_calls = most_calls

    @property
    def writer(self) -> Writer:
        """It as what a build writes reports with; of another model or prompt they are made anew."""
        return Writer(self.report, f"{self._prompt.hash} {self._model.name}")

    def report(self, material: Material) -> tuple[Report, bool]:
        """Return the report on a community, and whether the model has been asked for it."""
        computed = computed_report(material)
        texts = tuple(most_central([*material.scope, *material.theses], MOST_TEXTS))
        if not texts:
            return computed, True
        fault = ""
        for _ in range(TRIES):
            if self._most_calls is not None and self.calls >= self._most_calls:
                return computed, False
            try:
                written = self._written(filled_with(computed, material, fault), texts)
            except ReplyNotReadError as error:
                fault = f"Your last reply was refused: {' '.join(str(error).split())}"
            except (ModelUnavailableError, InvalidQuestionError) as error:
                log.warning("no report by %s: %s", self._model.name, error)
                return computed, False
            else:
                return standing(written, computed, texts, self._model.name), True
        return computed, True

    def _written(self, values: dict[str, str], texts: Iterable[Quote]) -> WrittenReport:
        """Return what the model writes. Raises ReplyNotReadError, or as `stream` does."""
        filled = fit_prompt(
            self._model,
            lambda part: fill_prompt(self._prompt, **values, texts=quoted(part)),
            "\n".join(one.quote for one in texts),
        )
        self.calls += 1
        reply = bounded_reply(
            self._model, filled, max_new_tokens=REPLY_TOKENS, timeout_s=self._timeout_s
        )
        return read_report(reply)


def filled_with(computed: Report, material: Material, fault: str) -> dict[str, str]:
    """Return what stands in the prompt beside the texts."""
    return {
        "title": quoted(computed.title),
        "names": quoted("\n".join(one.name for one in material.heaviest)),
        "counts": quoted("\n".join(one.explanation for one in computed.findings if one.plan)),
        "most_findings": str(MOST_FINDINGS),
        "fault": fault,
    }


def standing(
    written: WrittenReport, computed: Report, texts: tuple[Quote, ...], name: str
) -> Report:
    """Return what stands of a written report, the computed one where nothing does. Pure.

    Findings that are counted stay, since they are computed.
    """
    summary, quotes = supported(written.summary, texts)
    findings = [one for one in (stands(one, texts) for one in written.findings) if one]
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
