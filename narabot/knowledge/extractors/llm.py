"""Extract with a language model: one call per chunk, and a second call after a malformed reply.

This is the least trusted and most expensive extractor. A finding is kept only if the text supports
it (`narabot.knowledge.grounding`). If the model fails, only that chunk's results are missing. Every
call counts against the budget, including second calls. `ExtractionClient` calls the model and
stores nothing. `llm_extractor` uses stored replies and is as pure as the other extractors.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from narabot.errors import InvalidQuestionError, InvalidReplyError, ModelUnavailableError
from narabot.knowledge.chunks import RecordChunk, SourceRecord
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.formats.forms import ReplyForm, reply_forms
from narabot.knowledge.formats.reply import Reply
from narabot.knowledge.grounded_statements import METHOD
from narabot.knowledge.grounding import Dropped, Grounded, ground
from narabot.knowledge.model_calls import bounded_reply, quote_lines
from narabot.llm import LanguageModel, fit_prompt
from narabot.models.knowledge import Mention
from narabot.prompts import Prompt, fill_prompt, load_prompt
from narabot.settings import Settings

VERSION = 1
"""Version of the reply parsers and of grounding. After a change, stored replies are parsed again
without new model calls."""

REPLY_TOKENS = 2_000

MAX_ATTEMPTS = 2

log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """The outcome of a request to the model about a chunk."""

    READ = "read"
    MALFORMED = "malformed"
    """No reply was in the requested format."""
    FAILED = "failed"
    """The model did not reply."""
    UNASKED = "unasked"
    """The call budget was used up."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The findings in a chunk, and the outcome of the request to the model.

    A chunk that was not processed may be retried later.
    """

    outcome: Outcome
    found: Grounded = field(default_factory=Grounded)
    reply: str = ""
    """The accepted reply, unmodified."""


@dataclass(slots=True)
class ModelCounts:
    """Numbers of calls in a run and of their outcomes."""

    calls: int = 0
    retries: int = 0
    """Number of calls that followed a malformed reply."""
    read: int = 0
    malformed: int = 0
    failed: int = 0
    unasked: int = 0
    dropped: Dropped = field(default_factory=Dropped)

    def add(self, extraction: Extraction) -> None:
        """Count the outcome for a chunk."""
        name = str(extraction.outcome)
        setattr(self, name, getattr(self, name) + 1)
        self.dropped += extraction.found.dropped


class ExtractionClient:
    """Asks a language model about chunks, one chunk at a time. `counts` records the outcomes."""

    def __init__(
        self, model: LanguageModel, settings: Settings, *, most_calls: int | None = None
    ) -> None:
        """Store the model, the two settings, and the call budget (`None` means no limit).

        The settings are EXTRACTOR_PROMPT and LLM_ANSWER_TIMEOUT_S. May raise PromptError.
        """
        self.counts = ModelCounts()
        self._model = model
        self.form = settings.extractor_prompt
        self._form: ReplyForm = reply_forms()[self.form]
        self._prompt: Prompt = load_prompt(self._form.prompt)
        self._timeout_s = settings.llm_answer_timeout_s
        self._most_calls = most_calls

    @property
    def name(self) -> str:
        """The reply format, prompt, and model. If any of these changes, the model is called
        again."""
        return f"{self.form} {self._prompt.hash} {self._model.name}"

    @property
    def model(self) -> LanguageModel:
        """The language model."""
        return self._model

    @property
    def model_name(self) -> str:
        """The model's name."""
        return self._model.name

    def read(self, text: str, known: Sequence[Mention] = ()) -> Extraction:
        """Return the model's findings in a chunk's text. May raise PromptError."""
        extraction = self._extract(text, known)
        self.counts.add(extraction)
        if extraction.outcome is not Outcome.READ:
            log.info("extraction from a chunk by %s: %s", self._model.name, extraction.outcome)
        return extraction

    def _extract(self, text: str, known: Sequence[Mention]) -> Extraction:
        fault = ""
        for _ in range(MAX_ATTEMPTS):
            if self._most_calls is not None and self.counts.calls >= self._most_calls:
                return Extraction(Outcome.MALFORMED if fault else Outcome.UNASKED)
            try:
                reply, said = self._request(text, fault)
            except InvalidReplyError as error:
                fault = f"Your last reply was refused: {' '.join(str(error).split())}"
            except (ModelUnavailableError, InvalidQuestionError) as error:
                log.warning("%s", error)
                return Extraction(Outcome.FAILED)
            else:
                return Extraction(Outcome.READ, ground(said, text, known), reply)
        return Extraction(Outcome.MALFORMED)

    def _request(self, text: str, fault: str) -> tuple[str, Reply]:
        """Return a reply and its content. May raise InvalidReplyError or any error from
        `stream`."""

        def fill(part: str) -> str:
            values = {**self._form.values, "text": quote_lines(part), "fault": fault}
            return fill_prompt(self._prompt, **values)

        prompt = fit_prompt(self._model, fill, text)
        self.counts.calls += 1
        self.counts.retries += bool(fault)
        reply = bounded_reply(
            self._model, prompt, max_new_tokens=REPLY_TOKENS, timeout_s=self._timeout_s
        )
        return reply, self._form.read(reply)


def llm_extractor() -> Extractor:
    """Return the extractor for a language model's stored replies."""
    forms = reply_forms()

    def extract(record: SourceRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        del record
        if chunk.reply is None or not chunk.reply.text or chunk.reply.form not in forms:
            return Extracted()
        try:
            said = forms[chunk.reply.form].read(chunk.reply.text)
        except InvalidReplyError:  # accepted by an older version of narabot
            return Extracted()
        found = ground(said, chunk.text, known)
        return Extracted(found.mentions, found.statements)

    return Extractor(METHOD, VERSION, extract)
