"""Have a language model write reports, and keep only the sentences that the records support.

The title and rating are computed, because no record supports an opinion. If nothing in a report is
supported, the computed report replaces it. An invalid reply leads to a second request.
"""

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

import msgspec

from narabot.errors import InvalidQuestionError, InvalidReplyError, ModelUnavailableError
from narabot.knowledge.communities.building import ReportMethod
from narabot.knowledge.communities.central import most_central
from narabot.knowledge.communities.material import Material
from narabot.knowledge.communities.reports import computed_report
from narabot.knowledge.communities.sentence_support import supported_text
from narabot.knowledge.model_calls import bounded_reply, quote_lines
from narabot.llm import LanguageModel, fit_prompt
from narabot.llm.replies import plain_reply
from narabot.models import Quote
from narabot.models.communities import Finding, Report
from narabot.prompts import fill_prompt, load_prompt
from narabot.settings import Settings

PROMPT = "community_summary"
MAX_ATTEMPTS = 2
REPLY_TOKENS = 1200
MAX_FINDINGS = 6
MAX_RATING = 10.0

MAX_TEXTS = 40
"""Maximum number of central sentences from records in a prompt."""

log = logging.getLogger(__name__)


class WrittenFinding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finding in a model's reply."""

    summary: str
    explanation: str


class WrittenReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report in a model's reply (document 001)."""

    title: str
    summary: str
    rating: Annotated[float, msgspec.Meta(ge=0, le=MAX_RATING)]
    rating_explanation: str
    findings: tuple[WrittenFinding, ...]


def read_report(reply: str) -> WrittenReport:
    """Return the report in a reply. May raise InvalidReplyError, which explains what is wrong."""
    try:
        return msgspec.json.decode(plain_reply(reply), type=WrittenReport)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise InvalidReplyError(f"It is not JSON of the required form: {error}.") from error


class ReportWriter:
    """Asks a language model for reports, one report at a time. `calls` counts the requests."""

    def __init__(
        self, model: LanguageModel, settings: Settings, *, most_calls: int | None = None
    ) -> None:
        """Store the model, the LLM_ANSWER_TIMEOUT_S setting, and the call budget (`None` means no
        limit).

        May raise PromptError.
        """
        self.calls = 0
        self._model = model
        self._prompt = load_prompt(PROMPT)
        self._timeout_s = settings.llm_answer_timeout_s
        self._most_calls = most_calls

    @property
    def writer(self) -> ReportMethod:
        """The report method for a build. If the model or prompt changes, the reports are
        rewritten."""
        return ReportMethod(self.report, f"{self._prompt.hash} {self._model.name}")

    def report(self, material: Material) -> tuple[Report, bool]:
        """Return the report on a community, and whether the report is final."""
        computed = computed_report(material)
        texts = tuple(most_central([*material.scope, *material.theses], MAX_TEXTS))
        if not texts:
            return computed, True
        fault = ""
        for _ in range(MAX_ATTEMPTS):
            if self._most_calls is not None and self.calls >= self._most_calls:
                return computed, False
            try:
                written = self._written(prompt_values(computed, material, fault), texts)
            except InvalidReplyError as error:
                fault = f"Your last reply was refused: {' '.join(str(error).split())}"
            except (ModelUnavailableError, InvalidQuestionError) as error:
                log.warning("%s did not write a report: %s", self._model.name, error)
                return computed, False
            else:
                return supported_report(written, computed, texts, self._model.name), True
        return computed, True

    def _written(self, values: dict[str, str], texts: Iterable[Quote]) -> WrittenReport:
        """Return the model's report. May raise InvalidReplyError or any error from `stream`."""
        filled = fit_prompt(
            self._model,
            lambda part: fill_prompt(self._prompt, **values, texts=quote_lines(part)),
            "\n".join(one.quote for one in texts),
        )
        self.calls += 1
        reply = bounded_reply(
            self._model, filled, max_new_tokens=REPLY_TOKENS, timeout_s=self._timeout_s
        )
        return read_report(reply)


def prompt_values(computed: Report, material: Material, fault: str) -> dict[str, str]:
    """Return the values of the prompt's variables, except for the texts."""
    return {
        "title": quote_lines(computed.title),
        "names": quote_lines("\n".join(one.name for one in material.heaviest)),
        "counts": quote_lines("\n".join(one.explanation for one in computed.findings if one.plan)),
        "most_findings": str(MAX_FINDINGS),
        "fault": fault,
    }


def supported_report(
    written: WrittenReport, computed: Report, texts: tuple[Quote, ...], name: str
) -> Report:
    """Return the supported part of a written report, or the computed report if no part is
    supported.

    Counted findings remain, because they are computed. This function is pure.
    """
    summary, quotes = supported_text(written.summary, texts)
    findings = [one for one in (supported_finding(one, texts) for one in written.findings) if one]
    if not summary and not findings:
        return computed
    counted = [one for one in computed.findings if one.plan]
    if not summary:
        summary, quotes = findings[0].explanation, findings[0].quotes
    return replace(
        computed,
        summary=summary,
        summary_quotes=quotes,
        findings=(*counted, *findings[:MAX_FINDINGS]),
        method=name,
    )


def supported_finding(one: WrittenFinding, texts: tuple[Quote, ...]) -> Finding | None:
    """Return the supported part of a finding, or `None` if no part is supported."""
    explanation, quotes = supported_text(one.explanation, texts)
    if not explanation:
        return None
    summary, _ = supported_text(one.summary, quotes)
    return Finding(summary or explanation, explanation, quotes=quotes)
