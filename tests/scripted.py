"""A language model that says what a test tells it to say."""

from collections.abc import Iterable, Iterator


class ScriptedModel:
    """A LanguageModel that gives the scripted replies in order, each piece by piece.

    `prompts` holds what it was asked, `limits` the `max_new_tokens` of each call. An exception
    in the script is raised instead of a reply. To be asked more often than scripted fails.
    """

    name = "scripted"

    def __init__(
        self, replies: Iterable[str | Exception] = (), *, max_input_tokens: int = 100_000
    ) -> None:
        """Take the replies; a token is a word."""
        self.max_input_tokens = max_input_tokens
        self.prompts: list[str] = []
        self.limits: list[int | None] = []
        self._replies = iter(replies)

    def count_tokens(self, prompt: str) -> int:
        """Return the number of words."""
        return len(prompt.split())

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the next reply, word for word, with its white space."""
        self.prompts.append(prompt)
        self.limits.append(max_new_tokens)
        reply = next(self._replies, None)
        assert reply is not None, f"the model was asked {len(self.prompts)} times: {prompt[-200:]}"
        if isinstance(reply, Exception):
            raise reply
        yield from reply.replace(" ", " \0").split("\0")
