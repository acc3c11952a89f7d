"""A language model of which each call is recorded, for the trace of one request.

It knows no wording, and keeps nothing of prompts and replies when the request is done.
"""

from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import cast

from narabot.errors import ModelTooSlowError
from narabot.llm.language_model import LanguageModel, Reply, Usage
from narabot.models import CallOutcome, FilledPrompt, ModelCall


@dataclass(slots=True)
class Call:
    """A call while it goes on: who stops reading has read enough, and was answered."""

    prompt: str
    began: float
    """By `perf_counter`."""
    seconds: float = 0.0
    """Waited for the model, without what its reader did between the pieces."""
    usage: Usage | None = None
    outcome: CallOutcome = CallOutcome.ANSWERED

    def told(self) -> ModelCall:
        """Return what a trace tells of the call."""
        tokens_in, tokens_out = self.usage or (None, None)
        made_of = self.prompt.hash if isinstance(self.prompt, FilledPrompt) else ""
        ms = round(self.seconds * 1000, 1)
        return ModelCall(made_of, tokens_in, tokens_out, ms, self.outcome)


class RecordedModel:
    """A language model that remembers how each call of it ended; safe to use from threads."""

    def __init__(self, model: LanguageModel) -> None:
        """Take the model, and begin without calls."""
        self.name = model.name
        self.max_input_tokens = model.max_input_tokens
        self.calls: list[Call] = []
        self._model = model

    def count_tokens(self, prompt: str) -> int:
        """Return the tokens that the model reads for this prompt."""
        return self._model.count_tokens(prompt)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Yield the reply as the model writes it. Raises what the model's own `stream` raises."""
        call = Call(prompt, perf_counter())
        self.calls.append(call)
        reply = self._model.stream(prompt, max_new_tokens=max_new_tokens)
        with closing(cast(Reply, reply)) as pieces:
            while (piece := next_piece(pieces, call)) is not None:
                yield piece
        return call.usage

    def tell_malformed(self, prompt: str) -> None:
        """Keep that the last reply to a prompt cannot be read as it was to be written."""
        for call in reversed(self.calls):
            if call.prompt is prompt:
                call.outcome = CallOutcome.MALFORMED
                return


def next_piece(pieces: Reply, call: Call) -> str | None:
    """Return the next piece of a reply, `None` at its end; book the time, and how it failed."""
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


def tell_malformed(model: LanguageModel, prompt: str) -> None:
    """Say that the last reply to a prompt cannot be read, to a model that records its calls."""
    if isinstance(model, RecordedModel):
        model.tell_malformed(prompt)
