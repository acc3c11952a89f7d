"""A language model behind an OpenAI-compatible server: Ollama, vLLM, llama.cpp and others.

Knows nothing of local models. No message repeats what the server said: it may hold the key.
"""

import re

import openai
from langchain_core.messages import HumanMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from narabot.errors import ModelTooSlowError, ModelUnavailableError, SettingsError
from narabot.llm.language_model import Reply, Usage, refuse_long_prompt
from narabot.models import without_password
from narabot.settings import Settings

BYTES_PER_TOKEN = 3
"""A cautious rule of thumb: prose has four or more, in English as in Russian."""

NO_KEY = "no-key"
"""What we send where there is no key: the client insists on one, such servers ignore it."""

STATUS_ADVICE = {
    400: "it refuses the request, perhaps as too long: lower LLM_MAX_INPUT_TOKENS",
    401: "it refuses the key: correct LLM_API_KEY",
    403: "it refuses the key: correct LLM_API_KEY",
    404: "it does not have this model or this path: correct LLM_MODEL or LLM_BASE_URL",
    429: "it has too much to do, or the account is used up: try again later",
}


class ServerModel:
    """A model that an OpenAI-compatible server runs."""

    def __init__(self, chat: ChatOpenAI, url: str, settings: Settings) -> None:
        """Take the client, and the URL as messages may show it."""
        self._chat = chat
        self.url = url
        self._max_new_tokens = settings.llm_max_new_tokens
        self.name = chat.model_name
        self.max_input_tokens = settings.llm_max_input_tokens

    def count_tokens(self, prompt: str) -> int:
        """Return an estimate: a token for every three bytes of UTF-8.

        The server's tokenizer is not known here. For prose the estimate is rather too high;
        for rows of digits, which many models read one by one, it is too low.
        """
        return -(-len(prompt.encode(errors="replace")) // BYTES_PER_TOKEN)

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Reply:
        """Yield the reply as the server sends it; LLM_TIMEOUT_S is the wait for each piece."""
        refuse_long_prompt(self, prompt)
        try:
            return (yield from self._pieces(prompt, max_new_tokens or self._max_new_tokens))
        # What is no chat completion fails in the client's parsing, in any of the other ways.
        except (openai.OpenAIError, ValueError, LookupError, TypeError, AttributeError) as error:
            kind = ModelTooSlowError if is_late(error) else ModelUnavailableError
            raise kind(self._unanswered(advice(error))) from error

    def _pieces(self, prompt: str, max_new_tokens: int) -> Reply:
        finished, usage = False, None
        # ChatOpenAI renames max_tokens to a field that the older servers do not know.
        limit = {"max_tokens": max_new_tokens}
        for chunk in self._chat.stream([HumanMessage(prompt)], extra_body=limit):
            finished = finished or "finish_reason" in chunk.response_metadata
            usage = chunk.usage_metadata or usage
            if chunk.text:
                yield str(chunk.text)
        if not finished:
            reason = "it broke off before the end of the answer: try again"
            raise ModelUnavailableError(self._unanswered(reason))
        return Usage(usage["input_tokens"], usage["output_tokens"]) if usage else None

    def _unanswered(self, reason: str) -> str:
        return f"The language model {self.name} at {self.url} does not answer: {reason}."


def open_server_model(settings: Settings, *, retries: int = 1) -> ServerModel:
    """Return the model that LLM_BASE_URL and LLM_MODEL name, without asking the server yet.

    `retries` says how often a request that is refused is sent again.

    Raises SettingsError if one of the two is missing or the URL is none.
    """
    if settings.llm_base_url is None or settings.llm_model is None:
        missing = "LLM_BASE_URL" if settings.llm_base_url is None else "LLM_MODEL"
        raise SettingsError(f"A model's server needs the setting {missing}: set it.")
    if not re.match(r"https?://[^/]", settings.llm_base_url):
        raise SettingsError("LLM_BASE_URL is no URL: write one like http://localhost:11434/v1.")
    chat = ChatOpenAI(
        base_url=settings.llm_base_url,
        model=settings.llm_model,
        api_key=settings.llm_api_key or SecretStr(NO_KEY),
        temperature=0,
        timeout=settings.llm_timeout_s,
        max_retries=retries,
        stream_usage=False,
        use_responses_api=False,
    )
    return ServerModel(chat, without_password(settings.llm_base_url), settings)


def is_late(error: Exception) -> bool:
    """Return whether an error of the client says that the server was silent too long."""
    return isinstance(error, openai.APITimeoutError)


def advice(error: Exception) -> str:
    """Return what an error of the client means and what to do about it."""
    match error:
        case openai.APIStatusError(status_code=status):
            return STATUS_ADVICE.get(status, f"it fails with HTTP status {status}: see its log")
        case openai.APITimeoutError():
            return "it was silent too long: try again, or raise LLM_TIMEOUT_S"
        case openai.APIConnectionError():
            return "it cannot be reached, or broke off: start it, or correct LLM_BASE_URL"
        case openai.APIError():
            return "it reports an error: see its log"
    return "it does not speak the OpenAI protocol: correct LLM_BASE_URL"
