"""A language model whose calls are recorded for the trace of one request.

Prompts and replies are discarded when the request ends.
"""

from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import cast

from narabot.errors import ModelTooSlowError
from narabot.llm.language_model import LanguageModel, Reply, Usage
from narabot.models import CallOutcome, FilledPrompt, ModelCall


@dataclass(slots=True)
class RecordedCall:
    """A call in progress. A call whose consumer stops early still counts as answered."""

    prompt: str
    began: float
    """Start time, from `perf_counter`."""
    seconds: float = 0.0
    """Time spent waiting for the model, in seconds, without the consumer's time between pieces."""
    usage: Usage | None = None
    outcome: CallOutcome = CallOutcome.ANSWERED

    def as_model_call(self) -> ModelCall:
        """Return the call as the trace records it."""
        tokens_in, tokens_out = self.usage or (None, None)
        made_of = self.prompt.hash if isinstance(self.prompt, FilledPrompt) else ""
        ms = round(self.seconds * 1000, 1)
        return ModelCall(made_of, tokens_in, tokens_out, ms, self.outcome)


class RecordedModel:
    """A thread-safe language model that records how each of its calls ended."""

    def __init__(self, model: LanguageModel) -> None:
        """Store the model, and start with an empty list of calls."""
        self.name = model.name
        self.max_input_tokens = model.max_input_tokens
        self.calls: list[RecordedCall] = []
        self._model = model

    def count_tokens(self, prompt: str) -> int:
        """Return the number of tokens in a prompt."""
        return self._model.count_tokens(prompt)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Yield the reply as the model writes it. Raise the same errors as the model's own
        `stream`."""
        call = RecordedCall(prompt, perf_counter())
        self.calls.append(call)
        reply = self._model.stream(prompt, max_new_tokens=max_new_tokens)
        with closing(cast(Reply, reply)) as pieces:
            while (piece := next_piece(pieces, call)) is not None:
                yield piece
        return call.usage

    def mark_malformed(self, prompt: str) -> None:
        """Record that the last reply to a prompt does not follow the requested format."""
        for call in reversed(self.calls):
            if call.prompt is prompt:
                call.outcome = CallOutcome.MALFORMED
                return


def next_piece(pieces: Reply, call: RecordedCall) -> str | None:
    """Return the next piece of a reply, or `None` at its end. Record the time and any failure."""
    began = perf_counter()
    try:
        return next(pieces)
    except StopIteration as end:
        call.usage = end.value
        return None
    except ModelTooSlowError:
        call.outcome = CallOutcome.TIMEOUT
        raise
    except Exception:
        call.outcome = CallOutcome.FAILED
        raise
    finally:
        call.seconds += perf_counter() - began


def mark_malformed(model: LanguageModel, prompt: str) -> None:
    """Mark the last reply to a prompt as malformed if the model records its calls."""
    if isinstance(model, RecordedModel):
        model.mark_malformed(prompt)
