"""What a language model reads in a chunk: one call, a second where the reply is malformed.

The least trusted and the costliest: what it says is kept only where it stands in the text
(`narabot.knowledge.grounding`). A model that fails costs the chunk that it was asked about. Every
call counts against the budget, the second of a chunk too. `LlmReader` asks and keeps nothing;
`llm` is the extractor of what was kept, as pure as the others.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from narabot.errors import InvalidQuestionError, ModelUnavailableError, ReplyNotReadError
from narabot.knowledge.asking import bounded_reply, quoted
from narabot.knowledge.chunks import KnownRecord, RecordChunk
from narabot.knowledge.extraction import Extracted, Extractor
from narabot.knowledge.formats.forms import ReplyForm, reply_forms
from narabot.knowledge.formats.reply import Reply
from narabot.knowledge.grounded_statements import METHOD
from narabot.knowledge.grounding import Dropped, Grounded, ground
from narabot.llm import LanguageModel, fit_prompt
from narabot.models.knowledge import Mention
from narabot.prompts import Prompt, fill_prompt, load_prompt
from narabot.settings import Settings

VERSION = 1
"""Of the readers of replies, and of what is kept of one: with another no model is asked anew."""

REPLY_TOKENS = 2_000

TRIES = 2

log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What came of a chunk."""

    READ = "read"
    MALFORMED = "malformed"
    """No reply was in the form that was asked for."""
    FAILED = "failed"
    """The model did not reply."""
    UNASKED = "unasked"
    """The budget of calls was used up."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was found in a chunk, and how it went; a chunk that was not read may be read later."""

    outcome: Outcome
    found: Grounded = field(default_factory=Grounded)
    reply: str = ""
    """That was read, as it came."""


@dataclass(slots=True)
class ModelCounts:
    """What a run asked of a model, and what came of it."""

    calls: int = 0
    again: int = 0
    """Of the calls, those that followed a malformed reply."""
    read: int = 0
    malformed: int = 0
    failed: int = 0
    unasked: int = 0
    dropped: Dropped = field(default_factory=Dropped)

    def add(self, extraction: Extraction) -> None:
        """Count what came of a chunk."""
        name = str(extraction.outcome)
        setattr(self, name, getattr(self, name) + 1)
        self.dropped += extraction.found.dropped


class LlmReader:
    """Asks a language model about chunks, one after another; `counts` tells how it went."""

    def __init__(
        self, model: LanguageModel, settings: Settings, *, most_calls: int | None = None
    ) -> None:
        """Take EXTRACTOR_PROMPT, LLM_ANSWER_TIMEOUT_S and the budget, `None` for no bound.

        Raises PromptError.
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
        """The form of its replies, its prompt and its model: of another the model is asked anew."""
        return f"{self.form} {self._prompt.hash} {self._model.name}"

    @property
    def model(self) -> LanguageModel:
        """Which is asked."""
        return self._model

    @property
    def model_name(self) -> str:
        """The model's."""
        return self._model.name

    def read(self, text: str, known: Sequence[Mention] = ()) -> Extraction:
        """Return what the model finds in a chunk's text. Raises PromptError."""
        extraction = self._asked(text, known)
        self.counts.add(extraction)
        if extraction.outcome is not Outcome.READ:
            log.info("a chunk by %s is %s", self._model.name, extraction.outcome)
        return extraction

    def _asked(self, text: str, known: Sequence[Mention]) -> Extraction:
        fault = ""
        for _ in range(TRIES):
            if self._most_calls is not None and self.counts.calls >= self._most_calls:
                return Extraction(Outcome.MALFORMED if fault else Outcome.UNASKED)
            try:
                reply, said = self._said(text, fault)
            except ReplyNotReadError as error:
                fault = f"Your last reply was refused: {' '.join(str(error).split())}"
            except (ModelUnavailableError, InvalidQuestionError) as error:
                log.warning("%s", error)
                return Extraction(Outcome.FAILED)
            else:
                return Extraction(Outcome.READ, ground(said, text, known), reply)
        return Extraction(Outcome.MALFORMED)

    def _said(self, text: str, fault: str) -> tuple[str, Reply]:
        """Return a reply and what it says. Raises ReplyNotReadError, or as `stream` does."""

        def fill(part: str) -> str:
            values = {**self._form.values, "text": quoted(part), "fault": fault}
            return fill_prompt(self._prompt, **values)

        prompt = fit_prompt(self._model, fill, text)
        self.counts.calls += 1
        self.counts.again += bool(fault)
        reply = bounded_reply(
            self._model, prompt, max_new_tokens=REPLY_TOKENS, timeout_s=self._timeout_s
        )
        return reply, self._form.read(reply)


def llm() -> Extractor:
    """Return the extractor of what a language model has said."""
    forms = reply_forms()

    def extract(record: KnownRecord, chunk: RecordChunk, known: Sequence[Mention]) -> Extracted:
        del record
        if chunk.reply is None or not chunk.reply.text or chunk.reply.form not in forms:
            return Extracted()
        try:
            said = forms[chunk.reply.form].read(chunk.reply.text)
        except ReplyNotReadError:  # read by an older narabot
            return Extracted()
        found = ground(said, chunk.text, known)
        return Extracted(found.mentions, found.statements)

    return Extractor(METHOD, VERSION, extract)
