"""A language model that returns scripted replies."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from narabot.chat import Chat
from narabot.llm import AnsweringModel, LanguageModel


class ScriptedModel:
    """A LanguageModel that streams the scripted replies in order.

    `prompts` holds the prompts that it received, `limits` the `max_new_tokens` of each call. An
    exception in the script is raised in place of a reply. A call beyond the end of the script fails
    the test.
    """

    name = "scripted"

    def __init__(
        self, replies: Iterable[str | Exception] = (), *, max_input_tokens: int = 100_000
    ) -> None:
        """Store the replies. Each word counts as a token."""
        self.max_input_tokens = max_input_tokens
        self.prompts: list[str] = []
        self.limits: list[int | None] = []
        self._replies = iter(replies)

    def count_tokens(self, prompt: str) -> int:
        return len(prompt.split())

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the next reply word by word, with its white space."""
        self.prompts.append(prompt)
        self.limits.append(max_new_tokens)
        reply = next(self._replies, None)
        assert reply is not None, f"the model received {len(self.prompts)} prompts: {prompt[-200:]}"
        if isinstance(reply, Exception):
            raise reply
        yield from reply.replace(" ", " \0").split("\0")


def with_model(chat: Chat, model: LanguageModel) -> Chat:
    """Return the chat with this language model."""
    return replace(chat, models=replace(chat.models, answering=AnsweringModel(model, "")))
