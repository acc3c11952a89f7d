"""A language model in this process, run through LangChain's Hugging Face pipeline.

This module does not contact servers or download models.
"""

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event, Lock
from typing import Any, cast

import torch
from langchain_core.outputs import GenerationChunk
from langchain_huggingface import HuggingFacePipeline
from pydantic import PrivateAttr
from transformers import StoppingCriteria, StoppingCriteriaList, TextIteratorStreamer

from narabot.errors import ModelUnavailableError
from narabot.llm.language_model import refuse_long_prompt
from narabot.settings import Settings


class ConsumerStopped(StoppingCriteria):
    """Ends a reply at the next token after its consumer has stopped reading."""

    def __init__(self, gone: Event) -> None:
        """Store the event that signals that the consumer has stopped."""
        self._gone = gone

    def __call__(self, input_ids: torch.Tensor, *_: Any, **__: Any) -> torch.Tensor:
        """Return one boolean for each reply in the batch."""
        return torch.full((input_ids.shape[0],), self._gone.is_set(), device=input_ids.device)


class StoppablePipeline(HuggingFacePipeline):
    """LangChain's pipeline with a stream that stops with its consumer and reports every failure.

    The stream in langchain-huggingface 1.2.3 gives up after 60 seconds without output. It also
    loses the exception raised in its writing thread, and that thread continues after the consumer
    has stopped. The original pipeline also adds special tokens to a prompt that already has them
    from a chat template.
    """

    _turn: Lock = PrivateAttr(default_factory=Lock)
    """Allows one reply at a time, because simultaneous replies would only slow each other down."""

    def _stream(self, prompt: str, *_: Any, **kwargs: Any) -> Iterator[GenerationChunk]:
        streamer = TextIteratorStreamer(
            self.pipeline.tokenizer, skip_prompt=True, skip_special_tokens=True
        )
        gone = Event()
        with ThreadPoolExecutor(max_workers=1) as threads:
            writing = threads.submit(
                self._write, prompt, streamer, gone, max_new_tokens=kwargs["max_new_tokens"]
            )
            try:
                for piece in streamer:
                    yield GenerationChunk(text=piece)
            finally:
                gone.set()
            writing.result()

    def _write(
        self, prompt: str, streamer: TextIteratorStreamer, gone: Event, *, max_new_tokens: int
    ) -> None:
        model, tokenizer = self.pipeline.model, self.pipeline.tokenizer
        try:
            tokens = tokenizer(prompt, add_special_tokens=False, return_tensors="pt")
            with self._turn, torch.inference_mode():
                model.generate(
                    **tokens.to(model.device),
                    streamer=streamer,
                    stopping_criteria=StoppingCriteriaList([ConsumerStopped(gone)]),
                    max_new_tokens=max_new_tokens,
                )
        finally:
            streamer.text_queue.put(streamer.stop_signal)


class LocalModel:
    """A chat model in this process."""

    def __init__(self, name: str, llm: StoppablePipeline, settings: Settings) -> None:
        """Store the pipeline, whose tokenizer must have a chat template."""
        self.llm = llm
        self._tokenizer = llm.pipeline.tokenizer
        added = self._tokenizer.added_tokens_decoder.values()
        self._control_tokens = [token.content for token in added if token.special]
        self._max_new_tokens = settings.llm_max_new_tokens
        self.name = name
        window = getattr(llm.pipeline.model.config, "max_position_embeddings", None)
        room = settings.llm_max_input_tokens if window is None else window - self._max_new_tokens
        self.max_input_tokens = min(settings.llm_max_input_tokens, room)

    def chat_text(self, prompt: str) -> str:
        """Return the model's input: the prompt as a user turn in the model's chat template.

        A record's text may contain control tokens, such as an end of turn. narabot inserts a space
        into each control token so that no text can pose as another speaker.
        """
        for token in self._control_tokens:
            prompt = prompt.replace(token, f"{token[0]} {token[1:]}")
        return cast(
            str,
            self._tokenizer.apply_chat_template(
                [{"role": "user", "content": prompt}], tokenize=False, add_generation_prompt=True
            ),
        )

    def count_tokens(self, prompt: str) -> int:
        """Return the number of tokens in the model's input for a prompt."""
        return len(self._tokenizer(self.chat_text(prompt), add_special_tokens=False)["input_ids"])

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the reply word by word. Closing the iterator waits for the current token."""
        refuse_long_prompt(self, prompt)
        reply = self.llm.stream(
            self.chat_text(prompt), max_new_tokens=max_new_tokens or self._max_new_tokens
        )
        try:
            with closing(cast(Generator[str], reply)) as pieces:
                yield from (piece for piece in pieces if piece)
        except (RuntimeError, IndexError, MemoryError) as error:
            raise ModelUnavailableError(
                f"The language model {self.name} failed while writing, usually for lack of "
                "memory. Lower LLM_MAX_INPUT_TOKENS, or choose a smaller model."
            ) from error
